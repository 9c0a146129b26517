import { type Campo, findCampo, findPunti, findRisposta, letteraDi, normalizeNome } from './campi.ts'
import type { Riga } from './tipi.ts'

/** Where each thing is in a table, by column from 0. */
export type Colonne = {
  campi: Partial<Record<Campo, number>>
  risposte: { colonna: number; posto: number; lettera: string | null }[]
  /** Column of the points of each answer, by its place. */
  punti: Map<number, number>
}

/** Rows from the top in which a header is looked for, below titles and notes. */
const RIGHE_INTESTAZIONE = 30

/** The header of a table and its row's index; null when no row names a question with answers or a key. */
export function findIntestazione(righe: readonly Riga[]): { colonne: Colonne; indice: number } | null {
  for (let indice = 0; indice < Math.min(righe.length, RIGHE_INTESTAZIONE); indice++) {
    const colonne = readIntestazione(righe[indice]?.celle ?? [])
    if (colonne) return { colonne, indice }
  }
  return null
}

/** Columns by their names, or null when the cells are not names of columns. */
export function readIntestazione(celle: readonly string[]): Colonne | null {
  const risposte = findRisposte(celle)
  const prese = new Set(risposte.map(({ colonna }) => colonna))
  const punti = new Map<number, number>()
  const scelte = new Map<Campo, { colonna: number; peso: number }>()
  celle.forEach((cella, colonna) => {
    if (prese.has(colonna) || cella.length > 60) return
    const posto = findPunti(cella)
    if (posto !== null) punti.set(posto, colonna)
    const trovato = posto === null ? findCampo(cella) : null
    if (!trovato) return
    const scelta = scelte.get(trovato.campo)
    if (!scelta || trovato.peso < scelta.peso) scelte.set(trovato.campo, { colonna, peso: trovato.peso })
  })
  const campi = Object.fromEntries([...scelte].map(([campo, { colonna }]) => [campo, colonna])) as Colonne['campi']
  if (campi.testo === undefined || (risposte.length < 2 && campi.chiave === undefined)) return null
  return { campi, risposte, punti }
}

/** Answer columns. A lone `A` or `1` is not one: it may be the key (`q, a`) or a number. */
function findRisposte(celle: readonly string[]): Colonne['risposte'] {
  const trovate = celle.flatMap((cella, colonna) => {
    const posto = cella.length > 40 ? null : findRisposta(cella)
    return posto === null ? [] : [{ colonna, posto, lettera: letteraDi(cella) }]
  })
  const posti = new Map<number, (typeof trovate)[number]>()
  for (const risposta of trovate) if (!posti.has(risposta.posto)) posti.set(risposta.posto, risposta)
  return posti.size < 2 ? [] : [...posti.values()].sort((a, b) => a.posto - b.posto)
}

/** True when a row repeats the header, as at the top of every printed page. */
export const isIntestazione = (celle: readonly string[], intestazione: readonly string[]): boolean =>
  intestazione.some((c) => c.trim() !== '') &&
  intestazione.every((nome, i) => normalizeNome(nome) === normalizeNome(celle[i] ?? ''))
