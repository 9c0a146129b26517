import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ERROR_CODES } from '#contract/errors'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const { dependencies, devDependencies } = JSON.parse(read('package.json'))
const packages = Object.keys({ ...dependencies, ...devDependencies })
const sources = (folder: string) =>
  readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

it('[CD1] every source of the page, the worker, the server and the rules is TypeScript, and the page is of React', () => {
  for (const folder of ['src', 'workers', 'server', 'rules', 'contract', 'importers'])
    expect(sources(folder).filter((path) => /\.(js|jsx|mjs|cjs)$/.test(path))).toEqual([])
  expect(packages).toEqual(expect.arrayContaining(['typescript', 'react', 'react-dom']))
})

it('[CD2] the packages of the card are there and imported', () => {
  const code = ['src', 'workers', 'importers', 'wasm'].flatMap(sources).filter((path) => /\.tsx?$/.test(path))
  const text = [...code.map((path) => readFileSync(path, 'utf8')), read('vite.config.ts')].join('\n')
  const asked =
    'react react-dom wouter sql.js @sqlite.org/sqlite-wasm comlink valtio unzipit jspdf ofetch vite vite-plugin-wasm vitest'
  for (const name of asked.split(' ')) {
    expect(packages).toContain(name)
    if (name !== 'vitest') expect(text.includes(`'${name}`), name).toBe(true)
  }
})

it('[CD3] the top level has what the card asks for', () => {
  const asked = 'package.json vite.config.ts tsconfig.json index.html src workers wasm public tests README.md'
  expect(asked.split(' ').filter((name) => !existsSync(join(ROOT, name)))).toEqual([])
})

it('[CD7] each folder of the worker has its tests', () => {
  const tested = sources('tests')
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
  const folders = readdirSync(join(ROOT, 'workers'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(
    folders
      .map(({ name }) => name)
      .filter((name) => !existsSync(join(ROOT, 'tests/workers', name)) && !tested.includes(`#workers/${name}/`)),
  ).toEqual([])
})

it('[PD3] [CO16] the page says that it is Italian and names no other language', () => {
  expect(read('index.html')).toContain('<html lang="it"')
  const languages = sources('src').flatMap(
    (path) => readFileSync(path, 'utf8').match(/\b(?:lang|locale)="(?!it)[^"]+"/g) ?? [],
  )
  expect(languages).toEqual([])
})

it('[ER17] the codes of the specification keep their names, and all have one style', () => {
  const asked = `INDEXEDDB_NOT_AVAILABLE INDEXEDDB_NOT_ENOUGH_SPACE INDEXEDDB_GENERIC_ERROR INDEXEDDB_LOW_SPACE WEBASSEMBLY_NOT_AVAILABLE
    CONCORSO_NON_TROVATO CONCORSO_NOT_INITIALIZED ID_CONCORSO_NON_COINCIDE MISSING_REQUIRED_PARAM REMOTE_REQUEST_FAILED INDEX_OUT_OF_BOUND
    DOMANDA_NON_TROVATA IMPOSSIBILE_SELEZIONARE_RISPOSTA ESERCITAZIONE_NON_INIZIALIZZATA TIPO_ESERCITAZIONE_ERRATO RATE_LIMIT_EXCEEDED`
  expect(ERROR_CODES).toEqual(expect.arrayContaining(asked.split(/\s+/)))
  expect(ERROR_CODES.filter((code) => !/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/.test(code))).toEqual([])
  expect(new Set(ERROR_CODES).size).toBe(ERROR_CODES.length)
})

it('[AC15] the table of tiers is written once', () => {
  const written = ['rules', 'contract', 'src', 'workers', 'server']
    .flatMap(sources)
    .filter((path) => /limite_quiz: (?:null|DEMO_LIMIT)/.test(readFileSync(path, 'utf8')))
  expect(written.map((path) => path.slice(ROOT.length + 1))).toEqual(['rules/access.ts'])
})
