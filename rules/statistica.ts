import type { Livello } from './livello.ts'

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
