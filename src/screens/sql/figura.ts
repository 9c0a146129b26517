import type { CellaSql } from '#contract/sql'
import { cellText, numberOf } from './celle.ts'

/** Rows that a chart of bars shows. */
export const MAX_BARRE = 25
/** Points of a line. */
const MAX_PUNTI = 2000

export type Punto = { nome: string; valore: number }
/** `barre`: a label and a number; `linea`: a day and a number, by day. `colonne`: what names the points and what measures them. */
export type Figura = { tipo: 'barre' | 'linea'; colonne: readonly [string, string]; punti: Punto[]; altre: boolean }

const GIORNO = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}.*)?$/
const isGiorno = (testo: string) => GIORNO.test(testo) && !Number.isNaN(Date.parse(testo))

/**
 * The chart of a result of exactly two columns, when there is one that tells the truth: every value a number, from zero up. The
 * numbers may stand before their labels.
 */
export function figureOf(colonne: readonly string[], righe: readonly CellaSql[][]): Figura | null {
  const [prima, seconda] = colonne
  if (prima === undefined || seconda === undefined || colonne.length > 2 || righe.length < 2) return null
  const dritta = draw([prima, seconda], righe)
  // Only words are labels there: numbers of the second column that cannot be drawn do not name those of the first.
  if (dritta || !righe.every(([, b]) => typeof b === 'string')) return dritta
  return draw(
    [seconda, prima],
    righe.map(([a = null, b = null]) => [b, a]),
  )
}

function draw(colonne: readonly [string, string], righe: readonly CellaSql[][]): Figura | null {
  const punti: Punto[] = []
  for (const [nome = null, cella = null] of righe) {
    const valore = numberOf(cella)
    if (valore === null || !Number.isFinite(valore) || valore < 0) return null
    if (nome !== null && typeof nome === 'object' && 'byte' in nome) return null
    punti.push({ nome: cellText(nome), valore })
  }
  if (new Set(punti.map(({ nome }) => nome)).size < punti.length) return null
  if (punti.every(({ nome }) => isGiorno(nome)))
    return {
      tipo: 'linea',
      colonne,
      punti: [...punti].sort((a, b) => Date.parse(a.nome) - Date.parse(b.nome)).slice(0, MAX_PUNTI),
      altre: punti.length > MAX_PUNTI,
    }
  return { tipo: 'barre', colonne, punti: punti.slice(0, MAX_BARRE), altre: punti.length > MAX_BARRE }
}
