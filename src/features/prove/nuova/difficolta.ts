import { splitShares } from '#rules/draw'
import { type DifficoltaUse, difficoltaUse, scaleShares } from '#rules/regolamento/difficolta'
import type { WrittenRegolamento } from '#rules/regolamento/types'
import { type AvailableMateria, type FormState, sezioneOf } from './form-state.ts'

export type Triple = [number, number, number]

/** Easy, medium and hard questions that a section asks for, and those that its subjects have. */
export type Shortage = { sezione: string; servono: Triple; ci_sono: Triple }

/** Effect of the difficulty in the rules, given the questions at hand. */
export type Difficolta = {
  uso: DifficoltaUse
  /** True when no question has a difficulty; the rules then count every question as medium. */
  senza: boolean
  /** Questions without difficulty where others have one; they count as medium. */
  ignote: number
  /** Easy, medium and hard questions to draw for each section; null for any. */
  quote: (Triple | null)[]
  /** First section whose quotas cannot be drawn. */
  manca: Shortage | null
}

/** Counts a question without difficulty as medium (docs/operators/punteggi.md). */
const inThree = ([ignote, easy, medium, hard]: AvailableMateria['difficolta']): Triple => [easy, medium + ignote, hard]
const sum = (triples: readonly Triple[]): Triple =>
  triples.reduce<Triple>((a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]], [0, 0, 0])

/** Returns true when the questions of every requested subject lack a difficulty. */
const isUnknown = (m: FormState, available: readonly AvailableMateria[]): boolean =>
  available.every((d) => (m.quote[d.id_materia] ?? 0) === 0 || d.difficolta[0] === d.n)

/** Settles how the difficulty is drawn and counted. `document` has the rules as their call writes them. */
export function settleDifficolta(
  m: FormState,
  document: WrittenRegolamento,
  available: readonly AvailableMateria[],
): Difficolta {
  const usage = difficoltaUse(document)
  const needs = usage.punti || usage.quote
  const asked = available.filter((d) => (m.quote[d.id_materia] ?? 0) > 0)
  const without = needs && isUnknown(m, available)
  const ignote = needs && !without ? asked.reduce((n, d) => n + d.difficolta[0], 0) : 0
  let missing: Shortage | null = null
  const quotas = (document.sezioni ?? []).map(({ nome: name, quote_difficolta: written }, i): Triple | null => {
    if (!written || without || m.senza_quote) return null
    const own = asked.filter((d) => sezioneOf(m, d.id_materia, d.materia) === i)
    const rows = own.map((d) => m.quote[d.id_materia] ?? 0)
    const [a = 0, b = 0, c = 0] = written
    const needed = scaleShares(
      [a, b, c],
      rows.reduce((x, y) => x + y, 0),
    )
    const rooms = own.map((d) => inThree(d.difficolta))
    if (!missing && !splitShares(rooms, rows, needed)) missing = { sezione: name, servono: needed, ci_sono: sum(rooms) }
    return needed
  })
  return { uso: usage, senza: without, ignote, quote: quotas, manca: missing }
}

/** Sums the quotas of the sections; null when there is none. */
export function sumQuotas(quotas: readonly (Triple | null)[]): Triple | null {
  const real = quotas.filter((q) => q !== null)
  const all = sum(real)
  return all.some((n) => n > 0) ? all : null
}
