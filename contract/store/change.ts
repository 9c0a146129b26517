import type { Statistica } from '#rules/statistica'
import type { DownloadProgress, RispostaSeduta } from './data.ts'

/** Committed change of one tab, which the others show at once. */
export type StoreChange =
  /** The list of banks: added, selected, downloaded, deleted. */
  | { tipo: 'banche' }
  /** A record changed by one event; `risposta` is the place of its answer in the sitting `id_seduta`. */
  | {
      tipo: 'record'
      id_evento: string
      statistica: Statistica
      id_seduta: string | null
      risposta: RispostaSeduta | null
    }
  /** An answer was undone: its place is free again. */
  | { tipo: 'annullata'; id_evento: string; statistica: Statistica }
  /** A sitting began, moved on, paused or ended. */
  | { tipo: 'seduta'; id: string }
  /** Records were marked as sent or set aside. */
  | { tipo: 'inviate' }
  /** Records of a bank came from the server, or their questions got a key. */
  | { tipo: 'ricevute'; id_concorso: number }
  /** Progress of a download; null when it has ended, well or not. */
  | { tipo: 'scarico'; id_concorso: number; avanzamento: DownloadProgress | null }
  /** Saved searches. */
  | { tipo: 'filtri' }
  /** Templates of trials. */
  | { tipo: 'modelli' }
  /** The person's own note of a question. */
  | { tipo: 'nota'; id_domanda: number }
  /** Settings that belong to the person. */
  | { tipo: 'impostazioni' }
  /** The journal brought the acts of other devices: answers, ended sittings, notes, keys, searches, templates, settings. */
  | { tipo: 'giornale' }
  /** The marks beside the answers of a practice. */
  | { tipo: 'segni'; id: string }
  /** The account signed out and its local data is going: every tab of the account leaves. */
  | { tipo: 'cancellato' }

/** A sitting began, moved on or ended. */
export const changedSeduta = ({ id }: { id: string }): StoreChange => ({ tipo: 'seduta', id })
