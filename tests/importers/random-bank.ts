import type { ImportedDomanda } from '#contract/domanda'

/** Numbers from 0 to n - 1, the same for the same seed (mulberry32). */
export function createChance(seed: number): (n: number) => number {
  let state = seed >>> 0
  return (n) => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * n)
  }
}

export type Asked = { numero: string; testo: string; risposte: string[]; corretta: number; materia: string | null }
export type RandomBank = { questions: Asked[]; answers: number }

const SUBJECTS = ['Diritto civile', 'Storia moderna', 'Geografia fisica', 'Logica']
const STEMS = [
  'Quale organo decide nel caso',
  'Chi risponde del danno indicato al punto',
  'In quale anno entrò in vigore la norma',
  'Che cosa prevede la clausola',
  'A chi spetta, salvo deroga, il potere di cui al paragrafo',
]
const NOUNS = [
  'il consiglio',
  'la giunta',
  'il direttore',
  'un collegio',
  'l’assemblea',
  'il prefetto',
  'la corte',
  'un revisore',
  'città',
  'è così',
]
const TAILS = ['in carica', 'di zona', 'a norma di legge', 'uscente', 'con delega', 'in seduta comune', 'più anziano']

/** A bank of our own words: 12 to 40 questions of two to five answers, all different inside a question. */
export function makeBank(chance: (n: number) => number): RandomBank {
  const answers = 2 + chance(4)
  const subjects = chance(2) === 0 ? [null] : SUBJECTS.slice(0, 1 + chance(4))
  const questions = Array.from({ length: 12 + chance(29) }, (_, i): Asked => {
    const risposte = new Set<string>()
    while (risposte.size < Math.max(3, answers) && risposte.size < answers)
      risposte.add(
        `${NOUNS[chance(NOUNS.length)]} ${TAILS[chance(TAILS.length)]}${chance(4) === 0 ? `, ${chance(90) + 10}` : ''}`,
      )
    const stem = STEMS[chance(STEMS.length)]
    return {
      numero: String(i + 1),
      testo: `${stem} ${i + 1}${chance(5) === 0 ? '; nota "b"' : ''}${chance(3) === 0 ? ', tra questi' : ''}?`,
      risposte: [...risposte],
      corretta: chance(answers) + 1,
      materia: subjects[Math.floor((i * subjects.length) / 41)] ?? subjects[0] ?? null,
    }
  })
  return { questions, answers }
}

const HEADERS = {
  numero: ['N.', 'Numero', 'n. quesito', 'Progressivo', 'ID'],
  testo: ['Domanda', 'Quesito', 'Testo della domanda', 'Question', 'Enunciato'],
  chiave: [
    'Corretta',
    'Risposta esatta',
    'Soluzione',
    'correct answer',
    'risp_corretta',
    'Opzione corretta',
    'Chiave',
    'Risposta giusta (lettera)',
  ],
  materia: ['Materia', 'Argomento', 'Disciplina', 'topic'],
}
const ANSWER_HEADERS: ((i: number) => string)[] = [
  (i) => 'ABCDE'[i] ?? '',
  (i) => `Risposta ${'ABCDE'[i]}`,
  (i) => `risposta${i + 1}`,
  (i) => `Opzione ${'abcde'[i]}`,
  (i) => `answer_${i + 1}`,
  (i) => `risposta_0${i}`,
  (i) => `a${i + 1}`,
  (i) => ['I', 'II', 'III', 'IV', 'V'][i] ?? '',
  (i) => `${['Prima', 'Seconda', 'Terza', 'Quarta', 'Quinta'][i]} risposta`,
]
/** All the answers of a question in one cell. */
const IN_CELL: ((q: Asked) => string)[] = [
  (q) => q.risposte.map((r, i) => `${'ABCDE'[i]}) ${r}`).join(' '),
  (q) => q.risposte.map((r, i) => `${'abcde'[i]}. ${r};`).join(' '),
  (q) => q.risposte.map((r, i) => `${i + 1}) ${r}`).join('\n'),
  (q) => q.risposte.join('\n'),
  (q) => q.risposte.join(' | '),
]
const KEYS: ((q: Asked) => string)[] = [
  (q) => 'ABCDE'[q.corretta - 1] ?? '',
  (q) => `${'abcde'[q.corretta - 1]})`,
  (q) => `(${'ABCDE'[q.corretta - 1]})`,
  (q) => q.risposte[q.corretta - 1] ?? '',
  (q) => String(q.corretta),
  (q) => String(q.corretta - 1),
]
const BASE_KEYS = new Set([4, 5])

/** One bank written in one way: its bytes and whether numbers that are keys count from 0 or 1. */
export type Written = { text: string; base: 0 | 1 | null; how: string }

/** A table of a bank: order of columns, names, keys, quoting and separator by chance. */
export function writeTable({ questions, answers }: RandomBank, chance: (n: number) => number): Written {
  const pick = <T>(list: readonly T[]): T => list[chance(list.length)] as T
  const style = chance(KEYS.length)
  const key = KEYS[style] as (q: Asked) => string
  const header = chance(6) > 0
  const separator = pick([';', ',', '\t', '|'])
  const answerHeader = pick(ANSWER_HEADERS)
  type Column = { name: string; value: (q: Asked) => string }
  const number: Column = { name: pick(HEADERS.numero), value: (q) => q.numero }
  const text: Column = { name: pick(HEADERS.testo), value: (q) => q.testo }
  const inCell = chance(5) === 0 ? pick(IN_CELL.slice(0, header ? 5 : 3)) : null
  const options = inCell
    ? [{ name: pick(['Risposte', 'Opzioni di risposta', 'answers']), value: inCell }]
    : Array.from({ length: answers }, (_, i): Column => ({ name: answerHeader(i), value: (q) => q.risposte[i] ?? '' }))
  const keys: Column = { name: pick(HEADERS.chiave), value: key }
  const materia: Column[] =
    questions[0]?.materia === null ? [] : [{ name: pick(HEADERS.materia), value: (q) => q.materia ?? '' }]
  // Without names only the order that bodies print is a table that can be told.
  const columns = header
    ? shuffleGroups([[number], [text], options, [keys], materia], chance)
    : [number, text, ...options, keys, ...materia]
  const always = chance(3) === 0
  const cell = (value: string) =>
    always || value.includes(separator) || /["\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
  const lines = [
    ...(header ? [columns.map((c) => cell(c.name))] : []),
    ...questions.map((q) => columns.map((c) => cell(c.value(q)))),
  ]
  const end = pick(['\n', '\r\n'])
  const base = BASE_KEYS.has(style) ? (style === 4 ? 1 : 0) : null
  const how = `${header ? 'header' : 'no header'}, keys ${style}, «${separator}», ${answers} answers${inCell ? ' in a cell' : ''}`
  return { text: lines.map((line) => line.join(separator)).join(end) + (chance(2) === 0 ? end : ''), base, how }
}

function shuffleGroups<T>(groups: T[][], chance: (n: number) => number): T[] {
  const left = [...groups]
  const order: T[] = []
  while (left.length > 0) order.push(...(left.splice(chance(left.length), 1)[0] ?? []))
  return order
}

/** JSON, NDJSON or nested JSON of a bank, with names by chance. */
export function writeRecords({ questions }: RandomBank, chance: (n: number) => number): Written {
  const pick = <T>(list: readonly T[]): T => list[chance(list.length)] as T
  const [text, list, key] = [
    pick(['domanda', 'question', 'quesito']),
    pick(['risposte', 'options', 'answers']),
    pick(['corretta', 'correctAnswer', 'answerKey', 'soluzione']),
  ]
  const style = chance(KEYS.length)
  const shape = chance(3)
  const records = questions.map((q) => {
    const written = (KEYS[style] as (q: Asked) => string)(q)
    const value = BASE_KEYS.has(style) ? Number(written) : written
    const options =
      shape === 0
        ? q.risposte
        : shape === 1
          ? Object.fromEntries(q.risposte.map((r, i) => ['ABCDE'[i], r]))
          : q.risposte.map((r, i) => ({ label: 'ABCDE'[i], text: r }))
    const rest = { numero: q.numero, ...(q.materia === null ? {} : { materia: q.materia }), [key]: value }
    return chance(2) === 0 && shape === 2
      ? { ...rest, question: { stem: q.testo, choices: options } }
      : { ...rest, [text]: q.testo, [list]: options }
  })
  const base = BASE_KEYS.has(style) ? (style === 4 ? 1 : 0) : null
  const lines = chance(2) === 0
  if (chance(4) === 0)
    return writeApart(records, key, { base, how: `keys apart, shape ${shape}, keys ${style}` }, chance)
  return {
    text: lines
      ? `${records.map((r) => JSON.stringify(r)).join('\n')}\n`
      : JSON.stringify({ domande: records }, null, chance(2)),
    base,
    how: `${lines ? 'NDJSON' : 'JSON'}, shape ${shape}, keys ${style}`,
  }
}

/** The same records with their keys under a name of their own: in their row, or by number in any order. */
function writeApart(
  records: readonly Record<string, unknown>[],
  key: string,
  written: Pick<Written, 'base' | 'how'>,
  chance: (n: number) => number,
): Written {
  const bare = records.map((record) => Object.fromEntries(Object.entries(record).filter(([name]) => name !== key)))
  const entries = records.map((record): [unknown, unknown] => [record.numero, record[key]])
  const mixed = shuffleGroups(
    entries.map((entry) => [entry]),
    chance,
  )
  const sheets = [
    () => entries.map(([, value]) => value),
    () => Object.fromEntries(mixed as [string, unknown][]),
    () => mixed.map(([numero, corretta]) => ({ numero, corretta })),
  ]
  const sheet = (sheets[chance(sheets.length)] as () => unknown)()
  const name = ['soluzioni', 'correttore', 'answerKey', 'griglia', 'chiavi'][chance(5)] ?? ''
  const ordered = chance(2) === 0 ? { domande: bare, [name]: sheet } : { [name]: sheet, domande: bare }
  return { ...written, text: JSON.stringify(ordered) }
}

/** A question as two banks are compared. */
export const sameAs = (q: Asked): unknown => [q.numero, q.testo, q.risposte, q.corretta, q.materia]
export const readAs = (d: ImportedDomanda): unknown => [d.id_ufficiale, d.testo, d.risposte, d.corretta, d.materia]
