import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { senders } from '#server/background'
import { ATTESE, enqueue, flushOutbox, retryAbandoned } from '#server/outbox'
import { sweep } from '#server/sweep'
import { type Mondo, makeWorld } from '../world.ts'
import { type Desk, openDesk, type Signed } from './desk.ts'

const HOUR = 3_600_000

describe('[OP40] people at the console', () => {
  let world: Mondo
  let desk: Desk
  let owner: Signed
  let helper: Signed
  let failure: Error | null = null
  beforeAll(async () => {
    world = await makeWorld({
      deps: ({ mailer }) => ({
        mailer: { ...mailer, send: async (m) => (failure ? Promise.reject(failure) : mailer.send(m)) },
      }),
    })
    desk = openDesk(world)
    owner = await desk.seat('gestore@posta.example', 'gestore')
    helper = await desk.seat('assistenza@posta.example', 'assistenza')
  })
  afterAll(() => world.close())

  /** Gives the second factor of a seat once more. */
  const refresh = async (who: Signed, email: string) =>
    desk.call('conferma_codice', { corpo: { codice: await desk.nextCode(email) } }, who)
  const lastAct = async () => (await desk.audit())[0]
  const rowOf = async (email: string) => {
    const { rows } = await world.db.query<{ id_utente: number; livello: number; da_eliminare: Date | null }>(
      'select id_utente, livello, da_eliminare from utente where email = $1',
      [email],
    )
    return rows[0]
  }

  it('[OP42] finds by the whole address or the number, masked, and records each search without the address', async () => {
    const { id_utente } = await world.registerVerified('maria.rossi@posta.example', 1)
    const seen = { id: id_utente, indirizzo: 'm•••@p•••.example', livello: 1, stato: 'attivo' }
    for (const cerca of [' Maria.Rossi@posta.example ', String(id_utente)]) {
      const { corpo } = await desk.call('cerca_persona', { corpo: { cerca } }, helper)
      expect(corpo).toEqual({ trovata: seen })
      expect(await lastAct()).toMatchObject({ chiamata: 'cerca_persona', oggetto: `utente ${id_utente}` })
    }
    const none = await desk.call('cerca_persona', { corpo: { cerca: 'maria' } }, helper)
    expect(none.corpo).toEqual({ trovata: null })
    expect(await lastAct()).toMatchObject({ oggetto: null, dopo: { trovata: false } })
    const { rows } = await world.db.query<{ riga: string }>('select r::text as riga from registro_operatore r')
    expect(rows.filter(({ riga }) => riga.includes('maria'))).toEqual([])
    const opened = await desk.call('persona', { query: { id: String(id_utente) } }, helper)
    expect(opened.corpo).toMatchObject({
      email: 'maria.rossi@posta.example',
      livello: 1,
      dispositivi: [{}],
      sessioni: [{}],
    })
    expect(await lastAct()).toMatchObject({ chiamata: 'persona', oggetto: `utente ${id_utente}` })
    expect((await desk.call('persona', { query: { id: '999999' } }, helper)).corpo.codice).toBe('UTENTE_NON_TROVATO')
  })

  it('tier and extra time change, with before and after in the audit', async () => {
    const { id_utente: id } = await world.registerVerified('livello@posta.example')
    await refresh(helper, 'assistenza@posta.example')
    const scadenza = '2027-01-31'
    const raised = await desk.call('persona_livello', { corpo: { id, livello: 3, scadenza } }, helper)
    expect(raised.corpo).toMatchObject({ livello: 3, scadenza: '2027-01-31T22:59:59.999Z' })
    expect(await lastAct()).toMatchObject({
      ruolo: 'assistenza',
      oggetto: `utente ${id}`,
      prima: { livello: 0 },
      dopo: { livello: 3 },
    })
    const odd = await desk.call('persona_livello', { corpo: { id, livello: 1, scadenza } }, helper)
    expect([odd.corpo.codice, odd.corpo.campi]).toEqual(['RICHIESTA_NON_VALIDA', ['data_scadenza_premium']])
    const past = await desk.call('persona_livello', { corpo: { id, livello: 3, scadenza: '2020-01-01' } }, helper)
    expect([past.corpo.codice, past.corpo.campi]).toEqual(['RICHIESTA_NON_VALIDA', ['scadenza']])
    const { corpo: same } = await desk.call('persona', { query: { id: String(id) } }, helper)
    expect([same.livello, same.scadenza]).toEqual([3, '2027-01-31T22:59:59.999Z'])
    expect((await desk.audit()).filter((row) => row.chiamata === 'persona_livello')).toHaveLength(1)
    const today = world.orologio.now().toISOString().slice(0, 10)
    expect((await desk.call('persona_livello', { corpo: { id, livello: 3, scadenza: today } }, helper)).status).toBe(
      200,
    )
    const longer = await desk.call('persona_tempo', { corpo: { id, tempo_aggiuntivo: 30 } }, helper)
    expect(longer.corpo.tempo_aggiuntivo).toBe(30)
    expect(await lastAct()).toMatchObject({ prima: 0, dopo: 30 })
  })

  it('a device is freed and sessions end, for the person who is signed in', async () => {
    const { id_utente: id, token } = await world.registerVerified('sessioni@posta.example')
    const { corpo: before } = await desk.call('persona', { query: { id: String(id) } }, helper)
    const id_dispositivo = before.dispositivi[0].id
    const freed = await desk.call('persona_dispositivo', { corpo: { id, id_dispositivo } }, helper)
    expect([freed.corpo.dispositivi, freed.corpo.sessioni]).toEqual([[], []])
    expect((await world.call('GET', '/ms_utente/livello', { token })).corpo.codice).toBe('DISPOSITIVO_DISCONNESSO')
    const again = await desk.call('persona_dispositivo', { corpo: { id, id_dispositivo } }, helper)
    expect(again.corpo.codice).toBe('DISPOSITIVO_NON_TROVATO')
    const other = await world.registerVerified('tutte@posta.example')
    const ended = await desk.call('persona_sessioni', { corpo: { id: other.id_utente } }, helper)
    expect(ended.corpo.sessioni).toEqual([])
    expect((await world.call('GET', '/ms_utente/livello', { token: other.token })).status).toBe(401)
    const colleague = await desk.seat('collega@posta.example', 'redattore')
    await desk.call('persona_sessioni', { corpo: { id: (await rowOf('collega@posta.example'))?.id_utente } }, owner)
    expect((await desk.call('sessione', {}, colleague)).corpo.codice).toBe('TOKEN_NON_VALIDO')
  })

  it('the mail of the verification leaves again, once a minute, and not for a verified address', async () => {
    const { id_utente_idoneo: id } = await world.register('nuova@posta.example')
    world.orologio.advance(61_000)
    const sent = world.messaggi.length
    expect((await desk.call('persona_verifica', { corpo: { id } }, helper)).status).toBe(200)
    expect(world.messaggi.slice(sent).map((m) => m.to)).toEqual(['nuova@posta.example'])
    expect((await desk.call('persona_verifica', { corpo: { id } }, helper)).corpo.codice).toBe('RATE_LIMIT_EXCEEDED')
    const known = await world.registerVerified('verificata@posta.example')
    const refused = await desk.call('persona_verifica', { corpo: { id: known.id_utente } }, helper)
    expect(refused.corpo.codice).toBe('NON_TROVATO')
  })

  it('an account is disabled and enabled again', async () => {
    const { id_utente: id, token } = await world.registerVerified('stato@posta.example')
    await refresh(owner, 'gestore@posta.example')
    await desk.call('persona_stato', { corpo: { id, stato: 'disabilitato' } }, owner)
    expect((await world.call('GET', '/ms_utente/livello', { token })).corpo.codice).toBe('ACCOUNT_DISABILITATO')
    await desk.call('persona_stato', { corpo: { id, stato: 'attivo' } }, owner)
    expect((await world.call('GET', '/ms_utente/livello', { token })).status).toBe(200)
  })

  it('a deletion can be taken back for 24 hours, and then the account is gone', async () => {
    const { id_utente: id, token } = await world.registerVerified('via@posta.example')
    await refresh(owner, 'gestore@posta.example')
    const asked = await desk.call('persona_elimina', { corpo: { id } }, owner)
    expect(Date.parse(asked.corpo.da_eliminare)).toBe(world.orologio.now().getTime() + 24 * HOUR)
    expect((await world.call('GET', '/ms_utente/livello', { token })).status).toBe(401)
    expect((await desk.call('persona_elimina', { corpo: { id } }, owner)).corpo.codice).toBe('ACCOUNT_IN_ELIMINAZIONE')
    const kept = await desk.call('persona_tieni', { corpo: { id } }, owner)
    expect(kept.corpo.da_eliminare).toBeNull()
    world.orologio.advance(25 * HOUR)
    await sweep(world.deps)
    expect(await rowOf('via@posta.example')).toMatchObject({ id_utente: id })
    const late = await desk.enter('gestore@posta.example')
    await refresh(late, 'gestore@posta.example')
    await desk.call('persona_elimina', { corpo: { id } }, late)
    world.orologio.advance(23 * HOUR)
    await sweep(world.deps)
    expect(await rowOf('via@posta.example')).toBeDefined()
    world.orologio.advance(HOUR)
    await sweep(world.deps)
    expect(await rowOf('via@posta.example')).toBeUndefined()
    // The audit outlives the account.
    expect((await desk.audit()).filter((r) => r.oggetto === `utente ${id}`).length).toBeGreaterThan(2)
  })

  it('nobody acts on the own account, and a helper on no colleague', async () => {
    const gestore = await rowOf('gestore@posta.example')
    const assistenza = await rowOf('assistenza@posta.example')
    const [o, h] = [await desk.enter('gestore@posta.example'), await desk.enter('assistenza@posta.example')]
    await refresh(o, 'gestore@posta.example')
    await refresh(h, 'assistenza@posta.example')
    const raise = (id: unknown) => ({ corpo: { id, livello: 3, scadenza: null } })
    for (const [who, id] of [
      [o, gestore?.id_utente],
      [h, assistenza?.id_utente],
      [h, gestore?.id_utente],
    ] as const) {
      const before = (await desk.audit()).length
      expect((await desk.call('persona_livello', raise(id), who)).corpo.codice).toBe('VIETATO')
      expect((await desk.audit()).length).toBe(before)
    }
    expect((await desk.call('persona_livello', raise(assistenza?.id_utente), o)).status).toBe(200)
  })

  it('all data of an account leave as the zip of the profile, and the audit says so', async () => {
    const { id_utente: id } = await world.registerVerified('dati@posta.example')
    const who = await desk.enter('gestore@posta.example')
    await refresh(who, 'gestore@posta.example')
    const { status, headers, corpo } = await desk.call('persona_dati', { query: { id: String(id) } }, who)
    expect([status, headers['content-type'], String(corpo).slice(0, 2)]).toEqual([200, 'application/zip', 'PK'])
    expect(headers['content-disposition']).toContain(`dati-utente-${id}.zip`)
    expect(await lastAct()).toMatchObject({ chiamata: 'persona_dati', oggetto: `utente ${id}` })
  })

  it('[OP55] mails of an account are listed as they wait, leave and are given up, without text, for 90 days', async () => {
    const { id_utente: id } = await world.registerVerified('riceve@posta.example')
    const listed = async () => {
      const who = await desk.enter('assistenza@posta.example')
      await refresh(who, 'assistenza@posta.example')
      const { corpo } = await desk.call('persona', { query: { id: String(id) } }, who)
      return corpo.posta
    }
    const kinds = async () =>
      (await listed()).map(({ tipo, esito }: { tipo: string; esito: string }) => `${tipo} ${esito}`)
    expect(await kinds()).toEqual(['verifica inviata'])
    const ask = () => world.call('GET', '/ms_utente/recupera_password?username=riceve@posta.example')
    failure = new Error('550 casella piena')
    await ask()
    expect((await listed())[0]).toMatchObject({ tipo: 'recupero', esito: 'riprova', motivo: '550 casella piena' })
    for (const wait of ATTESE) {
      world.orologio.advance(wait)
      await flushOutbox(world.deps, senders)
    }
    const givenUp = world.orologio.now().toISOString()
    failure = null
    expect((await listed())[0]).toMatchObject({
      tipo: 'recupero',
      esito: 'abbandonata',
      quando: givenUp,
      prossimo: null,
    })
    // Given up, and then sent after all: still one mail.
    await retryAbandoned(world.deps)
    expect(await kinds()).toEqual(['recupero inviata', 'verifica inviata'])
    await enqueue(world.db, world.deps, 'posta', { to: 'nessuno@posta.example', subject: 'A', text: 'B' })
    await flushOutbox(world.deps, senders)
    const { rows } = await world.db.query<{ riga: string }>(
      'select row_to_json(i)::text as riga from posta_inviata i where id_utente = $1 or tipo = $2',
      [id, 'altro'],
    )
    expect(rows).toHaveLength(2)
    expect(rows.filter(({ riga }) => /@|token|550/.test(riga))).toEqual([])
    world.orologio.advance(89 * 24 * HOUR)
    await sweep(world.deps)
    expect(await kinds()).toEqual(['recupero inviata'])
    world.orologio.advance(24 * HOUR)
    await sweep(world.deps)
    expect(await kinds()).toEqual([])
  })
})
