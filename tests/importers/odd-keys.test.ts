import { describe, expect, it } from 'vitest'
import { leggi, rifiutato } from './helpers.ts'
import { letter, options, question } from './invented.ts'

const N = Array.from({ length: 24 }, (_, i) => i + 1)
const key = (i: number): number => 'ABC'.indexOf(letter(i)) + 1
const table = (header: string | null, row: (i: number) => (string | number)[]): string =>
  `${header === null ? '' : `${header}\n`}${N.map((i) => row(i).join(';')).join('\n')}\n`
const keys = async (text: string) => (await leggi(text)).domande.map((d) => d.corretta)
const rights = async (text: string) =>
  (await leggi(text)).domande.map((d) => (d.corretta === null ? null : d.risposte[d.corretta - 1]))
const records = (record: (i: number) => object): string => JSON.stringify(N.map(record))
const wanted = N.map((i) => options(i)[key(i) - 1])
/** The answers of a question with the places that they are printed in: last, first, second. */
const shuffled = (i: number) => [2, 0, 1].map((place) => ({ place, text: options(i)[place] ?? '' }))

describe('what somebody answered is no key', () => {
  it.each<[string, (i: number) => string | number]>([
    ['Corretta', (i) => (i % 3 === 0 ? 'NO' : 'SI')],
    ['Esito', (i) => (i % 3 === 0 ? 'errata' : 'corretta')],
    ['Punti', (i) => (i % 3 === 0 ? '-0,33' : 1)],
    ['Punteggio', (i) => (i % 3 === 0 ? 0 : 1)],
  ])('in a table with «%s» beside it', async (name, verdict) => {
    const text = table(`N.;Domanda;A;B;C;Risposta;${name}`, (i) => [i, question(i), ...options(i), 'B', verdict(i)])
    const varied = table(`N.;Domanda;A;B;C;Risposta;${name}`, (i) => [
      i,
      question(i),
      ...options(i),
      letter(i),
      verdict(i),
    ])
    for (const one of [text, varied]) expect(new Set(await keys(one))).toEqual(new Set([null]))
  })

  it.each([
    ['Esito', 'errata'],
    ['Esito', 'Sbagliata'],
    ['Risultato', 'NO'],
    ['Corretta', 'false'],
    ['Punteggio', '-0,33'],
  ])('in a table whose every «%s» is %s, the errors of somebody', async (name, verdict) => {
    const three = table(`N.;Domanda;A;B;C;Risposta;${name}`, (i) => [i, question(i), ...options(i), letter(i), verdict])
    expect(new Set(await keys(three))).toEqual(new Set([null]))
    const some = table(`N.;Domanda;A;B;C;Risposta;${name}`, (i) => [
      ...[i, question(i), ...options(i), letter(i)],
      i % 2 ? verdict : '',
    ])
    expect(new Set(await keys(some))).toEqual(new Set([null]))
    const truth = table(`Domanda;Risposta;${name}`, (i) => [question(i), i % 2 ? 'V' : 'F', verdict])
    if (name === 'Corretta') expect(new Set(await keys(truth))).toEqual(new Set([null]))
    else expect(String((await rifiutato(truth)).dati?.motivo)).toMatch(/nessuna domanda/)
  })

  it.each([
    ['Esito', 'corretta'],
    ['Punteggio', '0,5'],
  ])('but a table whose every «%s» is %s has its keys', async (name, verdict) => {
    const text = table(`N.;Domanda;A;B;C;Risposta;${name}`, (i) => [i, question(i), ...options(i), letter(i), verdict])
    expect(await keys(text)).toEqual(N.map(key))
  })

  it.each([
    ['Corretta', 'SI', 'NO'],
    ['Punti', '1', '0'],
  ])('in a table of true and false with «%s» beside it', async (name, yes, no) => {
    const text = table(`Domanda;Risposta;${name}`, (i) => [question(i), i % 2 ? 'V' : 'F', i % 3 ? yes : no])
    expect(String((await rifiutato(text)).dati?.motivo)).toMatch(/nessuna domanda/)
  })

  it('but points that only weigh a question leave its key', async () => {
    const text = table('N.;Domanda;A;B;C;Risposta;Punti', (i) => [
      i,
      question(i),
      ...options(i),
      letter(i),
      (i % 3) + 1,
    ])
    expect(await keys(text)).toEqual(N.map(key))
  })

  it.each<[string, object]>([
    ['that it was not right', { corretta: false }],
    ['its outcome', { esito: 'errata' }],
    ['points that it took away', { punteggio: -0.25 }],
  ])('in records that say %s', async (_, said) => {
    const three = records((i) => ({ domanda: question(i), risposte: options(i), risposta: letter(i), ...said }))
    const truth = records((i) => ({ domanda: question(i), risposta: i % 2 ? 'V' : 'F', ...said }))
    for (const text of [three, truth]) expect(new Set(await keys(text))).toEqual(new Set([null]))
  })
})

it.each(['Risposta simile', 'Risposta da scartare'])('«%s» is no key', async (name) => {
  const text = table(`N.;Domanda;A;B;C;${name}`, (i) => [i, question(i), ...options(i), letter(i)])
  expect(new Set(await keys(text))).toEqual(new Set([null]))
})

it('0 and 1 beside true and false, in this order, are said to be unsure', async () => {
  const read = (a: string, b: string) => leggi(table('N.;Domanda;A;B;Corretta', (i) => [i, question(i), a, b, i % 2]))
  const doubts = async (a: string, b: string) => (await read(a, b)).avvisi.map((warning) => warning.tipo)
  expect(await doubts('Vero', 'Falso')).toEqual(['chiave_dubbia'])
  expect(await doubts('Falso', 'Vero')).toEqual([])
})

describe('letters that never go back are groups, not keys', () => {
  const group = (i: number) => 'ABC'[Math.floor((i - 1) / 8)] ?? ''
  it.each([
    [
      'under a name that nobody knows',
      table('N.;Domanda;A;B;C;Rif.', (i) => [i, question(i), ...options(i), group(i)]),
    ],
    ['without a header', table(null, (i) => [group(i), i, question(i), ...options(i)])],
  ])('%s', async (_, text) => expect(new Set(await keys(text))).toEqual(new Set([null])))
})

describe('without a header', () => {
  it.each<[string, (i: number) => (string | number)[]]>([
    ['right after the question', (i) => [question(i), i, ...options(i), letter(i)]],
    ['between a subject and the answers', (i) => ['Diritto', question(i), 100 + i, ...options(i), letter(i)]],
  ])('a number that counts the rows is no answer: %s', async (_, row) => {
    const { domande } = await leggi(table(null, row))
    expect(domande.map((d) => d.risposte)).toEqual(N.map(options))
    expect(domande.map((d) => d.corretta)).toEqual(N.map(key))
  })

  it('of two columns of small numbers neither is the key, and both are said', async () => {
    const { domande, avvisi } = await leggi(
      table(null, (i) => [i, question(i), ...options(i), key(i), ((i * 7) % 4) + 1]),
    )
    expect(domande.map((d) => d.risposte)).toEqual(N.map(options))
    expect(new Set(domande.map((d) => d.corretta))).toEqual(new Set([null]))
    expect(avvisi.filter((a) => a.tipo === 'colonna_non_usata')).toHaveLength(2)
  })

  it('a table of other things with one letter everywhere is no bank', async () => {
    const text = table('Titolo;Ente;Scadenza;Posti;Categoria', (i) => [
      `Concorso per ${i} istruttori`,
      'Comune di Lodi',
      `0${(i % 9) + 1}/02/2026`,
      i,
      'C',
    ])
    expect(String((await rifiutato(text)).dati?.motivo)).toMatch(/senza un’intestazione/)
  })
})

describe('a key means the names that answers have, not their places', () => {
  it.each<[string, string]>([
    [
      'values beside labels',
      records((i) => ({
        question: question(i),
        options: shuffled(i).map(({ place, text }) => ({ value: 'ABC'[place], label: text })),
        answer: letter(i),
      })),
    ],
    [
      'names of a program, whatever the texts are',
      records((i) => ({
        question: question(i),
        options: shuffled(i).map(({ place, text }) => ({ value: `item${place + 1}`, text })),
        correctAnswer: `item${key(i)}`,
      })),
    ],
    [
      'letters with a point in the texts',
      records((i) => ({
        domanda: question(i),
        risposte: shuffled(i).map(({ place, text }) => `${'ABC'[place]}. ${text}`),
        corretta: letter(i),
      })),
    ],
    [
      'numbers in the texts',
      table('N.;Domanda;Risposta 1;Risposta 2;Risposta 3;Corretta', (i) => [
        i,
        question(i),
        ...shuffled(i).map(({ place, text }) => `${place + 1}) ${text}`),
        key(i),
      ]),
    ],
  ])('%s', async (_, text) => expect(await rights(text)).toEqual(wanted))

  it('and numbers are texts beside names of a program', async () => {
    const text = records((i) => ({
      question: question(i),
      options: [100, 120, 140].map((n, place) => ({ value: `item${place + 1}`, text: String(n + i) })),
      correctAnswer: `item${key(i)}`,
    }))
    expect(await rights(text)).toEqual(N.map((i) => String([100, 120, 140].map((n) => n + i)[key(i) - 1])))
  })

  it('one among zeros says which is right', async () => {
    const text = records((i) => ({
      domanda: question(i),
      risposte: options(i).map((testo, place) => ({ testo, valore: place + 1 === key(i) ? 1 : 0 })),
    }))
    expect(await rights(text)).toEqual(wanted)
  })
})

it('a key that is not the answer marked right leaves none, where the others agree', async () => {
  const text = records((i) => ({
    domanda: question(i),
    risposte: options(i).map((testo, place) => ({ testo, corretta: place + 1 === key(i) })),
    chiave: i === 5 ? 'ABC'[key(i) % 3] : letter(i),
  }))
  const { domande, avvisi } = await leggi(text)
  expect(domande.map((d) => d.corretta)).toEqual(N.map((i) => (i === 5 ? null : key(i))))
  expect(avvisi.map((a) => [a.tipo, a.riga])).toEqual([['chiave_non_valida', 5]])
})

describe('two keys that differ in one row leave none there', () => {
  const written = (i: number) => (i === 5 ? ('ABC'[key(i) % 3] ?? '') : letter(i))
  it.each<[string, string, (i: number) => string[]]>([
    [
      'a sign in the answer and a column',
      'Domanda;A;B;C;Corretta',
      (i) => [question(i), ...options(i).map((o, place) => (place + 1 === key(i) ? `*${o}` : o)), written(i)],
    ],
    [
      'a letter and the text',
      'Domanda;A;B;C;Lettera;Testo esatto',
      (i) => [question(i), ...options(i), written(i), wanted[i - 1] ?? ''],
    ],
  ])('%s', async (_, header, row) => {
    const { domande, avvisi } = await leggi(table(header, row))
    expect(domande.map((d) => d.corretta)).toEqual(N.map((i) => (i === 5 ? null : key(i))))
    expect(domande.map((d) => d.risposte)).toEqual(N.map((i) => options(i)))
    expect(avvisi.filter((a) => a.tipo === 'chiave_non_valida').map((a) => a.riga)).toEqual([6])
  })

  it('but letters that mean something else are no keys', async () => {
    const text = table('Domanda;A;B;C;Lettera;Testo esatto', (i) => [
      question(i),
      ...options(i),
      'ABC'[i % 3] ?? '',
      wanted[i - 1] ?? '',
    ])
    expect(await keys(text)).toEqual(N.map(key))
  })
})

it('texts still in base 64 are no questions', async () => {
  const coded = (text: string) => Buffer.from(text).toString('base64')
  const text = records((i) => ({
    question: coded(question(i)),
    correct_answer: coded(wanted[i - 1] ?? ''),
    incorrect_answers: options(i).slice(1).map(coded),
  }))
  expect(String((await rifiutato(text)).dati?.motivo)).toMatch(/solo per caso/)
})
