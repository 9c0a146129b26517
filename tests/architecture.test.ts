import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkFile } from './architecture/check.ts'
import { findBreaches, readHouseFile, readNouns, wordsOf } from './architecture/house.ts'

const ROOT = join(import.meta.dirname, '..')
const FOLDERS = [
  'rules',
  'contract',
  'importers',
  'wasm',
  'workers',
  'src',
  'server',
  'content',
  'tests',
  'bench',
  'scripts',
]

function listFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !path.includes('node_modules/'))
}

// Parses every file of the project.
it('every file keeps to the rooms and to their import rules', { timeout: 180_000 }, () => {
  const files = FOLDERS.flatMap(listFiles)
  expect(files.length).toBeGreaterThan(10)
  const wrong = files.flatMap((path) => checkFile(path, readFileSync(join(ROOT, path), 'utf8')))
  expect(wrong.join('\n')).toBe('')
})

it('the operator’s commands hold no SQL: a use case stands in its slice', () => {
  const withSql = listFiles('server/cli').filter((path) =>
    /[`'"]\s*(select .+ from|insert into|update \w+ set|delete from)\b/is.test(readFileSync(join(ROOT, path), 'utf8')),
  )
  expect(withSql).toEqual([])
  const inserts = listFiles('server').filter((path) =>
    /insert into simulazione\b/i.test(readFileSync(join(ROOT, path), 'utf8')),
  )
  expect(inserts).toEqual(['server/simulazioni/publish.ts'])
})

it('the page casts nothing through unknown', () => {
  const casts = listFiles('src').filter((path) => /\bas unknown as\b/.test(readFileSync(join(ROOT, path), 'utf8')))
  expect(casts).toEqual([])
})

it('code that comes later is waited for and asked for again in one way [HT8]', () => {
  const bare = listFiles('src').filter((path) =>
    /\blazy\s*\(|\blazy\b[^\n]*from 'react'/.test(readFileSync(join(ROOT, path), 'utf8')),
  )
  expect(bare, 'use lazyPart').toEqual(['src/ui/lazy-part.ts'])
})

// A screen's rule beats that of the component it dresses, in whichever order their sheets arrive.
it('every sheet repeats the order of the layers and stands in the layer of its room', () => {
  const sheets = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .map((path) => path.split(sep).join('/'))
    .filter((path) => path.endsWith('.module.css'))
  const layers: Record<string, string> = {
    ui: 'ui',
    components: 'parti',
    features: 'schermo',
    app: 'schermo',
    gestione: 'schermo',
  }
  const wrong = sheets.filter((path) => {
    const source = readFileSync(join(ROOT, 'src', path), 'utf8')
    const outside = source.split(/^@layer [a-z]+(?:\.basi)? \{\n[\s\S]*?^\}\n/m).join('')
    const blocks = [...source.matchAll(/@layer ([a-z]+)(?:\.basi)? \{/g)].map(([, layer]) => layer)
    return (
      blocks.length === 0 ||
      blocks.some((layer) => layer !== layers[path.slice(0, path.indexOf('/'))]) ||
      outside.replace(/\/\*[\s\S]*?\*\//g, '').trim() !== '@layer base, ui, parti, schermo, quiete;'
    )
  })
  expect(sheets.length).toBeGreaterThan(50)
  expect(wrong, 'decision 0131').toEqual([])
})

describe('the laws of the house', () => {
  const files = ['rules', 'contract', 'importers', 'wasm', 'workers', 'src', 'server']
    .flatMap(listFiles)
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => readHouseFile(path, readFileSync(join(ROOT, path), 'utf8')))
  const nouns = readNouns(readFileSync(join(ROOT, 'docs/GLOSSARY.md'), 'utf8'))

  it('are kept by every file', () => {
    expect(findBreaches(files, nouns), 'see docs/ARCHITECTURE.md').toEqual({})
    expect(files.length).toBeGreaterThan(400)
    expect(nouns.size).toBeGreaterThan(40)
  })

  const broken: [law: string, path: string, source: string][] = [
    ['old words in workers', 'workers/core/lucchetto.ts', ''],
    ['old words in src', 'src/platform/lock.ts', 'export const guscio = 1'],
    ['Italian file names in server', 'server/http/pagina.ts', ''],
    ['module-level let in src', 'src/platform/clock.ts', 'let offset = 0'],
    ['src: ui -> store', 'src/ui/Button.tsx', "import { x } from '../store/x.ts'"],
    ['src: sync -> app', 'src/sync/push.ts', "import type { N } from '../app/notices.ts'"],
    ['src: features -> inside another slice', 'src/features/home/A.tsx', "import '../sql/cells.ts'"],
    ['workers: inside recovery, past its door', 'workers/store/a.ts', "import '../recovery/sweep.ts'"],
  ]
  it.each(broken)('%s is found', (law, path, source) => {
    expect(Object.keys(findBreaches([readHouseFile(path, source)], nouns))).toContain(law)
  })

  it('a name exported twice in a room is found, a let of app/start and an index are not', () => {
    const twice = ['workers/core/a.ts', 'workers/sql/b.ts'].map((path) => readHouseFile(path, 'export const same = 1'))
    expect(findBreaches(twice, nouns)).toHaveProperty('names exported twice in workers')
    const good = [
      readHouseFile('src/app/start.ts', 'let timer = 0'),
      readHouseFile('src/features/home/A.tsx', "import '../sql/index.ts'"),
    ]
    expect(findBreaches(good, nouns)).toEqual({})
  })

  it('words of a name are read in both spellings', () => {
    expect(wordsOf('drawForProva')).toEqual(wordsOf('draw-for-prova'))
  })
})

describe('the checker', () => {
  const refused: [name: string, path: string, source: string, message: RegExp][] = [
    ['a package in rules', 'rules/a.ts', "import * as z from 'zod/mini'", /package is not for rules/],
    ['another room in rules', 'rules/a.ts', "import { x } from '#contract/x'", /not for rules/],
    ['a Node module in rules', 'rules/a.ts', "import fs from 'node:fs'", /no Node modules in rules/],
    ['Date.now in rules', 'rules/a.ts', 'export const f = () => Date.now()', /Date\.now reads the clock/],
    ['new Date() in rules', 'rules/a.ts', 'export const f = () => new Date()', /reads the clock/],
    ['Math.random in rules', 'rules/a.ts', 'export const f = () => Math.random()', /is chance/],
    ['an async arrow in rules', 'rules/a.ts', 'export const f = async () => 1', /async/],
    ['an async method in rules', 'rules/a.ts', 'export const o = { async f() {} }', /async/],
    ['fetch in contract', 'contract/a.ts', "export const f = () => fetch('/x')", /fetch\(\) is not pure/],
    ['globalThis.fetch in contract', 'contract/a.ts', "export const f = () => globalThis.fetch('/x')", /not pure/],
    ['setTimeout in contract', 'contract/a.ts', 'setTimeout(() => 1, 1)', /not pure/],
    ['the whole of zod in contract', 'contract/a.ts', "import { z } from 'zod'", /package is not for contract/],
    ['the server from contract', 'contract/a.ts', "import type { A } from '#server/a'", /not for contract/],
    ['a Node module in importers', 'importers/a.ts', "import { readFileSync } from 'node:fs'", /no Node modules/],
    ['a worker from importers', 'importers/a.ts', "import { x } from '#workers/x'", /not for importers/],
    ['react in a worker', 'workers/db/a.ts', "import { useState } from 'react'", /package is not for workers/],
    ['the page from a worker', 'workers/db/a.ts', "import type { A } from '#src/state/a'", /not for workers/],
    ['a worker as a type in the page', 'src/store/client.ts', "import type { A } from '#workers/db/a'", /not for src/],
    ['an inline import type', 'src/store/client.ts', "export type A = import('#server/app').App", /not for src/],
    [
      'a dynamic import of the server',
      'src/store/client.ts',
      "export const f = () => import('#server/app')",
      /not for src/,
    ],
    [
      'SQLite in the page',
      'src/store/client.ts',
      "import init from '@sqlite.org/sqlite-wasm'",
      /package is not for src/,
    ],
    ['the page from the server', 'server/app.ts', "export * from '#src/text/errors'", /not for server/],
    ['a bare Node module', 'server/app.ts', "import fs from 'fs'", /write node:fs/],
    [
      'a path that leaves its room',
      'server/a.ts',
      "import { x } from '../rules/x.ts'",
      /write the crossing as #rules\/x/,
    ],
    [
      'a path out of tests',
      'tests/src/a.test.ts',
      "import '../../src/sync/push.ts'",
      /write the crossing as #src\/sync\/push/,
    ],
    ['a crossing to its own room', 'rules/a.ts', "import { x } from '#rules/x'", /the import is relative/],
    ['a crossing with an extension', 'server/a.ts', "import { x } from '#rules/x.ts'", /carries no extension/],
    ['a relative import without extension', 'rules/a.ts', "import { x } from './x'", /carries its extension/],
    [
      'a worker by URL outside src',
      'server/a.ts',
      "new URL('../workers/store.worker.ts', import.meta.url)",
      /a worker only from src/,
    ],
    [
      'content outside the seeding command',
      'server/app.ts',
      "new URL('../content/', import.meta.url)",
      /seeding command/,
    ],
    ['a long file', 'src/ui/A.ts', 'export {}\n'.repeat(401), /401 lines: split it/],
    ['a long composition root', 'workers/store.worker.ts', 'export {}\n'.repeat(25), /under 25 lines, this has 25/],
    ['a file that does not parse', 'rules/a.ts', 'export const = 1', /does not parse/],
  ]
  it.each(refused)('refuses %s', (_name, path, source, message) => {
    expect(checkFile(path, source).join('\n')).toMatch(message)
  })

  const accepted: [name: string, path: string, source: string][] = [
    ['rules among themselves', 'rules/a.ts', "import { x } from './x.ts'"],
    ['the clock and chance as words', 'rules/a.ts', "// Date.now()\nexport const t = 'Math.random() async fetch('"],
    ['a date of an argument', 'rules/a.ts', 'export const f = (at: string) => new Date(at).getTime()'],
    ['a method called fetch declared in contract', 'contract/a.ts', 'export type A = { fetch(): Promise<void> }'],
    [
      'zod/mini and rules in contract',
      'contract/a.ts',
      "import * as z from 'zod/mini'\nimport type { L } from '#rules/livello'",
    ],
    ['parsers in importers', 'importers/a.ts', "import { parse } from 'csv-parse/sync'\nimport { x } from '#rules/x'"],
    ['importers in the server and in a worker', 'server/a.ts', "import { x } from '#importers/pacchetto/x'"],
    ['importers in a worker', 'workers/a.ts', "import { x } from '#importers/pacchetto/x'"],
    [
      'a worker by URL',
      'src/store/client.ts',
      "new Worker(new URL('../workers/store.worker.ts', import.meta.url), { type: 'module' })",
    ],
    ['a worker by its address', 'src/store/client.ts', "import url from '../workers/store.worker.ts?worker&url'"],
    [
      'anything in the composition root of the page',
      'src/app/main.tsx',
      "import './App.tsx'\nimport './db.ts'\nimport './sync/push.ts'",
    ],
    [
      'every room in tests',
      'tests/server/a.test.ts',
      "import '#server/app'\nimport '#src/state/x'\nimport 'fast-check'",
    ],
    ['a component in tests', 'tests/src/a.test.tsx', "import { App } from '../../src/App.tsx'"],
    ['a script in tests', 'tests/e2e/setup.ts', "import { build } from '../../scripts/build.mjs'"],
    ['content in the seeding command', 'server/content/read.ts', "new URL('../../content/', import.meta.url)"],
    ['a file of 400 lines', 'src/ui/A.ts', 'export {}\n'.repeat(400)],
    ['a short composition root', 'workers/store.worker.ts', 'export {}\n'.repeat(24)],
  ]
  it.each(accepted)('accepts %s', (_name, path, source) => {
    expect(checkFile(path, source)).toEqual([])
  })
})
