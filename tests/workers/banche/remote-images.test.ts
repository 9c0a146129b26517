import { afterEach, describe, expect, it, vi } from 'vitest'
import { memoryPlatform } from '#tests/workers/memory'
import type { Platform } from '#workers/core/platform'
import { createDatabase } from '#workers/store/database'
import { codice, creaBanca, orologio, PNG, UTENTE, value } from '../mondo.ts'

async function vuoto(fetch: Platform['fetch']) {
  const db = createDatabase(memoryPlatform({ fetch }))
  value(await db.open({ id_utente: UTENTE }))
  return db
}

/** Told when the server is asked. */
function once() {
  let tell = () => {}
  const asked = new Promise<void>((go) => {
    tell = go
  })
  return { asked, tell }
}

afterEach(() => void vi.restoreAllMocks())

describe('an image that is not on this device', () => {
  it('[OP31] is read from the server’s zip by ranges, that one alone, and never from the store', async () => {
    const { concorso, pacchetto, ...other } = await creaBanca({ conImmagini: true })
    const immagini = other.immagini ?? new Uint8Array()
    const asked: string[] = []
    const addresses = new Set<string>()
    const server: Platform['fetch'] = async (address, { headers }) => {
      if (address === concorso.url_domande) return new Response(pacchetto)
      const range = new Headers(headers).get('range') ?? ''
      asked.push(range)
      addresses.add(address)
      if (address.endsWith('scaduto')) return new Response(null, { status: 403 })
      if (address.endsWith('muto')) throw new TypeError('Failed to fetch')
      const [from = 0, to = 0] = range.slice('bytes='.length).split('-').map(Number)
      const headersBack = { 'content-range': `bytes ${from}-${to}/${immagini.length}` }
      return new Response(immagini.slice(from, to + 1), { status: 206, headers: headersBack })
    }
    const db = await vuoto(server)
    const alone = { ...concorso, url_immagini: null, hash_immagini: null }
    value(await db.downloadBanca({ concorso: alone, at: orologio()() }, () => {}))
    const ask = (nome: string, address = 'https://prova/figure?firma=1&rinvio=1') => db.fetchImmagine({ nome, address })
    expect(codice(await db.readImmagine({ id_concorso: 1, nome: '6.png' }))).toBe('IMMAGINE_NON_DISPONIBILE')
    const image = value(await ask('6.png'))
    expect([image.tipo, ...image.byte]).toEqual(['image/png', ...PNG])
    expect(asked).not.toContain('')
    expect([...addresses]).toEqual(['https://prova/figure?firma=1'])
    // The list of the zip is known now.
    const before = asked.length
    value(await ask('6.png'))
    expect(asked.length - before).toBeLessThan(before)
    expect(codice(await ask('7.png'))).toBe('IMMAGINE_NON_DISPONIBILE')
    expect(codice(await ask('6.png', 'https://prova/scaduto'))).toBe('PACCHETTO_SCADUTO')
    expect(codice(await ask('6.png', 'https://prova/muto'))).toBe('REMOTE_REQUEST_FAILED')
  })

  it.each([
    ['nobody answers', (whenAborted: Promise<never>) => whenAborted],
    [
      'the bytes stop',
      async (whenAborted: Promise<never>) =>
        new Response(new ReadableStream({ start: (c) => void whenAborted.catch((e) => c.error(e)) }), { status: 206 }),
    ],
  ])('[CO10] that the server holds back is given up after a minute: %s', async (_, answer) => {
    const limits: { ms: number; end: AbortController }[] = []
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const end = new AbortController()
      limits.push({ ms, end })
      return end.signal
    })
    const { asked, tell } = once()
    const db = await vuoto((_address, { signal }) => {
      tell()
      return answer(new Promise((_go, no) => signal?.addEventListener('abort', () => no(signal.reason))))
    })
    const image = db.fetchImmagine({ nome: '6.png', address: 'https://prova/figure' })
    await asked
    for (const { end } of limits) end.abort(new DOMException('over', 'TimeoutError'))
    expect(codice(await image)).toBe('REMOTE_REQUEST_FAILED')
    expect(limits.map(({ ms }) => ms)).toEqual([60_000])
  })

  it('is not waited for by a store that closes', async () => {
    const { asked, tell } = once()
    const db = await vuoto((_address, { signal }) => {
      tell()
      return new Promise((_go, no) => signal?.addEventListener('abort', () => no(signal.reason)))
    })
    const image = db.fetchImmagine({ nome: '6.png', address: 'https://prova/figure' })
    await asked
    value(await db.close())
    expect(codice(await image)).toBe('REMOTE_REQUEST_FAILED')
  })
})
