import { describe, expect, it } from 'vitest'
import { conta, leggi, rifiutato } from './helpers.ts'
import { json, KEYS, keys, letter, N, NONE, options, question, right, table } from './invented.ts'

describe('a mark that is the text of another answer', () => {
  const blood = ['B', 'A', 'AB', '0']
  const groups = (key: (i: number) => string) =>
    table('Domanda;A;B;C;D;Corretta', (i) => [question(i), ...blood, key(i)])

  it('is that text where other keys can only be texts', async () => {
    const { domande } = await leggi(groups((i) => blood[i % 4] ?? ''))
    expect(keys(domande)).toEqual(N.map((i) => (i % 4) + 1))
  })

  it('is a letter where other keys can only be letters', async () => {
    const { domande } = await leggi(groups((i) => 'ABCD'[i % 4] ?? ''))
    expect(keys(domande)).toEqual(N.map((i) => (i % 4) + 1))
  })

  it('is neither in a bank that writes both, and said', async () => {
    const mixed = table('Domanda;A;B;C;D;Corretta', (i) =>
      i === 4
        ? [question(i), ...blood, 'B']
        : [question(i), ...options(i), 'nessuno', i % 2 ? letter(i) : (options(i)[right(i) - 1] ?? '')],
    )
    const { domande, avvisi } = await leggi(mixed)
    expect(keys(domande)).toEqual(KEYS.map((key, i) => (i === 3 ? null : key)))
    expect(avvisi.map((a) => a.testo)).toEqual([expect.stringContaining('il testo di un’altra')])
  })

  it.each<[string, (i: number) => (number | null)[], (number | null)[]]>([
    ['years, which no place is', (i) => [1861, 1946, 1948, 2001].map((y) => y + i), N.map((i) => (i % 4) + 1)],
    ['numbers that grow with the questions', (i) => [i, i + 1, i + 2, i + 3], N.map((i) => (i % 4) + 1)],
  ])('as a number of a record: %s are texts', async (_, answers, wanted) => {
    const { domande } = await leggi(
      json((i) => ({ question: question(i), options: answers(i), answer: answers(i)[i % 4] })),
    )
    expect(keys(domande)).toEqual(wanted)
  })

  it('as a number of a record that is always both is neither, unless its name says that it is an index', async () => {
    const answers = [3, 1, 0, 2]
    const unsure = await leggi(json((i) => ({ question: question(i), options: answers, answer: answers[i % 4] })))
    expect(unsure.avvisi.some(({ testo }) => testo.includes('il testo di un’altra'))).toBe(true)
    for (const { corretta, risposte } of unsure.domande) if (corretta !== null) expect(risposte[corretta - 1]).toBe('1')
    const named = await leggi(json((i) => ({ question: question(i), options: answers, answerIndex: i % 4 })))
    expect(keys(named.domande)).toEqual(N.map((i) => (i % 4) + 1))
  })
})

it('numbers that leave the answers counting from 0 and from 1 are no keys, and said once', async () => {
  const text = table('Domanda;A;B;C;Corretta', (i) => [question(i), ...options(i), i % 5])
  const { domande, avvisi } = await leggi(text)
  expect(keys(domande)).toEqual(NONE)
  expect(avvisi.filter((a) => a.testo.includes('sia contando da 0 sia da 1'))).toHaveLength(1)
  // Bits of a mask count neither way.
  const powers = table('Domanda;A;B;C;D;Corretta', (i) => [question(i), ...options(i), 'nessuno', 2 ** (i % 4)])
  expect(keys((await leggi(powers)).domande)).toEqual(NONE)
  // A slip among sound numbers spoils no other key.
  const slip = table('Domanda;A;B;C;Corretta', (i) => [question(i), ...options(i), i === 5 ? 7 : right(i)])
  expect(keys((await leggi(slip)).domande)).toEqual(KEYS.map((key, i) => (i === 4 ? null : key)))
})

describe('points', () => {
  it('that only take away say nothing of the right answer', async () => {
    const text = table('Domanda;A;B;C;Punti A;Punti B;Punti C', (i) => [
      question(i),
      ...options(i),
      ...[1, 2, 3].map((k) => (k === right(i) ? '' : '-0,33')),
    ])
    expect(keys((await leggi(text)).domande)).toEqual(NONE)
  })

  it.each<[string, string]>([
    ['in a table', table('Domanda;A;B;C;Corretta;Soluzione', (i) => [question(i), ...options(i), 1, letter(i)])],
    ['in records', json((i) => ({ domanda: question(i), opzioni: options(i), corretta: 1, soluzione: letter(i) }))],
  ])('under the name of a key give way to the letters beside them %s', async (_, text) => {
    expect(keys((await leggi(text)).domande)).toEqual(KEYS)
  })
})

describe('two keys of a question, one of them a number', () => {
  const cases = (number: (i: number) => number): [string, string][] => [
    [
      'in a table',
      table('Domanda;A;B;C;Corretta;Soluzione', (i) => [question(i), ...options(i), number(i), letter(i)]),
    ],
    [
      'in records',
      json((i) => ({
        question: question(i),
        options: options(i),
        correct: number(i),
        correct_answer: options(i)[right(i) - 1],
      })),
    ],
  ]

  it.each([...cases((i) => right(i)), ...cases((i) => right(i) - 1)])('that agree: %s', async (_, text) => {
    expect(keys((await leggi(text)).domande)).toEqual(KEYS)
  })

  it.each(cases((i) => (i === 3 ? (right(i) % 3) + 1 : right(i))))('that differ have none: %s', async (_, text) => {
    const { domande, avvisi } = await leggi(text)
    expect(keys(domande)).toEqual(KEYS.map((key, i) => (i === 2 ? null : key)))
    expect(conta(avvisi)).toMatchObject({ chiave_non_valida: 1 })
  })
})

describe('what the body took back', () => {
  it.each(['Errata corrige', 'Nuova risposta corretta', 'Rettifica'])('%s beside the key leaves none', async (name) => {
    const text = table(`Domanda;A;B;C;Corretta;${name}`, (i) => [
      question(i),
      ...options(i),
      letter(i),
      i === 3 ? ('BCA'[right(i) - 1] ?? '') : '',
    ])
    const { domande, avvisi } = await leggi(text)
    expect(keys(domande)).toEqual(KEYS.map((key, i) => (i === 2 ? null : key)))
    expect(conta(avvisi)).toMatchObject({ chiave_non_valida: 1 })
  })

  it('corrects a column of keys that has other things too', async () => {
    const odd = (i: number) => (i === 5 ? 'A e C' : i === 6 ? 'ANNULLATA' : letter(i))
    const text = table('Domanda;A;B;C;Corretta;Errata corrige', (i) => [
      question(i),
      ...options(i),
      odd(i),
      i === 3 ? ('BCA'[right(i) - 1] ?? '') : '',
    ])
    const { domande, avvisi } = await leggi(text)
    expect(keys(domande)).toEqual(KEYS.map((key, i) => ([2, 4, 5].includes(i) ? null : key)))
    expect(avvisi.map((a) => a.testo)).toContainEqual(expect.stringContaining('2 risposte sono segnate'))
  })

  it.each<[string, string]>([
    [
      'in the place of the key',
      table('Domanda;A;B;C;Corretta', (i) => [question(i), ...options(i), i === 3 ? 'ANNULLATA' : letter(i)]),
    ],
    [
      'by a yes',
      table('Domanda;A;B;C;Corretta;Annullata', (i) => [question(i), ...options(i), letter(i), i === 3 ? 'SI' : 'no']),
    ],
    [
      'in a note',
      table('Domanda;A;B;C;Corretta;Note', (i) => [
        question(i),
        ...options(i),
        letter(i),
        i === 3 ? 'Annullata dalla commissione' : '',
      ]),
    ],
    [
      'in records',
      json((i) => ({ domanda: question(i), opzioni: options(i), corretta: letter(i), annullata: i === 3 ? 1 : 0 })),
    ],
  ])('a question annulled %s is annulled', async (_, text) => {
    expect((await leggi(text)).domande.map((d) => d.stato)).toEqual(N.map((i) => (i === 3 ? 'annullata' : 'valida')))
  })
})

describe('a second table below the first', () => {
  const half = (from: number, to: number, row: (i: number) => (string | number)[]) =>
    N.slice(from, to).map((i) => row(i).join(';'))
  const plain = (i: number) => [i, question(i), ...options(i), letter(i)]

  it.each<[string, string, (i: number) => (string | number)[]]>([
    [
      'with its answers in another order',
      'N;Domanda;C;B;A;Corretta',
      (i) => [i, question(i), ...options(i).reverse(), letter(i)],
    ],
    ['with its key in another place', 'Corretta;N;Domanda;A;B;C', (i) => [letter(i), i, question(i), ...options(i)]],
    ['a column further', ';N;Domanda;A;B;C;Corretta', (i) => ['', ...plain(i)]],
  ])('%s is read by its own names', async (_, header, row) => {
    const text = ['N;Domanda;A;B;C;Corretta', ...half(0, 6, plain), '', header, ...half(6, 12, row)].join('\n')
    const { domande } = await leggi(text)
    expect(domande.map((d) => d.risposte[(d.corretta ?? 0) - 1])).toEqual(N.map((i) => options(i)[right(i) - 1]))
    expect(domande.map((d) => d.testo)).toEqual(N.map(question))
  })
})

describe('a list with its answers in two columns', () => {
  const list = (options2: (o: string[]) => string) =>
    N.map((i) => `${i}. ${question(i)}\n${options2([...options(i), `il questore ${i}`])}\nRisposta: ${letter(i)}`).join(
      '\n\n',
    )

  it.each<[string, (o: string[]) => string]>([
    ['that go down', ([a, b, c, d]) => `A) ${a}     C) ${c}\nB) ${b}     D) ${d}`],
    ['that go across', ([a, b, c, d]) => `A) ${a}\tB) ${b}\nC) ${c}\tD) ${d}`],
    ['of different lengths', ([a, b, c, d]) => `A) ${a}\tC) ${c}\nB) ${b}\nD) ${d}`],
  ])('%s', async (_, written) => {
    const { domande } = await leggi(list(written), { nome: 'quiz.txt' })
    expect(domande.map((d) => d.risposte)).toEqual(N.map((i) => [...options(i), `il questore ${i}`]))
    expect(keys(domande)).toEqual(KEYS)
  })
})

it('answers under letters of their own are no rivals of the key', async () => {
  const text = json((i) => ({
    q: question(i),
    a: options(i)[0],
    b: options(i)[1],
    c: options(i)[2],
    answer: letter(i).toLowerCase(),
  }))
  expect(keys((await leggi(text)).domande)).toEqual(KEYS)
})

describe('a key inside another line of a list is the key, and no text', () => {
  it.each<[string, (i: number) => string, (i: number) => string]>([
    ['after the last answer', () => '', (i) => `  Risposta: ${letter(i)}`],
    ['after the question', (i) => ` (Risposta: ${letter(i)})`, () => ''],
    ['in brackets after the question', (i) => ` [${letter(i)}]`, () => ''],
    ['in brackets after the last answer', () => '', (i) => ` (${letter(i)})`],
  ])('%s', async (_, stem, last) => {
    const list = N.map(
      (i) =>
        `${i}. ${question(i)}${stem(i)}\n${options(i)
          .map((o, k) => `${'ABC'[k]}) ${o}`)
          .join('\n')}${last(i)}`,
    )
    const { domande } = await leggi(list.join('\n\n'), { nome: 'quiz.txt' })
    expect(domande.map((d) => d.testo)).toEqual(N.map(question))
    expect(domande.map((d) => d.risposte)).toEqual(N.map(options))
    expect(keys(domande)).toEqual(KEYS)
  })
})

it.each(['Risposta data', 'Falso', 'Risposta errata'])('true and false under «%s» are no keys', async (name) => {
  const text = table(`Affermazione;${name}`, (i) => [`Il caso ${i} spetta al sindaco.`, i % 2 ? 'V' : 'F'])
  await rifiutato(text)
})

describe('words after an answer that say whether it is right', () => {
  const written = (right: string, wrong: string) =>
    N.map((i) => {
      const answers = options(i).map((text, k) => `${'ABC'[k]}) ${text}${k + 1 === KEYS[i - 1] ? right : wrong}`)
      return `${i}. ${question(i)}\n${answers.join('\n')}`
    }).join('\n\n')

  it.each([
    ['(OK)', ' (OK)', ''],
    ['[giusta]', ' [giusta]', ''],
    ['(NO) of the others', '', ' (NO)'],
    ['(V) and (F)', ' (V)', ' (F)'],
  ])('%s: in a list and in a table', async (_, right, wrong) => {
    const cells = table('Domanda;A;B;C', (i) => [
      question(i),
      ...options(i).map((text, k) => `${text}${k + 1 === KEYS[i - 1] ? right : wrong}`),
    ])
    for (const text of [written(right, wrong), cells]) {
      const { domande } = await leggi(text, { nome: 'quiz.txt' })
      expect(domande.map((d) => d.risposte)).toEqual(N.map(options))
      expect(keys(domande)).toEqual(KEYS)
    }
  })

  it('on several answers of a question say nothing', async () => {
    const { domande } = await leggi(written(' (OK)', ' (OK)'), { nome: 'quiz.txt' })
    expect(keys(domande)).toEqual(NONE)
  })
})
