import type { Avviso } from '#contract/domanda'
import { groupBy } from '../group-by.ts'

export type NumberedQuestion = { riga: number; numero: string | null; materia: string | null }

/** Share of the numbers from first to last that must be there for numbers to be a sequence and not codes. */
const PIENEZZA = 0.8
/** Longest gap that is told in one sentence is any; gaps told one by one at most. */
const MAX_BUCHI = 200

/** Missing and repeated numbers of a bank that is numbered in sequence, over the whole or in each subject. */
export function checkNumbering(domande: readonly NumberedQuestion[]): Avviso[] {
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

function checkGruppo(gruppo: readonly (NumberedQuestion & { n: number })[]): Avviso[] {
  const righe = new Map<number, number>()
  const ripetuti: Avviso[] = []
  for (const { n, riga } of gruppo) {
    const prima = righe.get(n)
    if (prima === undefined) righe.set(n, riga)
    else ripetuti.push({ tipo: 'numero_ripetuto', riga, testo: `Il numero ${n} è già alla riga ${prima}.` })
  }
  const numeri = [...righe.keys()].sort((a, b) => a - b)
  const primo = numeri[0] ?? 0
  const inizio = primo <= 5 ? Math.min(1, primo) : primo
  const estensione = (numeri.at(-1) ?? 0) - inizio + 1
  if (numeri.length < estensione * PIENEZZA) return righe.size < gruppo.length * PIENEZZA ? [] : ripetuti
  return [...ripetuti, ...findBuchi(numeri, inizio, righe)]
}

function findBuchi(numeri: readonly number[], inizio: number, righe: ReadonlyMap<number, number>): Avviso[] {
  const buchi: Avviso[] = []
  let atteso = inizio
  for (const n of numeri) {
    if (n > atteso && buchi.length < MAX_BUCHI) {
      const testo = n - atteso === 1 ? `Manca il numero ${atteso}.` : `Mancano i numeri da ${atteso} a ${n - 1}.`
      buchi.push({ tipo: 'numero_mancante', riga: righe.get(n) ?? null, testo })
    }
    atteso = n + 1
  }
  return buchi
}
