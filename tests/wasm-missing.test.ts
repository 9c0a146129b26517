import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ROOT } from '#server/root'

const real = WebAssembly

/** A WebAssembly that refuses every module in which `refused` finds what it has not. */
function without(refused: (bytes: Uint8Array) => boolean) {
  const check = (source: BufferSource) => refused(new Uint8Array(source as ArrayBuffer))
  return {
    ...Object.fromEntries(Object.getOwnPropertyNames(real).map((name) => [name, real[name as keyof typeof real]])),
    validate: (source: BufferSource) => !check(source) && real.validate(source),
    instantiate: async (source: BufferSource, imports?: WebAssembly.Imports) => {
      if (check(source)) throw new real.CompileError('invalid opcode')
      return real.instantiate(source, imports)
    },
  }
}
const has =
  (...opcode: number[]) =>
  (bytes: Uint8Array) =>
    bytes.some((_, at) => opcode.every((byte, i) => bytes[at + i] === byte))

beforeEach(() => vi.resetModules())
afterEach(() => vi.unstubAllGlobals())
const find = async () => (await import('#wasm/find-missing')).findMissing()

it('[DB12] the probe finds nothing missing where the engine runs', async () => {
  expect(await find()).toBeNull()
})

it.each([
  ['bulk memory', has(0xfc, 0x0a)],
  ['sign extension', has(0xc4)],
  ['saturating conversion', has(0xfc, 0x02)],
] as const)('[DB12] names %s where a browser lacks it', async (feature, refused) => {
  vi.stubGlobal('WebAssembly', without(refused))
  expect(await find()).toBe(feature)
})

it('[DB12] names BigInt, WebAssembly, and nothing where the probe alone did not come', async () => {
  vi.stubGlobal('WebAssembly', {
    ...without(() => false),
    instantiate: async () => ({
      instance: {
        exports: {
          probe: () => {
            throw new TypeError('no BigInt')
          },
        },
      },
    }),
  })
  expect(await find()).toBe('BigInt')
  vi.resetModules()
  vi.stubGlobal('WebAssembly', { ...without(() => false), instantiate: () => Promise.reject(new Error('network')) })
  expect(await find()).toBeNull()
  vi.stubGlobal('WebAssembly', undefined)
  expect(await find()).toBe('WebAssembly')
})

it('[DB12] where something is missing the engine is not fetched, and the worker hears what', async () => {
  const fetched = vi.fn(() => Promise.reject(new Error('not asked')))
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('WebAssembly', without(has(0xfc, 0x0a)))
  const { compileSqlite, handSqlite, expectSqlite, missingFeature } = await import('#wasm/handover')
  const sent: unknown[] = []
  const target = new EventTarget()
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target))
  vi.stubGlobal('removeEventListener', target.removeEventListener.bind(target))
  const engine = expectSqlite()
  handSqlite({ postMessage: (message: unknown) => void sent.push(message) })
  expect(await compileSqlite()).toEqual({ sqlite: null, missing: 'bulk memory' })
  expect(missingFeature()).toBe('bulk memory')
  expect([sent, fetched.mock.calls]).toEqual([[{ sqlite: null, missing: 'bulk memory' }], []])
  target.dispatchEvent(new MessageEvent('message', { data: sent[0] }))
  const refused = await engine.catch((error: unknown) => error)
  const { faultOf } = await import('#workers/core/guard')
  expect(faultOf(refused)).toMatchObject({
    codice: 'WEBASSEMBLY_NOT_AVAILABLE',
    detail: 'CompileError: this browser lacks bulk memory',
  })
  const { loadSqlite } = await import('#wasm/sqlite')
  await expect(loadSqlite('/sqlite3.wasm', Promise.reject(refused))).rejects.toBe(refused)
  expect(fetched.mock.calls).toEqual([])
})

it('the probe is of a few dozen bytes, and uses what SQLite’s binary uses', () => {
  const probe = readFileSync(join(ROOT, 'wasm/probe.wasm'))
  expect(probe.length).toBeLessThan(100)
  const engine = readFileSync(join(ROOT, 'node_modules/@sqlite.org/sqlite-wasm/dist/sqlite3.wasm'))
  for (const opcode of [[0xfc, 0x0a], [0xfc, 0x0b], [0xc4], [0xfc, 0x02]])
    expect([has(...opcode)(probe), has(...opcode)(engine)]).toEqual([true, true])
})
