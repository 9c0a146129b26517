import { describe, expect, it } from 'vitest'
import { conta, leggi } from './helpers.ts'

const WORDS = ['la giunta', 'il consiglio', 'il prefetto', 'il sindaco']
const RIGHT = Array.from({ length: 12 }, (_, i) => (i * 5 + 1) % 4)
const question = (i: number) => `Quale ufficio decide nel caso ${i}?`
const answers = (i: number) => WORDS.map((w) => `${w} ${i}`)
const PRINTED = RIGHT.map((_, i) => answers(i))
const KEYS = RIGHT.map((k) => k + 1)
type Shape = (right: boolean, text: string, place: number) => unknown
const records = (shape: Shape, extra: (right: number) => object = () => ({})) =>
  JSON.stringify(
    RIGHT.map((k, i) => ({
      domanda: question(i),
      risposte: answers(i).map((t, j) => shape(j === k, t, j)),
      ...extra(k),
    })),
  )
const plain: Shape = (_, text) => text
const mask = (right: number) => WORDS.map((_, j) => (j === right ? 1 : 0))
const table = (names: string[], cells: (i: number, right: number) => (string | number)[]) =>
  `${[names, ...RIGHT.map((k, i) => cells(i, k))].map((row) => row.join(';')).join('\n')}\n`
const beside = (i: number, right: number, yes: string, no: string) =>
  answers(i).flatMap((text, j) => [text, j === right ? yes : no])

const same = async (text: string) => {
  const { domande, avvisi } = await leggi(text)
  expect(domande.map((d) => d.corretta)).toEqual(KEYS)
  expect(domande.map((d) => d.risposte)).toEqual(PRINTED)
  return avvisi
}

describe('keys that say yes or no of every answer', () => {
  it.each<[string, string]>([
    ['numbers', records(plain, (k) => ({ corretta: mask(k) }))],
    ['truths', records(plain, (k) => ({ corrette: mask(k).map(Boolean) }))],
    ['digits', records(plain, (k) => ({ soluzione: mask(k).join('') }))],
    [
      'in a table',
      table(['Domanda', 'A', 'B', 'C', 'D', 'Corretta'], (i, k) => [question(i), ...answers(i), mask(k).join('-')]),
    ],
    [
      'digits without their zeros',
      table(['Domanda', 'A', 'B', 'C', 'D', 'Corretta'], (i, k) => [
        question(i),
        ...answers(i),
        Number(mask(k).join('')),
      ]),
    ],
    ['of each answer', records((right, testo) => ({ testo, errata: !right }))],
    ['of the wrong ones alone', records((right, testo) => (right ? { testo } : { testo, errata: true }))],
    ['in words', records((right, testo) => ({ testo, esito: right ? 'giusta' : 'sbagliata' }))],
    ['as a part of the credit', records((right, text) => ({ text, fraction: right ? 100 : 0 }))],
  ])('%s', async (_, text) => {
    expect(conta(await same(text)).chiave_non_valida).toBeUndefined()
  })

  it('several of one question are no key of it', async () => {
    const { domande } = await leggi(records(plain, (k) => ({ corretta: k === 1 ? [1, 1, 0, 0] : mask(k) })))
    expect(domande.map((d) => d.corretta)).toEqual(RIGHT.map((k) => (k === 1 ? null : k + 1)))
  })

  it('for another number of answers are none', async () => {
    const { domande } = await leggi(records(plain, (k) => ({ corretta: mask(k).slice(0, 3) })))
    expect(domande.every((d) => d.corretta === null)).toBe(true)
  })
})

describe('columns with a sign for each answer', () => {
  const RISPOSTE = ['Risposta A', 'Risposta B', 'Risposta C', 'Risposta D']
  it.each(['x', '1', 'V', 'Sì'])('«%s»', async (yes) => {
    const no = yes === '1' ? '0' : yes === 'V' ? 'F' : ''
    const flags = (k: number) => WORDS.map((_, j) => (j === k ? yes : no))
    for (const names of [
      ['A', 'B', 'C', 'D'],
      ['', '', '', ''],
      ['Esatta', 'Esatta', 'Esatta', 'Esatta'],
    ])
      await same(
        table(['Domanda', ...RISPOSTE.flatMap((r, j) => [r, names[j] ?? ''])], (i, k) => [
          question(i),
          ...beside(i, k, yes, no),
        ]),
      )
    for (const names of [
      ['A', 'B', 'C', 'D'],
      ['X A', 'X B', 'X C', 'X D'],
      ['1', '2', '3', '4'],
    ])
      await same(table(['Domanda', ...RISPOSTE, ...names], (i, k) => [question(i), ...answers(i), ...flags(k)]))
    await same(table(['Domanda', 'A', 'B', 'C', 'D', ...RISPOSTE], (i, k) => [question(i), ...flags(k), ...answers(i)]))
  })

  it('before the answers, with nothing said of the columns', async () => {
    const cells = (i: number, k: number) => answers(i).flatMap((text, j) => [j === k ? 'X' : '', text])
    await same(table(['Domanda', ...RISPOSTE.flatMap((r) => ['', r])], (i, k) => [question(i), ...cells(i, k)]))
  })

  it('two columns of letters that differ are no key, unless a name says which is the older', async () => {
    const write = (one: string, other: string) =>
      leggi(
        table(['Domanda', 'A', 'B', 'C', 'D', one, other], (i, k) => [
          question(i),
          ...answers(i),
          'ABCD'[(k + 1) % 4] ?? '',
          'ABCD'[k] ?? '',
        ]),
      )
    expect((await write('X1', 'X2')).domande.every((d) => d.corretta === null)).toBe(true)
    expect((await write('Vecchia', 'Nuova')).domande.map((d) => d.corretta)).toEqual(KEYS)
  })

  it('a key named as the answers are is a key', async () => {
    const names = ['q', 'a', 'a1', 'a2', 'a3', 'a4']
    await same(table(names, (i, k) => [question(i), `a${k + 1}`, ...answers(i)]))
  })
})

describe('answers marked in their own text', () => {
  const marks: [string, (text: string) => string][] = [
    ['a star', (t) => `*${t}`],
    ['a star after', (t) => `${t} *`],
    ['a cross after', (t) => `${t} (X)`],
    ['a cross in round brackets', (t) => `(x) ${t}`],
    ['an arrow', (t) => `>> ${t}`],
    ['a colour', (t) => `<font color="red">${t}</font>`],
    ['a style', (t) => `<span style="color: #c00">${t}</span>`],
    ['a tick', (t) => `✓ ${t}`],
    ['a box', (t) => `[x] ${t}`],
    ['a word', (t) => `${t} (risposta esatta)`],
    ['bold', (t) => `<b>${t}</b>`],
    ['strong', (t) => `<strong>${t}</strong>`],
    ['two stars', (t) => `**${t}**`],
    ['underlined', (t) => `<u>${t}</u>`],
    ['highlighted', (t) => `<mark>${t}</mark>`],
  ]
  it.each(marks)('%s', async (_, mark) => {
    const said = await same(records((right, t) => (right ? mark(t) : t)))
    expect(conta(said)).toMatchObject({ chiave_per_regola: 1 })
    await same(
      table(['Domanda', 'A', 'B', 'C', 'D'], (i, k) => [
        question(i),
        ...answers(i).map((t, j) => (j === k ? mark(t) : t)),
      ]),
    )
  })

  it.each<[string, string]>([
    ['on half of the questions', records((right, t, j) => (right && j < 2 ? `*${t}` : t))],
    ['always on the same place', records((_, t, j) => (j === 0 ? `*${t}` : t))],
    ['on two answers', records((_, t, j) => (j < 2 ? `*${t}` : t))],
  ])('%s are no key', async (_, text) => {
    const { domande } = await leggi(text)
    expect(domande.every((d) => d.corretta === null)).toBe(true)
  })

  it('a written key is the key', async () => {
    const { domande } = await leggi(
      records(
        (right, t) => (right ? `*${t}` : t),
        (k) => ({ corretta: (k + 1) % 4 }),
      ),
    )
    expect(domande.map((d) => d.corretta)).toEqual(RIGHT.map((k) => ((k + 1) % 4) + 1))
  })
})

describe('two keys that differ', () => {
  it('of a record, one a letter and the other a text, leave none', async () => {
    const { domande, avvisi } = await leggi(
      JSON.stringify(
        RIGHT.map((k, i) => ({
          domanda: question(i),
          risposte: answers(i),
          corretta: 'ABCD'[k],
          soluzione: answers(i)[i % 3 === 0 ? (k + 1) % 4 : k],
        })),
      ),
    )
    expect(domande.map((d) => d.corretta)).toEqual(KEYS.map((k, i) => (i % 3 === 0 ? null : k)))
    expect(conta(avvisi)).toMatchObject({ chiave_non_valida: 4 })
  })

  it('of a table without header are no keys and no answers', async () => {
    const text = table([], (i, k) => [
      i + 1,
      question(i),
      ...answers(i),
      'ABCD'[k] ?? '',
      'ABC'[i % 3] ?? '',
    ]).trimStart()
    const { domande, avvisi } = await leggi(text)
    expect(domande.map((d) => d.risposte)).toEqual(PRINTED)
    expect(domande.every((d) => d.corretta === null)).toBe(true)
    expect(conta(avvisi)).toMatchObject({ colonna_non_usata: 2 })
  })
})

describe('keys by their names', () => {
  const fields = (extra: (right: number, i: number) => object) =>
    JSON.stringify(RIGHT.map((k, i) => ({ domanda: question(i), ...extra(k, i) })))
  const named = (i: number) => Object.fromEntries(answers(i).map((t, j) => ['ABCD'[j], t]))

  it('answers under A, B, C have no key among them', async () => {
    const { domande } = await leggi(fields((_, i) => named(i)))
    expect(domande.map((d) => d.risposte)).toEqual(PRINTED)
    expect(domande.every((d) => d.corretta === null)).toBe(true)
  })

  it.each<[string, string]>([
    ['beside answers under A, B, C', fields((k, i) => ({ ...named(i), esatta: 'ABCD'[k] }))],
    [
      'beside what says true of every record',
      fields((k, i) => ({ options: answers(i), answer: answers(i)[k], correct: true })),
    ],
    ['points in words', records((right, testo) => ({ testo, punteggio: right ? '1' : '-0,33' }))],
    [
      'answers beside their labels',
      fields((k, i) => ({ choices: { text: answers(i), label: ['A', 'B', 'C', 'D'] }, answerKey: 'ABCD'[k] })),
    ],
    ['yes and no in English', records((right, text) => ({ text, is_correct: right ? 'yes' : 'no' }))],
    [
      'a mark and its text',
      table(['Domanda', 'a)', 'b)', 'c)', 'd)', 'Risposta esatta'], (i, k) => [
        question(i),
        ...answers(i),
        `${'abcd'[k]}) ${answers(i)[k]}`,
      ]),
    ],
  ])('%s', async (_, text) => {
    await same(text)
  })
})
