import { lowest } from '../long-lists.ts'
import { makeAnswer, type RawAnswer } from '../raw-question.ts'
import { isObject, type JsonObject } from './json-object.ts'
import { findAnswerPlace, findAnswerPlaces, findFlagPlace, isKeyName, letterOf, normalizeName } from './names.ts'
import { readPoints } from './values.ts'
import { isSaid, isYes } from './verdicts.ts'

const LISTE =
  /^(risposte|opzioni|alternative|scelte|answers?|options?|choices?|responses|possible answers|all answers|opciones|respuestas|reponses|propositions|antworten|antwortmoglichkeiten|respostas|alternativas)$/
const TESTI = [
  'testo',
  'text',
  'risposta',
  'answer',
  'opzione',
  'option',
  'label',
  'content',
  'value',
  'descrizione',
  'contenuto',
  'texte',
  'texto',
]
const GIUSTE =
  /^(corretta|corretto|esatta|giusta|vera|correct|correcte|correcta|correcto|richtig|is correct|iscorrect|is right|right|is answer)$/
/** Names of a field that marks a wrong answer. */
const SBAGLIATE = /^(errata|errato|sbagliata|sbagliato|falsa|wrong|incorrect|is wrong|is incorrect)$/
const ESITI = /^(esito|stato|tipo|type|kind|status|valutazione|result)$/
const DISTRACTOR = /^(distrattore|distractor)$/i
const LETTERE = ['lettera', 'letter', 'label', 'id', 'key', 'chiave', 'codice', 'value', 'valore']
const PUNTEGGI = /^(efficacia|fraction|frazione|punti|punteggio|points|score|effectiveness)$/

const SEPARATE = /^(incorrect answers|risposte errate|risposte sbagliate|distractors|distrattori|wrong answers)$/

/** Returns true for the name of a field that holds a list of answers. */
export const isAnswerList = (name: string): boolean =>
  LISTE.test(normalizeName(name)) || SEPARATE.test(normalizeName(name))

export type FoundAnswers = { voci: RawAnswer[]; chiave: string | null }

/** Returns the answers of a question object, whatever their shape; null when it has none. */
export function readRecordAnswers(oggetto: JsonObject): FoundAnswers | null {
  const separate = readSeparate(oggetto)
  if (separate) return separate
  for (const [nome, valore] of Object.entries(oggetto)) {
    if (!LISTE.test(normalizeName(nome))) continue
    const voci = Array.isArray(valore) ? readList(valore) : isObject(valore) ? readNamed(valore) : null
    const piene = (voci ?? []).filter((v) => v !== null).filter((v) => v.testo.trim() !== '')
    if (piene.length > 0) return { voci: markRight(piene, oggetto), chiave: null }
  }
  const colonne = readMappa(oggetto)
  return colonne && colonne.length >= 2 ? { voci: colonne, chiave: null } : null
}

/**
 * Marks the right answers by `correct_answers: { answer_a_correct: "false", … }` beside `answers: { answer_a: …, … }`.
 */
function markRight(voci: RawAnswer[], oggetto: JsonObject): RawAnswer[] {
  for (const [nome, valore] of Object.entries(oggetto)) {
    if (isAnswerList(nome)) continue
    const list = Array.isArray(valore) && valore.length === voci.length && valore.every(isVerdict) ? valore : null
    if (list && list.filter(isTrue).length === 1 && voci.every(({ right }) => right === null))
      return voci.map((voce) => ({ ...voce, right: isTrue(list[voce.place]) }))
    if (!isObject(valore) || !isKeyName(nome)) continue
    const flags = new Map(
      Object.entries(valore).map(([name, said]) => [findFlagPlace(name) ?? findAnswerPlace(name), said]),
    )
    if (voci.every(({ place }) => flags.has(place)))
      return voci.map((voce) => ({ ...voce, right: isTrue(flags.get(voce.place)) }))
  }
  return voci
}

const isTrue = (said: unknown): boolean => isYes(String(said ?? ''))
/** Returns true for a yes or no that is not empty. */
const isVerdict = (said: unknown): boolean =>
  ['string', 'number', 'boolean'].includes(typeof said) && String(said).trim() !== '' && isSaid(String(said))

/** Marks the only answer that no field declares wrong as the right one. */
function markLeft(list: readonly unknown[], answers: (RawAnswer | null)[]): (RawAnswer | null)[] {
  const denied = list.some((v) => isObject(v) && Object.keys(v).some((name) => SBAGLIATE.test(normalizeName(name))))
  const left = answers.filter((answer) => answer?.right === null)
  if (!denied || left.length !== 1 || answers.length < 2 || answers.some((answer) => answer?.right)) return answers
  return answers.map((answer) => answer && { ...answer, right: answer.right === null })
}

/** Reads `correct_answer` beside `incorrect_answers`, the right one first. */
function readSeparate(oggetto: JsonObject): FoundAnswers | null {
  const entries = Object.entries(oggetto)
  const errate = entries.find(([name, value]) => SEPARATE.test(normalizeName(name)) && Array.isArray(value))?.[1]
  const giusta = entries.find(
    ([name, value]) => typeof value === 'string' && value.trim() !== '' && isKeyName(name),
  )?.[1]
  if (typeof giusta !== 'string' || !Array.isArray(errate) || errate.length === 0) return null
  const voci = [giusta, ...errate.map(String)].map((testo, place) => makeAnswer(testo, place, { right: place === 0 }))
  return { voci, chiave: null }
}

function readVoce(valore: unknown, posto: number): RawAnswer | null {
  if (typeof valore === 'boolean') return makeAnswer(valore ? 'Vero' : 'Falso', posto)
  if (typeof valore === 'string' || typeof valore === 'number') return makeAnswer(String(valore), posto)
  if (!isObject(valore)) return null
  const chiavi = Object.keys(valore)
  const sola = chiavi.length === 1 ? chiavi[0] : undefined
  if (sola !== undefined && findAnswerPlace(sola) !== null) {
    return makeAnswer(String(valore[sola] ?? ''), posto, { lettera: sola.trim().toUpperCase() })
  }
  const testo = findTesto(valore)
  if (testo === undefined) return null
  const voce = makeAnswer(String(valore[testo]), posto)
  const lettera = LETTERE.find((nome) => nome !== testo && ['string', 'number'].includes(typeof valore[nome]))
  if (lettera !== undefined) voce.lettera = String(valore[lettera]).trim()
  for (const [nome, v] of Object.entries(valore)) {
    const normale = normalizeName(nome)
    if (GIUSTE.test(normale)) voce.right = isTrue(v)
    else if (SBAGLIATE.test(normale) && isVerdict(v)) voce.right = !isTrue(v)
    else if (ESITI.test(normale) && typeof v === 'string' && (isVerdict(v) || DISTRACTOR.test(v.trim())))
      voce.right = isTrue(v)
    else if (PUNTEGGI.test(normale) && (typeof v === 'number' || readPoints(v) !== null)) voce.punti = readPoints(v)
  }
  return voce
}

/** Name that a program gives an answer: `item1`, `option_2`. */
const NAMES = /^(?:item|opt|option|choice|ans|answer|opzione|risposta|scelta)[ _-]?\d{1,2}$/i

/** Returns the field of an answer's text. Words precede a number, and a number a letter, which only names it. */
function findTesto(valore: JsonObject): string | undefined {
  const found = TESTI.filter((nome) => ['string', 'number'].includes(typeof valore[nome]))
  const rank = (nome: string): number => {
    const text = String(valore[nome]).trim()
    return /^[a-h]$/i.test(text) ? 2 : /^\d+$/.test(text) || NAMES.test(text) ? 1 : 0
  }
  return found.sort((a, b) => rank(a) - rank(b))[0]
}

/** Drops names that two answers share, because they name nothing. */
function dropAlike(answers: (RawAnswer | null)[]): (RawAnswer | null)[] {
  const letters = answers.flatMap((answer) => answer?.lettera ?? [])
  if (new Set(letters).size === letters.length) return answers
  return answers.map((answer) => answer && { ...answer, lettera: null })
}

/**
 * Reads `valore: 1` beside nothing but zeros, in three answers or more, as yes and no. They are no numbers that name
 * the answers.
 */
function markOnes(list: readonly unknown[], answers: (RawAnswer | null)[]): (RawAnswer | null)[] {
  const said = list.map((v) => (isObject(v) ? Number(v.value ?? v.valore ?? Number.NaN) : Number.NaN))
  const flags = said.length > 2 && said.every((n) => n === 0 || n === 1) && said.filter((n) => n === 1).length === 1
  if (!flags || answers.some((answer) => !answer || answer.right !== null || answer.punti !== null)) return answers
  return answers.map((answer, i) => answer && { ...answer, right: said[i] === 1 })
}

const ORDER =
  /^(ordine|ordinamento|posizione|pos|numero|num|n|progressivo|indice|index|idx|order|position|number|sequence|seq)$/

/** Returns the places that answers declare, when they are a whole run from 0 or from 1. Null otherwise. */
function readOrder(list: readonly unknown[]): number[] | null {
  const said = list.map((value) => {
    if (!isObject(value)) return Number.NaN
    const name = Object.keys(value).find((key) => ORDER.test(normalizeName(key)))
    return name === undefined || value[name] === '' || value[name] === null ? Number.NaN : Number(value[name])
  })
  const first = lowest(said)
  const run = said.every((n) => n < first + said.length) && new Set(said).size === said.length
  return said.every(Number.isInteger) && (first === 0 || first === 1) && run ? said : null
}

/** Most answers that a question may have. */
const MAX_PLAIN = 5

/** Reads answers in pairs with their verdicts: `["Roma", "V"]`, or one list in which the two alternate. */
function readPairs(list: readonly unknown[]): RawAnswer[] | null {
  // Skip fewer texts, which may all be answers, as `10, 1, 20, 0` are.
  const isTurn = list.length > MAX_PLAIN && list.length % 2 === 0 && list.every((v) => typeof v !== 'object')
  const pairs = isTurn ? list.flatMap((v, i) => (i % 2 === 0 ? [[v, list[i + 1]]] : [])) : list
  if (!pairs.every((pair): pair is unknown[] => Array.isArray(pair) && pair.length === 2)) return null
  for (const at of [1, 0]) {
    const said = pairs.map((pair) => pair[at])
    const texts = pairs.map((pair) => pair[1 - at])
    if (!said.every(isVerdict) || said.filter(isTrue).length !== 1 || !texts.every((v) => typeof v === 'string'))
      continue
    if (texts.every(isVerdict) && texts.filter(isTrue).length === 1 && at === 0) continue
    return texts.map((text, place) => makeAnswer(String(text), place, { right: isTrue(said[place]) }))
  }
  return null
}

/** Marks the answers by a field of an unknown name with one verdict each, one of them yes. */
function markBeside(list: readonly unknown[], answers: (RawAnswer | null)[]): (RawAnswer | null)[] {
  if (answers.some((answer) => !answer || answer.right !== null || answer.punti !== null)) return answers
  const records = list.filter(isObject)
  const names = records.length === list.length && list.length > 1 ? Object.keys(records[0] ?? {}) : []
  const name = names.find((one) => {
    const said = records.map((record) => record[one])
    const other =
      /\bid\b/.test(normalizeName(one)) ||
      ORDER.test(normalizeName(one)) ||
      LETTERE.includes(one) ||
      TESTI.includes(one)
    return !other && said.every(isVerdict) && said.filter(isTrue).length === 1
  })
  if (name === undefined) return answers
  return answers.map((answer, i) => answer && { ...answer, right: isTrue(records[i]?.[name]) })
}

/**
 * Reads a list of answers in the order that they declare, if any, by which the key counts. A list that begins with null
 * counts from 1, and each answer's name is its place.
 */
function readList(list: readonly unknown[]): (RawAnswer | null)[] {
  const paired = readPairs(list)
  if (paired) return paired
  const answers = markBeside(list, markLeft(list, dropAlike(markOnes(list, list.map(readVoce)))))
  const order = readOrder(list)
  if (order)
    return answers
      .map((answer, i) => ({ answer, at: order[i] ?? 0 }))
      .sort((a, b) => a.at - b.at)
      .map(({ answer, at }, place) => answer && { ...answer, place, lettera: answer.lettera ?? String(at) })
  if (list[0] !== null) return answers
  return answers.map((answer, i) => answer && { ...answer, lettera: answer.lettera ?? String(i) })
}

/** Most answers that a map may name by numbers or by their own texts. */
const MAX_NAMED = 8

/** Reads `{ text: ["Roma", "Lodi"], label: ["A", "B"] }`, with the answers and their names side by side. */
function readParallel(map: JsonObject): RawAnswer[] | null {
  const isTexts = (v: unknown): v is string[] => Array.isArray(v) && v.every((one) => typeof one === 'string')
  const texts = TESTI.map((name) => map[name]).find(isTexts)
  const labels = LETTERE.map((name) => map[name]).find((v) => isTexts(v) && v !== texts) as string[] | undefined
  if (!texts || !labels || labels.length !== texts.length || new Set(labels).size < labels.length) return null
  return texts.map((text, place) => makeAnswer(text, place, { lettera: labels[place] ?? null }))
}

/**
 * Reads a map of answers under their letters or places. Numbers from 0 or codes are names, which the key then uses. The
 * names may also be texts that are right or not.
 */
function readNamed(map: JsonObject): (RawAnswer | null)[] | null {
  const parallel = readParallel(map)
  if (parallel) return parallel
  const entries = Object.entries(map)
  const few = entries.length >= 2 && entries.length <= MAX_NAMED
  if (!few || entries.every(([name]) => findAnswerPlace(name) !== null)) return readMappa(map)
  const said = entries.map(([, value]) => value)
  if (said.every(isVerdict) && (said.filter(isTrue).length === 1 || !said.every((value) => typeof value === 'string')))
    return entries.map(([text, value], place) => makeAnswer(text, place, { right: isTrue(value) }))
  if (entries.every(([name]) => /^\d{1,15}$/.test(name)))
    return entries.map(([name, value], place) => {
      const answer = readVoce(value, place)
      return answer && { ...answer, place, lettera: name }
    })
  return readMappa(map)
}

/** Reads `{ A: …, B: … }`, `{ 1: …, 2: … }` or fields `risposta1 … risposta5`. */
function readMappa(oggetto: JsonObject): RawAnswer[] | null {
  const trovate = new Map<number, RawAnswer>()
  const places = findAnswerPlaces(Object.keys(oggetto))
  for (const [i, [nome, valore]] of Object.entries(oggetto).entries()) {
    const posto = places[i] ?? null
    if (posto === null || trovate.has(posto)) continue
    const voce = readVoce(valore, posto)
    if (voce) {
      const lettera = letterOf(nome) ?? voce.lettera
      trovate.set(posto, { ...voce, place: posto, lettera, name: normalizeName(nome) })
    }
  }
  if (trovate.size < 2) return null
  return [...trovate.values()].filter((v) => v.testo.trim() !== '').sort((a, b) => a.place - b.place)
}
