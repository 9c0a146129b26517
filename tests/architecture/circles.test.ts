import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findCircles, importsOf, longFunctions } from './circles.ts'

const ROOT = join(import.meta.dirname, '../..')
const ROOMS = ['rules', 'contract', 'importers', 'wasm', 'workers', 'src', 'server']

const filesOf = (room: string): string[] =>
  readdirSync(join(ROOT, room), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join('/'))

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

// Parsing every file of a room takes long where others work at the same time.
describe.each(ROOMS)('%s', { timeout: 300_000 }, (room) => {
  const files = filesOf(room)

  it('has no circle of imports, types included', () => {
    const known = new Set(files)
    const graph = new Map(files.map((path) => [path, importsOf(path, read(path), known)]))
    expect(findCircles(graph)).toEqual([])
  })

  it('has no function of more than 100 lines', () => {
    const found = files.flatMap((path) => longFunctions(path, read(path)))
    expect(found).toEqual([])
  })
})

describe('the checker', () => {
  it('finds a circle, through types as well', () => {
    const sources = {
      'workers/a.ts': "import type { B } from './b.ts'",
      'workers/b.ts': "export { C } from './c/c.ts'",
      'workers/c/c.ts': "import { a } from '../a.ts'",
      'workers/d.ts': "import { a } from './a.ts'",
    }
    const known = new Set(Object.keys(sources))
    const graph = new Map(Object.entries(sources).map(([path, source]) => [path, importsOf(path, source, known)]))
    expect(findCircles(graph)).toEqual([['workers/a.ts', 'workers/b.ts', 'workers/c/c.ts']])
    graph.set('workers/c/c.ts', [])
    expect(findCircles(graph)).toEqual([])
  })

  it('finds a long function, wherever it stands', () => {
    const body = '\n'.repeat(100)
    expect(longFunctions('workers/a.ts', `const o = { f() {${body}} }`)).toHaveLength(1)
    expect(longFunctions('workers/a.ts', `const f = () => {${body}}`)).toHaveLength(1)
    expect(longFunctions('workers/a.ts', 'function f() {\n}')).toEqual([])
  })
})
