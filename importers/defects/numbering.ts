import { groupBy } from '../group-by.ts'
import { type Warning, warn } from '../warnings.ts'

export type NumberedQuestion = { riga: number; numero: string | null; materia: string | null }

/** Least share of the numbers from first to last in a sequence; below it they are codes. */
const PIENEZZA = 0.8
/** Most gaps that are reported one by one. */
const MAX_BUCHI = 200

/** Finds missing and repeated numbers of a bank numbered in sequence, over the whole or in each subject. */
export function checkNumbering(domande: readonly NumberedQuestion[]): Warning[] {
  const conNumero = domande.flatMap((d) => {
    const n = /^\s*0*(\d{1,7})[.)]?\s*$/.exec(d.numero ?? '')?.[1]
    return n === undefined ? [] : [{ ...d, n: Number(n) }]
  })
  if (conNumero.length < 2 || conNumero.length < domande.length * PIENEZZA) return []
  const perMateria = groupBy(conNumero, (d) => d.materia)
  const diversi = new Set(conNumero.map((d) => d.n)).size
  const ripetuti = conNumero.length - diversi
  const ricomincia = perMateria.size > 1 && ripetuti > conNumero.length * 0.1
  const gruppi = ricomincia ? [...perMateria.values()] : [conNumero]
  return gruppi.flatMap(checkGruppo)
}

function checkGruppo(gruppo: readonly (NumberedQuestion & { n: number })[]): Warning[] {
  const righe = new Map<number, number>()
  const ripetuti: Warning[] = []
  for (const { n, riga } of gruppo) {
    const prima = righe.get(n)
    if (prima === undefined) righe.set(n, riga)
    else ripetuti.push(warn('repeated_number', riga, { number: n, row: prima }))
  }
  const numeri = [...righe.keys()].sort((a, b) => a - b)
  const primo = numeri[0] ?? 0
  const inizio = primo <= 5 ? Math.min(1, primo) : primo
  const estensione = (numeri.at(-1) ?? 0) - inizio + 1
  if (numeri.length < estensione * PIENEZZA) return righe.size < gruppo.length * PIENEZZA ? [] : ripetuti
  return [...ripetuti, ...findBuchi(numeri, inizio, righe)]
}

function findBuchi(numeri: readonly number[], inizio: number, righe: ReadonlyMap<number, number>): Warning[] {
  const buchi: Warning[] = []
  let atteso = inizio
  for (const n of numeri) {
    if (n > atteso && buchi.length < MAX_BUCHI) {
      const row = righe.get(n) ?? null
      if (n - atteso === 1) buchi.push(warn('missing_number', row, { number: atteso }))
      else buchi.push(warn('missing_numbers', row, { from: atteso, to: n - 1 }))
    }
    atteso = n + 1
  }
  return buchi
}
