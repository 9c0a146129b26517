import { utils, write } from '@e965/xlsx'
import { describe, expect, it } from 'vitest'
import { leggi, rifiutato } from './helpers.ts'

/** Questions with three answers and the place of the right one. */
const ASKED: [string, string[], number][] = [
  ['Quale ente rilascia il permesso di costruire?', ['Il Comune', 'La Regione', 'Lo Stato'], 0],
  ['Quanti anni dura il mandato del Sindaco?', ['Tre', 'Quattro', 'Cinque'], 2],
  ['Dove ha sede la Corte di giustizia?', ['A Bruxelles', 'A Lussemburgo', 'A Strasburgo'], 1],
  ['Chi promulga le leggi?', ['Il Capo dello Stato', 'Il Governo', 'Il Senato'], 0],
  ['Quale organo controlla i conti pubblici?', ['Il CNEL', 'La Corte dei conti', 'Il TAR'], 1],
  ['In quanti giorni si impugna un atto davanti al TAR?', ['Trenta', 'Quaranta', 'Sessanta'], 2],
]
const RIGHT = ASKED.map(([, answers, place]) => answers[place])
const SUBJECTS = ['Diritto', 'Diritto', 'Diritto', 'Contabilità', 'Contabilità', 'Contabilità']
type Cells = (string | number)[][]
const csv = (rows: Cells): string => `${rows.map((row) => row.join(';')).join('\n')}\n`
function xlsx(rows: Cells): Uint8Array {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Quesiti')
  return new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }))
}
const taught = ({ domande }: Awaited<ReturnType<typeof leggi>>) => domande.map((d) => d.risposte[(d.corretta ?? 0) - 1])

describe.each([
  ['V', 'F'],
  ['SI', 'NO'],
  ['1', '0'],
  ['x', ''],
  ['Esatta', 'Errata'],
])('a verdict (%s, %s) beside each answer is no answer, no subject and no key', (yes, no) => {
  const beside = (before: boolean): Cells =>
    ASKED.map(([text, answers, right], i) => [
      i + 1,
      text,
      ...answers.flatMap((a, k) => {
        const said = k === right ? yes : no
        return before ? [said, a] : [a, said]
      }),
    ])
  const named = (names: string[], before = false) => [names, ...beside(before).map((r, i) => [...r, SUBJECTS[i] ?? ''])]

  it.each<[string, Cells]>([
    ['without a header', beside(false)],
    ['before its answer', beside(true)],
    [
      'with names that repeat',
      named(['N.', 'Quesito', 'Risposta', 'V/F', 'Risposta', 'V/F', 'Risposta', 'V/F', 'Materia']),
    ],
    [
      'with names that are unknown',
      named(['N', 'Item', 'Scelta', 'Giudizio', 'Scelta', 'Giudizio', 'Scelta', 'Giudizio', 'Materia']),
    ],
    ['with numbered names', named(['N', 'Domanda', 'R1', 'VF1', 'R2', 'VF2', 'R3', 'VF3', 'Materia'])],
    ['before, with names', named(['N', 'Domanda', 'V/F', 'A', 'V/F', 'B', 'V/F', 'C', 'Materia'], true)],
    [
      'all after the answers',
      ASKED.map(([text, answers, right], i) => [
        i + 1,
        text,
        ...answers,
        ...answers.map((_, k) => (k === right ? yes : no)),
      ]),
    ],
  ])('%s', async (_, rows) => {
    for (const file of [csv(rows), xlsx(rows)]) {
      const bank = await leggi(file)
      expect(taught(bank)).toEqual(RIGHT)
      expect(bank.domande.every((d) => d.risposte.length === 3)).toBe(true)
      expect(bank.domande.map((d) => d.id_ufficiale)).toEqual(['1', '2', '3', '4', '5', '6'])
      const subjects =
        typeof rows[0]?.at(-1) === 'string' && rows[0].at(-1) === 'Materia' ? SUBJECTS : SUBJECTS.map(() => null)
      expect(bank.domande.map((d) => d.materia)).toEqual(subjects)
    }
  })

  it.each<[string, (text: string, answers: string[], said: string[]) => unknown]>([
    ['fields', (domanda, [a, b, c], [x, y, z]) => ({ domanda, r1: a, v1: x, r2: b, v2: y, r3: c, v3: z })],
    [
      'fields before',
      (domanda, [a, b, c], [x, y, z]) => ({
        domanda,
        ris_1: x,
        risposta_1: a,
        ris_2: y,
        risposta_2: b,
        ris_3: z,
        risposta_3: c,
      }),
    ],
    ...(no === ''
      ? []
      : ([
          ['turns', (domanda, answers, said) => ({ domanda, risposte: answers.flatMap((a, i) => [a, said[i]]) })],
          ['pairs', (domanda, answers, said) => ({ domanda, risposte: answers.map((a, i) => [a, said[i]]) })],
          [
            'objects',
            (domanda, answers, said) => ({
              domanda,
              risposte: answers.map((testo, i) => ({ testo, giudizio: said[i] })),
            }),
          ],
          ['a list beside', (domanda, risposte, verdetti) => ({ domanda, risposte, verdetti })],
        ] as [string, (text: string, answers: string[], said: string[]) => unknown][])),
  ])('in JSON: %s', async (_, write) => {
    const records = ASKED.map(([text, answers, right]) =>
      write(
        text,
        answers,
        answers.map((__, k) => (k === right ? yes : no)),
      ),
    )
    const bank = await leggi(JSON.stringify(records))
    expect(taught(bank)).toEqual(RIGHT)
    expect(bank.domande.every((d) => d.risposte.length === 3)).toBe(true)
  })

  it.each<[string, string[], (i: number, k: number) => (string | number)[]]>([
    ['with the question in each', ['Domanda', 'Risposta', 'Corretta'], (i) => [ASKED[i]?.[0] ?? '']],
    [
      'with number, letter and subject',
      ['N', 'Domanda', 'Materia', 'Lettera', 'Opzione', 'Esito'],
      (i, k) => [i + 1, ASKED[i]?.[0] ?? '', SUBJECTS[i] ?? '', 'ABC'[k] ?? ''],
    ],
    [
      'with the question in the first alone',
      ['Quesito', 'Opzione', 'Esatta'],
      (i, k) => [k === 0 ? (ASKED[i]?.[0] ?? '') : ''],
    ],
  ])('one row for each answer is one question: %s', async (name, names, before) => {
    const rows = ASKED.flatMap(([, answers, right], i) =>
      answers.map((a, k) => [...before(i, k), a, k === right ? yes : no]),
    )
    if (name.includes('first alone') && no === '') return
    expect(taught(await leggi(csv([names, ...rows])))).toEqual(RIGHT)
    const records = rows.map((row) => Object.fromEntries(names.map((n, c) => [n, row[c]])))
    expect(taught(await leggi(records.map((r) => JSON.stringify(r)).join('\n')))).toEqual(RIGHT)
  })

  it('in rows of their own below the question', async () => {
    if (no === '') return
    const rows = ASKED.flatMap(([text, answers, right], i) => [
      [i + 1, text, ''],
      ...answers.map((a, k) => ['', a, k === right ? yes : no]),
    ])
    const bank = await leggi(csv(rows))
    expect(taught(bank)).toEqual(RIGHT)
    expect(bank.domande.map((d) => d.id_ufficiale)).toEqual(['1', '2', '3', '4', '5', '6'])
  })
})

describe('Vero and Falso as answers, each with its verdict', () => {
  const said = [false, true, true, false, false, true]
  const rows: Cells = said.map((is, i) => [
    i + 1,
    `La norma del caso ${i} vale sempre.`,
    'VERO',
    is ? 'V' : 'F',
    'FALSO',
    is ? 'F' : 'V',
  ])

  it.each<[string, Cells]>([
    ['without a header', rows],
    ['with names that repeat', [['N.', 'Domanda', 'Risposta', 'V/F', 'Risposta', 'V/F'], ...rows]],
  ])('%s', async (_, table) => {
    const { domande } = await leggi(csv(table))
    expect(domande.map((d) => d.corretta)).toEqual(said.map((is) => (is ? 1 : 2)))
  })

  it('a cross under the name of one', async () => {
    const table = said.map((is, i) => [`La norma del caso ${i} vale sempre.`, is ? 'x' : '', is ? '' : 'x'])
    const { domande } = await leggi(csv([['Affermazione', 'Vero', 'Falso'], ...table]))
    expect(domande.map((d) => d.corretta)).toEqual(said.map((is) => (is ? 1 : 2)))
  })
})

describe('a sign on one answer of every row', () => {
  it.each(['*', '# ', '=> ', '✓ ', '[x] ', 'V - ', 'OK: '])('%s is the key and leaves the text', async (sign) => {
    const marked = ASKED.map(([text, answers, right], i) => [
      i + 1,
      text,
      ...answers.map((a, k) => (k === right ? `${sign}${a}` : a)),
    ])
    const key = ASKED.map(([, , right]) => right + 1)
    for (const rows of [
      marked,
      [['N', 'Domanda', 'A', 'B', 'C', 'Commento se giusto'], ...marked.map((row) => [...row, 'Bravo'])],
      [['N', 'Domanda', 'A', 'B', 'C', 'Esatta'], ...marked.map((row, i) => [...row, key[i] ?? ''])],
    ]) {
      const { domande } = await leggi(csv(rows))
      expect(domande.map((d) => d.corretta)).toEqual(key)
      expect(domande.map((d) => d.risposte)).toEqual(ASKED.map(([, answers]) => answers))
    }
    const text = marked.map(([n, t, ...a]) => `${n}. ${t}\n${a.map((one, k) => `${'ABC'[k]}) ${one}`).join('\n')}`)
    expect(taught(await leggi(text.join('\n\n')))).toEqual(RIGHT)
  })

  it('a column whose values are no answer is none, and is said', async () => {
    const rows = ASKED.map(([text, answers]) => [text, ...answers, 'Bravo'])
    const { domande, avvisi } = await leggi(csv([['Domanda', 'A', 'B', 'C', 'Commento se giusto'], ...rows]))
    expect(domande.every((d) => d.corretta === null)).toBe(true)
    expect(avvisi.some((a) => a.tipo === 'colonna_non_usata')).toBe(true)
  })
})

describe('a remark in the name of a column', () => {
  it.each([
    ['Domanda (max 300)', 'Risposta A (obbligatoria)', 'Risposta B', 'Risposta C (facoltativa)', 'Esatta'],
    [
      'Question - max 120 characters',
      'Answer 1 - max 75 characters',
      'Answer 2 - max 75 characters',
      'Answer 3 - max 75 characters (optional)',
      'Correct answer(s) - choose at least one',
    ],
    ['Quesito', 'Opzione 1 obbligatoria', 'Opzione 2 obbligatoria', '[opzionale] Opzione 3', 'Soluzione: la lettera'],
    ['Testo', 'A*', 'B*', 'C (al massimo 75 caratteri, spazi inclusi, senza a capo)', 'Corretta (A, B o C)'],
  ])('%s, %s, %s, %s, %s', async (...names) => {
    const rows = ASKED.map(([text, answers, right]) => [text, ...answers, 'ABC'[right] ?? ''])
    const bank = await leggi(csv([names, ...rows]))
    expect(taught(bank)).toEqual(RIGHT)
    expect(bank.domande.every((d) => d.risposte.length === 3)).toBe(true)
  })

  it('is stripped of the wrong answers too', async () => {
    const rows = ASKED.map(([text, answers, right]) => [
      text,
      answers[right] ?? '',
      ...answers.filter((_, k) => k !== right),
    ])
    const names = ['Domanda', 'Risposta corretta', 'Risposta errata 1', 'Risposta errata 2 (opzionale)']
    expect((await leggi(csv([names, ...rows]))).domande.every((d) => d.risposte.length === 3)).toBe(true)
  })
})

it('rows of answers without anything that says which is right are refused', async () => {
  const rows = ASKED.flatMap(([text, answers]) => answers.map((a) => [text, a]))
  expect((await rifiutato(csv([['Domanda', 'Risposta'], ...rows]))).codice).toBe('FILE_RIFIUTATO')
})

it('answers of an ordinary record are no verdicts, whatever they say', async () => {
  const truths = ASKED.map(([domanda], i) => ({ domanda, risposte: ['Vero', 'Falso'], corretta: i % 2 }))
  expect((await leggi(JSON.stringify(truths))).domande.map((d) => d.corretta)).toEqual([1, 2, 1, 2, 1, 2])
  const figures = ASKED.map(([domanda], i) => ({ domanda, risposte: ['10', '1', '20', '0'], corretta: i % 4 }))
  const { domande } = await leggi(JSON.stringify(figures))
  expect(domande.map((d) => d.risposte.length)).toEqual([4, 4, 4, 4, 4, 4])
  expect(domande.map((d) => d.corretta)).toEqual([1, 2, 3, 4, 1, 2])
})

it('places beside answers that are not there make no question of true and false', async () => {
  const records = ASKED.map(([domanda, risposte, corretta]) => ({ domanda, risposte, corretta }))
  const bare = [0, 1].map((corretta) => ({ domanda: `Quale figura segue la ${corretta}?`, risposte: [], corretta }))
  const lines = [...Array.from({ length: 10 }, () => records).flat(), ...bare].map((r) => JSON.stringify(r))
  const { domande, avvisi } = await leggi(lines.join('\n'))
  expect(domande).toHaveLength(60)
  expect(avvisi.filter((a) => a.tipo === 'riga_scartata').map((a) => a.riga)).toEqual([61, 62])
})

it('rows of answers of which several are right make no question of each row', async () => {
  const rows = ASKED.flatMap(([text, answers, right], i) =>
    answers.map((a, k) => [text, a, k === right || (i === 0 && k === 1) ? 'VERO' : 'FALSO']),
  )
  const { domande } = await leggi(csv([['Domanda', 'Risposta', 'Corretta'], ...rows]))
  expect(domande.map((d) => d.corretta)).toEqual([null, 3, 2, 1, 2, 3])
})

it('verdicts that are yes of several answers, or always of the first, are no answers either', async () => {
  const always = ASKED.map(([text, [a, b, c]], i) => [i + 1, text, a ?? '', 'V', b ?? '', 'F', c ?? '', 'F'])
  expect((await leggi(csv(always))).domande.map((d) => [d.risposte.length, d.corretta])).toEqual(
    ASKED.map(() => [3, 1]),
  )
  const several = always.map((row, i) => (i < 3 ? row.map((cell, c) => (c === 5 ? 'V' : cell)) : row))
  const { domande } = await leggi(csv(several))
  expect(domande.map((d) => d.corretta)).toEqual([null, null, null, 1, 1, 1])
})

describe('what is no verdict, or no answer, in a table of keys 0 and 1', () => {
  const quote = (cell: string | number) => `"${cell}"`
  const write = (rows: Cells) => csv(rows.map((row) => row.map(quote)))
  const two = ASKED.map(([text, answers], i) => ({ text, answers: answers.slice(0, 2), key: i % 2 }))
  const read = two.map(({ text, answers, key }, i) => [`${i + 1}`, text, answers, key + 1, SUBJECTS[i]])
  const readAs = async (text: string) =>
    (await leggi(text, { opzioni: { base: 0 } })).domande.map((d) => [
      d.id_ufficiale,
      d.testo,
      d.risposte,
      d.corretta,
      d.materia,
    ])
  const lines = (answers: string[]) => answers.map((a, k) => `${k + 1}) ${a}`).join('\n')

  it('answers on lines of one cell, as far from the keys as a verdict would be', async () => {
    const names = ['Opzioni', 'Materia', 'Soluzione', 'N.', 'Domanda']
    const rows = two.map(({ text, answers, key }, i) => [lines(answers), SUBJECTS[i] ?? '', key, i + 1, text])
    expect(await readAs(write([names, ...rows]))).toEqual(read)
  })

  it.each(['Annullata', 'Attiva'])('a subject and a number between a yes or no and the keys: %s', async (name) => {
    const names = [name, 'Materia', 'Soluzione', 'N.', 'Domanda', 'Opzioni']
    const rows = two.map(({ text, answers, key }, i) => ['no', SUBJECTS[i] ?? '', key, i + 1, text, lines(answers)])
    expect(await readAs(write([names, ...rows]))).toEqual(read)
  })

  it('unknown columns between them, where one cell has all the answers', async () => {
    const names = ['Attiva', 'Fascia', 'Soluzione', 'Anno', 'Domanda', 'Opzioni', 'Materia', 'N.']
    const rows = two.map(({ text, answers, key }, i) => {
      const before = ['no', `Fascia ${'XY'[i % 2]}`, key, `Anno ${2000 + i}`, text]
      return [...before, lines(answers), SUBJECTS[i] ?? '', i + 1]
    })
    expect(await readAs(write([names, ...rows]))).toEqual(read)
  })

  it('a subject and a number between a yes or no and the truth of a sentence', async () => {
    const names = ['Annullata', 'Materia', 'Vero/Falso', 'N.', 'Affermazione']
    const rows = two.map(({ text, key }, i) => ['no', SUBJECTS[i] ?? '', 'FV'[key] ?? '', i + 1, text])
    expect(await readAs(write([names, ...rows]))).toEqual(
      two.map(({ text, key }, i) => [`${i + 1}`, text, ['Vero', 'Falso'], 2 - key, SUBJECTS[i]]),
    )
  })
})
