import type { EsitoSimulazione } from '#contract/simulazioni'

/** An outcome as its row has it; points in thousandths. */
export type EsitoRow = Pick<
  EsitoSimulazione,
  | 'gettone'
  | 'id_simulazione'
  | 'numero_domande_previste'
  | 'superata'
  | 'sorgente'
  | 'consegnata'
  | 'tempo_aggiuntivo'
  | 'in_classifica'
  | 'motivo'
> & {
  data_simulazione: Date
  corrette: number
  errate: number
  intermedie: number
  omesse: number
  punti: number
  massimo: number
  automatica: boolean
}

export const ESITO_COLUMNS = `gettone, id_simulazione, data_simulazione, numero_domande_previste, corrette, errate, intermedie, omesse,
  punti, massimo, superata, sorgente, consegnata, tempo_aggiuntivo, in_classifica, motivo, automatica`

/** The outcome on the wire: points as decimals, exact to the thousandth. */
export const toEsito = ({
  corrette,
  errate,
  intermedie,
  omesse,
  punti,
  massimo: max,
  automatica,
  ...e
}: EsitoRow): EsitoSimulazione => ({
  ...e,
  data_simulazione: e.data_simulazione.toISOString(),
  numero_risposte_corrette: corrette,
  numero_risposte_errate: errate,
  numero_risposte_intermedie: intermedie,
  numero_non_risposte: omesse,
  punteggio: punti / 1000,
  punteggio_massimo: max / 1000,
  ...(automatica && { automatica }),
})
