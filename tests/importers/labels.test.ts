import { describe, expect, it } from 'vitest'
import { leggi, rifiutato } from './helpers.ts'
import { PNG } from './pictures.ts'

const TEXTS = [
  'Chi firma il contratto?',
  'Quale atto apre la gara?',
  'Dove si pubblica il bando?',
  'Chi nomina il commissario?',
]
const answers = (i: number) => [`il primo del caso ${i}`, `il secondo del caso ${i}`, `il terzo del caso ${i}`]
const record = (text: string, i: number) => ({ domanda: text, risposte: answers(i), corretta: 'ABCA'[i] })
const json = (texts: string[]) => JSON.stringify(texts.map(record))
const csv = (texts: string[]) =>
  `Domanda;A;B;C;Esatta\n${texts.map((t, i) => [t, ...answers(i), 'ABCA'[i]].join(';')).join('\n')}\n`
const list = (texts: string[]) =>
  texts
    .map(
      (t, i) =>
        `${t}\n${answers(i)
          .map((a, k) => `${'ABC'[k]}: ${a}`)
          .join('\n')}\nESATTA: ${'ABCA'[i]}`,
    )
    .join('\n\n')
const aiken = (texts: string[]) =>
  texts
    .map(
      (t, i) =>
        `${t}\n${answers(i)
          .map((a, k) => `${'ABC'[k]}. ${a}`)
          .join('\n')}\nANSWER: ${'ABCA'[i]}`,
    )
    .join('\n\n')

describe('what every text begins with', () => {
  it.each<[string, (i: number) => string, boolean]>([
    ['12.', (i) => `${i}. `, true],
    ['12)', (i) => `${i}) `, true],
    ['12 -', (i) => `${i} - `, true],
    ['[12]', (i) => `[${i}] `, true],
    ['Domanda n. 12:', (i) => `Domanda n. ${i}: `, true],
    ['Q12)', (i) => `Q${i}) `, true],
    ['DOMANDA:', () => 'DOMANDA: ', false],
    ['Quesito -', () => 'Quesito - ', false],
  ])('%s leaves it; a growing number is the official one', async (_, label, numbered) => {
    const texts = TEXTS.map((text, i) => `${label(i + 7)}${text}`)
    for (const write of [json, csv, list, aiken]) {
      const { domande } = await leggi(write(texts))
      expect(domande.map((d) => d.testo)).toEqual(TEXTS)
      expect(domande.map((d) => d.id_ufficiale)).toEqual(TEXTS.map((__, i) => (numbered ? `${i + 7}` : null)))
    }
  })

  it.each<[string, (i: number) => string]>([
    ['a year', (i) => `${1815 + i * 40} - `],
    ['an article', (i) => `Art. ${i} - `],
    ['what is asked of all', () => 'Indicare la risposta esatta: '],
    ['a figure', (i) => `${i + 2} giorni: `],
  ])('%s stays', async (_, label) => {
    const texts = TEXTS.map((text, i) => `${label(i)}${text}`)
    expect((await leggi(json(texts))).domande.map((d) => d.testo)).toEqual(texts)
  })

  it.each(['Risposta A: ', 'A - ', '- ', 'R1) '])('%s leaves the answers', async (label) => {
    const marked = TEXTS.map((text, i) => ({
      ...record(text, i),
      risposte: answers(i).map((a, k) => `${label.replace('A', 'ABC'[k] ?? '').replace('1', `${k + 1}`)}${a}`),
    }))
    const { domande } = await leggi(JSON.stringify(marked))
    expect(domande.map((d) => d.risposte)).toEqual(TEXTS.map((_, i) => answers(i)))
  })
})

describe('the subject of a section in JSON', () => {
  const [first, second] = [TEXTS.slice(0, 2), TEXTS.slice(2)].map((texts) => texts.map(record))
  const sections = (name: string, field: string) => [
    { [name]: 'Appalti pubblici', [field]: first },
    { [name]: 'Contratti', [field]: second },
  ]
  const named = ['Appalti pubblici', 'Appalti pubblici', 'Contratti', 'Contratti']

  it.each([
    ['section', 'qa'],
    ['titolo_sezione', 'lista'],
    ['etichetta', 'elementi'],
    ['xyz', 'batteria'],
  ])('is the text «%s» beside the list «%s», which never is', async (name, field) => {
    const files = [
      sections(name, field),
      { titolo: 'Concorso', blocchi: sections(name, field) },
      { s1: sections(name, field)[0], s2: sections(name, field)[1] },
    ]
    const lines = sections(name, field).map((section) => JSON.stringify(section))
    for (const text of [...files.map((file) => JSON.stringify(file)), lines.join('\n')])
      expect((await leggi(text)).domande.map((d) => d.materia)).toEqual(named)
  })

  it('is no field that holds all the questions', async () => {
    const { domande } = await leggi(JSON.stringify({ banca_quiz: TEXTS.map(record) }))
    expect(domande.every((d) => d.materia === null)).toBe(true)
  })

  it('is none where several texts could be it, which is said', async () => {
    const blocks = [first, second].map((elenco, i) => ({ aaa: `Uno ${i}`, bbb: `Due ${i}`, elenco }))
    const { domande, avvisi } = await leggi(JSON.stringify(blocks))
    expect(domande.every((d) => d.materia === null)).toBe(true)
    expect(avvisi.filter((a) => a.tipo === 'colonna_non_usata')).toHaveLength(2)
  })
})

describe('true and false as yes and no', () => {
  const TRUE = [false, true, true, false, true, false]
  const stated = (i: number) => `La regola del caso ${i} vale sempre.`
  it.each<[string | number, string | number]>([
    [1, 0],
    ['SI', 'NO'],
    ['sì', 'no'],
    ['s', 'n'],
    ['Corretta', 'Errata'],
    ['+', '-'],
  ])('%s and %s', async (yes, no) => {
    const said = TRUE.map((is) => (is ? yes : no))
    const rows = said.map((s, i) => `${i + 1};${stated(i)};${s}`).join('\n')
    const files = [
      `n;domanda;risposta\n${rows}\n`,
      `n;affermazione;Esatta\n${rows}\n`,
      JSON.stringify(said.map((answer, i) => ({ question: stated(i), answer }))),
      said.map((corretta, i) => JSON.stringify({ domanda: stated(i), corretta })).join('\n'),
    ]
    for (const file of files) {
      const { domande } = await leggi(file)
      expect(domande.map((d) => d.corretta)).toEqual(TRUE.map((is) => (is ? 1 : 2)))
      expect(domande.every((d) => d.risposte.join() === 'Vero,Falso')).toBe(true)
    }
  })

  it.each(['Esatta', 'Risposta'])('stay the keys beside a column with one V: %s', async (name) => {
    const rows = TRUE.map((is, i) => `${i + 1};${stated(i)};${is ? 'SI' : 'NO'};${i === 2 ? 'V' : ''}`)
    const { domande } = await leggi(`n;affermazione;${name};XQ\n${rows.join('\n')}\n`)
    expect(domande.map((d) => d.corretta)).toEqual(TRUE.map((is) => (is ? 1 : 2)))
  })

  it('one value in every row teaches nothing', async () => {
    const { domande, avvisi } = await leggi(`domanda;risposta\n${TRUE.map((_, i) => `${stated(i)};VERO`).join('\n')}\n`)
    expect(domande.every((d) => d.corretta === null)).toBe(true)
    expect(avvisi.some((a) => a.tipo === 'chiave_dubbia' && a.testo.includes('Vero'))).toBe(true)
    await rifiutato(JSON.stringify(TRUE.map((_, i) => ({ question: stated(i), answer: 1 }))))
  })
})

it('numbers that fit from 0 and from 1 are doubtful beside numbered answers too', async () => {
  const rows = TEXTS.map((text, i) => `${text};${answers(i).join(';')};${(i % 2) + 1}`)
  const { domande, avvisi } = await leggi(`domanda;risposta1;risposta2;risposta3;corretta\n${rows.join('\n')}\n`)
  expect(domande.map((d) => d.corretta)).toEqual([1, 2, 1, 2])
  expect(avvisi.map((a) => a.tipo)).toEqual(['chiave_dubbia'])
})

it.each<[string, (name: string) => unknown]>([
  ['a text', (name) => name],
  ['a list', (name) => [name]],
])('a field of pictures in JSON links names without an ending, under any name: %s', async (_, write) => {
  const records = TEXTS.map((text, i) => ({ ...record(text, i), refs: i < 2 ? write(`tav-${i}`) : '' }))
  const immagini = [0, 1].map((i) => ({ nome: `tav-${i}.png`, byte: PNG }))
  const { domande, avvisi } = await leggi(JSON.stringify(records), { immagini })
  expect(domande.map((d) => d.immagine)).toEqual(['tav-0.png', 'tav-1.png', null, null])
  expect(avvisi).toEqual([])
})
