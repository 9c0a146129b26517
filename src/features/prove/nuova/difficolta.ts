import { splitShares } from '#rules/draw'
import { type DifficoltaUse, difficoltaUse, scaleShares } from '#rules/regolamento/difficolta'
import type { WrittenRegolamento } from '#rules/regolamento/types'
import { type AvailableMateria, type FormState, sezioneOf } from './form-state.ts'

export type Triple = [number, number, number]

/** Easy, medium and hard ones that a section asks for, and those that its subjects have. */
export type Shortage = { sezione: string; servono: Triple; ci_sono: Triple }

/** What becomes of the difficulty that rules ask for, with the questions that there are. */
export type Difficolta = {
  uso: DifficoltaUse
  /** No question says how hard it is: the rules are followed as if all were medium. */
  senza: boolean
  /** Some say it, these do not: they count as medium. */
  ignote: number
  /** Easy, medium and hard ones to draw for each section; null: as they come. */
  quote: (Triple | null)[]
  /** The first section whose quotas cannot be drawn. */
  manca: Shortage | null
}

/** A question that does not say its difficulty is medium (docs/operators/punteggi.md). */
const inThree = ([ignote, easy, medium, hard]: AvailableMateria['difficolta']): Triple => [easy, medium + ignote, hard]
const sum = (triples: readonly Triple[]): Triple =>
  triples.reduce<Triple>((a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]], [0, 0, 0])

/** Whether every subject asked for has its questions without difficulty. */
const isUnknown = (m: FormState, available: readonly AvailableMateria[]): boolean =>
  available.every((d) => (m.quote[d.id_materia] ?? 0) === 0 || d.difficolta[0] === d.n)

/** Settles how the difficulty is drawn and counted. `documento`: the rules as their call writes them. */
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

/** What all the sections with quotas draw together; null when there is none. */
export function sumQuotas(quotas: readonly (Triple | null)[]): Triple | null {
  const real = quotas.filter((q) => q !== null)
  const all = sum(real)
  return all.some((n) => n > 0) ? all : null
}
