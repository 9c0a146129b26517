import type { RawQuestion } from '../raw-question.ts'
import { NO_KEY } from '../recognition/keys.ts'
import { letterPlace } from '../recognition/marks.ts'
import { type Warning, warn } from '../warnings.ts'
import type { KeyGrid } from './grid.ts'

const nameOf = (number: string | null): string | null =>
  number === null ? null : /^\s*\d+\s*$/.test(number) ? String(Number(number)) : number.trim()

/**
 * Gives each question the grid's key for its number. Where the question, the grid or the rule differ, the question gets
 * none.
 */
export function applyGrid(questions: readonly RawQuestion[], grid: KeyGrid, rightLetter: string | null): Warning[] {
  const names = chooseNames(questions, grid)
  const known = names.filter((name) => name !== null)
  if (new Set(known).size !== known.length) return [warn('key_grid_unclear', null, { keys: grid.keys.size })]
  const warnings: Warning[] = []
  let own = 0
  questions.forEach((question, i) => {
    const name = names[i] ?? null
    const letter = name === null ? undefined : grid.keys.get(name)
    if (name === null || letter === undefined || question.chiave === NO_KEY) return
    if (question.risposte.some((r) => r.right !== null || r.punti !== null)) {
      own++
      return
    }
    const ruled = rightLetter !== null && rightLetter.toUpperCase() !== letter
    if (grid.conflicts.has(name) || ruled || differs(question.chiave, letter)) {
      warnings.push(warn('key_grid_differs', question.riga, { number: name, letter }, question.sheet))
      question.chiave = NO_KEY
    } else question.chiave ??= letter
  })
  if (own > 0) warnings.push(warn('key_grid_ignored', null, { questions: own }))
  const used = new Set(names)
  const unused = [...grid.keys.keys()].filter((name) => !used.has(name))
  if (unused.length > 0) warnings.push(warn('key_grid_unused', null, { keys: unused.length, first: unused[0] ?? '' }))
  return warnings
}

/** Returns the official numbers, or the printed ones, whichever the grid has more of. */
function chooseNames(questions: readonly RawQuestion[], grid: KeyGrid): (string | null)[] {
  const lists = [questions.map((q) => nameOf(q.numero)), questions.map((q) => nameOf(q.id_origine ?? q.numero))]
  const countKnown = (list: readonly (string | null)[]) => list.filter((n) => n !== null && grid.keys.has(n)).length
  const [official = [], printed = []] = lists
  return countKnown(official) >= countKnown(printed) ? official : printed
}

/** Returns true for a written key that is not that letter. */
function differs(key: RawQuestion['chiave'], letter: string): boolean {
  if (key === null || key === '') return false
  const place = typeof key === 'string' ? letterPlace(/^\s*[("[]*([A-Ha-h])(?![\p{L}\d])/u.exec(key)?.[1] ?? key) : null
  return place === null || 'ABCDEFGH'[place] !== letter
}
