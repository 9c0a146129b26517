import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CALLS, type CallName, type Chiamata } from '#contract/calls'
import { personalTables } from '#server/utente/data-export'
import { hashToken } from '#server/utente/token'
import { addBanca, addPercorso, makeDomanda } from '../concorso/fixtures.ts'
import { type Mondo, makeWorld, PASSWORD } from '../world.ts'
import { type Outcome, ROWS, type Row, type Scene, type Tier } from './rows.ts'
import { publishSimulazione, type Sittings, sitTwice } from './sittings.ts'

const KEY = 'chiave-operatore-della-matrice'
const NAMES = Object.keys(CALLS) as CallName[]
const OF_SIMULATIONS = NAMES.filter((name) => /simulazione$|sfida$|^classifica$/.test(name))
/** What only the bystander's rows hold: nobody else's answer may have any of it. */
const MARKS = {
  email: 'spettatrice@posta.example',
  id: 7_654_321,
  device: 'dispositivo-altrui',
  price: 987_653,
  words: 'parole-altrui',
  instant: '2001-02-03T04:05:06',
}
const TIERS: readonly Tier[] = ['unverified', 'demo', 'demo_exhausted', 'lite', 'legacy', 'premium', 'premium_expired']
/** Callers whom the token alone refuses, with what they are told. */
const DEAD = {
  none: 'TOKEN_NON_VALIDO',
  garbage: 'TOKEN_NON_VALIDO',
  expired: 'SESSIONE_SCADUTA',
  rotated: 'TOKEN_NON_VALIDO',
  removed: 'DISPOSITIVO_DISCONNESSO',
  api_key: 'TOKEN_NON_VALIDO',
} as const
type Dead = keyof typeof DEAD

describe('the authorization matrix of the contract', () => {
  let world: Mondo
  let scene: Scene
  let bystander: { id_utente: number; email: string; token: string }
  let theirs: Sittings
  let hash: string
  let n = 0

  beforeAll(async () => {
    world = await makeWorld({ config: { adminApiKey: KEY }, environment: { ADMIN_API_KEY: KEY } })
    hash = await world.deps.passwords.hash(PASSWORD)
    const banca = await addBanca(world, {
      domande: Array.from({ length: 10 }, (_, i) => makeDomanda(i + 1, { spiegazione: 'Perché sì.', fonte: 'Legge' })),
    })
    const percorso = await addPercorso(world, { premium: true })
    scene = {
      id_argomento: percorso.id_argomento,
      id_domanda_percorso: percorso.ids[0]!,
      id_concorso: banca.id_concorso,
      id_domanda: banca.ids[0]!,
      id_simulazione: await publishSimulazione(world, banca.id_concorso, banca.ids),
      email: 'scena@posta.example',
    }
    await world.registerVerified(scene.email)
    const { email } = MARKS
    await world.db.query(`select setval(pg_get_serial_sequence('utente', 'id_utente'), $1, false)`, [MARKS.id])
    const { id_utente, token } = await world.registerVerified(email, 3)
    bystander = { id_utente, email, token }
    await world.call('GET', `/ms_concorso/concorso?id_concorso=${scene.id_concorso}`, { token })
    theirs = await sitTwice(world, token, scene.id_simulazione, scene.id_domanda)
    const bodyOf = (name: CallName) => ROWS[name]?.body?.(scene, id_utente, theirs)
    const answer = (bodyOf('invia_risposte_concorso') as object[])[0]
    const event = (bodyOf('invia_eventi') as { eventi: object[] }).eventi[0]
    await world.call('PUT', '/ms_reportistica/risposte_concorso', { token, payload: [answer] })
    await world.call('PUT', '/ms_reportistica/risposte_concorso', {
      token,
      payload: [{ ...answer, id_domanda: banca.ids[1]!, data_eseguita: `${MARKS.instant}.000Z` }],
    })
    await world.call('PUT', '/ms_reportistica/eventi', {
      token,
      payload: { eventi: [{ ...event, id: MARKS.words, dati: JSON.stringify({ di: MARKS.words }) }] },
    })
    await world.db.query(
      `insert into dispositivo (id_utente, id_dispositivo, dispositivo, primo_uso, ultimo_uso) values ($1, 'dispositivo-altrui', 'web', $2, $2)`,
      [id_utente, world.orologio.now()],
    )
    await world.db.query(
      `insert into acquisto (id_utente, fornitore, id_sessione, durata, mesi, prezzo, stato, creato, pagato, applicato) values ($1, 'PROVA', 'prova_altrui', 'premium-3', 3, $3, 'pagato', $2, $2, $2)`,
      [id_utente, world.orologio.now(), MARKS.price],
    )
  })
  afterAll(() => world.close())

  const DAY = 24 * 3600 * 1000
  const shift = (ms: number) => new Date(world.orologio.now().getTime() + ms)

  /** An account with one session, written straight into the database: hashing hundreds of passwords would only take time. */
  async function seed(kind: Tier | Dead): Promise<{ token: string; id_utente: number }> {
    const livello = { lite: 1, legacy: 2, premium: 3, premium_expired: 3 }[kind as string] ?? 0
    const used = kind === 'demo_exhausted' || kind === 'premium_expired' ? world.deps.config.quizDemo : 0
    const { rows } = await world.db.query<{ id_utente: number }>(
      `insert into utente (email, password_hash, livello, email_verificata, quiz_usati, data_scadenza_premium, data_registrazione)
       values ($1, $2, $3, $4, $5, $6, $7) returning id_utente`,
      [
        `matrice${++n}@posta.example`,
        hash,
        livello,
        kind !== 'unverified',
        used,
        kind === 'premium_expired' ? shift(-DAY) : null,
        world.orologio.now(),
      ],
    )
    const id_utente = rows[0]!.id_utente
    const token = randomBytes(32).toString('base64url')
    const old = randomBytes(32).toString('base64url')
    await world.db.query(
      `insert into sessione (id_utente, token_hash, token_precedente_hash, token_precedente_scade, id_dispositivo, dispositivo, ricordami, creata, ultimo_uso, scade, chiusa, motivo)
       values ($1, $2, $3, $4, 'dispositivo-mio', 'web', false, $5, $5, $6, $7, $8)`,
      [
        id_utente,
        hashToken(token),
        hashToken(old),
        shift(-1),
        world.orologio.now(),
        shift(kind === 'expired' ? -1 : DAY),
        kind === 'removed' ? world.orologio.now() : null,
        kind === 'removed' ? 'dispositivo_rimosso' : null,
      ],
    )
    const given = { none: '', garbage: 'z'.repeat(43), rotated: old, api_key: '' }[kind as string] ?? token
    return { token: given, id_utente }
  }

  type Who = { token: string; id_utente: number; key?: string; sittings?: Sittings }
  const marks = () => [...Object.values(MARKS), theirs.gettone, theirs.consegnato]
  async function send(name: CallName, row: Row, who: Who, extra: { query?: object; body?: object } = {}) {
    const { metodo, percorso }: Chiamata = CALLS[name]
    const query = new URLSearchParams(
      Object.entries({ ...row.query?.(scene, who.id_utente, who.sittings ?? theirs), ...extra.query }).map(([k, v]) => [
        k,
        String(v),
      ]),
    )
    const body = row.body?.(scene, who.id_utente, who.sittings ?? theirs)
    const payload = body !== undefined && !Array.isArray(body) ? { ...(body as object), ...extra.body } : body
    return world.call(metodo, `${percorso}?${query}`, {
      ...(who.token ? { token: who.token } : {}),
      headers: { ...row.headers, ...(who.key ? { 'x-api-key': who.key } : {}) },
      ...(payload === undefined ? {} : { payload: payload as object }),
    })
  }
  const told = ({ status, corpo }: { status: number; corpo: { codice?: string } | null }, wanted: Outcome): Outcome =>
    typeof wanted === 'number' ? status : (corpo?.codice ?? status)

  async function rowsOf(id: number) {
    const found: Record<string, unknown[]> = {}
    for (const { tabella } of await personalTables(world.db))
      found[tabella] = (
        await world.db.query(`select to_jsonb(t) as r from "${tabella}" t where id_utente = $1 order by t::text`, [id])
      ).rows
    return found
  }

  it('somebody has all the marks that nobody else may see', async () => {
    const said: unknown[] = []
    for (const name of [
      'utente',
      'dispositivi_utente',
      'acquisti',
      'eventi',
      'risposte_concorso',
      'risposte_simulazione',
      'esiti_simulazione',
    ] as const)
      said.push((await send(name, ROWS[name] as Row, bystander)).corpo)
    expect(marks().filter((mark) => !JSON.stringify(said).includes(String(mark)))).toEqual([])
  })

  it('has a row for every operation, and none for another', () => {
    expect(NAMES.filter((name) => !ROWS[name])).toEqual([])
    expect(Object.keys(ROWS).filter((name) => !(name in CALLS))).toEqual([])
  })

  it('[AC1] [AC2] [AC10] [HT6] lets in exactly who may, and nobody’s row is read or changed by another', async () => {
    const before = await rowsOf(bystander.id_utente)
    const wrong: unknown[] = []
    let asked = 0
    const expectOutcome = async (
      name: CallName,
      who: string,
      got: Promise<Awaited<ReturnType<typeof send>>>,
      wanted: Outcome,
    ) => {
      asked += 1
      const answer = await got
      const outcome = told(answer, wanted)
      if (outcome !== wanted) wrong.push([name, who, wanted, outcome, answer.corpo?.campi])
      const said = JSON.stringify(answer.corpo ?? '')
      for (const mark of marks())
        if (said.includes(String(mark))) wrong.push([name, who, 'reads another account', mark])
    }
    for (const name of NAMES) {
      const row = ROWS[name]
      if (!row) continue
      const { accesso }: Chiamata = CALLS[name]
      for (const kind of Object.keys(DEAD) as Dead[]) {
        const who = { ...(await seed(kind)), ...(kind === 'api_key' ? { key: KEY } : {}) }
        const wanted =
          accesso === 'chiave'
            ? kind === 'api_key'
              ? row.ok
              : 'VIETATO'
            : accesso === 'pubblica'
              ? row.ok
              : DEAD[kind]
        await expectOutcome(name, kind, send(name, row, who), wanted)
      }
      await expectOutcome(
        name,
        'wrong key',
        send(name, row, { ...(await seed('none')), key: `${KEY}x` }),
        accesso === 'chiave' ? 'VIETATO' : accesso === 'pubblica' ? row.ok : 'TOKEN_NON_VALIDO',
      )
      /** An account that has what the call is about, where its tier may have it. */
      const ready = async (tier: Tier) => {
        const who = await seed(tier)
        if (accesso === 'sessione' && tier !== 'unverified' && name !== 'concorso')
          await world.call('GET', `/ms_concorso/concorso?id_concorso=${scene.id_concorso}`, { token: who.token })
        if (OF_SIMULATIONS.includes(name) && tier !== 'unverified')
          return { ...who, sittings: await sitTwice(world, who.token, scene.id_simulazione, scene.id_domanda) }
        if (name.endsWith('_percorso'))
          await world.call('GET', `/ms_concorso/percorso?id_argomento=${scene.id_argomento}`, { token: who.token })
        return who
      }
      for (const tier of TIERS) {
        const who = await ready(tier)
        const wanted =
          accesso === 'chiave'
            ? 'VIETATO'
            : accesso === 'sessione' && tier === 'unverified'
              ? 'EMAIL_NON_VERIFICATA'
              : (row.except?.[tier] ?? row.ok)
        await expectOutcome(name, tier, send(name, row, who), wanted)
      }
      if (accesso === 'chiave') continue
      if (row.theirs) await expectOutcome(name, 'another’s sitting', send(name, row, await seed('premium')), row.theirs)
      const query = { id_utente_idoneo: bystander.id_utente, id_user: bystander.id_utente }
      await expectOutcome(
        name,
        'another’s id in the query',
        send(name, row, await seed('premium'), { query }),
        'VIETATO',
      )
      const body = {
        id_utente: bystander.id_utente,
        id_utente_idoneo: bystander.id_utente,
        id_user: bystander.id_utente,
      }
      const outcome = name === 'aggiorna_utente' ? 'VIETATO' : (row.except?.premium ?? row.ok)
      if (row.body)
        await expectOutcome(
          name,
          'another’s id in the body',
          send(name, row, await ready('premium'), { body }),
          outcome,
        )
    }
    expect(wrong).toEqual([])
    expect(asked).toBeGreaterThan(NAMES.length * 12)
    expect(await rowsOf(bystander.id_utente)).toEqual(before)
    expect((await world.call('GET', '/ms_utente/utente', { token: bystander.token })).status).toBe(200)
  }, 300_000)

  it('a challenge tells who has not answered it nothing of who made it', async () => {
    const answer = await send('sfida', ROWS.sfida as Row, await seed('premium'))
    expect(answer.corpo).toMatchObject({ codice: theirs.sfida, mia: false, io: null, sfidante: null, avversari: [] })
  })

  it('[AD11] each use of the operator’s key is recorded with key, call and instant, never the key itself', async () => {
    const { rows } = await world.db.query<{ chiamata: string; chiave: string }>(
      'select distinct chiamata, chiave from registro_operatore',
    )
    const operations = NAMES.filter((name) => (CALLS[name] as Chiamata).accesso === 'chiave')
    expect(rows).toHaveLength(operations.length)
    for (const { chiave } of rows) expect(chiave).toMatch(/^[0-9a-f]{8}$/)
    expect(world.righe.join('')).not.toContain(KEY)
  })

  it('[AC22] no writable operation changes what only the server decides', async () => {
    const protectedFields = {
      livello: 3,
      email_verificata: true,
      data_passaggio_premium: '2020-01-01T00:00:00.000Z',
      data_scadenza_premium: '2099-01-01T00:00:00.000Z',
      quiz_usati: 0,
      stato: 'attivo',
      data_registrazione: '2020-01-01T00:00:00.000Z',
      codice_affiliato: 'mio',
      password_hash: 'x',
    }
    const read = async (id: number) =>
      (await world.db.query(`select ${Object.keys(protectedFields).join(', ')} from utente where id_utente = $1`, [id]))
        .rows
    for (const name of NAMES.filter((name) => ROWS[name]?.body)) {
      const who = await seed('demo_exhausted')
      const before = await read(who.id_utente)
      for (const [field, value] of Object.entries(protectedFields))
        await send(name, ROWS[name]!, who, { body: { [field]: value } })
      expect([name, await read(who.id_utente)]).toEqual([name, before])
    }
  }, 120_000)
})

describe('the allowance', () => {
  it('[AC3] [AC16] of a thousand parallel requests at 499 quizzes exactly one passes', async () => {
    const world = await makeWorld({ config: { limits: 'aperti' } })
    const one = { domande: [makeDomanda(1)] }
    const banche: number[] = []
    for (let i = 0; i < 20; i++) banche.push((await addBanca(world, { ...one, concorso: `Banca ${i}` })).id_concorso)
    const { token, id_utente } = await world.registerVerified('ultimo.quiz@posta.example')
    await world.db.query('update utente set quiz_usati = 499 where id_utente = $1', [id_utente])
    const answers = await Promise.all(
      Array.from({ length: 1000 }, async (_, i) => {
        const id = banche[i % banche.length]!
        const { status, corpo } = await world.call('GET', `/ms_concorso/concorso?id_concorso=${id}`, { token })
        return { id, status, codice: corpo?.codice as string | undefined }
      }),
    )
    const passed = answers.filter((a) => a.status === 200)
    expect(new Set(passed.map((a) => a.id)).size).toBe(1)
    expect(answers.filter((a) => a.status !== 200).every((a) => a.codice === 'DEMO_ESAURITA')).toBe(true)
    // The bank that passed is its own from then on; each of the nineteen others was refused fifty times.
    expect(answers.filter((a) => a.status !== 200)).toHaveLength(950)
    const { rows } = await world.db.query('select quiz_usati from utente where id_utente = $1', [id_utente])
    expect(rows).toEqual([{ quiz_usati: 500 }])
    await world.close()
  }, 120_000)
})
