import type { Row } from '../formats/table.ts'
import {
  areVerdicts,
  isAddress,
  isGrouped,
  SAMPLE,
  shareOf,
  weighImages,
  weighKey,
  weighTruth,
  weighWords,
} from './evidence.ts'
import type { AnswerColumn, Columns } from './header.ts'
import { comparable, letterPlace, numberOf } from './marks.ts'
import { findAnswerPlace, findRole, isGivenName, isKeyName, isSureKeyName, normalizeName } from './names.ts'
import { isDenial, isJudge, VERDICT } from './verdicts.ts'

/** Share of a column's values that must be keys for it to be the column of keys. */
const KEY_SHARE = 0.9
const TRUTH_SHARE = 0.95
/** Share of the rows in which a column without a key's name must have a value to be the column of keys. */
const MIN_FILLED = 0.5
const IMAGE_SHARE = 0.9
/** Names of columns whose letters are a group, a version or a kind, never the right answer. */
const OTHER_LETTERS =
  /\b(grupp[oi]|fasci[ae]|tip[oi]|class[ei]|version[ei]|batteri[ae]|livell[oi]|compit[oi]|set|sezion[ei]|modul[oi]|part[ei]|group|type|version|level|section|grade|turno|seri[ei]|commission[ei]|bust[ae]|tracci[ae]|patent[ei]|profil[oi]|ruol[oi]|qualific[ahe]+|aul[ae]|sed[ei]|are[ae]|ambit[oi]|categori[ae]|codic[ei]|sched[ae]|stato)\b/

/** Names of a key that replaced another, and of the replaced one. */
const FINAL = /\b(definitiv[aeo]|rettificat[aeo]|aggiornat[aeo]|final[ei]?|revised)\b/
const EARLY = /\b(provvisori[aeo]|precedent[ei]|vecchi[aeo]|original[ei]|old|previous|provisional)\b/
const isEarly = (name: string | undefined): boolean => EARLY.test(normalizeName(name ?? ''))

/** Name of a column with few values, which replace the keys of their rows. */
const CORRECTS =
  /\b(errata corrige|rettific\w*|correzion[ei]|corrigendum|nuov[ao] (?:risposta|chiave|soluzione)|variazion[ei])\b/

/** Context of the reading beside the file's own bytes. */
export type Context = { images: ReadonlySet<string> }

/** Corrects the roles by name with the content of the cells. Null when nothing can be answers. */
export function refineColumns(
  columns: Columns,
  names: readonly string[],
  rows: readonly Row[],
  context: Context,
): Columns | null {
  const sample = rows.filter((row) => row.cells.filter((c) => c.trim() !== '').length >= 2).slice(0, SAMPLE)
  const refined: Columns = { ...columns, roles: { ...columns.roles } }
  if (refined.answers.length >= 2) refined.wrong = []
  if (refined.answers.length >= 2) settleKey(refined, names, sample)
  else if (refined.wrong.length > 0) {
    if (!settleWrong(refined, names, sample)) return null
  } else if (!settleTruth(refined, names, sample)) return null
  settleImages(refined, names, sample, context)
  const { materia } = refined.roles
  if (materia !== undefined && sample.some((row) => isAddress(row.cells[materia] ?? ''))) delete refined.roles.materia
  return refined
}

/** Returns the columns with a role, in order. */
export function usedColumns({ roles, answers, wrong, right, points }: Columns): Set<number> {
  const columns = [...Object.values(roles), ...answers.map((a) => a.column), ...wrong, ...points.values()]
  return new Set(right === null ? columns : [...columns, right])
}

const freeColumns = (columns: Columns, width: number): number[] => {
  const used = usedColumns(columns)
  return Array.from({ length: width }, (_, i) => i).filter((i) => !used.has(i))
}

function findKey(
  columns: Columns,
  answers: readonly number[],
  names: readonly string[],
  rows: readonly Row[],
): number | null {
  const named = columns.roles.chiave
  const all = freeColumns(columns, names.length).filter((c) => !answers.includes(c))
  const judged = hasVerdicts(named === undefined ? all : [named, ...all], names, rows)
  const isGiven = (name: string) => isGivenName(name) || (judged && isKeyName(name) && !isSureKeyName(name))
  const free = all.filter((c) => !isGiven(names[c] ?? ''))
  if (named !== undefined && isGiven(names[named] ?? '')) delete columns.roles.chiave
  const keyed = named === undefined || columns.roles.chiave === undefined ? [] : [named]
  const byName = [...keyed, ...free.filter((c) => isKeyName(names[c] ?? ''))]
  const sure = byName.filter((c) => weighKey(c, answers, rows).share >= KEY_SHARE)
  const late = sure.filter((c) => !isEarly(names[c]))
  const corrections = all.filter(
    (c) => CORRECTS.test(normalizeName(names[c] ?? '')) && weighKey(c, answers, rows).share >= KEY_SHARE,
  )
  const setRivals = (key: number, list: readonly number[]) => {
    const others = [...new Set([...list, ...corrections])].filter((c) => c !== key && !isPoints(c, key, rows))
    columns.rivals = others.map((column) => ({ column, base: findBase(column, key, columns, rows) }))
  }
  const last =
    sure.find((c) => FINAL.test(normalizeName(names[c] ?? ''))) ??
    // Prefer other keys to a number, which may count from 0 or 1, or mean points.
    late.find((c) => weighKey(c, answers, rows).kind !== 'numbers') ??
    late[0] ??
    sure[0]
  if (last !== undefined) {
    const letters = free.filter((c) => c !== last && isAlike(c, last, columns, rows))
    if (!FINAL.test(normalizeName(names[last] ?? ''))) setRivals(last, [...late, ...letters])
    return last
  }
  // Keep a column that is the key by its name, though some of its cells have other contents.
  if (columns.roles.chiave !== undefined) setRivals(columns.roles.chiave, [])
  const likely = free.filter((c) => {
    const { kind, share, filled } = weighKey(c, answers, rows)
    if (share < KEY_SHARE || filled < MIN_FILLED || kind === 'numbers') return false
    const spread = new Set(rows.map((row) => (row.cells[c] ?? '').trim().toLowerCase()).filter((v) => v !== '')).size
    return (
      kind === 'texts' || (spread >= 2 && !OTHER_LETTERS.test(normalizeName(names[c] ?? '')) && !isGrouped(c, rows))
    )
  })
  const [byContent, ...others] = likely.filter((c) => !isEarly(names[c]))
  // Find two columns of letters that differ, without a name that marks the keys.
  const differ = others.some((c) =>
    rows.some((row) => comparable(row.cells[c] ?? '') !== comparable(row.cells[byContent ?? -1] ?? '')),
  )
  if (differ) return null
  columns.keyGuessed = byContent !== undefined
  return byContent ?? null
}

const cellOf = (row: Row, column: number | undefined) => (column === undefined ? '' : (row.cells[column] ?? '').trim())

/** Returns the place of the answer that a letter or a text names. */
const placeOf = (row: Row, value: string, answers: readonly AnswerColumn[]): number | null =>
  letterPlace(value) ??
  answers.find(({ column }) => comparable(cellOf(row, column)) === comparable(value))?.posto ??
  null

/** Share of rows in which letters of an unclear name must match the key to be keys. */
const ALIKE = 0.75

/**
 * Returns true for letters that nearly always match the key's answer. Where they differ, nothing shows which of the two
 * is right.
 */
function isAlike(column: number, key: number, { answers }: Columns, rows: readonly Row[]): boolean {
  const both = rows.filter((row) => cellOf(row, column) !== '' && cellOf(row, key) !== '')
  const same = both.filter((row) => letterPlace(cellOf(row, column)) === placeOf(row, cellOf(row, key), answers))
  return (
    both.every((row) => letterPlace(cellOf(row, column)) !== null) &&
    same.length >= both.length * ALIKE &&
    both.length > 2
  )
}

/**
 * Returns true when a column judges some rows right and others wrong, or all of them wrong. A plain `Risposta` beside it
 * is a candidate's answer.
 */
function hasVerdicts(columns: readonly number[], names: readonly string[], rows: readonly Row[]): boolean {
  return columns.some((c) => {
    const said = [...new Set(rows.map((row) => cellOf(row, c)))].filter((v) => v !== '')
    const judges = said.some((v) => VERDICT.test(v)) && said.every((v) => VERDICT.test(v) || numberOf(v) !== null)
    if (said.length === 1) return isDenial(names[c] ?? '', said[0])
    return judges && isJudge(names[c] ?? '')
  })
}

/** Returns true for one number in every row beside keys that change: the points of a right answer. */
function isPoints(column: number, key: number, rows: readonly Row[]): boolean {
  const found = (c: number) => new Set(rows.map((row) => cellOf(row, c)).filter((value) => value !== ''))
  const [value = '', ...others] = found(column)
  return numberOf(value) !== null && others.length === 0 && found(key).size > 1
}

/** Returns the first number of a second column of keys, by how often it agrees with the first. */
function findBase(column: number, key: number, { answers }: Columns, rows: readonly Row[]): 0 | 1 {
  const agree = (base: number) =>
    rows.filter((row) => {
      const number = numberOf(cellOf(row, column))
      return number !== null && placeOf(row, cellOf(row, key), answers) === number - base
    }).length
  return agree(0) > agree(1) ? 0 : 1
}

/** Sets the column of keys beside columns of answers; a solution in words beside it is the explanation. */
function settleKey(columns: Columns, names: readonly string[], rows: readonly Row[]): void {
  const answers = columns.answers.map((a) => a.column)
  const named = columns.roles.chiave
  const key = findKey(columns, answers, names, rows)
  if (key !== null) {
    columns.roles.chiave = key
    const worded = named !== undefined && named !== key && weighWords(named, rows) > 2
    const solution = worded ? named : findSolution(columns, names, rows)
    if (solution !== undefined) columns.roles.spiegazione ??= solution
    return
  }
  if (named === undefined) return
  const { share } = weighKey(named, answers, rows)
  if (share > 0.5) return
  // Reject `Commento se giusto`, which recalls the key, over values that are no answer in any row.
  if (share === 0 && findRole(names[named] ?? '')?.role !== 'chiave' && columns.answers.some((a) => a.posto === 0))
    delete columns.roles.chiave
  if (columns.roles.chiave === undefined) return
  // Find the right one of `Risposta esatta; Risposta B; Risposta C`, the answer without its own column.
  if (columns.answers.every((a) => a.posto > 0)) {
    columns.right = named
    delete columns.roles.chiave
  } else if (weighWords(named, rows) > 4) {
    columns.roles.spiegazione ??= named
    delete columns.roles.chiave
  }
}

/** Returns a rival's key that surely means another answer than the chosen one. Null when they agree or are unclear. */
export function findRivalKey(row: Row, { roles, answers, rivals }: Columns): { key: string; other: string } | null {
  const key = cellOf(row, roles.chiave)
  for (const { column, base } of rivals) {
    const other = cellOf(row, column)
    const a = placeOf(row, key, answers)
    const number = numberOf(other)
    const b = placeOf(row, other, answers) ?? (a === null || number === null ? null : number - base)
    const numbers = /^\d+$/.test(key) && /^\d+$/.test(other) && key !== other
    if (key !== '' && other !== '' && (numbers || (a !== null && b !== null && a !== b))) return { key, other }
  }
  return null
}

const findSolution = (columns: Columns, names: readonly string[], rows: readonly Row[]): number | undefined =>
  freeColumns(columns, names.length).find((c) => isKeyName(names[c] ?? '') && weighWords(c, rows) > 2)

/**
 * Sets the columns of wrong answers. They are all the answers when one of them is always right, otherwise they stand
 * beside it. Returns false without a right one.
 */
function settleWrong(columns: Columns, names: readonly string[], rows: readonly Row[]): boolean {
  const key = findKey(columns, columns.wrong, names, rows)
  const asAnswers = (list: readonly number[]): AnswerColumn[] =>
    list.map((column, posto) => ({ column, posto, lettera: null }))
  if (key !== null) {
    columns.roles.chiave = key
    columns.answers = asAnswers(columns.wrong)
    columns.wrong = []
    return true
  }
  const right = columns.roles.chiave ?? names.findIndex((name) => findAnswerPlace(name) !== null)
  if (right === undefined || right < 0) return false
  columns.right = right
  delete columns.roles.chiave
  return true
}

/**
 * Sets the key of a table without columns of answers, which must be true or false. Yes and no count where its name
 * makes it the key.
 */
function settleTruth(columns: Columns, names: readonly string[], rows: readonly Row[]): boolean {
  const named = columns.roles.chiave
  const free = freeColumns(columns, names.length).filter((c) => !isGivenName(names[c] ?? ''))
  const all = [...(named === undefined ? [] : [named]), ...free]
  const isFull = (c: number) => c === named || shareOf(c, rows, (value) => value !== '') >= MIN_FILLED
  const found =
    all.find((c) => isFull(c) && weighTruth(c, rows) >= TRUTH_SHARE) ??
    all.find((c) => (c === named || isKeyName(names[c] ?? '')) && areVerdicts(c, rows))
  if (found === undefined) return false
  if (
    !isSureKeyName(names[found] ?? '') &&
    hasVerdicts(
      all.filter((c) => c !== found),
      names,
      rows,
    )
  )
    return false
  columns.roles.chiave = found
  return true
}

function settleImages(columns: Columns, names: readonly string[], rows: readonly Row[], { images }: Context): void {
  const named = columns.roles.immagine
  if (named !== undefined && weighImages(named, rows, images) >= 0.5) return
  const found = freeColumns(columns, names.length).find((c) => weighImages(c, rows, images) >= IMAGE_SHARE)
  if (found !== undefined) columns.roles.immagine = found
}
