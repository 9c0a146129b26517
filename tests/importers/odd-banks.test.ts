import { utils, write } from '@e965/xlsx'
import { describe, expect, it } from 'vitest'
import { conta, leggi, rifiutato } from './helpers.ts'
import { json, KEYS, keys, letter, N, NONE, options, question, right, table } from './invented.ts'

const plain = (i: number) => [i, question(i), ...options(i), letter(i)]
const HEADER = 'N;Domanda;A;B;C;Corretta'

describe('a key written in an odd way is the same key', () => {
  it.each<[string, string]>([
    [
      'the name of its column',
      table('Domanda;risposta_a;risposta_b;risposta_c;corretta', (i) => [
        question(i),
        ...options(i),
        `risposta_${letter(i).toLowerCase()}`,
      ]),
    ],
    [
      'a short name and a number',
      table('domanda;op1;op2;op3;corretta', (i) => [question(i), ...options(i), `op${right(i)}`]),
    ],
    [
      'a column of its own for each answer',
      table('Domanda;A;B;C;A_corretta;B_corretta;C_corretta', (i) => [
        question(i),
        ...options(i),
        ...[1, 2, 3].map((k) => (k === right(i) ? 'x' : '')),
      ]),
    ],
    [
      'V and F beside each answer',
      table('domanda;risposta1;esito1;risposta2;esito2;risposta3;esito3', (i) => [
        question(i),
        ...options(i).flatMap((text, k) => [text, k + 1 === right(i) ? 'V' : 'F']),
      ]),
    ],
    ['a number with decimals', table('domanda;a;b;c;corretta', (i) => [question(i), ...options(i), `${right(i)},0`])],
    [
      'a letter of another width',
      table('Domanda;A;B;C;Corretta', (i) => [question(i), ...options(i), String.fromCharCode(0xff20 + right(i))]),
    ],
    [
      'its text with straight apostrophes',
      table('Domanda;A;B;C;Corretta', (i) => [
        question(i),
        `l’atto ${i}`,
        `«dolo» ${i}`,
        `l’ente ${i}`,
        [`l'atto ${i}`, `"dolo" ${i}`, `l'ente ${i}`][right(i) - 1] ?? '',
      ]),
    ],
    [
      'the id of an option',
      json((i) => ({
        question: { text: question(i) },
        options: options(i).map((text, k) => ({ id: `o${i}${k}`, text })),
        correctOptionId: `o${i}${right(i) - 1}`,
      })),
    ],
    [
      'the name of a field',
      json((i) => ({
        question: question(i),
        answers: Object.fromEntries(options(i).map((text, k) => [`answer_${'abc'[k]}`, text])),
        correct_answer: `answer_${letter(i).toLowerCase()}`,
      })),
    ],
    [
      'an object of flags',
      json((i) => ({
        question: question(i),
        answers: Object.fromEntries(options(i).map((text, k) => [`answer_${'abc'[k]}`, text])),
        correct_answers: Object.fromEntries(
          [1, 2, 3].map((k) => [`answer_${'abc'[k - 1]}_correct`, String(k === right(i))]),
        ),
      })),
    ],
    [
      'in another language',
      json((i) => ({ pregunta: question(i), opciones: options(i), respuesta_correcta: letter(i) })),
    ],
  ])('%s', async (_, text) => {
    const { domande } = await leggi(text)
    expect(keys(domande)).toEqual(KEYS)
    expect(domande.map((d) => d.testo)).toEqual(N.map(question))
  })

  it('of answers that carry letters of their own, out of order', async () => {
    const shuffled = (i: number) => [`C) ${options(i)[2]}`, `A) ${options(i)[0]}`, `B) ${options(i)[1]}`]
    const { domande } = await leggi(table('Domanda;R1;R2;R3;Corretta', (i) => [question(i), ...shuffled(i), letter(i)]))
    expect(domande.map((d) => d.risposte[(d.corretta ?? 0) - 1])).toEqual(N.map((i) => options(i)[right(i) - 1]))
  })
})

describe('what somebody answered is no key', () => {
  it.each([
    'Risposta data',
    'La tua risposta',
    'Risposta del candidato',
    'Opzione selezionata',
    'User answer',
    'Risposta errata più frequente',
    'Non corretta',
    'Gettonata',
    'Commissione',
  ])('%s', async (name) => {
    const { domande, avvisi } = await leggi(
      table(`Domanda;A;B;C;${name}`, (i) => [question(i), ...options(i), letter(i)]),
    )
    expect(keys(domande)).toEqual(NONE)
    expect(conta(avvisi)).toEqual({ chiave_assente: 1, colonna_non_usata: 1 })
  })
})

describe('a key that may be something else is said', () => {
  it('letters under a name that does not say it', async () => {
    const { domande, avvisi } = await leggi(table('Domanda;A;B;C;Z9', (i) => [question(i), ...options(i), letter(i)]))
    expect(keys(domande)).toEqual(KEYS)
    expect(avvisi.map((a) => a.testo)).toEqual([expect.stringContaining('colonna «Z9»')])
  })

  it('nothing but 0 and 1 beside three answers', async () => {
    const { avvisi } = await leggi(json((i) => ({ question: question(i), options: options(i), correct: i % 2 })))
    expect(conta(avvisi)).toEqual({ chiave_dubbia: 1 })
  })

  it('an index whose base both fit', async () => {
    const { avvisi } = await leggi(
      json((i) => ({ question: question(i), options: options(i), correctIndex: (i % 2) + 1 })),
    )
    expect(avvisi.map((a) => a.testo)).toEqual([expect.stringContaining('da 0 e da 1')])
  })

  it('two fields that name different answers leave none; a surer name wins', async () => {
    const other = (i: number) => 'BCA'[right(i) - 1]
    const unsure = await leggi(
      json((i) => ({ question: question(i), options: options(i), label: other(i), answer: letter(i) })),
    )
    expect(keys(unsure.domande)).toEqual(NONE)
    expect(conta(unsure.avvisi)).toMatchObject({ chiave_non_valida: N.length })
    const sure = await leggi(
      json((i) => ({ domanda: question(i), opzioni: options(i), risposta: other(i), risposta_corretta: letter(i) })),
    )
    expect(keys(sure.domande)).toEqual(KEYS)
  })
})

describe('two columns of keys', () => {
  const two = (first: string, second: string) =>
    table(`Domanda;A;B;C;${first};${second}`, (i) => [question(i), ...options(i), i === 3 ? 'C' : letter(i), letter(i)])

  it('that differ leave no key where they do, and say so', async () => {
    const { domande, avvisi } = await leggi(two('Corretta', 'Risposta esatta'))
    expect(keys(domande)).toEqual(KEYS.map((key, i) => (i === 2 ? null : key)))
    expect(conta(avvisi)).toMatchObject({ chiave_non_valida: 1 })
  })

  it.each([
    ['Chiave provvisoria', 'Chiave definitiva'],
    ['Risposta esatta', 'Risposta esatta rettificata'],
  ])('%s gives way to %s', async (first, second) => {
    expect(keys((await leggi(two(first, second))).domande)).toEqual(KEYS)
  })
})

describe('rows that are no questions', () => {
  it.each<[string, (i: number) => string]>([
    ['the header in other words', () => 'Num.;Quesito;Risposta A;Risposta B;Risposta C;Esatta'],
    ['a part of the header', () => 'N;Domanda;A;B;C;'],
    ['the kinds of the columns', () => 'int;testo;testo;testo;testo;char'],
    ['a rule', () => '---;---;---;---;---;---'],
    ['a total', () => 'Totale;12;;;;'],
    ['a page of pages', () => 'Pag. 2;di 14;;;;'],
    ['nothing', () => ';;;;;'],
  ])('%s', async (_, extra) => {
    const lines = N.map((i) => plain(i).join(';') + (i === 6 ? `\n${extra(i)}` : ''))
    const { domande } = await leggi(`${HEADER}\n${lines.join('\n')}\n`)
    expect(domande.map((d) => d.testo)).toEqual(N.map(question))
    expect(keys(domande)).toEqual(KEYS)
  })

  const cut = (between: string, rest: string, key = letter(4)) => {
    const lines = N.map((i) =>
      i === 4
        ? `4;${question(4)};${options(4)[0]};${options(4)[1]};la giunta;${key}\n${between}${rest}`
        : plain(i).join(';'),
    )
    return `${HEADER}\n${lines.join('\n')}\n`
  }

  it.each([
    ['a page number', cut('Pagina 3;;;;;\n', ';;;;del caso 4;')],
    ['the header', cut(`${HEADER}\n`, ';;;;del caso 4;')],
    ['nothing, with its key below', cut('', `;;;;del caso 4;${letter(4)}`, '')],
  ])('between the halves of a row stands %s', async (_, text) => {
    const { domande } = await leggi(text)
    expect(domande.map((d) => d.risposte)).toEqual(N.map(options))
    expect(keys(domande)).toEqual(KEYS)
    expect(domande.every((d) => d.materia === null)).toBe(true)
  })
})

describe('texts stay whole', () => {
  it.each([
    ['emoji that are joined', '👩‍⚖️ e 👨🏽‍🚒'],
    ['the flag of a region', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
    ['letters that are kept apart', 'می‌خواهم'],
  ])('%s', async (_, sign) => {
    const { domande, avvisi } = await leggi(
      table(HEADER, (i) => [i, `Che cosa è ${sign} nel caso ${i}?`, ...options(i), letter(i)]),
    )
    expect(domande[0]?.testo).toBe(`Che cosa è ${sign} nel caso 1?`)
    expect(avvisi).toEqual([])
  })

  it('broken twice', async () => {
    const broken = (text: string) => text.replace(/[\u0080-\u00ff]/g, (c) => Buffer.from(c).toString('latin1'))
    const text = table(HEADER, (i) => [i, broken(broken(`È più città, l’età di ${i}?`)), ...options(i), letter(i)])
    expect((await leggi(text)).domande[0]?.testo).toBe('È più città, l’età di 1?')
  })

  it('answers lose the numbers that the page gave them', async () => {
    const numbered = (i: number) => options(i).map((text, k) => `${k + 1}. ${text}`)
    const { domande } = await leggi(table(HEADER, (i) => [i, question(i), ...numbered(i), letter(i)]))
    expect(domande.map((d) => d.risposte)).toEqual(N.map(options))
  })

  it('an answer is its words, not the letter that names it', async () => {
    const { domande } = await leggi(
      json((i) => ({
        stem: question(i),
        choices: options(i).map((content, k) => ({ label: 'ABC'[k], content })),
        key: letter(i),
      })),
    )
    expect(domande.map((d) => d.risposte)).toEqual(N.map(options))
    expect(keys(domande)).toEqual(KEYS)
  })

  it('a passage above a list of questions stays with each', async () => {
    const passage = 'La legge è uguale per tutti, disse il giudice.'
    const text = JSON.stringify({
      brani: [
        {
          testo: passage,
          domande: N.map((i) => ({ domanda: question(i), risposte: options(i), corretta: letter(i) })),
        },
      ],
    })
    const { domande } = await leggi(text)
    expect(domande.every((d) => d.testo.includes(passage))).toBe(true)
    expect(domande.every((d) => d.materia === null)).toBe(true)
  })

  it.each<[string | undefined, string]>([
    ['€ #,##0.00', '€ 1.234,50'],
    ['#,##0.0 "km"', '1.234,5 km'],
    ['d.m.yyyy', '18.5.1903'],
    [undefined, '1234,5'],
  ])('a number shown as %s is in Italian form', async (format, shown) => {
    const sheet = utils.aoa_to_sheet([
      HEADER.split(';'),
      ...N.map((i) => [i, question(i), 1234.5, ...options(i).slice(1), letter(i)]),
    ])
    for (const i of N) if (format !== undefined) sheet[`C${i + 1}`].z = format
    const book = utils.book_new()
    utils.book_append_sheet(book, sheet, 'Banca')
    const { domande } = await leggi(new Uint8Array(write(book, { type: 'buffer', bookType: 'xlsx' })))
    expect(domande[0]?.risposte[0]).toBe(shown)
  })
})

describe('other formats', () => {
  it('GIFT of true and false alone', async () => {
    const text = N.map((i) => `Il caso ${i} è regolato dalla legge {${i % 2 ? 'T' : 'FALSE#no'}}`).join('\n\n')
    expect(keys((await leggi(text)).domande)).toEqual(N.map((i) => (i % 2 ? 1 : 2)))
  })

  it.each([
    'Le risposte con * sono state contestate.',
    'Non sono corrette le risposte con l’asterisco.',
    'Con * le domande nuove',
  ])('a star that means something else: %s', async (note) => {
    const list = N.map(
      (i) =>
        `${i}. ${question(i)}\n${options(i)
          .map((text, k) => `${'ABC'[k]}) ${text}${k + 1 === right(i) ? ' *' : ''}`)
          .join('\n')}`,
    )
    const { domande } = await leggi(`${note}\n\n${list.join('\n\n')}\n`)
    expect(keys(domande)).toEqual(NONE)
  })
})

describe('what no bank has is said before it is weighed', () => {
  const records = (text: string) => [
    ...N.map((i) => ({ domanda: question(i), risposte: options(i), corretta: letter(i) })),
    { domanda: text, risposte: ['a', 'b'], corretta: 'A' },
  ]

  it.each([
    ['a text of two million characters', 'x'.repeat(2_000_000)],
    ['tags that never end', '<b>'.repeat(100_000)],
  ])('%s leaves its question out', async (_, text) => {
    const { domande, avvisi } = await leggi(JSON.stringify(records(text)), { opzioni: { force: true } })
    expect(domande).toHaveLength(N.length)
    expect(avvisi.map((a) => a.testo)).toEqual([expect.stringContaining('caratteri')])
  })

  it('a picture written in a text is no part of its length', async () => {
    const text = `Che cosa mostra? <img src="data:image/png;base64,${'A'.repeat(40_000)}">`
    expect((await leggi(JSON.stringify(records(text)))).domande).toHaveLength(N.length + 1)
  })

  const around = (cell: string) => `${table(HEADER, plain)}13;${cell};a;b;c;A\n`
  it.each<[string, string, string]>([
    ['a row of two million characters', around('x'.repeat(2_000_000)), 'Una riga supera'],
    ['more rows than any bank', `${table(HEADER, plain)}${'x;y\n'.repeat(600_000)}`, 'più di 500000 righe'],
    [
      'a line of a list that no question has',
      N.map((i) => `${i}. ${question(i)}\nA) ${'x'.repeat(30_000)}\nB) sì\nC) no`).join('\n\n'),
      'Una riga supera',
    ],
  ])('%s is refused in words', async (_, text, said) => {
    expect(String((await rifiutato(text)).dati?.motivo)).toContain(said)
  })

  it('blanks without end weigh like one', async () => {
    const wide = ' '.repeat(15_000)
    const list = N.map((i) => `${i}. ${question(i)}\nA) uno${wide}due\nB) tre\nC) quattro\nRisposta: ${letter(i)}`)
    const { domande } = await leggi(`${list.join('\n\n')}\n`)
    expect(domande[0]?.risposte[0]).toBe('uno due')
    expect(keys(domande)).toEqual(KEYS)
  })
})
