import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { ok } from '#contract/result'
import { capConnections } from '#server/http/connections'
import { openDestination, openLogger } from '#server/logger'
import { makeWorld } from '../world.ts'

/** Everything that a socket says until the other side closes it. */
async function readAll(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (chunk) => {
    text += String(chunk)
  })
  await once(socket, 'close')
  return text
}

async function listen(world: Awaited<ReturnType<typeof makeWorld>>): Promise<number> {
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const address = world.app.server.address()
  return typeof address === 'object' && address ? address.port : 0
}

const raw = async (port: number, text: string): Promise<string> => {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(text)
  return readAll(socket)
}

it('a log that cannot be written drops its lines and holds nothing', () => {
  const full = new Writable({
    write: (_chunk, _encoding, done) => done(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })),
  })
  for (let i = 0; i < 20; i++) openDestination(full)
  const log = openLogger('info', openDestination(full))
  expect(full.listenerCount('error')).toBe(1)
  for (let i = 0; i < 100; i++) log.info({ i }, 'riga')
  expect(full.writableLength).toBeLessThan(1_000_000)
})

it('a log whose reader stands still stops growing', () => {
  const stuck = new Writable({ write: () => {} })
  const destination = openDestination(stuck)
  for (let i = 0; i < 200; i++) destination.write('x'.repeat(100_000))
  expect(stuck.writableLength).toBeLessThan(5_000_000)
})

it('connections of one address are capped, and those that stay are served', async () => {
  const world = await makeWorld({ config: { limits: 'normali' } })
  capConnections(world.app, { limits: 'normali', trustedProxies: false }, 240)
  const port = await listen(world)
  const sockets = Array.from({ length: 60 }, () => connect(port, '127.0.0.1').on('error', () => {}))
  await Promise.all(sockets.map((socket) => Promise.race([once(socket, 'connect'), once(socket, 'close')])))
  await expect.poll(() => sockets.filter((socket) => socket.closed).length, { timeout: 10_000 }).toBe(40)
  const [alive] = sockets.filter((socket) => !socket.closed)
  alive?.write('GET /salute/vivo HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  expect(await readAll(alive as Socket)).toMatch(/^HTTP\/1.1 200 /)
  for (const socket of sockets) socket.destroy()
  await world.close()
})

it('bodies that never end keep nobody from being served, neither far away nor of the same block', async () => {
  const world = await makeWorld({ config: { limits: 'normali' } })
  const { token } = await world.registerVerified('vicina@posta.example')
  const port = await listen(world)
  let received = 0
  world.app.server.on('request', () => {
    received += 1
  })
  const head = (path: string) =>
    `${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 3000\r\n\r\n{`
  const sockets = Array.from({ length: 200 }, (_, i) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: `127.5.${i % 8}.1` }).on('error', () => {})
    socket.write(head('POST /api/ms_utente/assistenza'))
    return socket
  })
  await expect.poll(() => received, { timeout: 10_000 }).toBe(sockets.length)
  const ask = async (localAddress: string, request: string) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    socket.write(request)
    return (await readAll(socket)).slice(0, 12)
  }
  const close = 'Host: x\r\nConnection: close\r\n'
  const get = `GET /api/ms_concorso/enti HTTP/1.1\r\n${close}\r\n`
  const put = `PUT /api/ms_reportistica/risposte_concorso HTTP/1.1\r\n${close}Authorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n[]`
  await expect.poll(() => ask('127.6.0.1', put), { timeout: 10_000 }).toMatch(/^HTTP\/1.1 [24]0/)
  for (const from of ['127.6.0.1', '127.5.3.1']) {
    expect(await ask(from, get)).toBe('HTTP/1.1 200')
    expect(await ask(from, put)).toMatch(/^HTTP\/1.1 [24]0/)
  }
  for (const socket of sockets) socket.destroy()
  await world.close()
})

it('[D40] requests sent without waiting for answers end their connection, and only a few of them are begun', async () => {
  let begun = 0
  let end = () => {}
  const held = new Promise<void>((done) => {
    end = done
  })
  const uptime = async () => {
    begun += 1
    await held
    return ok(1)
  }
  const world = await makeWorld({ gestori: { uptime } })
  const port = await listen(world)
  const get = 'GET /api/ms_concorso/uptime HTTP/1.1\r\nHost: x\r\n\r\n'
  expect(await raw(port, get.repeat(500))).toBe('')
  expect(begun).toBeLessThanOrEqual(16)
  end()
  const last = get.replace('x\r\n', 'x\r\nConnection: close\r\n')
  expect((await raw(port, get.repeat(15) + last)).match(/HTTP\/1.1 200 /g)).toHaveLength(16)
  // One after the other there may be any number.
  const socket = connect(port, '127.0.0.1')
  for (let i = 0; i < 40; i++) {
    socket.write(get)
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 200 /)
  }
  socket.destroy()
  await world.close()
})

it('replies that Node gives by itself have the headers and a problem body', async () => {
  const world = await makeWorld({ config: { publicUrl: 'https://quiz.example' } })
  const port = await listen(world)
  const requests: [status: number, text: string][] = [
    [417, 'GET / HTTP/1.1\r\nHost: x\r\nExpect: x\r\n\r\n'],
    [400, 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
    [400, 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n'],
    [400, 'GET /%E0%A4%A HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    [400, 'no HTTP at all\r\n\r\n'],
    [431, `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`],
  ]
  for (const [status, text] of requests) {
    const reply = await raw(port, text)
    expect(reply).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    for (const header of [
      'strict-transport-security',
      'content-security-policy',
      'x-content-type-options',
      'cross-origin-opener-policy',
    ])
      expect(reply.toLowerCase()).toContain(`${header}: `)
    expect(reply).toContain('application/problem+json')
    expect(reply).toContain(`"status":${status}`)
  }
  await world.close()
})

it('what comes on an open connection while the server closes is refused as everything else is', async () => {
  let end = () => {}
  const held = new Promise<void>((done) => {
    end = done
  })
  let begun = false
  const uptime = async () => {
    begun = true
    await held
    return ok(1)
  }
  const world = await makeWorld({ gestori: { uptime } })
  const port = await listen(world)
  const [busy, idle] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
  const said = readAll(idle)
  busy.write('GET /api/ms_concorso/uptime HTTP/1.1\r\nHost: x\r\n\r\n')
  await expect.poll(() => begun).toBe(true)
  // Its first half is there when the closing begins, so that it is not idle.
  idle.write('GET /api/ms_concorso/enti HTTP/1.1\r\n')
  const closed = world.close()
  await expect.poll(() => world.app.server.listening).toBe(false)
  idle.write('Host: x\r\n\r\n')
  const reply = await said
  expect(reply).toMatch(/^HTTP\/1.1 503 /)
  expect(reply.toLowerCase()).toContain('content-security-policy: ')
  expect(reply.toLowerCase()).toContain('connection: close')
  expect(reply).toContain('"codice":"SERVIZIO_NON_PRONTO"')
  end()
  busy.destroy()
  await closed
})
