import type { RecordEntry } from '../formats/format.ts'
import { MAX_QUESTIONS } from '../limits.ts'
import { append } from '../long-lists.ts'
import type { RawQuestion, Reading } from '../raw-question.ts'
import { Refusal } from '../refusal.ts'
import { type Warning, warn } from '../warnings.ts'
import { isAddress } from './evidence.ts'
import { FieldCount } from './fields.ts'
import { isObject, type JsonObject } from './json-object.ts'
import { NO_KEY } from './keys.ts'
import { applySheet, isAnswersName, type KeySheet, readSheet } from './keys-apart.ts'
import { numberOf } from './marks.ts'
import { findRole, isGivenName, normalizeName } from './names.ts'
import { findRivalFields, hasKey, hasText, isLooseTruth, type RivalFields, readRecord } from './record.ts'

/** Deepest nesting of containers that is walked. */
const MAX_PROFONDITA = 12
/** Most names of fields that a refusal shows. */
const MAX_NAMES = 12
/** Names of lists of questions without a hint of their subject. */
const LISTE =
  /^(domande|domanda|questions?|quiz|quizzes|quesiti|items?|content|data|dati|results?|risultati|elementi|records?|banca|banca dati|list|lista|brani|passages|texts|testi)$/
const NOMI_CONTENITORE = ['nome', 'name', 'materia', 'titolo', 'title', 'categoria', 'category']
const MARK = /\b(punteggio|voto|score|grade|esito|tempo|inizio|tentativo|attempt|nome utente|email)\b/
const TOTALI = /^(totale quiz|total quizzes|total elements|total questions|totale domande|numero domande|totale|total)$/

/**
 * Name of a container. `titolo`: it names the whole file, so it only spells the subject that the questions already
 * have.
 */
type Contenitore = { id: string | null; nome: string; titolo: boolean }
/** Place of a walk: the path of keys, and the nearest container with a name. */
type Posto = {
  percorso: string[]
  contenitore: Contenitore | null
  profondita: number
  brano?: string | null
  /** Field that names the container among its neighbours. */
  label?: string | null
}
type Visita = {
  lettura: Reading
  senza_materia: { grezza: RawQuestion; percorso: string[] }[]
  fields: FieldCount
  otherKeys: number
  /** Questions without answers whose key is yes or no. */
  loose: RawQuestion[]
  /** Objects about the file, at an end of its questions, which are no dropped questions. */
  headings: number
  /** Questions with two keys that differ, or may; the end of the walk settles their first number. */
  rivals: (RivalFields & { grezza: RawQuestion })[]
  /** Keys that stand apart, until the questions around them are read. */
  sheets: KeySheet[]
}

const RADICE: Posto = { percorso: [], contenitore: null, profondita: 0 }
const newVisita = (): Visita => ({
  lettura: { questions: [], candidates: 0, declaredAnswers: null, warnings: [], mapping: [] },
  fields: new FieldCount(),
  otherKeys: 0,
  loose: [],
  headings: 0,
  rivals: [],
  sheets: [],
  senza_materia: [],
})

/** Reads the questions of JSON-like values: of one that is walked, or of one record each. */
export function readRecords(
  records: readonly RecordEntry[],
  broken = 0,
  images: ReadonlySet<string> = new Set(),
): Reading | null {
  const visita = newVisita()
  visita.lettura.candidates += broken
  const containers =
    records.length > 1 &&
    records.every(({ value }) => isObject(value) && readRecord(value, 0) === null && holdsQuestions(value, /./))
  if (containers)
    visitLista(
      records.map(({ value }) => value),
      RADICE,
      visita,
    )
  for (const { value, line } of containers ? [] : records) {
    if (line === null) visit(value, RADICE, visita)
    else if (!takeSheets(value, visita)) add(value, line, RADICE, visita)
  }
  giveSheets(visita, 0, 0)
  dropRivals(visita)
  visita.fields.givePictures(images)
  if (containers || records.some((r) => r.line === null)) nameMaterie(visita.senza_materia)
  const { lettura } = visita
  if (lettura.questions.length === 0) return null
  lettura.candidates -= visita.headings
  append(lettura.warnings, visita.fields.listUnused())
  lettura.mapping = visita.fields.describe()
  return onlyTruth(lettura, visita)
}

/**
 * Drops the keys of questions whose two keys differ. One number in all of them, beside keys that change, is a number of
 * points.
 */
function dropRivals({ rivals, lettura }: Visita): void {
  const numbers = rivals.filter(({ number }) => number !== null)
  const points = new Set(numbers.map(({ number }) => number)).size === 1
  const varied = new Set(numbers.map(({ place }) => place)).size > 1
  const agree = (base: number) => numbers.filter(({ place, number }) => number === place + base).length
  const base = agree(0) > agree(1) ? 0 : 1
  for (const { grezza, key, other, place, number } of rivals) {
    if (number !== null && points && varied) {
      if (numberOf(key) !== null) grezza.chiave = other
      continue
    }
    if (number === place + base) continue
    grezza.chiave = NO_KEY
    lettura.warnings.push(warn('keys_differ', grezza.riga, { key, other }))
  }
}

/** Share of other keys among records without answers above which an F may be a letter. */
const MAX_OTHER_KEYS = 0.05

/** Keeps true/false questions without answers only when nearly every record without answers has such a key. */
function onlyTruth(reading: Reading, { otherKeys, loose }: Visita): Reading {
  const invented = reading.questions.filter((q) => q.trueFalse)
  // Drop loose keys that do not vary, because one value in every record proves nothing. Drop few loose keys too: they
  // are places of missing answers.
  const varied = new Set(loose.map((q) => q.chiave)).size > 1 || invented.length > loose.length
  const unsure = varied && loose.length >= reading.questions.length * TRUTHS ? [] : loose
  const left = otherKeys + unsure.length <= (invented.length - unsure.length) * MAX_OTHER_KEYS ? unsure : invented
  if (left.length === 0) return reading
  const dropped = new Set(left)
  const warnings = loose.filter((q) => dropped.has(q)).map(({ riga }) => warn('not_a_question', riga, {}))
  return {
    ...reading,
    questions: reading.questions.filter((q) => !dropped.has(q)),
    warnings: [...reading.warnings, ...warnings],
  }
}

/** Share of the questions that must have a yes or no key for these to be true/false. */
const TRUTHS = 0.25

/** Returns the names of fields in JSON-like values, for a helpful refusal. */
export function listFields(values: readonly unknown[]): string[] {
  const names = new Set<string>()
  const walk = (value: unknown, depth: number): void => {
    if (depth > 6 || names.size >= MAX_NAMES) return
    if (Array.isArray(value)) for (const one of value.slice(0, 3)) walk(one, depth + 1)
    else if (isObject(value))
      for (const [name, inner] of Object.entries(value)) {
        if (names.size < MAX_NAMES) names.add(name)
        walk(inner, depth + 1)
      }
  }
  for (const value of values.slice(0, 20)) walk(value, 0)
  return [...names]
}

function add(valore: unknown, riga: number, { percorso, contenitore, brano }: Posto, visita: Visita): void {
  const { lettura } = visita
  const grezza = isObject(valore) ? readRecord(valore, riga) : null
  if (++lettura.candidates > MAX_QUESTIONS) throw new Refusal('too_many_questions', { max: MAX_QUESTIONS })
  if (!grezza) {
    if (isObject(valore) && hasKey(valore)) visita.otherKeys++
    lettura.warnings.push(warn('not_a_question', riga, {}))
    return
  }
  if (contenitore && grezza.materia !== null && grezza.materia === contenitore.id) grezza.materia = contenitore.nome
  else if (contenitore && !contenitore.titolo) grezza.materia ??= contenitore.nome
  grezza.brano ??= brano ?? null
  const rival = isObject(valore) ? findRivalFields(valore) : null
  if (rival) visita.rivals.push({ ...rival, grezza })
  if (grezza.materia === null) visita.senza_materia.push({ grezza, percorso })
  if (isObject(valore)) visita.fields.note(valore, grezza)
  if (isObject(valore) && grezza.trueFalse && isLooseTruth(valore)) visita.loose.push(grezza)
  lettura.questions.push(grezza)
}

/**
 * Sets each question's subject to the first key on its path that varies among the questions. A key of all questions is
 * a list's name.
 */
function nameMaterie(domande: Visita['senza_materia']): void {
  const lunghezza = domande.reduce((n, d) => Math.min(n, d.percorso.length), MAX_PROFONDITA)
  let livello = 0
  while (livello < lunghezza && new Set(domande.map((d) => d.percorso[livello])).size === 1) livello++
  if (livello < lunghezza) for (const { grezza, percorso } of domande) grezza.materia = percorso[livello] ?? null
}

function visit(valore: unknown, posto: Posto, visita: Visita): void {
  if (posto.profondita > MAX_PROFONDITA) return
  if (Array.isArray(valore)) visitLista(valore, posto, visita)
  else if (isObject(valore)) visitOggetto(valore, posto, visita)
}

const nextRiga = ({ lettura }: Visita): number => lettura.candidates + 1

function visitLista(lista: unknown[], posto: Posto, visita: Visita): void {
  const sotto = { ...posto, profondita: posto.profondita + 1 }
  const [questions, sheets] = [visita.lettura.questions.length, visita.sheets.length]
  if (lista.some((v) => isObject(v) && !holdsQuestions(v) && readRecord(v, 0) !== null)) {
    for (const [i, valore] of lista.entries()) {
      if (takeSheets(valore, visita)) continue
      if ((i === 0 || i === lista.length - 1) && isHeading(valore)) visita.headings++
      add(valore, nextRiga(visita), posto, visita)
    }
  } else {
    const label = findLabel(lista)
    for (const valore of lista) visit(valore, { ...sotto, label }, visita)
  }
  giveSheets(visita, questions, sheets)
}

/** Returns true for an object of names and numbers alone, without a question's text. */
const isHeading = (valore: unknown): boolean =>
  isObject(valore) && !hasText(valore) && Object.values(valore).every((v) => typeof v !== 'object' || v === null)

const unreadSheet = (name: string, value: unknown): Warning =>
  warn('keys_apart_unused', null, {
    name,
    keys: Object.keys(value as object).length,
    questions: 0,
    reason: 'shape',
    key: '',
  })

/** Returns true for an object with a list of questions. It is no question itself, whatever its title and keys. */
const holdsQuestions = (oggetto: JsonObject, names = LISTE): boolean =>
  Object.entries(oggetto).some(
    ([name, value]) =>
      Array.isArray(value) &&
      names.test(normalizeName(name)) &&
      value.slice(0, 5).some((v) => isObject(v) && readRecord(v, 0) !== null),
  )

/** Keeps the keys that an object among questions lists, when it is nothing else. */
function takeSheets(valore: unknown, visita: Visita): boolean {
  if (!isObject(valore) || readRecord(valore, 0) || hasText(valore)) return false
  const sheets = Object.entries(valore).map(([name, value]) => readSheet(name, value))
  const read = sheets.filter((sheet) => sheet !== null && sheet !== 'unread')
  append(visita.sheets, read)
  return read.length > 0
}

/** Gives keys that stand apart to the questions of the nearest container that has any. */
function giveSheets(visita: Visita, questions: number, sheets: number): void {
  const asked = visita.lettura.questions.slice(questions)
  if (asked.length === 0) return
  for (const sheet of visita.sheets.splice(sheets)) {
    const said = applySheet(asked, sheet)
    append(visita.lettura.warnings, said)
    if (!said.some(({ kind }) => kind === 'keys_apart_unused')) visita.fields.noteKeys(sheet.name)
  }
}

function visitOggetto(oggetto: JsonObject, posto: Posto, visita: Visita): void {
  if (!holdsQuestions(oggetto) && readRecord(oggetto, 0)) {
    add(oggetto, nextRiga(visita), posto, visita)
    return
  }
  const own = readContenitore(oggetto, posto)
  const contenitore = own ?? posto.contenitore
  const label = findLabel(Object.values(oggetto))
  const brano = readBrano(oggetto, posto.profondita) ?? posto.brano ?? null
  const prima = visita.lettura.questions.length
  const sheets = visita.sheets.length
  const kept: KeySheet[] = []
  for (const [chiave, valore] of Object.entries(oggetto)) {
    const sheet = readSheet(chiave, valore)
    if (sheet !== null && sheet !== 'unread') {
      kept.push(sheet)
      continue
    }
    const diretta = isObject(valore) ? readRecord(valore, 0) : null
    if (diretta) {
      // Read a map from number to question: the key is the printed number, not a subject.
      const numerata = /^\d+$/.test(chiave) && diretta.numero === null
      const domanda = numerata ? { n: chiave, ...(valore as JsonObject) } : valore
      add(domanda, nextRiga(visita), { ...posto, contenitore, brano }, visita)
      continue
    }
    const profondita = posto.profondita + 1
    const before = visita.lettura.questions.length + visita.sheets.length
    const below = { percorso: posto.percorso, contenitore, profondita, brano, label }
    if (isField(chiave, oggetto, own ?? posto.contenitore)) visit(valore, below, visita)
    else visit(valore, { ...below, percorso: [...posto.percorso, chiave.trim()], contenitore: null }, visita)
    if (sheet === 'unread' && visita.lettura.questions.length + visita.sheets.length === before)
      visita.lettura.warnings.push(unreadSheet(chiave, valore))
  }
  const found = visita.lettura.questions.length - prima
  if (found > 0 && !contenitore && posto.profondita > 0) visita.fields.noteTexts(oggetto, MAX_LABEL)
  // Reject answers beside a person, or a mark, as a candidate's.
  const given = Object.keys(oggetto).some((name) => isGivenName(name) || MARK.test(normalizeName(name)))
  append(
    visita.sheets,
    kept.filter(({ name }) => !isAnswersName(name) || (found > 0 && !given)),
  )
  giveSheets(visita, prima, sheets)
  checkTotale(oggetto, found, visita.lettura.warnings)
}

const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null

/**
 * Returns true for a key that names a list, and not the subject of its questions. It is the only one beside other
 * fields, or one of a named container.
 */
function isField(key: string, oggetto: JsonObject, container: Contenitore | null): boolean {
  const words = normalizeName(key)
  if (LISTE.test(words)) return true
  const nested = Object.values(oggetto).filter(isNested).length
  const plain = Object.keys(oggetto).length - nested
  const named = container !== null && !container.titolo
  return nested === 1 ? plain > 0 || named : named && OF_QUESTIONS.test(words)
}

const OF_QUESTIONS = /\b(domand[ae]|quesit[oi]|questions?|quiz|items?|risposta multipla|vero falso)\b/
/** Longest name of a section, and words for a field that is one. */
const MAX_LABEL = 120
const SECTION =
  /\b(materi[ae]|sezione|section|capitolo|chapter|argomento|topic|categori[ae]|category|subject|area|modulo|module|unit|parte|part|tema|theme|disciplina|ambito|gruppo|group|titolo|title|nome|name|etichetta|label|descrizione|description)\b/

/**
 * Returns the field that names containers side by side. Each of them has a text there, not the same in all. Null for
 * none or several.
 */
function findLabel(values: readonly unknown[]): string | null {
  const containers = values.filter((v): v is JsonObject => isObject(v) && Object.values(v).some(isNested))
  const [first] = containers
  if (!first || containers.length < 2) return null
  const found = Object.keys(first).filter((name) => {
    const texts = containers.map((container) => container[name])
    return texts.every(isLabelText) && new Set(texts).size > 1
  })
  const known = NOMI_CONTENITORE.find((name) => found.includes(name))
  const likely = found.filter((name) => SECTION.test(normalizeName(name)))
  const [one, ...others] = likely.length > 0 ? likely : found
  return known ?? (others.length === 0 || likely.length > 0 ? (one ?? null) : null)
}

/** Returns true for a short text with letters that is no code, address or date. */
const isLabelText = (value: unknown): boolean =>
  typeof value === 'string' &&
  /\p{L}{2}/u.test(value) &&
  value.trim().length <= MAX_LABEL &&
  !isAddress(value) &&
  !/^[\w.-]*\d[\w.-]*$/.test(value.trim())

function readContenitore(oggetto: JsonObject, { profondita, label }: Posto): Contenitore | null {
  if (!Object.values(oggetto).some(isNested)) return null
  const isText = (name: string) => typeof oggetto[name] === 'string' && oggetto[name].trim() !== ''
  const listed = Object.values(oggetto).some(Array.isArray)
  const chiave =
    (label && isText(label) ? label : undefined) ??
    (listed ? NOMI_CONTENITORE.find(isText) : undefined) ??
    (listed ? Object.keys(oggetto).find((name) => isText(name) && findRole(name)?.role === 'materia') : undefined)
  if (chiave === undefined) return null
  const id = typeof oggetto.id === 'string' ? oggetto.id : null
  const titolo = profondita === 0 && findRole(chiave)?.role !== 'materia'
  return { id, nome: String(oggetto[chiave]).trim(), titolo }
}

/** Shortest text that is a passage under a name that only means a text. */
const MIN_PASSAGE = 40

/**
 * Returns the passage that a container holds beside the list of its questions. The root's own text is about the file.
 */
function readBrano(oggetto: JsonObject, profondita: number): string | null {
  const listed = Object.entries(oggetto).some(([name, v]) => Array.isArray(v) && LISTE.test(normalizeName(name)))
  if (!listed) return null
  const found = Object.entries(oggetto).find(([name, value]) => {
    if (typeof value !== 'string' || value.trim() === '' || NOMI_CONTENITORE.includes(name)) return false
    const role = findRole(name)?.role
    return role === 'brano' || (role === 'testo' && profondita > 0 && value.trim().length >= MIN_PASSAGE)
  })
  return typeof found?.[1] === 'string' ? found[1] : null
}

/** Warns when a container's own count of its questions differs from the found ones. */
function checkTotale(oggetto: JsonObject, trovate: number, avvisi: Warning[]): void {
  const conti = [oggetto, ...Object.values(oggetto).filter(isObject)].flatMap((o) => Object.entries(o))
  const totale = conti.find(([chiave, v]) => typeof v === 'number' && TOTALI.test(normalizeName(chiave)))?.[1]
  if (trovate === 0 || typeof totale !== 'number' || totale === trovate) return
  avvisi.push(warn('declared_total', null, { declared: totale, found: trovate }))
}
