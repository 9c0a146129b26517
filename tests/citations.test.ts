import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { expect, it } from 'vitest'
import { findDeadCitations } from './architecture/citations.ts'
import { parseRules } from './spec/rules.ts'

const ROOT = join(import.meta.dirname, '..')
const FOLDERS = [
  'rules',
  'contract',
  'importers',
  'wasm',
  'workers',
  'src',
  'server',
  'tests',
  'bench',
  'scripts',
  'docs',
]

const listFiles = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join('/'))

const pages = listFiles('docs')
const cited = {
  rules: new Set(parseRules(readFileSync(join(ROOT, 'docs/RULES.md'), 'utf8')).rules.map(({ id }) => id)),
  decisions: new Set(pages.flatMap((page) => /^docs\/decisions\/(\d{4})-/.exec(page)?.[1] ?? [])),
  files: new Set(pages),
}

// A published migration is known by its digest: its comments stay as they were.
it('every citation names a rule, a decision, a section of the specification or a page that is here', () => {
  const files = FOLDERS.flatMap(listFiles).filter((path) => /\.(ts|tsx|mjs|css|sql|md)$/.test(path))
  expect(files.length).toBeGreaterThan(500)
  const dead = files
    .filter((path) => !/node_modules|citations|tests\/spec|docs\/RULES\.md|db\/migrations/.test(path))
    .flatMap((path) =>
      findDeadCitations(readFileSync(join(ROOT, path), 'utf8'), cited).map((text) => `${path}: ${text}`),
    )
  expect(dead).toEqual([])
})

it.each([
  ['a rule that is not there', 'as [XX99] says', '[XX99]'],
  ['a decision by number that is not there', 'said in a letter (D99)', '(D99)'],
  ['a decision without a page', 'see decision 9999', 'decision 9999'],
  ['a section that is not there', 'spec §77', 'spec §77'],
  ['a page of another place', '(reliability §4.1 D5)', 'reliability §'],
  ['an id of another place', '(reliability R6)', 'reliability R6'],
  ['a page that is not in docs', 'docs/NOWHERE.md', 'docs/NOWHERE.md'],
])('finds %s', (_name, text, found) => {
  expect(findDeadCitations(text, cited)).toEqual([found])
})

it('accepts what is there', () => {
  expect(findDeadCitations('[VA1] (D5) decision 0021, decisions/0029, spec §7, docs/RULES.md', cited)).toEqual([])
})

/** Files that an HTML page loads and the build resolves; an address of the site is looked for beside the page and in public/. */
const findDeadScripts = (page: string, html: string): string[] =>
  [...html.matchAll(/<script[^>]* src="([^"]+)"/g)]
    .map(([, src = '']) => src)
    .filter((src) => ![dirname(page), 'public'].some((folder) => existsSync(join(ROOT, folder, src))))

it('every script of an HTML page is here', () => {
  const pages = ['index.html', ...['bench', 'tests'].flatMap(listFiles)].filter(
    (path) => path.endsWith('index.html') && !/node_modules/.test(path),
  )
  expect(pages.length).toBeGreaterThan(4)
  const dead = pages.flatMap((page) =>
    findDeadScripts(page, readFileSync(join(ROOT, page), 'utf8')).map((src) => `${page}: ${src}`),
  )
  expect(dead).toEqual([])
})

it('finds a script that is not there', () => {
  const html = '<script type="module" src="./nowhere.ts"></script><script src="/heal.js"></script>'
  expect(findDeadScripts('index.html', html)).toEqual(['./nowhere.ts'])
})

const INDEX = 'docs/decisions/README.md'
const decisionFiles = pages.filter((path) => path.startsWith('docs/decisions/') && path !== INDEX)

it('each decision has a number of its own, and its page says it', () => {
  expect(cited.decisions.size).toBe(decisionFiles.length)
  for (const page of decisionFiles)
    expect(readFileSync(join(ROOT, page), 'utf8').slice(0, 7)).toBe(`# ${page.slice(15, 19)} `)
})

it('each decision stands in the index by subject exactly once', () => {
  const index = readFileSync(join(ROOT, INDEX), 'utf8')
  const entries = [...index.matchAll(/^- \[(\d{4})\]\(([^)]+)\)/gm)]
  expect(entries.map(([, , file = '']) => `docs/decisions/${file}`).sort()).toEqual(decisionFiles.sort())
  expect(entries.filter(([, number = '', file = '']) => !file.startsWith(number))).toEqual([])
})
