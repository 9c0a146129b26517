import { describe, expect, it } from 'vitest'
import { conta, leggi } from './helpers.ts'

type Fields = Record<string, unknown>
/** Four questions whose right answers are B, A, D, C. */
const KEYS = ['B', 'A', 'D', 'C']
const domande = (extra: (i: number) => Fields = (i) => ({ numero: i + 1 })): Fields[] =>
  KEYS.map((_, i) => ({
    ...extra(i),
    domanda: `Quale ufficio decide nel caso ${i + 1}?`,
    risposte: ['la giunta', 'il consiglio', 'il prefetto', 'il sindaco'].map((r) => `${r} ${i + 1}`),
  }))
const byNumber = Object.fromEntries(KEYS.map((key, i) => [String(i + 1), key]))
const text = (i: number) =>
  `${['la giunta', 'il consiglio', 'il prefetto', 'il sindaco'][(KEYS[i] ?? '').charCodeAt(0) - 65]} ${i + 1}`
const keysOf = async (file: unknown) => {
  const { domande: read, avvisi } = await leggi(typeof file === 'string' ? file : JSON.stringify(file))
  return { keys: read.map((d) => (d.corretta === null ? '-' : 'ABCD'[d.corretta - 1])).join(''), avvisi }
}
const shuffled = [3, 1, 0, 2]

describe('keys that stand apart from the questions of a JSON', () => {
  it.each<[string, unknown]>([
    ['a row', { domande: domande(), soluzioni: KEYS }],
    ['a map by number', { soluzioni: byNumber, domande: domande() }],
    ['a map by number of questions without numbers', { quiz: { domande: domande(() => ({})), correttore: byNumber } }],
    ['a map from 0 of questions without numbers', { domande: domande(() => ({})), answerKey: { ...[...KEYS] } }],
    ['names with numbers', { questions: domande(), answer_key: { q1: 'B', q2: 'A', q3: 'D', q4: 'C' } }],
    ['a list of numbers and letters', { domande: domande(), griglia: KEYS.map((k, i) => ({ n: i + 1, risposta: k })) }],
    ['pairs', { domande: domande(), 'Griglia delle risposte': KEYS.map((k, i) => [i + 1, k]) }],
    [
      'a list in another order',
      { domande: domande(), soluzioni: shuffled.map((i) => ({ domanda: i + 1, lettera: KEYS[i] })) },
    ],
    [
      'codes',
      {
        domande: domande((i) => ({ id: `AB${9 - i}` })),
        soluzioni: Object.fromEntries(KEYS.map((k, i) => [`AB${9 - i}`, k])),
      },
    ],
    ['texts of answers', { domande: domande(), risposte_corrette: KEYS.map((_, i) => text(i)) }],
    ['places from 0', { domande: domande(), correctAnswers: [1, 0, 3, 2] }],
    ['places from 1', { domande: domande(), soluzioni: { 1: 2, 2: 1, 3: 4, 4: 3 } }],
    [
      'texts of questions',
      { domande: domande(() => ({})), soluzioni: Object.fromEntries(domande().map((d, i) => [d.domanda, KEYS[i]])) },
    ],
    ['a sheet in a sheet', { prova: { domande: domande() }, correttore: { versione: 'unica', chiavi: byNumber } }],
    ['a text', { domande: domande(), soluzioni: '1-B, 2-A, 3-D, 4-C' }],
    ['a text of letters', { domande: domande(), chiavi: 'BADC' }],
    ['beside the list', [{ domande: domande() }, { soluzioni: byNumber }]],
    ['among the questions', [...domande(), { soluzioni: byNumber }]],
    ['a titled file whose answers are keys', { title: 'Prova di un ufficio', answers: KEYS, questions: domande() }],
    ['NDJSON', [...domande(), { correttore: byNumber }].map((d) => JSON.stringify(d)).join('\n')],
  ])('%s', async (_, file) => {
    expect((await keysOf(file)).keys).toBe('BADC')
  })

  it('a map goes to the numbers, wherever the questions stand', async () => {
    const all = domande()
    expect((await keysOf({ domande: shuffled.map((i) => all[i]), soluzioni: byNumber })).keys).toBe('CABD')
  })

  it('parts have each their own', async () => {
    const parts = [domande(), domande()].map((d, i) => ({
      nome: `Parte ${i}`,
      domande: d,
      soluzioni: i ? 'CCAA' : KEYS,
    }))
    expect((await keysOf({ parti: parts })).keys).toBe('BADCCCAA')
  })

  it.each<[string, unknown, RegExp]>([
    ['fewer', { domande: domande(), soluzioni: ['B', 'A', 'D'] }, /«soluzioni».*sono 3 e le domande 4/],
    ['other numbers', { domande: domande(), soluzioni: { 1: 'B', 2: 'A', 3: 'D', 5: 'C' } }, /numeri non sono quelli/],
    [
      'a row beside numbers that do not grow',
      { domande: domande((i) => ({ numero: 4 - i })), chiavi: KEYS },
      /in fila/,
    ],
    ['outside its answers', { domande: domande(), soluzioni: ['B', 'A', 'F', 'C'] }, /«F» non è nessuna/],
    ['places that no base fits', { domande: domande(), soluzioni: [0, 1, 4, 2] }, /non è nessuna/],
    [
      'numbers twice',
      { domande: domande(), griglia: [1, 1, 2, 3].map((n, i) => ({ n, risposta: KEYS[i] })) },
      /numeri non/,
    ],
    ['of two versions', { domande: domande(), griglia: { X: byNumber, Y: byNumber } }, /la loro forma/],
  ])('%s: none is given, which is said', async (_, file, said) => {
    const { keys, avvisi } = await keysOf(file)
    expect(keys).toBe('----')
    expect(avvisi.map((a) => a.testo).join('\n')).toMatch(said)
  })

  it('a key that is another than the question’s own leaves none', async () => {
    const own = domande((i) => ({ numero: i + 1, corretta: i === 2 ? 'A' : KEYS[i] }))
    const { keys, avvisi } = await keysOf({ domande: own, soluzioni: byNumber })
    expect(keys).toBe('BA-C')
    expect(conta(avvisi)).toMatchObject({ chiave_non_valida: 1 })
  })

  it('an annulled question and a missing key are those of their questions', async () => {
    const { domande: read } = await leggi(
      JSON.stringify({ domande: domande(), soluzioni: { 1: 'B', 2: 'annullata', 3: null, 4: 'C' } }),
    )
    expect(read.map((d) => [d.corretta, d.stato])).toEqual([
      [2, 'valida'],
      [null, 'annullata'],
      [null, 'valida'],
      [3, 'valida'],
    ])
  })

  it('questions under a subject that is named like keys are questions', async () => {
    const truths = Array.from({ length: 6 }, (_, i) => ({ q: `La regola ${i} vale sempre`, a: i % 2 === 0 }))
    const { domande: read } = await leggi(JSON.stringify({ 'uso-corretto-della-strada': truths, soluzioni: truths }))
    expect(read.map((d) => d.corretta)).toEqual([1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2])
  })

  it('what somebody answered is no key', async () => {
    expect((await keysOf({ domande: domande(), risposte_date: KEYS })).keys).toBe('----')
    expect((await keysOf({ candidato: 'Rossi', domande: domande(), risposte: KEYS })).keys).toBe('----')
    expect((await keysOf({ domande: domande(), answers: KEYS, punteggio: 12 })).keys).toBe('----')
  })
})
