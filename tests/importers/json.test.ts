import { describe, expect, it } from 'vitest'
import { importBank } from '#importers/import-bank'
import { breve, bytes, conta, leggi, righe } from './helpers.ts'

const leggiJson = (valore: unknown) => leggi(JSON.stringify(valore))
const ATTESA = 'Quale organo decide? | il giudice / il sindaco / il prefetto | 2'
const R = ['il giudice', 'il sindaco', 'il prefetto']

describe('one question in many shapes of JSON', () => {
  const D = 'Quale organo decide?'
  it.each<[string, unknown]>([
    ['answers as a list, letter', { domanda: D, risposte: R, corretta: 'B' }],
    ['answers as a map of letters', { numero: 1, domanda: D, opzioni: { A: R[0], B: R[1], C: R[2] }, corretta: 'B' }],
    ['answers as a map of lower letters', { q: D, options: { a: R[0], b: R[1], c: R[2] }, answer: 'b' }],
    [
      'answers as risposta1..3, index from 1',
      { domanda: D, risposta1: R[0], risposta2: R[1], risposta3: R[2], corretta: 2 },
    ],
    ['answers as optionA..C', { question: D, optionA: R[0], optionB: R[1], optionC: R[2], correctAnswer: 'B' }],
    ['answers as fields A..C', { quesito: D, A: R[0], B: R[1], C: R[2], esatta: 'B' }],
    ['answers as one-key objects', { question: D, options: [{ A: R[0] }, { B: R[1] }, { C: R[2] }], answer: 'B' }],
    ['objects with a flag', { domanda: D, risposte: R.map((testo, i) => ({ testo, corretta: i === 1 })) }],
    ['objects with isCorrect', { text: D, answers: R.map((text, i) => ({ text, isCorrect: i === 1 })) }],
    [
      'objects with a letter',
      { question: D, answers: R.map((text, i) => ({ letter: 'ABC'[i], text })), correctAnswer: 'B' },
    ],
    ['shuffled ids', { question: D, answers: R.map((text, i) => ({ id: 'cab'[i], text })), correct: 'a' }],
    ['the key as a text', { question: D, choices: R, correct_answer: 'Il sindaco.' }],
    ['an index from 0 named so', { question: D, choices: R, correctIndex: 1 }],
    ['a label from 0', { text: D, answers: R, label: 1 }],
    ['a list with one right answer', { question: D, choices: R, correct_answers: ['B'] }],
  ])('%s', async (_, domanda) => {
    expect((await leggiJson([domanda])).domande.map(breve)).toEqual([ATTESA])
  })

  it('the right answer apart from the wrong ones comes first', async () => {
    const { domande } = await leggiJson({
      results: [{ question: D, correct_answer: R[1], incorrect_answers: [R[0], R[2]] }],
    })
    expect(domande.map(breve)).toEqual(['Quale organo decide? | il sindaco / il giudice / il prefetto | 1'])
  })

  it('[EN15] a key of true or false alone is a true/false question', async () => {
    const { domande, avvisi } = await leggiJson([
      { q: 'La strada è a doppio senso', a: true },
      { q: 'La strada è chiusa', a: false },
    ])
    expect(domande.map(breve)).toEqual([
      'La strada è a doppio senso | Vero / Falso | 1',
      'La strada è chiusa | Vero / Falso | 2',
    ])
    expect(avvisi).toEqual([])
  })
})

describe('containers', () => {
  const domanda = (i: number) => ({
    domanda: `Che cosa dispone la norma ${i}?`,
    risposte: [`a${i}`, `b${i}`, `c${i}`],
    corretta: 'A',
  })

  it('a map from subject to list gives the subjects', async () => {
    const { domande } = await leggiJson({ Storia: [domanda(1), domanda(2)], Diritto: [domanda(3)] })
    expect(domande.map((d) => d.materia)).toEqual(['Storia', 'Storia', 'Diritto'])
  })

  it('of nested maps the outer one is the subject', async () => {
    const valore = {
      segnali: {
        pericolo: [{ img: '/x/1.png', q: 'Indica un pericolo', a: true }],
        obbligo: [{ q: 'Obbliga', a: false }],
      },
      strada: { corsie: [{ q: 'Le corsie sono due', a: true }] },
    }
    const { domande, avvisi } = await leggiJson(valore)
    expect(domande.map((d) => d.materia)).toEqual(['segnali', 'segnali', 'strada'])
    expect(conta(avvisi)).toEqual({ immagine_mancante: 1 })
  })

  it('a list named domande, questions, quiz or content is no subject; the name of its container is', async () => {
    for (const nome of ['domande', 'questions', 'quiz', 'content', 'quizzes']) {
      const { domande } = await leggiJson({
        id: 'cad',
        nome: 'Codice digitale',
        [nome]: [{ ...domanda(1), materia: 'cad' }],
      })
      expect(domande.map((d) => d.materia)).toEqual(['Codice digitale'])
    }
    expect((await leggiJson({ questions: [domanda(1)] })).domande[0]?.materia).toBeNull()
  })

  it('the title of the file is no subject, that of a container in a list is', async () => {
    expect((await leggiJson({ titolo: 'Banca 2024', domande: [domanda(1)] })).domande[0]?.materia).toBeNull()
    expect((await leggiJson({ materia: 'Storia', domande: [domanda(1)] })).domande[0]?.materia).toBe('Storia')
    const materie = ['Storia', 'Civica'].map((nome, i) => ({ nome, domande: [domanda(i)] }))
    expect((await leggiJson({ titolo: 'Banca 2024', materie })).domande.map((d) => d.materia)).toEqual([
      'Storia',
      'Civica',
    ])
  })

  it('a key above all the subjects is no subject', async () => {
    const valore = { banca_2024: { Storia: [domanda(1)], Diritto: [domanda(2)] } }
    expect((await leggiJson(valore)).domande.map((d) => d.materia)).toEqual(['Storia', 'Diritto'])
  })

  it('a map from number to question gives the numbers', async () => {
    const { domande } = await leggiJson({ 12: domanda(1), 13: domanda(2) })
    expect(domande.map((d) => [d.id_ufficiale, d.materia])).toEqual([
      ['12', null],
      ['13', null],
    ])
  })

  it('a container that counts its questions is held to its word', async () => {
    const { avvisi } = await leggiJson({ totaleQuiz: 3, quiz: [domanda(1), domanda(2)] })
    expect(avvisi).toEqual([
      { tipo: 'numero_mancante', riga: null, testo: 'Il file dichiara 3 domande e ne contiene 2.' },
    ])
  })
})

describe('indexes', () => {
  const banca = (indici: (number | string)[]) =>
    leggiJson(
      indici.map((corretta, i) => ({ domanda: `Norma ${i}: quale?`, risposte: [`a${i}`, `b${i}`, `c${i}`], corretta })),
    )

  it('count from 0 when some key is 0', async () => {
    expect((await banca([0, 1, 2, 1])).domande.map((d) => d.corretta)).toEqual([1, 2, 3, 2])
  })

  it('count from 1 when some key is the number of answers', async () => {
    expect((await banca([1, 2, 3, 2])).domande.map((d) => d.corretta)).toEqual([1, 2, 3, 2])
  })

  it('as texts of digits count alike', async () => {
    expect((await banca(['0', '2', '1'])).domande.map((d) => d.corretta)).toEqual([1, 3, 2])
  })

  it('that are the answers themselves are texts', async () => {
    const { domande } = await leggiJson([
      { domanda: 'Quanto fa 2 + 2?', risposte: ['3', '4', '5'], corretta: '4' },
      { domanda: 'Quanto fa 2 + 1?', risposte: ['3', '4', '5'], corretta: '3' },
    ])
    expect(domande.map((d) => d.corretta)).toEqual([2, 1])
  })
})

describe('answers in a map', () => {
  const texts = ['Alfa', 'Beta', 'Gamma', 'Delta']
  const bank = (answers: (right: number) => object, key: (right: number) => unknown) =>
    leggiJson(
      Array.from({ length: 8 }, (_, i) => ({
        domanda: `Quale atto spetta al responsabile numero ${i}?`,
        risposte: answers(i % 4),
        corretta: key(i % 4),
      })),
    )
  const named = (name: (i: number) => string | number) => () => Object.fromEntries(texts.map((t, i) => [name(i), t]))
  it.each([
    ['ordine', 1, (r: number) => r + 1],
    ['posizione', 1, (r: number) => 'ABCD'[r]],
    ['numero', 1, (r: number) => String(r + 1)],
    ['index', 0, (r: number) => r],
    ['n', 0, (r: number) => 'ABCD'[r]],
  ])('answers that say their own %s, from %i, are counted by it wherever they stand', async (field, base, key) => {
    const { domande } = await bank(
      () => [3, 1, 0, 2].map((i) => ({ [field]: i + base, testo: texts[i] })) as object,
      key,
    )
    expect(domande.map((d) => [d.risposte, d.risposte[(d.corretta ?? 0) - 1]])).toEqual(
      domande.map((_d, i) => [texts, texts[i % 4]]),
    )
  })

  it('a list that begins with nothing is counted from 1', async () => {
    const { domande } = await bank(
      () => [null, ...texts],
      (r) => r + 1,
    )
    expect(domande.map((d) => d.risposte[(d.corretta ?? 0) - 1])).toEqual(domande.map((_d, i) => texts[i % 4]))
  })

  it.each([
    ['numbers from 0, told by number', named((i) => i), (r: number) => r],
    ['numbers from 0, told as text', named((i) => i), (r: number) => String(r)],
    ['numbers from 0, told by letter', named((i) => i), (r: number) => 'ABCD'[r]],
    ['numbers from 1', named((i) => i + 1), (r: number) => r + 1],
    ['codes', named((i) => 4001 + 7 * i), (r: number) => 4001 + 7 * r],
    ['letters out of order', named((i) => 'DCBA'[i] as string), (r: number) => 'DCBA'[r]],
    [
      'texts that are right or not',
      (r: number) => Object.fromEntries(texts.map((t, i) => [t, i === r])),
      () => undefined,
    ],
    [
      'texts worth 1 or 0',
      (r: number) => Object.fromEntries(texts.map((t, i) => [t, i === r ? 1 : 0])),
      () => undefined,
    ],
  ])('%s: all four are read, and the right one is right', async (_, answers, key) => {
    const { domande } = await bank(answers, key)
    expect(domande.map((d) => [d.risposte.length, d.risposte[(d.corretta ?? 0) - 1]])).toEqual(
      domande.map((_d, i) => [4, texts[i % 4]]),
    )
    expect(domande).toHaveLength(8)
  })
})

describe('keys that are not there', () => {
  it('[EN16][BK13] a null key leaves the question without one, and says so', async () => {
    const voci = [null, 'None', 'Z', 'A, C', 'B'].map((corretta, i) => ({
      domanda: `Norma ${i}: quale?`,
      risposte: [`x${i}`, `y${i}`, `w${i}`],
      corretta,
    }))
    const { domande, avvisi } = await leggiJson(voci)
    expect(domande.map((d) => [d.corretta, d.chiave])).toEqual([
      [null, 'assente'],
      [null, 'assente'],
      [null, 'assente'],
      [null, 'assente'],
      [2, 'ufficiale'],
    ])
    expect(righe(avvisi, 'chiave_assente')).toEqual([1, 2])
    expect(righe(avvisi, 'chiave_non_valida')).toEqual([3, 4])
  })

  it('[BK13] a bank without any key says it once', async () => {
    const { domande, avvisi } = await leggiJson([
      { domanda: 'Quale?', risposte: R },
      { domanda: 'E quando?', risposte: R },
    ])
    expect(domande.map((d) => d.chiave)).toEqual(['assente', 'assente'])
    expect(avvisi.filter((a) => a.tipo === 'chiave_assente')).toHaveLength(1)
  })

  it('two flags or none are told apart', async () => {
    const con = (...giuste: number[]) => R.map((testo, i) => ({ testo, corretta: giuste.includes(i) }))
    const { avvisi } = await leggiJson([
      { domanda: 'Prima?', risposte: con(0, 2) },
      { domanda: 'Seconda?', risposte: con() },
      { domanda: 'Terza?', risposte: con(1) },
    ])
    expect(conta(avvisi)).toEqual({ chiave_non_valida: 1, chiave_assente: 1 })
  })

  it('[EN16] the caller says where keys come from', async () => {
    const byte = JSON.stringify([{ domanda: 'Quale?', risposte: R, corretta: 'A' }])
    expect((await leggi(byte, { opzioni: { defaultKeySource: 'redazione' } })).domande[0]?.chiave).toBe('redazione')
  })
})

describe('situational questions', () => {
  it('[EN17] grades by name beside or inside the answers give points, the best is right', async () => {
    const { domande } = await leggiJson([
      { domanda: 'Che cosa fai?', risposte: R, efficacia: ['bassa', 'alta', 'neutra'] },
      {
        domanda: 'E poi?',
        risposte: R.map((testo, i) => ({ testo, corretta: i === 0, efficacia: ['alta', 'bassa', 'bassa'][i] })),
      },
      { domanda: 'Infine?', risposte: R.map((testo, i) => ({ testo, punteggio: [0.375, 0, 0.75][i] })) },
    ])
    expect(domande.map((d) => [d.punti, d.corretta])).toEqual([
      [[0, 750, 375], 2],
      [[750, 0, 0], 1],
      [[375, 0, 750], 3],
    ])
  })

  it('[EN17] a number that no answer can be worth is no points', async () => {
    const risposte = [1e9, 5, 2].map((punti, i) => ({ testo: `risposta ${i}`, punti }))
    const { domande } = await leggi(JSON.stringify([{ domanda: 'Che cosa fa?', risposte }]))
    expect(domande[0]).toMatchObject({ punti: null, corretta: 2 })
  })

  it('[EN17] points of a right and a wrong answer are no grades', async () => {
    const { domande } = await leggiJson([
      { domanda: 'Quale?', risposte: R.map((testo, i) => ({ testo, punti: i === 2 ? 1 : -0.25 })) },
    ])
    expect(domande.map((d) => [d.punti, d.corretta])).toEqual([[null, 3]])
  })
})

describe('the fields that were read', () => {
  const read = async (fields: (i: number) => object) => {
    const records = [0, 1, 2].map((i) => ({ question: `Norma ${i}: quale?`, options: R, ...fields(i) }))
    const result = await importBank({ nome: 'banca', byte: bytes(JSON.stringify(records)) })
    return result.ok ? result.value : expect.fail('refused')
  }

  it('name the list of the answers, not the key beside it', async () => {
    const { mapping } = await read((i) => ({ answer: 'ABC'[i] }))
    expect(Object.fromEntries(mapping.map(({ role, name }) => [role, name]))).toEqual({
      testo: 'question',
      risposte: 'options',
      chiave: 'answer',
    })
  })

  it('leave out a text under the name of a list, which is said', async () => {
    const { avvisi } = await read((i) => ({ answer: 'CAB'[i], correct_answer: 'ABC'[i] }))
    expect(avvisi.map(({ kind, figures }) => [kind, figures])).toEqual([
      ['column_unused', { name: 'answer', values: 3, example: 'C' }],
    ])
  })
})

describe('NDJSON', () => {
  const riga = (i: number) =>
    JSON.stringify({ n: i, domanda: `Norma ${i}: quale?`, risposte: [`a${i}`, `b${i}`, `c${i}`], corretta: i % 3 })

  it('has a question per line, with the line as its row', async () => {
    const { domande, avvisi } = await leggi(`${riga(1)}\r\n${riga(2)}\r\n\r\n${riga(3)}\r\n\r\n`)
    expect(domande.map((d) => [d.riga, d.id_ufficiale, d.corretta])).toEqual([
      [1, '1', 2],
      [2, '2', 3],
      [4, '3', 1],
    ])
    expect(avvisi).toEqual([{ tipo: 'riga_vuota', riga: 3, testo: 'La riga è vuota.' }])
  })

  it('tells broken lines and lines that are no questions, and goes on', async () => {
    const text = `${riga(1)}\n{"n": 2, "doma\n${riga(3)}\n[1]\n${riga(4)}\n${riga(5)}\n`
    const { domande, avvisi } = await leggi(text, { opzioni: { force: true } })
    expect(domande.map((d) => d.riga)).toEqual([1, 3, 5, 6])
    expect(righe(avvisi, 'riga_scartata')).toEqual([2, 4])
  })
})
