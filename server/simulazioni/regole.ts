import { readRegolamento } from '#rules/regolamento/read'
import type { Regolamento, WrittenRegolamento } from '#rules/regolamento/types'

/** Columns of a simulation's scoring; points in thousandths. */
export type RegoleRow = {
  durata: string
  sbarramento: number | null
  punteggio_risposte_corrette: number
  punteggio_risposte_sbagliate: number
  punteggio_non_risposte: number
  regole: WrittenRegolamento | null
}

/** Returns the rules of a simulation as a document: its own, or its three numbers and threshold (D23). */
export function writeRegole(s: RegoleRow): WrittenRegolamento {
  const punti = {
    tipo: 'fissi' as const,
    corretta: s.punteggio_risposte_corrette / 1000,
    sbagliata: s.punteggio_risposte_sbagliate / 1000,
    omessa: s.punteggio_non_risposte / 1000,
  }
  const minimo = s.sbarramento === null ? {} : { ammissione: { minimo: s.sbarramento / 1000 } }
  return { punti, durata: s.durata, ...minimo, ...s.regole }
}

/** Parses rules that publishing has checked; a failure is a fault of ours. */
export function rulesOf(written: WrittenRegolamento): Regolamento {
  const parsed = readRegolamento(written)
  if (!parsed.ok) throw new Error(`rules of a simulation: ${JSON.stringify(parsed.difetti)}`)
  return parsed.regolamento
}
