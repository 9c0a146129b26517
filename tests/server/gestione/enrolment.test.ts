import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { command } from '../cli/command.ts'
import { type Mondo, makeWorld } from '../world.ts'
import { type Desk, openDesk, type Signed } from './desk.ts'

let n = 0

describe('[OP50] the first second factor of an operator', () => {
  let world: Mondo
  let desk: Desk
  beforeAll(async () => {
    world = await makeWorld()
    desk = openDesk(world)
  })
  afterAll(() => world.close())

  /** Gives a role by the command; returns the code that it printed. */
  const grant = async (email: string, ruolo: string) => {
    const { out } = await command(world.deps, 'ruolo', email, ruolo)
    return /^Codice di iscrizione: ([a-z2-7]{4}(?:-[a-z2-7]{4}){3})$/m.exec(out.join('\n'))?.[1] ?? null
  }
  /** A registered person with a role, signed in by the password alone. */
  async function newcomer(): Promise<{ email: string; codice: string; who: Signed }> {
    const email = `nuova${++n}@posta.example`
    await world.registerVerified(email)
    const codice = await grant(email, 'assistenza')
    return { email, codice: codice ?? '', who: await desk.enter(email) }
  }
  const enrol = (who: Signed, codice: string) => desk.call('iscrivi', { corpo: { codice } }, who)
  const begin = async (who: Signed) => {
    const ends = [await desk.call('avvia_codici', {}, who), await desk.call('avvia_passkey', {}, who)]
    return ends.map(({ status, corpo }) => (status === 200 ? 'aperta' : corpo.codice))
  }
  const closed = ['CODICE_RICHIESTO', 'CODICE_RICHIESTO']

  it('is not set up by the password alone: it takes the code that the command printed', async () => {
    const { codice, who } = await newcomer()
    expect(await begin(who)).toEqual(closed)
    expect((await desk.call('aggiungi_codici', { corpo: { codice: '123456' } }, who)).corpo.codice).toBe(closed[0])
    expect((await enrol(who, 'abcd-efgh-ijkl-mnop')).corpo.codice).toBe('CODICE_ERRATO')
    expect(await begin(who)).toEqual(closed)
    const enrolled = await enrol(who, codice.toUpperCase().replaceAll('-', ' '))
    expect(enrolled.corpo).toMatchObject({ iscritta: true, confermata: null })
    expect(await begin(who)).toEqual(['aperta', 'aperta'])
    expect((await desk.audit())[0]).toMatchObject({ chiamata: 'iscrivi' })
    expect(JSON.stringify(await desk.audit())).not.toContain(codice)
  })

  it('takes the code of this account, once, within 72 hours, and the newest one', async () => {
    const [first, other] = [await newcomer(), await newcomer()]
    expect((await enrol(first.who, other.codice)).corpo.codice).toBe('CODICE_ERRATO')
    const next = await grant(first.email, 'gestore')
    const again = await desk.enter(first.email)
    expect((await enrol(again, first.codice)).corpo.codice).toBe('CODICE_ERRATO')
    expect((await enrol(again, next ?? '')).status).toBe(200)
    // A session that gave the code is closed with the others when the role is given anew.
    await grant(first.email, 'gestore')
    expect((await enrol(again, next ?? '')).corpo.codice).toBe('TOKEN_NON_VALIDO')
    world.orologio.advance(72 * 3600_000)
    expect((await enrol(await desk.enter(other.email), other.codice)).corpo.codice).toBe('CODICE_ERRATO')
  })

  it('is one: afterwards the code is worth nothing, and the command prints none', async () => {
    const { email, codice, who } = await newcomer()
    const second = await desk.enter(email)
    expect((await enrol(second, codice)).status).toBe(200)
    await desk.setUpCodes(email, who)
    expect(await begin(second)).toEqual(closed)
    expect((await enrol(await desk.enter(email), codice)).corpo.codice).toBe('CODICE_ERRATO')
    expect(await grant(email, 'gestore')).toBeNull()
  })

  it('goes with the role', async () => {
    const { email, codice } = await newcomer()
    await grant(email, 'nessuno')
    await desk.setRole(email, 'assistenza')
    expect((await enrol(await desk.enter(email), codice)).corpo.codice).toBe('CODICE_ERRATO')
  })
})

describe('[OP50] mails about second factors', () => {
  let world: Mondo
  let desk: Desk
  beforeAll(async () => {
    world = await makeWorld()
    desk = openDesk(world)
  })
  afterAll(() => world.close())

  it('tell the operator of codes, a used recovery code, a removed passkey and a role that was taken', async () => {
    const email = 'scritta@posta.example'
    const told = () => world.messaggi.filter(({ to }) => to === email).map(({ subject }) => subject)
    await world.registerVerified(email)
    await desk.setRole(email, 'assistenza')
    const who = await desk.enter(email)
    const [recovery] = await desk.setUpCodes(email, who)
    expect(told().at(-1)).toBe('Verifica in due passaggi attivata')
    await desk.call('conferma_codice', { corpo: { codice: recovery } }, who)
    expect(told().at(-1)).toBe('È stato usato un codice di recupero')
    expect(world.messaggi.at(-1)?.text).toContain('nella gestione')
    for (const name of ['Portatile', 'Chiave'])
      await world.db.query(
        `insert into passkey (id_passkey, id_utente, chiave_pubblica, contatore, trasporti, nome, creata, ultimo_uso)
         select $2, id_utente, '\\x00', 0, '{}', $2, $3, $3 from utente where email = $1`,
        [email, name, world.orologio.now()],
      )
    expect((await desk.call('togli_passkey', { query: { id: 'Portatile' } }, who)).status).toBe(200)
    expect(told().at(-1)).toBe('Passkey tolta dalla gestione')
    expect(world.messaggi.at(-1)?.text).toContain('«Portatile»')
    await command(world.deps, 'ruolo', email, 'nessuno')
    await world.deps.wake()
    expect(told().at(-1)).toBe('Non entri più nella gestione')
  })
})
