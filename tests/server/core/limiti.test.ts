import { describe, expect, it } from 'vitest'
import { readConfigurazione } from '#server/configurazione'
import { type Mondo, makeWorld, PASSWORD } from '../mondo.ts'

const login = (mondo: Mondo, username: string, password: string, altro: Record<string, string> = {}) =>
  mondo.call('POST', '/ms_utente/login', { payload: { username, password, ...altro } })

describe('[AU16] limits', () => {
  it('[ER16] the sixth registration of one address within an hour is refused with the seconds to wait', async () => {
    const mondo = await makeWorld({ config: { limiti: 'normali' } })
    for (let i = 0; i < 5; i++) await mondo.register(`limite${i}@posta.example`)
    const { status, corpo, intestazioni } = await mondo.call('POST', '/ms_utente/registrazione', {
      payload: {
        email_comunicazioni: 'limite6@posta.example',
        flag_privacy: 1,
        autenticazioneVO: { username: 'limite6@posta.example', password: PASSWORD },
      },
    })
    expect([status, corpo.codice]).toEqual([429, 'RATE_LIMIT_EXCEEDED'])
    expect(corpo.dati.secondi).toBeGreaterThan(3500)
    expect(intestazioni['retry-after']).toBe(String(corpo.dati.secondi))
    await mondo.close()
  })

  it('ten wrong passwords stop the guessing of one account, not its known device nor the others', async () => {
    const mondo = await makeWorld({ config: { limiti: 'normali' } })
    await mondo.register('vittima@posta.example', { id_dispositivo: 'computer-di-casa' })
    await mondo.register('altra@posta.example')
    for (let i = 0; i < 10; i++)
      expect(
        (await login(mondo, 'vittima@posta.example', 'Sbagliata1', { id_dispositivo: `ladro-numero-${i}` })).status,
      ).toBe(401)
    const fermato = await login(mondo, 'VITTIMA@posta.example', PASSWORD, { id_dispositivo: 'ladro-numero-11' })
    expect([fermato.status, fermato.corpo.codice]).toEqual([429, 'RATE_LIMIT_EXCEEDED'])
    expect(fermato.corpo.dati.secondi).toBeLessThanOrEqual(900)
    expect((await login(mondo, 'vittima@posta.example', PASSWORD, { id_dispositivo: 'computer-di-casa' })).status).toBe(
      200,
    )
    expect((await login(mondo, 'altra@posta.example', PASSWORD)).status).toBe(200)
    await mondo.close()
  })

  it('verification mails leave twenty times in an hour from one place, whatever address they are asked for', async () => {
    const mondo = await makeWorld({ config: { limiti: 'normali' } })
    const { token_api: token } = await mondo.register('insistente@posta.example')
    const ask = async (i: number) => {
      mondo.orologio.advance(61_000)
      const percorso = `/ms_utente/invia_verifica_email?email=altrui${i}@posta.example`
      return mondo.call('POST', percorso, { token })
    }
    for (let i = 0; i < 20; i++) expect((await ask(i)).status).toBe(204)
    const { status, corpo } = await ask(20)
    expect([status, corpo.codice]).toEqual([429, 'RATE_LIMIT_EXCEEDED'])
    expect(mondo.messaggi).toHaveLength(21)
    await mondo.close()
  })

  it('right passwords do not use up the account’s attempts', async () => {
    const mondo = await makeWorld({ config: { limiti: 'normali' } })
    await mondo.register('assidua@posta.example')
    for (let i = 0; i < 15; i++) expect((await login(mondo, 'assidua@posta.example', PASSWORD)).status).toBe(200)
    await mondo.close()
  })
})

describe('configuration', () => {
  it('[D2] [OP2] every entry has a working default', () => {
    expect(readConfigurazione({})).toMatchObject({
      porta: 8080,
      publicUrl: 'http://localhost:8080',
      dataDir: expect.stringMatching(/\/dati$/),
      databaseUrl: null,
      smtpUrl: null,
      adminApiKey: null,
      dispositivi7Giorni: 3,
      dispositiviMese: 5,
      quizDemo: 500,
      limiti: 'ampi',
      livelloLog: 'info',
    })
  })

  it('limits cannot be lifted in production', () => {
    expect(readConfigurazione({ NODE_ENV: 'production' }).limiti).toBe('normali')
    expect(readConfigurazione({ LIMITI: 'aperti' }).limiti).toBe('aperti')
    expect(() => readConfigurazione({ NODE_ENV: 'production', LIMITI: 'aperti' })).toThrow(/produzione/)
  })

  it.each([
    { PORT: 'ottanta' },
    { PORT: '65536' },
    { QUIZ_DEMO: '-1' },
    { LIMITI: 'nessuno' },
    { LIVELLO_LOG: 'tanto' },
    { FIDATI_PROXY: 'forse' },
  ])('a value that cannot be meant is refused by the name of its variable: %o', (env) => {
    expect(() => readConfigurazione(env)).toThrow(new RegExp(Object.keys(env)[0] ?? ''))
  })

  it.each([
    [undefined, '127.0.0.1'],
    ['false', '127.0.0.1'],
    ['true', '203.0.113.7'],
    ['2', '198.51.100.9'],
  ])('with FIDATI_PROXY=%s the caller is %s, whatever it wrote itself', async (valore, atteso) => {
    const { fidatiProxy } = readConfigurazione({ FIDATI_PROXY: valore })
    const mondo = await makeWorld({ config: { fidatiProxy } })
    const catena = '192.0.2.66, 198.51.100.9, 203.0.113.7'
    mondo.app.get('/chi', async ({ ip }) => ip)
    expect((await mondo.app.inject({ url: '/chi', headers: { 'x-forwarded-for': catena } })).body).toBe(atteso)
    await mondo.close()
  })
})
