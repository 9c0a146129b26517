import { checkRegolamento, type RegolamentoDefect, readRegolamento } from '#rules/regolamento/read'
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

const DEFECTS: Record<RegolamentoDefect['difetto'], string> = {
  decimali: 'i punti hanno al massimo tre decimali',
  durata: 'la durata è HH:MM:SS, maggiore di zero e al massimo un giorno',
  terna: 'servono tre valori: facile, media, difficile',
  quote: 'i conti dei quesiti non tornano',
  vuoto: 'serve almeno una sezione',
  negativo: 'deve essere maggiore di zero',
  incompleto: 'posti e multiplo vanno insieme',
  ripetuto: 'detto due volte',
  tempi: 'manca: se una sezione ha la sua durata, la hanno tutte',
}

/** Checks rules as written; every contradiction in a sentence for the operator. */
export function checkWritten(
  written: WrittenRegolamento,
): { ok: true; regolamento: Regolamento } | { ok: false; frasi: string[] } {
  const parsed = checkRegolamento(written)
  if (parsed.ok) return parsed
  return { ok: false, frasi: parsed.difetti.map((d) => `${d.campo}: ${DEFECTS[d.difetto]}`) }
}
