import type { Concorso } from '#contract/schemas'

/** A bank as the queries of this slice read it. */
export type ConcorsoRow = {
  id_concorso: number
  concorso: string
  id_ente: number
  ente: string
  anno: number | null
  profilo: string | null
  descrizione: string | null
  in_evidenza: boolean
  numero_domande: number
  con_immagini: number
  versione: string
  data_ultimo_aggiornamento: Date
  pacchetto: string
  pacchetto_hash: string
  pacchetto_dimensione: number
  immagini: string | null
  immagini_hash: string | null
  immagini_dimensione: number | null
}

/** Columns of RigaConcorso over `concorso c join ente e`. */
export const COLUMNS = `c.id_concorso, c.concorso, c.id_ente, e.ente, c.anno, c.profilo, c.descrizione, c.in_evidenza,
  c.numero_domande, c.con_immagini, c.versione, c.data_ultimo_aggiornamento, c.pacchetto, c.pacchetto_hash,
  c.pacchetto_dimensione, c.immagini, c.immagini_hash, c.immagini_dimensione`

/** Condition of a visible bank or path: published, with its package built. */
export const PUBLISHED = `c.stato = 'pubblicato' and c.versione is not null and c.pacchetto is not null`
/** Condition of a bank or path on an account's list: published, or withdrawn since. */
export const KEPT = `c.stato in ('pubblicato', 'ritirato') and c.versione is not null and c.pacchetto is not null`
/** Mark of a bank or a path that only its holders still list. */
export const WITHDRAWN = `c.stato = 'ritirato' as ritirata`
/** Condition of a published bank alone: a path has its number negated (rules/raccolta). */
export const PUBLISHED_BANCA = `${PUBLISHED} and c.id_concorso > 0`
/** Condition of a published path alone; over `concorso c join percorso p`. */
export const PUBLISHED_PERCORSO = `${PUBLISHED} and p.id_argomento = -c.id_concorso`

export const toConcorso = (r: ConcorsoRow, materie: Concorso['materie']): Concorso => ({
  id_concorso: r.id_concorso,
  concorso: r.concorso,
  ente: { id_ente: r.id_ente, ente: r.ente },
  anno: r.anno,
  profilo: r.profilo,
  descrizione: r.descrizione,
  in_evidenza: r.in_evidenza,
  numero_domande: r.numero_domande,
  con_immagini: r.con_immagini,
  materie,
  data_ultimo_aggiornamento: r.data_ultimo_aggiornamento.toISOString(),
  versione: r.versione,
})
