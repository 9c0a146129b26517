import { type EsitoProva, type Punteggio, scaled } from '../regolamento/punteggio.ts'
import type { Millesimi, Regolamento } from '../regolamento/types.ts'

/** Outcome as the server counted it, which prevails for a simulation (D23). */
export type ServerCount = {
  punti: Millesimi
  massimo: Millesimi
  domande: number
  corrette: number
  errate: number
  intermedie: number
  omesse: number
  /** Null when its own threshold does not decide. */
  superata: boolean | null
}

/** Outcome of the server, points as decimals. */
export const serverCount = (e: {
  punteggio: number
  punteggio_massimo: number
  numero_domande_previste: number
  numero_risposte_corrette: number
  numero_risposte_errate: number
  numero_risposte_intermedie: number
  numero_non_risposte: number
  superata: boolean | null
}): ServerCount => ({
  punti: Math.round(e.punteggio * 1000),
  massimo: Math.round(e.punteggio_massimo * 1000),
  domande: e.numero_domande_previste,
  corrette: e.numero_risposte_corrette,
  errate: e.numero_risposte_errate,
  intermedie: e.numero_risposte_intermedie,
  omesse: e.numero_non_risposte,
  superata: e.superata,
})

/** The score with the server's total, counts and outcome; sections and lost points stay as counted here. */
export function withServerCount(regole: Regolamento, qui: Punteggio, server: ServerCount): Punteggio {
  const { domande, superata, ...conto } = server
  const { punti, massimo, corrette, errate, intermedie, omesse } = conto
  return {
    ...qui,
    ...conto,
    non_valutate: Math.max(0, domande - corrette - errate - intermedie - omesse),
    soglie: qui.soglie.map((s) => (s.tipo === 'totale' ? { ...s, ottenuto: punti, superata: punti >= s.minimo } : s)),
    esito: esitoDi(regole, superata),
    in_scala: regole.scala === null ? null : scaled(punti, regole.scala, regole.massimo ?? massimo),
  }
}

const esitoDi = ({ ammissione }: Regolamento, superata: boolean | null): EsitoProva =>
  superata === null
    ? ammissione.primi === null
      ? 'senza_soglia'
      : 'in_graduatoria'
    : superata
      ? 'superata'
      : 'non_superata'
