import { buffer } from 'node:stream/consumers'
import { unzip } from 'unzipit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EventoGiornale, paginaEventi } from '#contract/giornale'
import { RECOUNT } from '#server/giornale/store'
import { openDataExport } from '#server/utente/data-export'
import { type Mondo, makeWorld } from '../world.ts'
import { risposta } from './evento.ts'

const PERCORSO = '/ms_reportistica/eventi'
const ADESSO = '2026-11-21T09:00:00.000Z'

const nota = (id: string, testo: string | null, ts_client: string | null): EventoGiornale => ({
  ...risposta(id),
  tipo: 'NOTA',
  chiave: '7',
  id_concorso: null,
  id_domanda: null,
  dati: testo === null ? null : JSON.stringify({ id_concorso: 1, testo, aggiornata: ADESSO }),
  ts_client,
  versione_banca: null,
  dispositivo: null,
  seq: null,
})

describe('the journal of an account (decision 0073)', () => {
  let world: Mondo
  let n = 0
  const account = () => world.registerVerified(`giornale-${++n}@posta.example`)
  const push = (token: string, eventi: unknown[]) => world.call('PUT', PERCORSO, { token, payload: { eventi } })
  const pull = async (token: string, cursore = 0) =>
    (await world.call('GET', `${PERCORSO}?cursore=${cursore}`, { token })).corpo

  const exporting = () => ({ db: world.db, now: world.orologio.now })

  beforeAll(async () => {
    world = await makeWorld()
    world.orologio.set(ADESSO)
  })
  afterAll(() => world.close())

  it('keeps each event once, however often it is sent, and gives it back as it was', async () => {
    const { token } = await account()
    const one = risposta('e1', { versione_banca: '"\\ \n è \u2028 😀' })
    const first = await push(token, [one, one, risposta('e2', { seq: 2 })])
    expect(first.corpo).toEqual({ rifiutati: [], numeri: { dopo: 0, fino: 2 } })
    expect((await push(token, [one, risposta('e3', { seq: 3 })])).corpo.numeri).toEqual({ dopo: 2, fino: 4 })
    const page = await pull(token)
    expect(paginaEventi.parse(page)).toEqual(page)
    const { eventi, cursore, epoca } = page
    expect(eventi.map((e: EventoGiornale) => e.id)).toEqual(['e1', 'e2', 'e3'])
    expect(eventi[0]).toEqual({ ...one, effettivo: '2026-11-20T09:00:00.000Z' })
    expect(epoca).toMatch(/^[\w-]{16}$/)
    expect((await pull(token, cursore)).eventi).toEqual([])
  })

  it('refuses a bad event by name and keeps the others', async () => {
    const { token } = await account()
    const bad = [
      risposta('senza-dati', { dati: null }),
      risposta('non-json', { dati: '{' }),
      nota('vuota', '', null),
      risposta('nul', { versione_banca: 'a\0b' }),
      risposta('mezzo', { versione_banca: 'a\ud83d' }),
      { ...risposta('altro'), tipo: 'ALTRO' },
      { id: 5 },
      null,
    ]
    const { corpo } = await push(token, [risposta('buono'), ...bad])
    expect(corpo.rifiutati.map((r: { id: string }) => r.id)).toEqual([
      'senza-dati',
      'non-json',
      'vuota',
      'nul',
      'mezzo',
      'altro',
      '',
      '',
    ])
    expect((await pull(token)).eventi.map((e: EventoGiornale) => e.id)).toEqual(['buono'])
  })

  it('dates a voice by itself but never after its receipt, and by the receipt when it has no date', async () => {
    const { token } = await account()
    await push(token, [
      nota('ieri', 'a', '2026-11-20T10:00:00.000Z'),
      nota('domani', 'b', '2038-01-19T03:14:08.000Z'),
      nota('mai', 'c', null),
      nota('prima', 'd', '1970-01-01T00:00:00.000Z'),
    ])
    const { eventi } = await pull(token)
    expect(eventi.map((e: { effettivo: string }) => e.effettivo)).toEqual([
      '2026-11-20T10:00:00.000Z',
      ADESSO,
      ADESSO,
      '1970-01-01T00:00:00.000Z',
    ])
  })

  it('a cursor never passes what commits late: pushes at the same time, pulled meanwhile, are all seen once', async () => {
    const { token } = await account()
    const seen: string[] = []
    let cursore = 0
    let pushing = true
    const reader = async () => {
      for (let more = true; more || pushing; ) {
        const page = await pull(token, cursore)
        seen.push(...page.eventi.map((e: EventoGiornale) => e.id))
        more = page.cursore > cursore
        cursore = page.cursore
      }
    }
    const pushes = Array.from({ length: 40 }, (_, i) =>
      push(
        token,
        Array.from({ length: 1 + (i % 7) }, (_, j) => risposta(`p${i}-${j}`)),
      ),
    )
    const reading = reader()
    await Promise.all(pushes)
    pushing = false
    await reading
    const all = Array.from({ length: 40 }, (_, i) => Array.from({ length: 1 + (i % 7) }, (_, j) => `p${i}-${j}`)).flat()
    expect(seen.toSorted()).toEqual(all.toSorted())
  })

  it('gives each push places of its own: devices that pass over theirs when they follow miss nothing of the others', async () => {
    const { token } = await account()
    const device = async (token: string, name: string, pushes: number) => {
      const [mine, came] = [new Set<string>(), [] as string[]]
      let cursore = 0
      const catchUp = async () => {
        for (let more = true; more; ) {
          const page = await pull(token, cursore)
          came.push(...page.eventi.map((e: EventoGiornale) => e.id))
          more = page.cursore > cursore
          cursore = page.cursore
        }
      }
      for (let i = 0; i < pushes; i++) {
        const ids = Array.from({ length: 1 + (i % 3) }, (_, j) => `${name}-${i}-${j}`)
        for (const id of ids) mine.add(id)
        const sent = ids.map((id) => risposta(id))
        let { numeri } = (await push(token, sent)).corpo
        // An answer that got lost: the same again.
        if (i % 5 === 4) numeri = (await push(token, sent)).corpo.numeri
        if (numeri.dopo === cursore) cursore = numeri.fino
        else await catchUp()
      }
      return { mine, came, catchUp }
    }
    const devices = await Promise.all(['a', 'b', 'c'].map((name) => device(token, name, 20)))
    for (const { catchUp } of devices) await catchUp()
    const all = devices.flatMap(({ mine }) => [...mine]).toSorted()
    for (const { mine, came } of devices) expect([...new Set([...mine, ...came])].toSorted()).toEqual(all)
    const late = await device(token, 'd', 0)
    await late.catchUp()
    expect(late.came.toSorted()).toEqual(all)
    // Alone, nothing that was sent comes back.
    const alone = await device((await account()).token, 's', 4)
    await alone.catchUp()
    expect(alone.came).toEqual([])
  })

  it('shows nobody the events of another account, even under the same id', async () => {
    const [one, other] = [await account(), await account()]
    await push(one.token, [risposta('stesso', { dati: '{"di":1}' })])
    await push(other.token, [risposta('stesso', { dati: '{"di":2}' })])
    expect((await pull(one.token)).eventi.map((e: EventoGiornale) => e.dati)).toEqual(['{"di":1}'])
    expect((await pull(other.token)).eventi.map((e: EventoGiornale) => e.dati)).toEqual(['{"di":2}'])
  })

  it('is in the data export, each once however many, and goes with the account', async () => {
    const { token, id_utente } = await account()
    const ids = Array.from({ length: 250 }, (_, i) => `${'aAà'[i % 3]}-${i} "; '`)
    await push(token, [...ids.map((id) => risposta(id)), nota('nota', 'Ripassa', null)])
    const { entries } = await unzip(new Uint8Array(await buffer(await openDataExport(exporting(), id_utente))))
    const { tabelle } = JSON.parse(await entries['dati.json']!.text())
    expect(tabelle.evento_utente.map((e: EventoGiornale) => e.id).toSorted()).toEqual([...ids, 'nota'].toSorted())
    const lines = (await entries['evento_utente.csv']!.text()).split('\r\n')
    expect(new Set(lines).size).toBe(1 + ids.length + 1 + 1)
    expect(lines.join()).toContain('Ripassa')
    await world.db.query('delete from utente where id_utente = $1', [id_utente])
    const left = await world.db.query('select 1 from evento_utente where id_utente = $1', [id_utente])
    expect(left.rows).toEqual([])
  })

  it('a data export that cannot be read to its end is broken off, and no whole file', async () => {
    const { token, id_utente } = await account()
    await push(token, [risposta('mio')])
    const failing = async (sql: string, ...rest: unknown[]) =>
      sql.includes('evento_utente') && sql.includes('pacchi')
        ? Promise.reject(new Error('gone'))
        : world.db.query(sql, ...(rest as [unknown[]]))
    const db = { ...world.db, query: failing } as typeof world.db
    await expect(buffer(await openDataExport({ ...exporting(), db }, id_utente))).rejects.toThrow('gone')
  })

  it('a page holds 500 events, and the next one goes on', async () => {
    const { token } = await account()
    for (const part of [0, 1])
      await push(
        token,
        Array.from({ length: 300 }, (_, i) => risposta(`q${part}-${i}`)),
      )
    const first = await pull(token)
    const second = await pull(token, first.cursore)
    expect([first.eventi.length, second.eventi.length]).toEqual([500, 100])
  })

  it('[SY15] keeps the last version of a sitting under way of each device, until it has ended', async () => {
    const { token, id_utente } = await account()
    const dati = {
      ...{
        tipo: 'ESERCITAZIONE',
        id_concorso: 1,
        filtro: {},
        ordine: 'UFFICIALE',
        seme: 1,
        mescola: 0,
        avanti_da_sola: 0,
      },
      ...{ regola_risposte: null, iniziata: ADESSO, domande: 'AQAAAA==', concorsi: null, prova: null },
      ...{ prese: 1, titolare: 'telefono', posto_ms: 5, indice: 0, voci: [], tratti: [], saltati: 0 },
    }
    const aperta = (dispositivo: string, seq: number | null, content: object = dati) => ({
      ...risposta(`APERTA:s:${dispositivo}`, { dispositivo, seq }),
      ...{ tipo: 'APERTA', chiave: 's', id_concorso: null, id_domanda: null, dati: JSON.stringify(content) },
    })
    const seen = async (aperte = '&aperte=true', cursore = 0) =>
      (await world.call('GET', `${PERCORSO}?cursore=${cursore}${aperte}`, { token })).corpo.eventi.map(
        (e: EventoGiornale) => `${e.id} ${e.seq}`,
      )
    await push(token, [aperta('telefono', 1), aperta('computer', 4), risposta('e1')])
    expect(await seen()).toEqual(['APERTA:s:telefono 1', 'APERTA:s:computer 4', 'e1 1'])
    expect(await seen('')).toEqual(['e1 1'])
    // A later version comes after what everybody has seen; one that was under way for long changes nothing.
    await push(token, [aperta('telefono', 3)])
    await push(token, [aperta('telefono', 2)])
    expect(await seen('&aperte=true', 3)).toEqual(['APERTA:s:telefono 3'])
    expect(await seen()).toEqual(['APERTA:s:computer 4', 'e1 1', 'APERTA:s:telefono 3'])
    const bad = [
      { ...aperta('telefono', 9), id: 'APERTA:s:altro' },
      aperta('telefono', null),
      aperta('telefono', 9, { ...dati, prese: -1 }),
      aperta('telefono', 9, { ...dati, tipo: 'SIMULAZIONE' }),
      { ...aperta('telefono', 9), dati: null },
    ]
    expect((await push(token, bad)).corpo.rifiutati).toHaveLength(5)
    const { prese: _p, titolare: _t, posto_ms: _m, voci: _v, tratti: _tr, saltati: _s, ...fixed } = dati
    const finita = { ...fixed, stato: 'consegnata', aggiornata: ADESSO, aggiornata_ms: 5, risposte: '', segni: [] }
    const end = { ...aperta('telefono', null, finita), id: 'SEDUTA:s', tipo: 'SEDUTA', dispositivo: null }
    await push(token, [aperta('computer', 5), end])
    expect(await seen()).toEqual(['e1 1', 'SEDUTA:s null'])
    await push(token, [aperta('tavoletta', 7)])
    expect(await seen()).toEqual(['e1 1', 'SEDUTA:s null'])
    // Room that is counted is what is there.
    const counted = () => world.db.query('select byte_eventi from utente where id_utente = $1', [id_utente])
    const { rows } = await counted()
    await world.db.query(RECOUNT)
    expect((await counted()).rows).toEqual(rows)
  })
})
