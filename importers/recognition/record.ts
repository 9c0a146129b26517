import { emptyQuestion, type RawQuestion, trueFalseAnswers } from '../raw-question.ts'
import { isObject, type JsonObject } from './json-object.ts'
import { comparable, letterPlace, numberOf, truthOf } from './marks.ts'
import { findAnswerPlace, findAnswerPlaces, findRole, isSureKeyName, normalizeName, type Role } from './names.ts'
import { readRecordAnswers } from './record-answers.ts'
import { isGrade, readDifficulty, readKeySource, readPoints, readState } from './values.ts'
import { isDenial, readTruth } from './verdicts.ts'

/** Reads a question from a JSON object of any shape; null when it is none. */
export function readRecord(source: JsonObject, riga: number): RawQuestion | null {
  const oggetto = flatten(source)
  const campi = findCampi(oggetto)
  const testo = textOf(campi.get('testo')?.valore)
  const immagini = listTesti(campi.get('immagine')?.valore)
  if (testo === null && immagini.length === 0) return null
  const chiave = campi.get('chiave')
  const trovate = readRecordAnswers(oggetto)
  const truth = trovate ? null : truthIn(chiave)
  const risposte = trovate?.voci ?? (truth === null ? null : trueFalseAnswers())
  if (!risposte || risposte.length === 0) return null
  addPunti(risposte, campi.get('efficacia')?.valore)
  const numero = textOf(campi.get('numero')?.valore)
  const id = campi.get('id')?.valore
  return {
    ...emptyQuestion(riga),
    numero: numero ?? (typeof id === 'number' || isCode(campi.get('id')?.nome, id) ? String(id) : null),
    id_origine: numero === null && typeof id === 'number' ? null : textOf(id),
    materia: textOf(campi.get('materia')?.valore),
    testo: testo ?? '',
    risposte,
    trueFalse: trovate === null,
    chiave: trovate?.chiave ?? truth ?? readChiave(chiave?.valore),
    keyIsIndex: INDEX.test(normalizeName(chiave?.nome ?? '')),
    immagini,
    alt: textOf(campi.get('alt')?.valore),
    brano: textOf(campi.get('brano')?.valore),
    spiegazione: textOf(campi.get('spiegazione')?.valore),
    fonte: textOf(campi.get('fonte')?.valore),
    difficolta: readDifficulty(campi.get('difficolta')?.valore),
    provenienza: readKeySource(campi.get('provenienza')?.valore),
    stato: readState(campi.get('stato')?.valore, campi.get('stato')?.nome),
  }
}

/** Name of a field of keys that counts from 0. */
const INDEX = /^(label|indice|.*ind(ex|ice).*)$/

/** Reads the key of a question without answers: true or false, or yes and no (`loose`). Null when it is neither. */
function truthIn(field: Trovato | undefined, loose = true): boolean | null {
  const key = readChiave(field?.valore)
  const said = truthOf(key)
  if (said !== null || !loose || INDEX.test(normalizeName(field?.nome ?? '')) || field?.nome === 'key') return said
  const read = readTruth(key)
  return typeof read === 'boolean' ? read : null
}

/** Returns true for a question without answers whose key is an ambiguous yes or no (`1`, `no`). */
export const isLooseTruth = (record: JsonObject): boolean =>
  truthIn(findCampi(flatten(record)).get('chiave'), false) === null

/** Returns true for an `id` in words that a body may have printed. A database number or a random name is none. */
const isCode = (name: string | undefined, id: unknown): boolean =>
  typeof id === 'string' &&
  /^(id|id domanda|id quesito|question id)$/.test(normalizeName(name ?? '')) &&
  id.trim() !== '' &&
  id.length <= 40 &&
  !/^[0-9a-f]{8}-[0-9a-f-]{27,}$|^[0-9a-f]{16,}$/i.test(id)

/** Names of child objects under which records keep their question. */
const HOLDERS = /^(content|data|item|body|contenuto|dati|quesito|domanda|question)$/i

/**
 * Flattens a question kept in a child object beside its key. The fields of the child and of the other children become
 * its own.
 */
export function flatten(record: JsonObject): JsonObject {
  const children = Object.entries(record).filter((entry): entry is [string, JsonObject] => isObject(entry[1]))
  const found = children.filter(([name, value]) => isChild(name, value))
  const [child] = found
  const keyed = Object.entries(record).some(([n, v]) => typeof v !== 'object' && findRole(n)?.role === 'chiave')
  if (!child || found.length > 1 || !(keyed || findRole(child[0])?.role === 'testo' || HOLDERS.test(child[0])))
    return record
  const [name, inner] = child
  const { [name]: _, ...outer } = record
  const leaves = children
    .filter(([other]) => other !== name)
    .flatMap(([, value]) => Object.entries(value).filter(([, v]) => typeof v !== 'object'))
  return { ...Object.fromEntries(leaves), ...outer, ...inner }
}

/**
 * Returns true for a question's text with its answers, or for a text alone under such a name. `question: { text }` is
 * one.
 */
function isChild(name: string, value: JsonObject): boolean {
  const text = Object.entries(value).some(
    ([n, v]) => findRole(n)?.role === 'testo' && typeof v === 'string' && v.trim() !== '',
  )
  return (
    text && (readRecordAnswers(value) !== null || (findRole(name)?.role === 'testo' && findAnswerPlace(name) === null))
  )
}

/** Returns true when a record has a question's text. */
export const hasText = (record: JsonObject): boolean => textOf(findCampi(flatten(record)).get('testo')?.valore) !== null

/** Returns true when a record has a question's text and a key. */
export function hasKey(record: JsonObject): boolean {
  const fields = findCampi(flatten(record))
  return textOf(fields.get('testo')?.valore) !== null && readChiave(fields.get('chiave')?.valore) !== null
}

/**
 * Two fields of keys as written, and the place that one of them names. `number` is a number that may count from 0 or 1.
 */
export type RivalFields = { key: string; other: string; place: number; number: number | null }

/** Returns two fields of keys that name different answers, or may. Neither is surer by its name. Null otherwise. */
export function findRivalFields(source: JsonObject): RivalFields | null {
  const record = flatten(source)
  const chosen = findCampi(record).get('chiave')
  if (!chosen || !isPlain(chosen.valore)) return null
  const answers = readRecordAnswers(record)?.voci ?? []
  const placeOf = (key: unknown): number | null =>
    typeof key !== 'string'
      ? null
      : (letterPlace(key) ?? answers.find((r) => comparable(r.testo) === comparable(key))?.place ?? null)
  const own = placeOf(chosen.valore)
  const places = findAnswerPlaces(Object.keys(record))
  const areAnswers = new Set(places.filter((place) => place !== null)).size > 1
  for (const [i, [name, value]] of Object.entries(record).entries()) {
    if (areAnswers && (places[i] ?? null) !== null) continue
    // Read `risposta: "B", corretta: false` as a candidate's answer.
    if (name !== chosen.nome && isDenial(name, value) && !isSureKeyName(chosen.nome))
      return { key: String(chosen.valore).trim(), other: `${name}: ${value}`, place: own ?? 0, number: null }
    const rival = name !== chosen.nome && isPlain(value) && findRole(name)?.role === 'chiave'
    if (!rival || (isSureKeyName(chosen.nome) && !isSureKeyName(name))) continue
    const said = { key: String(chosen.valore).trim(), other: String(value).trim() }
    const place = placeOf(value)
    if (own !== null && place !== null && place !== own) return { ...said, place: own, number: null }
    const [known, number] = own === null ? [place, numberOf(chosen.valore)] : [own, numberOf(value)]
    if (known !== null && number !== null && place !== own) return { ...said, place: known, number }
  }
  return null
}

const isPlain = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number'

/** Returns the fields of a record that have a role, by name. */
export const chosenFields = (record: JsonObject): Map<string, Role> =>
  new Map([...findCampi(record)].map(([role, { nome }]) => [nome, role]))

type Trovato = { nome: string; valore: unknown; peso: number }

/** Weight beyond that of any name. */
const UNSURE = 1000

/**
 * Returns the surest field of each role. A list or an object (answers, sub-containers) has no role, except for images
 * and points.
 */
function findCampi(oggetto: JsonObject): Map<Role, Trovato> {
  const campi = new Map<Role, Trovato>()
  const places = findAnswerPlaces(Object.keys(oggetto))
  // Read `A` beside `B` and `C` as an answer, alone as the key.
  const areAnswers = new Set(places.filter((place) => place !== null)).size > 1
  for (const [i, [nome, valore]] of Object.entries(oggetto).entries()) {
    const answer = areAnswers && (places[i] ?? null) !== null
    const trovato = valore === null || valore === undefined || answer ? null : findRole(nome)
    if (!trovato) continue
    const campo = trovato.role
    // Prefer any other field of keys to `correct: true`, which may judge the record.
    const peso = trovato.weight + (campo === 'chiave' && typeof valore === 'boolean' ? UNSURE : 0)
    const lista = Array.isArray(valore)
    if (lista ? !['immagine', 'efficacia', 'chiave'].includes(campo) : typeof valore === 'object') continue
    const scelto = campi.get(campo)
    if (!scelto || peso < scelto.peso) campi.set(campo, { nome, valore, peso })
  }
  return campi
}

function textOf(valore: unknown): string | null {
  if (typeof valore === 'number' || typeof valore === 'bigint') return String(valore)
  return typeof valore === 'string' && valore.trim() !== '' ? valore : null
}

const listTesti = (valore: unknown): string[] =>
  (Array.isArray(valore) ? valore : [valore]).map(textOf).filter((s) => s !== null)

/** Reads a list with one entry as that entry. Several right answers stay a text that no key can be. */
function readChiave(valore: unknown): RawQuestion['chiave'] {
  if (Array.isArray(valore)) return valore.length === 1 ? readChiave(valore[0]) : valore.map(String).join(', ') || null
  return typeof valore === 'string' || typeof valore === 'number' || typeof valore === 'boolean' ? valore : null
}

/** Adds grades kept beside the answers: `efficacia: ["alta", "neutra", "bassa"]`. */
function addPunti(risposte: RawQuestion['risposte'], valori: unknown): void {
  if (!Array.isArray(valori) || valori.length !== risposte.length) return
  if (!valori.every((v) => typeof v === 'number' || isGrade(v))) return
  risposte.forEach((voce, i) => {
    voce.punti = readPoints(valori[i])
  })
}
