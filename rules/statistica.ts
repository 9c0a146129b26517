import { laterDate, maxDate } from './dates.ts'
import type { Esito } from './esito.ts'
import { type Livello, lowerLivello, NON_RISPOSTE, raiseLivello } from './livello.ts'

export type Modalita = 'ESEGUITA' | 'LETTA' | 'ASCOLTATA'
export type Flag = 0 | 1

/**
 * The local statistics record, one per question once it is touched (spec §3, D17a).
 * `sincronizzata`: 1 sent, 0 to send, null never changed (the specification's undefined).
 * `isLevelUpdated` and `isPreferitiUpdated` never leave the device.
 * `data_livello` and `data_preferiti` are the instants of the last change of each half, so that a merge loses neither.
 */
export type Statistica = {
  id_concorso: number
  id_domanda: number
  id_materia: number | null
  id_argomento: string | null
  id_sotto_percorso: string | null
  /** Official position, 1..N. */
  indice_uff: number
  has_image: Flag
  /** 1 when the question has a key, official or assigned by the person. */
  has_risposta: Flag
  livello_conoscenza: Livello
  preferiti: Flag
  /** The person's own choice, printed position 1..5. */
  risposta_gettonata: number | null
  data_eseguita: string | null
  modalita: Modalita | null
  sincronizzata: Flag | null
  isLevelUpdated: Flag
  isPreferitiUpdated: Flag
  data_livello: string | null
  data_preferiti: string | null
  data_letta: string | null
  data_ascoltata: string | null
}

/** Identity of a record: never merged, never reset [MG3]. */
export type StatisticaIdentity = Pick<
  Statistica,
  | 'id_concorso'
  | 'id_domanda'
  | 'id_materia'
  | 'id_argomento'
  | 'id_sotto_percorso'
  | 'indice_uff'
  | 'has_image'
  | 'has_risposta'
>

/** The answer record of spec §7, as contract/schemas declares it. */
export type RispostaRecord = {
  id_concorso: number
  id_domanda: number
  id_materia?: number | null | undefined
  id_argomento?: string | number | null | undefined
  id_sotto_percorso?: string | number | null | undefined
  livello_conoscenza: Livello
  data_eseguita: string
  risposta_gettonata?: number | null | undefined
  preferiti: boolean
  modalita: Modalita[]
  data_livello?: string | null | undefined
  data_preferiti?: string | null | undefined
  data_letta?: string | null | undefined
  data_ascoltata?: string | null | undefined
}

/** Columns of a question never touched (spec §4, D31), identity left out. */
export const UNTOUCHED_STATISTICA = {
  livello_conoscenza: NON_RISPOSTE,
  preferiti: 0,
  risposta_gettonata: null,
  data_eseguita: null,
  modalita: null,
  sincronizzata: null,
  isLevelUpdated: 0,
  isPreferitiUpdated: 0,
  data_livello: null,
  data_preferiti: null,
  data_letta: null,
  data_ascoltata: null,
} as const satisfies Omit<Statistica, keyof StatisticaIdentity>

type Nuova = Pick<Statistica, 'id_concorso' | 'id_domanda' | 'indice_uff'> & Partial<StatisticaIdentity>

/** The record of a question never touched. */
export const newStatistica = (identita: Nuova): Statistica => ({
  ...UNTOUCHED_STATISTICA,
  id_concorso: identita.id_concorso,
  id_domanda: identita.id_domanda,
  id_materia: identita.id_materia ?? null,
  id_argomento: identita.id_argomento ?? null,
  id_sotto_percorso: identita.id_sotto_percorso ?? null,
  indice_uff: identita.indice_uff,
  has_image: identita.has_image ?? 0,
  has_risposta: identita.has_risposta ?? 0,
})

/** True when the record has an instant of its own beside `data_eseguita`; spec-only callers send none. */
export const carriesInstants = (
  r: Pick<RispostaRecord, 'data_livello' | 'data_preferiti' | 'data_letta' | 'data_ascoltata'>,
): boolean => Boolean(r.data_livello || r.data_preferiti || r.data_letta || r.data_ascoltata)

/** Marks a change [LV7]: unsynced, later date. A record without instants of its own gets them from its old date first. */
function touch(stat: Statistica, at: string): Statistica & { data_eseguita: string } {
  const senza = stat.data_eseguita !== null && !carriesInstants(stat)
  return {
    ...stat,
    data_livello: senza ? stat.data_eseguita : stat.data_livello,
    data_preferiti: senza ? stat.data_eseguita : stat.data_preferiti,
    data_eseguita: laterDate(at, stat.data_eseguita),
    sincronizzata: 0,
  }
}

/** `risposta` is the printed position 1..5, null for a blank or a time-out; `ferma`: the level stays where it is [MB5]. */
export type GivenRisposta = { risposta: number | null; esito: Esito; modalita: Modalita; at: string; ferma?: boolean }

/**
 * Answer [LV5][LV7]: right raises the level, wrong lowers it, `nulla` is recorded and moves nothing [LV8]. The level
 * half counts as changed even where the scale clamps, so that every answer is sent. LETTA and ASCOLTATA
 * record their date and move no level [EX8].
 */
export function answerStatistica(
  stat: Statistica,
  { risposta, esito, modalita, at, ferma = false }: GivenRisposta,
): Statistica {
  const toccata = touch(stat, at)
  const data = toccata.data_eseguita
  if (modalita === 'LETTA') return { ...toccata, data_letta: data }
  if (modalita === 'ASCOLTATA') return { ...toccata, data_ascoltata: data }
  return {
    ...toccata,
    livello_conoscenza: ferma ? stat.livello_conoscenza : moveLivello(stat.livello_conoscenza, esito),
    risposta_gettonata: risposta,
    modalita,
    isLevelUpdated: 1,
    data_livello: data,
  }
}

const moveLivello = (livello: Livello, esito: Esito): Livello =>
  esito === 'corretta' ? raiseLivello(livello) : esito === 'errata' ? lowerLivello(livello) : livello

/**
 * Flag that sends a level which the person took back to unanswered; a level that was unanswered before needs none. The flag never
 * leaves the device and puts the record among those that [SY1] sends (decision 0093). The favourite and its instant stay [SY16].
 */
const sentAnyway = (stat: Statistica, livello: Livello): Flag =>
  livello === NON_RISPOSTE && stat.livello_conoscenza !== NON_RISPOSTE ? 1 : stat.isPreferitiUpdated

/** The person sets the level directly [LV6][LV7]; check with `isLivello` first. */
export function setLivelloStatistica(stat: Statistica, livello: Livello, at: string): Statistica {
  const toccata = touch(stat, at)
  return {
    ...toccata,
    livello_conoscenza: livello,
    isLevelUpdated: 1,
    isPreferitiUpdated: sentAnyway(stat, livello),
    data_livello: toccata.data_eseguita,
  }
}

/** The person marks or unmarks a favourite [MG5]. */
export function setPreferitiStatistica(stat: Statistica, preferiti: boolean, at: string): Statistica {
  const toccata = touch(stat, at)
  return { ...toccata, preferiti: preferiti ? 1 : 0, isPreferitiUpdated: 1, data_preferiti: toccata.data_eseguita }
}

export type BeforeRisposta = Pick<Statistica, 'livello_conoscenza' | 'risposta_gettonata' | 'modalita'>

/**
 * Takes the last answer back [EX15][EX16]: level and choice as before, the date of the undo (an older one would lose the next
 * merge).
 */
export function undoAnswer(stat: Statistica, prima: BeforeRisposta, at: string): Statistica {
  const toccata = touch(stat, at)
  return {
    ...toccata,
    livello_conoscenza: prima.livello_conoscenza,
    risposta_gettonata: prima.risposta_gettonata,
    modalita: prima.modalita,
    isLevelUpdated: 1,
    isPreferitiUpdated: sentAnyway(stat, prima.livello_conoscenza),
    data_livello: toccata.data_eseguita,
  }
}

/** [SY1]: not yet synced, has a date, and either the level is not unanswered or the favourite changed. */
export const needsSync = (
  stat: Pick<Statistica, 'sincronizzata' | 'data_eseguita' | 'livello_conoscenza' | 'isPreferitiUpdated'>,
): boolean =>
  stat.sincronizzata !== 1 &&
  stat.data_eseguita !== null &&
  (stat.livello_conoscenza !== NON_RISPOSTE || stat.isPreferitiUpdated === 1)

/** [SY2]: belongs to the call with `incrementa_contatore` true. */
export const needsLevelCall = (stat: Pick<Statistica, 'isLevelUpdated'>): boolean => stat.isLevelUpdated === 1

/**
 * Statistics reset [RS2][RS3][RS4]: as never touched. `chiaveAssegnata`: the question's only key was the person's own, which
 * the reset deletes [RS6], so it has no answer any more.
 */
export const resetStatistica = (stat: Statistica, chiaveAssegnata = false): Statistica => ({
  ...stat,
  ...UNTOUCHED_STATISTICA,
  has_risposta: chiaveAssegnata ? 0 : stat.has_risposta,
})

/** Content that a reset removes from a record: enough to restore it. */
export type BeforeReset = BeforeRisposta & Pick<Statistica, 'preferiti' | 'data_letta' | 'data_ascoltata'>

export const beforeReset = (stat: Statistica): BeforeReset => ({
  livello_conoscenza: stat.livello_conoscenza,
  risposta_gettonata: stat.risposta_gettonata,
  modalita: stat.modalita,
  preferiti: stat.preferiti,
  data_letta: stat.data_letta,
  data_ascoltata: stat.data_ascoltata,
})

/** True while nothing was answered since a reset: its content can be restored without removing anything else. */
export const canRestore = (stat: Pick<Statistica, 'livello_conoscenza' | 'risposta_gettonata'>): boolean =>
  stat.livello_conoscenza === NON_RISPOSTE && stat.risposta_gettonata === null

/**
 * Restores the content that a reset removed, dated now, so that it wins wherever the reset had arrived (D28). A favourite marked
 * since stays, and so does a reading.
 */
export function restoreStatistica(stat: Statistica, before: BeforeReset, at: string): Statistica {
  const touched = touch(stat, at)
  const date = touched.data_eseguita
  return {
    ...touched,
    ...before,
    preferiti: before.preferiti || stat.preferiti,
    data_letta: maxDate(before.data_letta, stat.data_letta),
    data_ascoltata: maxDate(before.data_ascoltata, stat.data_ascoltata),
    isLevelUpdated: 1,
    isPreferitiUpdated: 1,
    data_livello: date,
    data_preferiti: date,
  }
}

/** Fields of a record that are sent. */
export type StatisticaToPush = Omit<
  Statistica,
  'indice_uff' | 'has_image' | 'has_risposta' | 'sincronizzata' | 'isLevelUpdated' | 'isPreferitiUpdated'
>

/** The record as spec §7 sends it: modality as a list, favourite as a boolean, local flags removed. Throws without a date. */
export function toRisposta(stat: StatisticaToPush): RispostaRecord {
  if (stat.data_eseguita === null) throw new Error(`toRisposta: ${stat.id_domanda} was never touched`)
  return {
    id_concorso: stat.id_concorso,
    id_domanda: stat.id_domanda,
    id_materia: stat.id_materia,
    id_argomento: stat.id_argomento,
    id_sotto_percorso: stat.id_sotto_percorso,
    livello_conoscenza: stat.livello_conoscenza,
    data_eseguita: stat.data_eseguita,
    risposta_gettonata: stat.risposta_gettonata,
    preferiti: stat.preferiti === 1,
    modalita: stat.modalita ? [stat.modalita] : [],
    data_livello: stat.data_livello,
    data_preferiti: stat.data_preferiti,
    data_letta: stat.data_letta,
    data_ascoltata: stat.data_ascoltata,
  }
}
