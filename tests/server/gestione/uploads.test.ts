import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONSOLE_API, SECRET_HEADER } from '#contract/gestione/call'
import { freePort } from '../port.ts'
import { type Mondo, makeWorld } from '../world.ts'
import { type Desk, openDesk, type Signed } from './desk.ts'

const csv = (n: number) =>
  [
    'numero;materia;domanda;A;B;C;corretta',
    ...Array.from(
      { length: n },
      (_, i) => `${i + 1};Diritto;Quale organo decide nel caso ${i + 1}?;primo ${i};secondo ${i};terzo ${i};A`,
    ),
  ].join('\n')

/** A world with an editor, and what sends files to it. */
async function openEditor(options: Parameters<typeof makeWorld>[0]) {
  const world: Mondo = await makeWorld(options)
  const desk: Desk = openDesk(world)
  const who: Signed = await desk.seat('redige@posta.example', 'redattore')
  const headers = {
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/octet-stream',
    cookie: `__Host-gestione=${who.cookie}`,
    [SECRET_HEADER]: who.segreto,
  }
  const path = `${CONSOLE_API}/importazioni`
  const upload = async (body: string) => {
    const sent = await world.app.inject({ method: 'POST', url: path, query: { nome: 'b.csv' }, payload: body, headers })
    return { status: sent.statusCode, ...sent.json() }
  }
  const read = async (id: number) => (await desk.call('importazione', { query: { id: String(id) } }, who)).corpo
  const until = async (id: number, isSo: (i: { stato: string; passo: unknown }) => boolean) => {
    for (;;) {
      const found = await read(id)
      if (isSo(found)) return found
      await wait(20)
    }
  }
  const giveUp = (id: number) => desk.call('annulla_importazione', { corpo: { id } }, who)
  return { world, path, headers, upload, read, until, giveUp }
}
const isRead = ({ stato }: { stato: string }) => stato !== 'lettura'

describe('[OP44] a file that arrives slowly', () => {
  let editor: Awaited<ReturnType<typeof openEditor>>
  let port: number
  beforeAll(async () => {
    editor = await openEditor({ corpi: { bodyMs: 400, fileBytesPerSecond: 4_000 } })
    port = await freePort()
    await editor.world.app.listen({ port, host: '127.0.0.1' })
  })
  afterAll(() => editor.world.close())

  /** Sends a body in pieces with a pause after each; returns the status, or null where the connection was ended without one. */
  const drip = (path: string, headers: Record<string, string>, body: string, piece: number, pause: number) =>
    new Promise<number | null>((resolve) => {
      const sender = request({ port, host: '127.0.0.1', method: 'POST', path, headers }, (response) => {
        response.resume()
        resolve(response.statusCode ?? null)
      })
      sender.on('error', () => resolve(null))
      const send = async () => {
        for (let at = 0; at < body.length && !sender.destroyed; at += piece) {
          sender.write(body.slice(at, at + piece))
          await wait(pause)
        }
        sender.end()
      }
      void send()
    })

  it('has time in proportion to what arrived, longer than any other body', async () => {
    const body = csv(120)
    const began = performance.now()
    expect(await drip(`${editor.path}?nome=lenta.csv`, editor.headers, body, 800, 100)).toBe(200)
    expect(performance.now() - began).toBeGreaterThan(400)
  })

  it('is ended where it is slower than that, and so is every other slow body, and a file of nobody', async () => {
    const slow = [csv(10), 5, 100] as const
    expect(await drip(`${editor.path}?nome=ferma.csv`, editor.headers, ...slow)).not.toBe(200)
    const json = { 'content-type': 'application/json' }
    expect(await drip('/api/ms_utente/assistenza', json, `{"testo":"${'a'.repeat(3000)}"}`, 800, 300)).toBe(408)
    const { cookie: _, ...stranger } = editor.headers
    expect(await drip(`${editor.path}?nome=altrui.csv`, stranger, csv(120), 800, 100)).toBe(401)
    expect((await editor.world.app.inject('/salute/vivo')).statusCode).toBe(200)
  })
})

describe('[OP44] readings of one server', () => {
  it('run one at a time; the next ones wait, say their place and may be given up, and too many are refused', async () => {
    const { world, upload, until, giveUp } = await openEditor({})
    const { id: first } = await upload(csv(40_000))
    const [second, third] = [await upload(csv(5)), await upload(csv(6))]
    await until(third.id, ({ passo }) => JSON.stringify(passo) === '{"passo":"attesa","davanti":2}')
    const more = []
    for (let i = 0; i < 6; i++) more.push((await upload(csv(3))).id)
    const tooMany = await upload(csv(3))
    expect([tooMany.status, tooMany.codice]).toEqual([503, 'SERVIZIO_NON_PRONTO'])
    for (const id of [...more, first]) await giveUp(id)
    expect(await until(second.id, isRead)).toMatchObject({ stato: 'letta', lettura: { domande: 5 } })
    expect(await until(third.id, isRead)).toMatchObject({ stato: 'letta', lettura: { domande: 6 } })
    await world.close()
  })

  it('that take too much memory end with the reason, and the server goes on', async () => {
    const { world, upload, until } = await openEditor({ config: { readingMb: 24 } })
    const { id } = await upload(csv(60_000))
    const { rifiuto, stato } = await until(id, isRead)
    expect([stato, rifiuto.motivo]).toEqual(['rifiutata', expect.stringContaining('più memoria')])
    expect((await world.app.inject('/salute/vivo')).statusCode).toBe(200)
    await world.db.query('select 1')
    await world.close()
  })
})
