import { describe, expect, it } from 'vitest'
import { takeShared } from '#src/features/banche/propria/shared-file'
import { receiveShared } from '#workers/share-target'

const BASE = 'https://idoneo.example/simulatore/'

/** As much of a browser's caches as a shared file needs. */
function memoryCaches(): CacheStorage {
  const stores = new Map<string, Map<string, Response>>()
  const open = async (name: string) => {
    const kept = stores.get(name) ?? new Map<string, Response>()
    stores.set(name, kept)
    return {
      put: async (url: string, response: Response) => void kept.set(url, response),
      keys: async () => [...kept.keys()].map((url) => new Request(url)),
      match: async ({ url }: Request) => kept.get(url)?.clone(),
    } as Partial<Cache> as Cache
  }
  return { open, delete: async (name: string) => stores.delete(name) } as Partial<CacheStorage> as CacheStorage
}

const share = (file: File | null) => {
  const body = new FormData()
  if (file) body.append('file', file)
  return new Request(`${BASE}da-file`, { method: 'POST', body })
}

describe('a file that another app shares', () => {
  it('is kept with its name until the page takes it, once', async () => {
    const caches = memoryCaches()
    const file = new File(['domanda;a;b'], 'Città & norme.csv', { type: 'text/csv' })
    const answer = await receiveShared(share(file), BASE, caches)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${BASE}banche-dati?condiviso=1`])
    const taken = await takeShared(caches)
    expect([taken?.name, await taken?.text()]).toEqual(['Città & norme.csv', 'domanda;a;b'])
    expect(await takeShared(caches)).toBeNull()
  })

  it('the last one counts, and without a file the page is only opened', async () => {
    const caches = memoryCaches()
    await receiveShared(share(new File(['1'], 'a.csv')), BASE, caches)
    await receiveShared(share(new File(['2'], 'b.csv')), BASE, caches)
    expect((await takeShared(caches))?.name).toBe('b.csv')
    expect((await receiveShared(share(null), BASE, caches)).status).toBe(303)
    expect(await takeShared(caches)).toBeNull()
  })
})
