import type { Statistica } from '#rules/statistica'
import type { DownloadProgress, RispostaSeduta } from './data.ts'

/** What a committed change of one tab means for the others, which show it at once. */
export type StoreChange =
  /** The list of banks: added, selected, downloaded, deleted. */
  | { tipo: 'banche' }
  /** One record, by one event; `risposta` is the place that its answer took in the sitting `id_seduta`. */
  | {
      tipo: 'record'
      id_evento: string
      statistica: Statistica
      id_seduta: string | null
      risposta: RispostaSeduta | null
    }
  /** An answer was taken back: its place is free again. */
  | { tipo: 'annullata'; id_evento: string; statistica: Statistica }
  /** A sitting began, moved on, paused or ended. */
  | { tipo: 'seduta'; id: string }
  /** Records were marked as sent or set aside. */
  | { tipo: 'inviate' }
  /** Records of a bank came from the server, or their questions got a key. */
  | { tipo: 'ricevute'; id_concorso: number }
  /** A download goes on; null when it has ended, well or not. */
  | { tipo: 'scarico'; id_concorso: number; avanzamento: DownloadProgress | null }
  /** Saved searches. */
  | { tipo: 'filtri' }
  /** Templates of trials. */
  | { tipo: 'modelli' }
  /** The person's own note of a question. */
  | { tipo: 'nota'; id_domanda: number }
  /** Settings that belong to the person. */
  | { tipo: 'impostazioni' }
  /** The journal brought what other devices did: answers, ended sittings, notes, keys, searches, templates, settings. */
  | { tipo: 'giornale' }
  /** What is marked in a practice beside its answers. */
  | { tipo: 'segni'; id: string }
  /** The account signed out and its local data is going: every tab of the account leaves. */
  | { tipo: 'cancellato' }

/** A sitting began, moved on or ended. */
export const changedSeduta = ({ id }: { id: string }): StoreChange => ({ tipo: 'seduta', id })
