import { createDecipheriv, createECDH, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { sendNotices } from '#server/avvisi/notice-mails'
import { readVapid } from '#server/avvisi/push'
import { addBanca } from '../concorso/fixtures.ts'
import { type Mondo, makeWorld } from '../world.ts'

/** A browser's side of RFC 8291: its keys, and what a message for it says. */
function makeBrowser(host = 'updates.push.services.mozilla.com') {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const auth = randomBytes(16)
  const read = (body: Uint8Array): string => {
    const bytes = Buffer.from(body)
    const [salt, size, idlen] = [bytes.subarray(0, 16), bytes.readUInt32BE(16), bytes[20]!]
    const server = bytes.subarray(21, 21 + idlen)
    const shared = pair.computeSecret(server)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), server])
    const ikm = Buffer.from(hkdfSync('sha256', shared, auth, info, 32))
    const key = Buffer.from(hkdfSync('sha256', ikm, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16))
    const nonce = Buffer.from(hkdfSync('sha256', ikm, salt, Buffer.from('Content-Encoding: nonce\0'), 12))
    const sealed = bytes.subarray(21 + idlen)
    expect(sealed.length).toBeLessThanOrEqual(size)
    const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    return plain.subarray(0, plain.lastIndexOf(2)).toString()
  }
  const indirizzo = `https://${host}/wpush/v2/${randomBytes(12).toString('hex')}`
  return { read, corpo: { indirizzo, p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') } }
}

describe('notices in the browser', () => {
  let world: Mondo
  let n = 0
  beforeAll(async () => {
    world = await makeWorld()
  })
  afterAll(() => world.close())
  afterEach(() => vi.unstubAllGlobals())

  async function person() {
    const { token_api: token, id_utente_idoneo: id_utente } = await world.register(`push${++n}@posta.example`, {
      ricordami: true,
    })
    await world.db.query('update utente set email_verificata = true where id_utente = $1', [id_utente])
    const send = (method: 'POST' | 'DELETE', payload: object) =>
      world.call(method, '/ms_utente/push', { payload, token })
    await world.call('POST', '/ms_utente/avvisi', { payload: { tipo: 'enti', valore: true }, token })
    const read = async () => (await world.call('GET', '/ms_utente/avvisi', { token })).corpo
    return { token, id_utente, send, read }
  }
  const follow = (token: string, ente: string) =>
    world.call('POST', '/ms_utente/segui', { payload: { tipo: 'ente', chiave: ente, valore: true }, token })
  /** Publishes a bank of a body that is followed, and answers what left for push services, each answered with `status`. */
  async function publish(ente: string, status = 201) {
    const sent: { url: string; init: RequestInit }[] = []
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      sent.push({ url, init })
      return new Response(null, { status })
    })
    world.orologio.advance(1000)
    await addBanca(world, { n: 1, ente, concorso: `Banca ${++n}` })
    await Promise.all([sendNotices(world.deps), sendNotices(world.deps)])
    await world.deps.wake()
    return sent
  }

  it('[NT4] reach a browser that asked for them, encrypted for it, once, with the page that a tap opens', async () => {
    const { token, send, read } = await person()
    await addBanca(world, { n: 1, ente: 'Ente uno' })
    await follow(token, 'Ente uno')
    const browser = makeBrowser()
    expect((await send('POST', browser.corpo)).status).toBe(204)
    expect((await send('POST', browser.corpo)).status).toBe(204)
    const { publicKey } = await readVapid(world.deps)
    const hash = createHash('sha256').update(browser.corpo.indirizzo).digest('hex')
    expect((await read()).push).toEqual({ chiave: publicKey, browser: [hash] })
    const [first, ...more] = await publish('Ente uno')
    expect(more).toEqual([])
    expect(first?.url).toBe(browser.corpo.indirizzo)
    const headers = new Headers(first?.init.headers)
    expect(headers.get('authorization')).toMatch(new RegExp(`^vapid t=[\\w-]+\\.[\\w-]+\\.[\\w-]+, k=${publicKey}$`))
    expect(JSON.parse(browser.read(first?.init.body as Uint8Array))).toMatchObject({
      titolo: expect.stringMatching(/^Nuova banca: /),
      pagina: '/simulatore/aggiungi-banca-dati',
    })
    expect(first?.init.redirect).toBe('error')
    expect((await send('DELETE', { indirizzo: browser.corpo.indirizzo })).status).toBe(204)
    expect(await publish('Ente uno')).toEqual([])
  })

  it('[NT4] a browser that its service no longer knows is forgotten; one that is busy is tried again', async () => {
    const { token, send, read } = await person()
    await addBanca(world, { n: 1, ente: 'Ente due' })
    await follow(token, 'Ente due')
    const browser = makeBrowser('fcm.googleapis.com')
    await send('POST', browser.corpo)
    expect(await publish('Ente due', 503)).toHaveLength(1)
    expect((await read()).push.browser).toHaveLength(1)
    world.orologio.advance(120_000)
    // The waiting notice and the new one leave at once, unless the refusal of one comes before the other leaves.
    expect([1, 2]).toContain((await publish('Ente due', 410)).length)
    expect((await read()).push.browser).toEqual([])
    expect(await publish('Ente due')).toEqual([])
  })

  it('[NT4] a signed-out device shows nothing, and a browser shows those of who asked last', async () => {
    const [one, two] = [await person(), await person()]
    await addBanca(world, { n: 1, ente: 'Ente tre' })
    const browser = makeBrowser('web.push.apple.com')
    for (const { token, send } of [one, two]) {
      await follow(token, 'Ente tre')
      await send('POST', browser.corpo)
    }
    expect((await one.read()).push.browser).toEqual([])
    expect(await publish('Ente tre')).toHaveLength(1)
    await world.call('POST', '/ms_utente/logout', { token: two.token })
    expect(await publish('Ente tre')).toEqual([])
  })

  it.each([
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'https://fcm.googleapis.com.altro.example/x',
    'https://127.0.0.1/x',
    'https://u:p@altro.example/fcm.googleapis.com',
    'x',
  ])('[NT4] %s is no push service', async (indirizzo) => {
    const { send } = await person()
    const refused = await send('POST', { ...makeBrowser().corpo, indirizzo })
    expect(refused.corpo).toMatchObject({ codice: 'RICHIESTA_NON_VALIDA', campi: ['indirizzo'] })
  })
})
