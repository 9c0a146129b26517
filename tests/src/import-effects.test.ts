import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const { effects } = vi.hoisted(() => ({ effects: [] as string[] }))
vi.mock('valtio', async (original) => {
  const valtio = await original<typeof import('valtio')>()
  const subscribe: typeof valtio.subscribe = (...of) => {
    effects.push('subscribe')
    return valtio.subscribe(...of)
  }
  return { ...valtio, subscribe }
})

const SRC = join(import.meta.dirname, '../../src')
/** Where the page begins: it is there to start. */
const START = /^(app\/main\.tsx|app\/service-worker\.ts|gestione\/main\.tsx)$/

const modules = readdirSync(SRC, { withFileTypes: true, recursive: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => relative(SRC, join(entry.parentPath, entry.name)).split(sep).join('/'))
  .filter((path) => !START.test(path) && !path.endsWith('.d.ts'))

/** What a module could do to the world while it is read; the page has more, which Node does not know: reading that fails by itself. */
const WORLD = ['setTimeout', 'setInterval', 'fetch', 'addEventListener', 'BroadcastChannel', 'Worker', 'queueMicrotask']

/** Record what modules do to the world while `load` imports them afresh. */
async function watch(load: () => Promise<unknown>): Promise<string[]> {
  vi.resetModules()
  effects.length = 0
  for (const name of WORLD)
    vi.stubGlobal(name, function record() {
      effects.push(name)
    })
  try {
    await load()
  } finally {
    vi.unstubAllGlobals()
  }
  return [...effects]
}

/** Each module is read once, so that its effect comes once whatever imports it. */
const watchAll = (paths: readonly string[]) =>
  watch(async () => {
    for (const path of paths) await import(join(SRC, path)).catch((error: unknown) => effects.push(`${path}: ${error}`))
  })

beforeEach(() => {
  effects.length = 0
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('a module of the page', () => {
  it('was found', () => {
    expect(modules.length).toBeGreaterThan(250)
  })

  it('does nothing when it is imported', { timeout: 600_000 }, async () => {
    const found: Record<string, string[]> = {}
    // Reads every tree of its own only to name the modules of an effect.
    for (const path of (await watchAll(modules)).length > 0 ? modules : []) {
      const look = () => watchAll([path])
      const seen = await look()
      // A module's own effect comes with each import; a timer that a file before left in this process does not.
      const own = seen.length > 0 ? (await look()).filter((effect) => seen.includes(effect)) : []
      if (own.length > 0) found[path] = own
    }
    expect(found).toEqual({})
  })

  it('that did something would be found', async () => {
    const code = `setInterval(() => {}, 1); addEventListener('x', () => {})`
    const load = () => import(`data:text/javascript,${encodeURIComponent(code)}`)
    expect(await watch(load)).toEqual(['setInterval', 'addEventListener'])
    const { proxy, subscribe } = await import('valtio')
    expect(await watch(async () => subscribe(proxy({}), () => {}))).toEqual(['subscribe'])
    const page = 'data:text/javascript,document.title'
    await expect(watch(() => import(page))).rejects.toThrow(/document/)
  })
})
