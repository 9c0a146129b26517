import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Mondo, makeWorld, PASSWORD } from '../world.ts'

const HOUR = 3600 * 1000
let n = 0
const newEmail = (name: string) => `${name}${++n}@posta.example`
const tokenOf = (text: string | undefined, name = 'token') =>
  new RegExp(`${name}=([\\w-]{43})`).exec(text ?? '')?.[1] ?? ''

describe('the account', () => {
  let mondo: Mondo
  beforeAll(async () => {
    mondo = await makeWorld()
  })
  afterAll(() => mondo.close())
  const last = () => mondo.messaggi.at(-1)
  const login = (username: string, password: string, altro: object = {}) =>
    mondo.call('POST', '/ms_utente/login', { payload: { username, password, ...altro } })
  const confirm = (token: string, mio = true) =>
    mondo.call('POST', '/ms_utente/verifica_email', { payload: { token, mio } })
  const profile = async (token: string) => (await mondo.call('GET', '/ms_utente/utente', { token })).corpo

  describe('password', () => {
    const change = (token: string, payload: object) =>
      mondo.call('POST', '/ms_utente/cambia_password', { token, payload })

    it('[CA7] [EB10] [AU31] is changed in body or query with the old one, ends the other sessions and is told by mail', async () => {
      const email = newEmail('cambio')
      const { token } = await mondo.registerVerified(email)
      const altra = (await login(email, PASSWORD)).corpo.token_api
      expect(await change(token, { vecchia_password: 'Sbagliata1', nuova_password: 'Brontolo-2222' })).toMatchObject({
        status: 401,
        corpo: { codice: 'VECCHIA_PASSWORD_ERRATA' },
      })
      expect((await change(token, { vecchia_password: PASSWORD, nuova_password: 'debole' })).corpo).toMatchObject({
        codice: 'RICHIESTA_NON_VALIDA',
        campi: ['nuova_password'],
      })
      expect((await change(token, {})).corpo).toMatchObject({
        codice: 'MISSING_REQUIRED_PARAM',
        campi: ['vecchia_password', 'nuova_password'],
      })
      expect((await change(token, { vecchia_password: PASSWORD, nuova_password: 'Brontolo-2222' })).status).toBe(204)
      expect(last()).toMatchObject({ to: email, subject: 'La tua password è stata cambiata' })
      expect((await mondo.call('GET', '/ms_utente/utente', { token: altra })).corpo.codice).toBe('TOKEN_NON_VALIDO')
      expect((await login(email, PASSWORD)).corpo.codice).toBe('CREDENZIALI_ERRATE')
      const query = '?vecchia_password=Brontolo-2222&nuova_password=Brontolo-3333'
      expect((await mondo.call('POST', `/ms_utente/cambia_password${query}`, { token })).status).toBe(204)
      expect((await login(email, 'Brontolo-3333')).status).toBe(200)
    })

    it('[CA8] [CA9] [EB14] [AU30] is recovered by a mail that lives an hour and works once', async () => {
      const email = newEmail('recupero')
      const { token } = await mondo.registerVerified(email)
      const ask = (username: string) => mondo.call('GET', `/ms_utente/recupera_password?username=${username}`)
      expect(await ask('nessuno@posta.example')).toMatchObject({ status: 404, corpo: { codice: 'UTENTE_NON_TROVATO' } })
      expect((await mondo.call('GET', '/ms_utente/recupera_password')).corpo.campi).toEqual(['username'])
      expect((await ask(email.toUpperCase())).status).toBe(204)
      expect(last()).toMatchObject({ to: email, subject: 'Scegli una nuova password' })
      const link = tokenOf(last()?.text)
      const set = (payload: object) => mondo.call('POST', '/ms_utente/recupera_password', { payload })
      expect((await set({})).corpo.campi).toEqual(['token', 'password'])
      expect((await set({ token: link, password: 'debole' })).corpo.campi).toEqual(['password'])
      expect((await set({ token: 'a'.repeat(43), password: 'Brontolo-2222' })).corpo.codice).toBe('LINK_SCADUTO')
      const twice = await Promise.all([
        set({ token: link, password: 'Brontolo-2222' }),
        set({ token: link, password: 'Brontolo-2222' }),
      ])
      expect(twice.map((t) => t.status).sort()).toEqual([204, 410])
      expect((await mondo.call('GET', '/ms_utente/utente', { token })).status).toBe(401)
      expect((await login(email, 'Brontolo-2222')).status).toBe(200)
      await ask(email)
      const late = tokenOf(last()?.text)
      mondo.orologio.advance(HOUR + 1)
      expect(
        (await mondo.call('POST', `/ms_utente/recupera_password?token=${late}&password=Brontolo-4444`)).status,
      ).toBe(410)
    })

    it('[VA23] one that anybody would try is refused wherever it is chosen, and says no more than that', async () => {
      const email = `bonfiglioli${++n}@posta.example`
      const { token } = await mondo.registerVerified(email)
      const obvious = { status: 400, corpo: { codice: 'PASSWORD_OVVIA' } }
      for (const nuova_password of ['Password1', 'Bonfiglioli85'])
        expect(await change(token, { vecchia_password: PASSWORD, nuova_password })).toMatchObject(obvious)
      await mondo.call('GET', `/ms_utente/recupera_password?username=${email}`)
      const link = tokenOf(last()?.text)
      for (const password of ['Juventus10', 'Bonfiglioli85']) {
        const payload = { token: link, password }
        expect(await mondo.call('POST', '/ms_utente/recupera_password', { payload })).toMatchObject(obvious)
      }
      const other = newEmail('ovvia')
      const payload = { email_comunicazioni: other, flag_privacy: 1 }
      const autenticazioneVO = { username: other, password: 'Password1' }
      const asked = { payload: { ...payload, autenticazioneVO } }
      expect(await mondo.call('POST', '/ms_utente/registrazione', asked)).toMatchObject(obvious)
    })

    it('recovery asked by another site or by a link is refused', async () => {
      const email = newEmail('altrove')
      await mondo.registerVerified(email)
      const ask = (headers: Record<string, string>) =>
        mondo.call('GET', `/ms_utente/recupera_password?username=${email}`, { headers })
      expect((await ask({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
      expect((await ask({ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' })).status).toBe(403)
      expect((await ask({ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' })).status).toBe(204)
    })
  })

  describe('profile', () => {
    const update = (token: string, payload: object) =>
      mondo.call('POST', '/ms_utente/aggiorna_utente', { token, payload })

    it('[CA6] [AC22] the whole profile is taken: flags change, what only the server decides stays, a higher tier is refused', async () => {
      const { token } = await mondo.registerVerified(newEmail('profilo'), 1)
      const before = await profile(token)
      const asked = {
        ...before,
        flag_commerciale: 1,
        flag_notifiche: 0,
        tempo_aggiuntivo: 30,
        livello: 0,
        email_verificata: false,
      }
      expect((await update(token, asked)).status).toBe(204)
      expect(await profile(token)).toEqual({ ...before, flag_commerciale: 1, flag_notifiche: 0, tempo_aggiuntivo: 30 })
      expect((await update(token, { ...before, livello: 3 })).corpo.campi).toEqual(['livello'])
      expect((await update(token, { flag_privacy: 0 })).corpo.campi).toEqual(['flag_privacy'])
      expect((await update(token, { id_utente_idoneo: before.id_utente_idoneo + 1 })).corpo.codice).toBe('VIETATO')
    })

    it('[AU32] another address counts once its mail is opened, needs the password, and the old one is told', async () => {
      const [email, nuova] = [newEmail('vecchio'), newEmail('nuovo')]
      const { token } = await mondo.registerVerified(email)
      mondo.orologio.advance(61_000)
      expect((await update(token, { email_comunicazioni: nuova })).corpo.campi).toEqual(['password'])
      expect((await update(token, { email_comunicazioni: nuova, password: 'Sbagliata1' })).status).toBe(401)
      const taken = newEmail('preso')
      await mondo.registerVerified(taken)
      expect((await update(token, { email_comunicazioni: taken, password: PASSWORD })).corpo.codice).toBe(
        'EMAIL_GIA_IN_USO',
      )
      expect((await update(token, { email_comunicazioni: nuova, password: PASSWORD })).status).toBe(204)
      expect(mondo.messaggi.slice(-2).map((m) => m.to)).toEqual([nuova, email])
      // Who enters with a social login alone has no password in the profile to change.
      expect(last()?.text).toContain('scegline una con «Password dimenticata»')
      expect(await profile(token)).toMatchObject({
        email_comunicazioni: email,
        email_nuova: nuova,
        email_verificata: true,
      })
      const link = tokenOf(mondo.messaggi.at(-2)?.text)
      mondo.orologio.advance(61_000)
      expect((await mondo.call('POST', '/ms_utente/invia_verifica_email', { token })).status).toBe(204)
      expect(last()?.to).toBe(nuova)
      const { location } = (await mondo.call('GET', `/ms_utente/verifica_email?token=${link}`)).intestazioni
      expect(location).toMatch(/esito=conferma_indirizzo&token=/)
      expect(await profile(token)).toMatchObject({ email_comunicazioni: email, email_nuova: nuova })
      for (let i = 0; i < 2; i++) expect((await confirm(link)).status).toBe(200)
      expect(await profile(token)).toMatchObject({
        email_comunicazioni: nuova,
        email_nuova: null,
        email_verificata: true,
      })
      expect((await login(nuova, PASSWORD)).status).toBe(200)
      expect((await login(email, PASSWORD)).status).toBe(401)
    })

    it('a new address that somebody else takes meanwhile is told when its mail is opened', async () => {
      const [email, nuova] = [newEmail('lento'), newEmail('conteso')]
      const { token } = await mondo.registerVerified(email)
      mondo.orologio.advance(61_000)
      await update(token, { email_comunicazioni: nuova, password: PASSWORD })
      const link = tokenOf(mondo.messaggi.at(-2)?.text)
      await mondo.registerVerified(nuova)
      expect((await confirm(link)).corpo.codice).toBe('EMAIL_GIA_IN_USO')
      expect(await profile(token)).toMatchObject({ email_comunicazioni: email })
    })

    it('[AU38] a new address goes to who reads its mail, not to who only registered with it', async () => {
      const [email, nuova] = [newEmail('sposta'), newEmail('occupato')]
      const { token } = await mondo.registerVerified(email)
      mondo.orologio.advance(61_000)
      const impostor = await mondo.register(nuova)
      await update(token, { email_comunicazioni: nuova, password: PASSWORD })
      const link = tokenOf(mondo.messaggi.at(-2)?.text)
      const own = { payload: { token: link, mio: true }, token }
      expect((await mondo.call('POST', '/ms_utente/verifica_email', own)).corpo).toEqual({ esito: 'confermata' })
      expect(await profile(token)).toMatchObject({ email_comunicazioni: nuova })
      expect((await mondo.call('GET', '/ms_utente/utente', { token: impostor.token_api })).status).toBe(401)
    })

    it('[AU38] the owner of a new address who did not ask for it says so: the account keeps the present one', async () => {
      const [email, nuova] = [newEmail('resta'), newEmail('estraneo')]
      const { token } = await mondo.registerVerified(email)
      mondo.orologio.advance(61_000)
      await update(token, { email_comunicazioni: nuova, password: PASSWORD })
      const link = tokenOf(mondo.messaggi.at(-2)?.text)
      expect((await confirm(link, false)).corpo).toEqual({ esito: 'annullata' })
      expect(await profile(token)).toMatchObject({ email_comunicazioni: email, email_nuova: null })
      expect((await confirm(link)).corpo.codice).toBe('LINK_SCADUTO')
    })

    it('[AU33] an expired link says so and offers a new one, also on a device that is not signed in', async () => {
      const email = newEmail('scaduto')
      await mondo.register(email)
      const old = tokenOf(last()?.text)
      mondo.orologio.advance(25 * HOUR)
      const { location } = (await mondo.call('GET', `/ms_utente/verifica_email?token=${old}`)).intestazioni
      expect(location).toMatch(new RegExp(`esito=scaduto&token=${old}$`))
      const renew = (token: string) => mondo.call('POST', '/ms_utente/rinvia_verifica', { payload: { token } })
      expect((await renew(old)).status).toBe(204)
      expect(last()).toMatchObject({ to: email })
      expect((await renew(old)).corpo.codice).toBe('RATE_LIMIT_EXCEEDED')
      expect((await renew('b'.repeat(43))).corpo.codice).toBe('LINK_SCADUTO')
      const fresh = tokenOf(last()?.text)
      expect((await confirm(fresh)).status).toBe(200)
      expect((await login(email, PASSWORD)).corpo.email_verificata).toBe(true)
    })
  })

  describe('devices', () => {
    const devices = async (token: string) => (await mondo.call('GET', '/ms_utente/dispositivi_utente', { token })).corpo
    const remove = (token: string, id: string) =>
      mondo.call('POST', `/ms_utente/disabilita_dispostivo?id_dispostivo=${id}`, { token })
    const enter = (email: string, id_dispositivo: string, dispositivo = 'web') =>
      login(email, PASSWORD, { id_dispositivo, dispositivo, sistemaOperativo: 'Android 16' })

    it('[CA17] [CA18] are listed with what the limits still allow, and a removed one is out at once', async () => {
      const email = newEmail('elenco')
      await mondo.registerVerified(email)
      const one = (await enter(email, 'computer-1')).corpo.token_api
      const two = (await enter(email, 'computer-2')).corpo.token_api
      const { elementi, limiti } = await devices(one)
      expect(elementi).toHaveLength(3)
      expect(elementi.find((d: { corrente: boolean }) => d.corrente)).toMatchObject({
        id_dispositivo: 'computer-1',
        attivo: true,
        sistema_operativo: 'Android 16',
      })
      expect(limiti).toEqual([
        {
          giorni: 7,
          usati: 3,
          massimo: 3,
          prossimo: new Date(mondo.orologio.now().getTime() + 7 * 24 * HOUR).toISOString(),
        },
        { giorni: 30, usati: 3, massimo: 5, prossimo: null },
      ])
      expect((await remove(one, 'computer-2')).status).toBe(204)
      expect((await mondo.call('GET', '/ms_utente/utente', { token: two })).corpo.codice).toBe(
        'DISPOSITIVO_DISCONNESSO',
      )
      expect((await remove(one, 'computer-2')).corpo.codice).toBe('DISPOSITIVO_NON_TROVATO')
      expect((await mondo.call('POST', '/ms_utente/disabilita_dispostivo', { token: one })).corpo.campi).toEqual([
        'id_dispostivo',
      ])
      expect((await devices(one)).totale).toBe(2)
      // Nothing is freed retroactively (D10).
      expect((await enter(email, 'computer-3')).corpo.codice).toBe('TROPPI_DISPOSITIVI')
    })

    it('of another account are neither seen nor removed', async () => {
      const [mine, other] = [newEmail('mio'), newEmail('altrui')]
      await mondo.registerVerified(mine)
      await mondo.registerVerified(other)
      const me = (await enter(mine, 'telefono-mio')).corpo.token_api
      const them = (await enter(other, 'telefono-altrui')).corpo.token_api
      expect((await remove(me, 'telefono-altrui')).corpo.codice).toBe('DISPOSITIVO_NON_TROVATO')
      expect((await mondo.call('GET', '/ms_utente/utente', { token: them })).status).toBe(200)
    })

    it('[AU34] a new one is told by mail, the first and a known one are not', async () => {
      const email = newEmail('avviso')
      await mondo.registerVerified(email)
      const told = () =>
        mondo.messaggi.filter((m) => m.to === email && m.subject === 'Accesso da un nuovo dispositivo').length
      expect(told()).toBe(0)
      await enter(email, 'nuovo-avviso')
      expect(told()).toBe(1)
      await enter(email, 'nuovo-avviso')
      expect(told()).toBe(1)
    })

    it('[AU8] removing a phone frees its place for another at once', async () => {
      const email = newEmail('telefoni')
      const { token } = await mondo.registerVerified(email)
      await enter(email, 'telefono-1', 'android')
      expect((await enter(email, 'telefono-2', 'ios')).corpo.codice).toBe('DISPOSITIVO_MOBILE_ATTIVO')
      await remove(token, 'telefono-1')
      expect((await enter(email, 'telefono-2', 'ios')).status).toBe(200)
    })

    it('[EB5] [AU35] [AU37] who is locked out gets back in by mail, with the password, twice a month', async () => {
      const email = newEmail('fuori')
      await mondo.registerVerified(email)
      for (const id of ['fuori-numero-2', 'fuori-numero-3']) await enter(email, id)
      const ask = (id_dispositivo: string, password = PASSWORD) =>
        mondo.call('POST', '/ms_utente/chiedi_dispositivo', { payload: { username: email, password, id_dispositivo } })
      const confirm = (token: string) => mondo.call('POST', '/ms_utente/conferma_dispositivo', { payload: { token } })
      expect((await ask('fuori-numero-4', 'Sbagliata1')).corpo.codice).toBe('CREDENZIALI_ERRATE')
      expect((await login(email, 'Sbagliata1', { id_dispositivo: 'fuori-numero-4' })).corpo.dati).toBeUndefined()
      for (const id of ['fuori-numero-4', 'fuori-numero-5']) {
        const refused = (await enter(email, id)).corpo
        expect(refused).toMatchObject({ codice: 'TROPPI_DISPOSITIVI', dati: { giorni: 7, massimo: 3 } })
        // [AU37] kinds and last uses, no ids: it is to be read, not used.
        const noti = JSON.parse(refused.dati.noti)
        expect(noti.length).toBe(Number(id.at(-1)) - 1)
        for (const d of noti) expect(Object.keys(d).sort()).toEqual(['dispositivo', 'sistema_operativo', 'ultimo_uso'])
        expect((await ask(id)).status).toBe(204)
        expect(last()).toMatchObject({ to: email, subject: 'Fai entrare questo dispositivo' })
        const link = tokenOf(last()?.text, 'dispositivo')
        expect((await enter(email, id)).corpo.codice).toBe('TROPPI_DISPOSITIVI')
        expect((await confirm(link)).status).toBe(204)
        expect((await confirm(link)).corpo.codice).toBe('LINK_SCADUTO')
        expect((await enter(email, id)).status).toBe(200)
      }
      expect((await ask('fuori-numero-6')).corpo.codice).toBe('TROPPI_DISPOSITIVI')
    })

    it('the mail also ends the phone that was in the way', async () => {
      const email = newEmail('cambio.telefono')
      await mondo.registerVerified(email)
      const old = (await enter(email, 'telefono-rotto', 'android')).corpo.token_api
      const payload = { username: email, password: PASSWORD, id_dispositivo: 'telefono-nuovo', dispositivo: 'android' }
      await mondo.call('POST', '/ms_utente/chiedi_dispositivo', { payload })
      await mondo.call('POST', '/ms_utente/conferma_dispositivo', {
        payload: { token: tokenOf(last()?.text, 'dispositivo') },
      })
      expect((await mondo.call('GET', '/ms_utente/utente', { token: old })).corpo.codice).toBe(
        'DISPOSITIVO_DISCONNESSO',
      )
      expect((await enter(email, 'telefono-nuovo', 'android')).status).toBe(200)
    })
  })

  it('[CC4] [CC3] [CN8] free consents are given and withdrawn with their history; the others are not offered', async () => {
    const { token } = await mondo.registerVerified(newEmail('consensi'))
    const set = (tipo: string, valore: boolean) =>
      mondo.call('POST', '/ms_utente/cambia_consenso', { token, payload: { tipo, valore } })
    const read = async () => (await mondo.call('GET', '/ms_utente/consensi', { token })).corpo
    expect((await set('commerciale', true)).status).toBe(204)
    expect((await set('commerciale', true)).status).toBe(204)
    mondo.orologio.advance(1000)
    expect((await set('commerciale', false)).status).toBe(204)
    expect((await set('statistiche', true)).status).toBe(204)
    expect((await set('termini', false)).status).toBe(400)
    const { attuali, storia, versioni } = await read()
    expect(storia.map((c: { tipo: string; valore: boolean }) => [c.tipo, c.valore])).toEqual([
      ['statistiche', true],
      ['commerciale', false],
      ['commerciale', true],
      ['commerciale', false],
      ['trattamento_email', true],
      ['termini', true],
    ])
    expect(attuali).toHaveLength(4)
    expect(attuali.find((c: { tipo: string }) => c.tipo === 'commerciale').valore).toBe(false)
    expect(versioni).toMatchObject({ termini: storia[5].versione_testo })
    expect((await profile(token)).flag_commerciale).toBe(0)
  })

  it('a message to the operator is kept, reaches the mailbox, and is answered to the person', async () => {
    const email = newEmail('domanda')
    const { token } = await mondo.registerVerified(email)
    const write = (payload: object, chi?: string) =>
      mondo.call('POST', '/ms_utente/assistenza', { payload, ...(chi ? { token: chi } : {}) })
    const testo = 'Non riesco <b>a entrare</b>'
    const { corpo } = await write({ argomento: 'ACCESSO', testo }, token)
    expect(mondo.messaggi.slice(-2)).toMatchObject([
      { to: 'assistenza@idoneo.example', replyTo: email, subject: `[Assistenza ${corpo.numero}] ACCESSO` },
      { to: email },
    ])
    expect(mondo.messaggi.at(-2)?.html).toContain('&lt;b&gt;')
    const before = mondo.messaggi.length
    expect((await write({ argomento: 'DATI', testo: 'Fuori', email: 'Chi@Posta.example' })).status).toBe(200)
    expect(mondo.messaggi.slice(before)).toMatchObject([
      { to: 'assistenza@idoneo.example', replyTo: 'chi@posta.example' },
    ])
    expect((await write({ argomento: 'DATI', testo: 'Fuori' })).corpo.campi).toEqual(['email'])
    expect((await write({ argomento: 'ALTRO', testo: '   ', email: 'a@b.example' })).status).toBe(400)
  })
})

describe('[AU17] reserved recovery', () => {
  it('answers the same for an unknown address', async () => {
    const mondo = await makeWorld({ config: { recuperoRiservato: true } })
    expect((await mondo.call('GET', '/ms_utente/recupera_password?username=nessuno@posta.example')).status).toBe(204)
    expect(mondo.messaggi).toEqual([])
    await mondo.close()
  })
})
