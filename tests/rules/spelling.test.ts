import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildIndex, openIndex, questionsWith, wordsNear } from '#rules/search-index'
import { chooseNear, correctQuery, editsWithin, reachOf } from '#rules/spelling'
import { searchableText } from '#rules/text'

const edits = (a: string, b: string, most = 2) => editsWithin(a, `<${b}>`, 1, 1 + b.length, most)

it.each([
  ['acceso', 'accesso', 1],
  ['civco', 'civico', 1],
  ['accseso', 'accesso', 1],
  ['cvico', 'civco', 1],
  ['atto', 'atto', 0],
  ['', 'ab', 2],
  ['appalto', 'appello', 2],
  ['appalto', 'contratto', 3],
  ['ricorso', 'concorso', 3],
])('[PP5] from %s to %s there are %i edits', (a, b, n) => {
  expect(edits(a, b)).toBe(n)
  expect(edits(b, a)).toBe(n)
})

it('[PP5] edits are counted as the whole table counts them', () => {
  const whole = (a: string, b: string): number => {
    const d = Array.from({ length: a.length + 1 }, (_, i) => Array.from({ length: b.length + 1 }, (_, j) => i || j))
    const at = (i: number, j: number) => d[i]?.[j] as number
    for (let i = 1; i <= a.length; i++)
      for (let j = 1; j <= b.length; j++) {
        let n = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + +(a[i - 1] !== b[j - 1]))
        if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) n = Math.min(n, at(i - 2, j - 2) + 1)
        ;(d[i] as number[])[j] = n
      }
    return at(a.length, b.length)
  }
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 })
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(edits(a, b)).toBe(Math.min(3, whole(a, b)))
    }),
  )
})

it.each([
  ['ab', 0],
  ['art', 1],
  ['atto', 1],
  ['civco', 2],
  ['241/1990', 0],
])('[PP5] %s is looked for within %i edits', (word, reach) => {
  expect(reachOf(word)).toBe(reach)
})

it('[PP5] the nearest word wins, then the one of most questions over all banks, then the alphabet', () => {
  const near = (word: string, n: number, questions: number) => ({ word, edits: n, questions })
  expect(chooseNear([near('fisco', 2, 90), near('civico', 1, 3)])).toMatchObject({ word: 'civico' })
  expect(chooseNear([near('atti', 1, 5), near('atto', 1, 3), near('atto', 1, 4)])).toEqual(near('atto', 1, 7))
  expect(chooseNear([near('b', 1, 1), near('a', 1, 1)])).toMatchObject({ word: 'a' })
  expect(chooseNear([])).toBeNull()
})

describe('a query is put right word by word', () => {
  const texts = [
    'Che cos’è l’accesso civico?',
    'L’accesso documentale',
    'Il difensore civico',
    'Atto e atti',
    'Un atto',
  ]
  const index = openIndex(
    buildIndex(texts.map((testo, i) => ({ posizione: i + 1, testo: searchableText({ testo, risposte: ['Sì'] }) }))),
  )
  it.each([
    ['acceso civco', ['accesso civico']],
    ['accesso civco', ['accesso civico']],
    ['civico', []],
    ['"difensore civco"', ['"difensore civico"']],
    ['attp', ['atto']],
    ["l'acceso", ["l'accesso"]],
    // A word that is near no other stays; the rest is corrected.
    ['civco zzzzzz', ['civico zzzzzz']],
    ['civco 1990', ['civico 1990']],
    ['zzzzzz', []],
    ['', []],
  ])('[PP5] %s: %s', (query, right) => {
    const vocabulary = {
      questionsWith: (part: string) => questionsWith(index, part),
      near: (word: string, reach: number) => wordsNear(index, word, reach),
    }
    expect(correctQuery(query, vocabulary)).toEqual(right)
  })

  const held = { accesso: 900, acceso: 3, civico: 500, fisco: 40 } as Record<string, number>
  const vocabulary = {
    questionsWith: (part: string) => held[part] ?? 0,
    near: (word: string, reach: number) =>
      Object.entries(held)
        .map(([known, questions]) => ({ word: known, edits: edits(word, known), questions }))
        .filter((near) => near.edits <= reach),
  }
  it.each([
    ['acceso civco', ['acceso civico', 'accesso civico']],
    ['acceso fisco', ['accesso fisco']],
    ['accesso fisco', []],
  ])('[PP5] a word that next to nothing holds may be mistyped too: %s, %s', (query, right) => {
    expect(correctQuery(query, vocabulary)).toEqual(right)
  })

  it('[PP5] a text of many wrong words is no query', () => {
    const wrong = Array.from({ length: 9 }, (_, i) => `civco${'abcdefghi'[i]}`).join(' ')
    const any = { questionsWith: () => 0, near: (word: string) => [{ word: `${word}x`, edits: 1, questions: 9 }] }
    expect(correctQuery(wrong, any)).toEqual([])
    expect(correctQuery('civco', any)).not.toEqual([])
  })

  it('[PP5] says in how many questions a word is', () => {
    expect([...wordsNear(index, 'attp', 1)]).toEqual([
      { word: 'atti', edits: 1, questions: 1 },
      { word: 'atto', edits: 1, questions: 2 },
    ])
  })
})

it.each([
  ['sure words', 'accesso '.repeat(40), 6],
  ['lost words', Array.from({ length: 40 }, (_, i) => `zzzzz${'abcdefghij'[i % 10]}${'xy'[i % 2]}`).join(' '), 6],
])('[PP5] a long text of %s looks into the vocabularies few times', (_, query, most) => {
  let looks = 0
  const questionsWith = (part: string) => (part === 'accesso' ? 1 : 0)
  const near = () => {
    looks++
    return []
  }
  correctQuery(query, { questionsWith, near })
  expect(looks).toBeLessThanOrEqual(most)
})
