import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Articolo, withArticolo } from '#rules/articolo'

describe('a masculine article before a figure [TX1]', () => {
  it.each<[Articolo, string, string]>([
    ['i', '2', 'i 2'],
    ['i', '8', 'gli 8'],
    ['i', '11', 'gli 11'],
    ['i', '18', 'i 18'],
    ['i', '80', 'gli 80'],
    ['dei', '89', 'degli 89'],
    ['ai', '90', 'ai 90'],
    ['i', '110', 'i 110'],
    ['i', '180', 'i 180'],
    ['i', '800', 'gli 800'],
    ['i', '1.100', 'i 1.100'],
    ['i', '1.811', 'i 1.811'],
    ['nei', '8.000', 'negli 8.000'],
    ['dai', '11.000', 'dagli 11.000'],
    ['i', '80000', 'gli 80000'],
    ['i', '111.000', 'i 111.000'],
    ['i', '811.000', 'gli 811.000'],
    ['del', '8%', 'dell’8%'],
    ['del', '0%', 'dello 0%'],
    ['al', '0,5%', 'allo 0,5%'],
    ['al', '1%', 'all’1%'],
    ['al', '1,5%', 'all’1,5%'],
    ['al', '11,2%', 'all’11,2%'],
    ['al', '100%', 'al 100%'],
    ['nel', '85%', 'nell’85%'],
    ['sul', '81%', 'sull’81%'],
    ['il', '1 nov 2026', 'il 1 nov 2026'],
    ['il', '8 nov 2026', 'l’8 nov 2026'],
    ['Il', '11 novembre 2026', 'L’11 novembre 2026'],
    ['dal', '08/11/2026', 'dall’08/11/2026'],
    ['dal', '01/11/2026', 'dal 01/11/2026'],
    ['Dal', '8 nov', 'Dall’8 nov'],
    ['il', '2026-11-08', 'il 2026-11-08'],
    ['il', 'lunedì 8 novembre', 'il lunedì 8 novembre'],
    ['al', '−3%', 'al −3%'],
  ])('%s + %s: %s', (articolo, figure, said) => expect(withArticolo(articolo, figure)).toBe(said))
})

const ROOT = join(import.meta.dirname, '../..')
const ROOMS = ['src', 'server', 'importers', 'content', 'contract', 'workers', 'rules']
const SOURCES = ROOMS.flatMap((room) =>
  readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => join(room, path)),
)
const ARTICLE =
  '(?:[Ii]l|[Ll]o|[Gg]li|[Dd]el(?:lo)?|[Dd]egli|[Aa]l(?:lo)?|[Aa]gli|[Dd]al(?:lo)?|[Dd]agli|[Nn]el(?:lo)?|[Nn]egli|[Ss]ul(?:lo)?|[Ss]ugli|[DdNn]ei|[Ss]ui|[DdAa]?[Aa]i|[Ii])'
/** An article, then a value: in a template, after a string, in the text of an element. */
const BEFORE_VALUE = new RegExp(
  `(?<![\\p{L}’'$.])(?:${ARTICLE} (?:\\$\\{|' \\+)|(?:[DdNn]el|[DdAa]?[Aa]l|[Ss]ul)?[Ll]’\\$\\{)|>[^<>{}\`;]*(?<![\\p{L}’])${ARTICLE} \\{`,
  'u',
)
const found = (source: string): string[] =>
  source.split('\n').filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line) && BEFORE_VALUE.test(line))

/** A value in a template. */
const VALUE = ['$', '{n}'].join('')

describe('no text writes an article before a value by itself [TX1]', () => {
  it.each([
    'x: `Ripassa i $N errori`,',
    'x: `fino al $N`,',
    'x: `Dal $N`,',
    "x: 'dopo il ' + n,",
    '<p>Ripassa gli {n} errori</p>',
    'x: `nell’$N`',
  ])('%s is found', (line) => expect(found(line.replace('$N', VALUE))).toHaveLength(1))
  it.each(['x: `$N`', 'x: `le $N`', '// fino al $N', 'x: `mai $N`', 'x: `sei $N`'])('%s is none', (line) =>
    expect(found(line.replace('$N', VALUE))).toEqual([]),
  )
  it('of the product', () => {
    expect(SOURCES.length).toBeGreaterThan(500)
    expect(
      SOURCES.flatMap((path) => found(readFileSync(join(ROOT, path), 'utf8')).map((line) => `${path}: ${line.trim()}`)),
    ).toEqual([])
  })
})
