import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { parseAst } from 'vite'
import { describe, expect, it } from 'vitest'
import { slim, toAscii } from '../scripts/colla.mjs'

const dist = dirname(createRequire(import.meta.url).resolve('@sqlite.org/sqlite-wasm'))
const glue = readFileSync(join(dist, 'index.mjs'), 'utf8')

describe("SQLite's JavaScript as the workers get it", () => {
  const small = slim(glue, parseAst(glue))

  it('is code that still has what the store is made of', () => {
    expect(() => parseAst(small)).not.toThrow()
    for (const part of ['installOpfsSAHPoolVfs = async', 'sqlite3.oo1 = {', 'sqlite3.vfs = vfs', 'as default'])
      expect(small.includes(part), part).toBe(true)
  })

  it('has nothing of what nobody calls', () => {
    for (const part of [
      'initWorker1API = function',
      'sqlite3.kvvfs = ',
      'sqlite3.vtab = ',
      'installOpfsVfs = ',
      'Worker1Promiser = ',
    ])
      expect(small.includes(part), part).toBe(false)
    expect(small.length).toBeLessThan(0.85 * glue.length)
  })

  it('finds the end of a text at once, and compiles one module for functions of one kind', () => {
    expect(small).toContain('const pos = h.indexOf(0, ptr);')
    expect(small).toContain('(_.modules ??= {})[wasmCode] ??= new WebAssembly.Module(')
  })

  it('is refused when the package is another', () => {
    const refused = (there: string, here: string) => {
      const other = glue.replace(there, here)
      return expect(() => slim(other, parseAst(other)))
    }
    refused('sqlite3.vtab = vtab', 'sqlite3.tables = vtab').toThrow('no initialiser has sqlite3.vtab = vtab')
    refused('h[pos] !== 0', 'h[pos] > 0').toThrow('does not stand once')
    refused('Uint8Array(wasmCode)', 'Uint8Array([...wasmCode])').toThrow('does not stand once')
  })
})

describe('code in ASCII', () => {
  it('means the same, in strings, in templates and in patterns', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const code = `[${JSON.stringify(text)}, \`${text.replace(/[\\`$\r]/g, '')}\`]`
        const ascii = toAscii(code)
        expect(ascii).toMatch(/^[\0-\x7f]*$/)
        expect(new Function(`return ${ascii}`)()).toEqual(new Function(`return ${code}`)())
      }),
    )
    expect(new Function(`return ${toAscii('/^[’è]{2}$/u')}`)().test('è’')).toBe(true)
  })

  it('is not made of code that would read an escape as letters', () => {
    expect(() => toAscii('String.raw`è`')).toThrow('String.raw')
  })
})
