import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

/** One word for each thing on screen (docs/GLOSSARY.md, Words on screen), and those that would be another. */
const WORDS: readonly [word: string, others: RegExp][] = [
  ['corretta', /\b(?:esatt[ae]|giust[ae])\b/i],
  ['omessa', /\bnon dat[ae]\b|\brispost[ae] vuot[ae]\b|^vuot[ae]\b/i],
  ['escludi', /\bbarra (?:la|una|delle) rispost|\bbarrat[ae]\b/i],
  ['Concludi', /\bfinisci qui\b/i],
  ['Come un concorso', /\bconcorso vero\b/i],
  ['ordine originale', /\bordine stampato\b/i],
  ['neutra', /\baccettabil[ei]\b/i],
  ['preferite', /\bpreferiti\b/i],
  ['Quasi', /\bpiccolo sforzo\b/i],
  ['Funziona anche offline', /\bper il treno\b|\bdisponibile offline\b/i],
  ['un po’ per materia', /\bdistribuit[ei] tra\b/i],
  ['di Idoneo', /\barchivio veloce\b|\bchiave della redazione\b|\bn\. uff\./i],
]
/** The same letters in another sense. */
const OTHER_SENSE = /Frase esatta|Data o ora|interrogazione è giusta/

const TEXT_FILES = readdirSync(join(ROOT, 'src'), { recursive: true, withFileTypes: true })
  .filter((f) => f.isFile() && f.name.endsWith('.ts'))
  .map((f) => relative(ROOT, join(f.parentPath, f.name)))
  .filter((path) => path.startsWith('src/text/') || /\/(?:[a-z-]+-)?text\.ts$/.test(path))
  // What the SQL window says of columns and examples is said in the words of the tables.
  .filter((path) => path !== 'src/features/sql/text.ts')

/** What a file says: its texts, without the keys and the names of code. */
function sentencesOf(path: string, source: string): string[] {
  const said: string[] = []
  new Visitor({
    Literal: (node) => {
      if (typeof node.value === 'string') said.push(node.value)
    },
    TemplateElement: (node) => {
      said.push(node.value.cooked ?? '')
    },
  }).visit(parseSync(path, source).program)
  return said
}

describe('one word for each thing', () => {
  it('the texts are where they are looked for', () => {
    expect(TEXT_FILES.length).toBeGreaterThan(20)
    expect(sentencesOf('a.ts', "const giusta = { esatta: `Uno`, due: 'Due' }").sort()).toEqual(['Due', 'Uno'])
  })

  it.each(WORDS)('«%s» and no other', (_, others) => {
    const wrong = TEXT_FILES.flatMap((path) =>
      sentencesOf(path, readFileSync(join(ROOT, path), 'utf8'))
        .filter((said) => others.test(said) && !OTHER_SENSE.test(said))
        .map((said) => `${path}: ${said}`),
    )
    expect(wrong).toEqual([])
  })

  it.each([
    [0, 'La risposta giusta è A'],
    [1, 'Non data'],
    [1, 'Vuote 3'],
    [2, 'barrata'],
    [3, 'Finisci qui'],
  ] as const)('another word is found', (i, said) => {
    expect(WORDS[i]?.[1].test(said)).toBe(true)
  })
})
