import type { Database, DownloadProgress, RispostaData } from '#contract/database'
import { fail, type Result } from '#contract/result'
import type { StoreChange } from '#contract/tabs'
import type { Statistica } from '#rules/statistica'

/**
 * Every method that a tab may ask of the owner: what is not here is refused. `lunga` has no time limit as long as the owner lives.
 * Every write is idempotent (by event id, by sitting id, by pairs, by content), which tests/workers/schede holds it to.
 */
export const METODI = {
  open: 'lettura',
  listBanche: 'lettura',
  registerBanche: 'scrittura',
  selectBanca: 'scrittura',
  downloadBanca: 'lunga',
  cancelDownload: 'scrittura',
  deleteBanca: 'scrittura',
  readImmagine: 'lettura',
  countDomande: 'lettura',
  selectDomande: 'lettura',
  readDomande: 'lettura',
  searchDomande: 'lettura',
  countRicerca: 'lettura',
  completamento: 'lettura',
  answer: 'scrittura',
  setLivello: 'scrittura',
  setPreferiti: 'scrittura',
  undo: 'scrittura',
  createSeduta: 'scrittura',
  readSeduta: 'lettura',
  listAperte: 'lettura',
  updateSeduta: 'scrittura',
  readSegni: 'lettura',
  saveSegno: 'scrittura',
  createProva: 'scrittura',
  readProva: 'lettura',
  resumeProva: 'scrittura',
  stepProva: 'scrittura',
  deliverProva: 'scrittura',
  listInCorso: 'lettura',
  listDaSpedire: 'lettura',
  markSpedita: 'scrittura',
  listProve: 'lettura',
  listStoria: 'lettura',
  listModelli: 'lettura',
  saveModello: 'scrittura',
  deleteModello: 'scrittura',
  readNota: 'lettura',
  saveNota: 'scrittura',
  readSpiegazione: 'lettura',
  saveSpiegazione: 'scrittura',
  listFiltri: 'lettura',
  saveFiltro: 'scrittura',
  deleteFiltro: 'scrittura',
  countUnsynced: 'lettura',
  listUnsynced: 'lettura',
  markSynced: 'scrittura',
  quarantine: 'scrittura',
  pullState: 'lettura',
  applyRemote: 'scrittura',
  measureCopie: 'lettura',
  copyArchivio: 'lunga',
  readStatoArchivio: 'lettura',
  verifyArchivio: 'lunga',
  migrateVecchio: 'lunga',
  assignChiave: 'scrittura',
  clearUser: 'scrittura',
} as const satisfies Readonly<Record<string, 'lettura' | 'scrittura' | 'lunga'>>

export type Metodo = keyof typeof METODI

export const isMetodo = (nome: unknown): nome is Metodo => typeof nome === 'string' && Object.hasOwn(METODI, nome)

type Chiamabile = (args: unknown, onAvanzamento?: (a: DownloadProgress) => void) => Promise<Result<unknown>>

/** A method by its name. Another tab may run another version of the product: what it sends wrong is refused, not thrown. */
export const byName =
  (db: Database, metodo: Metodo): Chiamabile =>
  async (args, onAvanzamento) => {
    try {
      return await (db as unknown as Record<Metodo, Chiamabile>)[metodo](args, onAvanzamento)
    } catch (error) {
      return fail('RICHIESTA_NON_VALIDA', { detail: String(error) })
    }
  }

/** A forced merge overwrites what is newer here (D28): after a change of owner the person decides again. */
export const isRipetibile = (metodo: Metodo, args: unknown): boolean =>
  !(metodo === 'applyRemote' && (args as { forzato?: boolean }).forzato === true)

/**
 * A first attempt that nobody acknowledged may have done its work: what is gone was deleted. Any other failure stands.
 */
export function settleRepeated(metodo: Metodo, esito: Result<unknown>): Result<unknown> {
  const gone = metodo === 'deleteBanca' && !esito.ok && esito.error.codice === 'CONCORSO_NON_TROVATO'
  return gone ? { ok: true, value: null } : esito
}

type Args<M extends keyof Database> = Parameters<Database[M]>[0]

/** What the other tabs must be told after a method that succeeded; null when nothing changed. */
export function novitaOf(metodo: Metodo, args: unknown, valore: unknown): StoreChange | null {
  switch (metodo) {
    case 'registerBanche':
    case 'selectBanca':
    case 'deleteBanca':
    case 'downloadBanca':
    case 'migrateVecchio':
      return { tipo: 'banche' }
    case 'answer': {
      const { statistica, risposta, id_evento } = valore as RispostaData
      return { tipo: 'record', id_evento, statistica, risposta, id_seduta: (args as Args<'answer'>).id_seduta }
    }
    case 'setLivello':
    case 'setPreferiti':
      return {
        tipo: 'record',
        id_evento: (args as Args<'setLivello'>).id_evento,
        statistica: valore as Statistica,
        risposta: null,
        id_seduta: null,
      }
    case 'assignChiave':
      return { tipo: 'ricevute', id_concorso: (args as { id_concorso: number }).id_concorso }
    case 'undo':
      return {
        tipo: 'annullata',
        id_evento: (args as Args<'undo'>).id_evento_annullato,
        statistica: valore as Statistica,
      }
    case 'createSeduta':
    case 'updateSeduta':
    case 'createProva':
    case 'resumeProva':
    case 'stepProva':
    case 'deliverProva':
    case 'markSpedita':
      return { tipo: 'seduta', id: (args as { id: string }).id }
    case 'saveFiltro':
    case 'deleteFiltro':
      return { tipo: 'filtri' }
    case 'saveModello':
    case 'deleteModello':
      return { tipo: 'modelli' }
    case 'saveNota':
      return { tipo: 'nota', id_domanda: (args as Args<'saveNota'>).id_domanda }
    case 'saveSegno':
      return { tipo: 'segni', id: (args as Args<'saveSegno'>).id }
    case 'markSynced':
    case 'quarantine':
      return { tipo: 'inviate' }
    case 'applyRemote':
      return (valore as { cambiate: number }).cambiate > 0
        ? { tipo: 'ricevute', id_concorso: (args as Args<'applyRemote'>).id_concorso }
        : null
    default:
      return null
  }
}
