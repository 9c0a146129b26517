import type { Database, DownloadProgress, GivenAnswer } from '#contract/database'
import { fail, type Result } from '#contract/result'
import type { StoreChange } from '#contract/tabs'
import type { Statistica } from '#rules/statistica'

/**
 * Every method that a tab may ask of the owner: what is not here is refused. `long` has no time limit as long as the owner lives.
 * Every write is idempotent (by event id, by sitting id, by pairs, by content), which tests/workers/schede holds it to.
 */
export const METHODS = {
  open: 'read',
  listBanche: 'read',
  registerBanche: 'write',
  selectBanca: 'write',
  downloadBanca: 'long',
  cancelDownload: 'write',
  deleteBanca: 'write',
  readImmagine: 'read',
  countDomande: 'read',
  selectDomande: 'read',
  readDomande: 'read',
  searchDomande: 'read',
  countRicerca: 'read',
  completamento: 'read',
  readOggi: 'read',
  answer: 'write',
  setLivello: 'write',
  setPreferiti: 'write',
  undo: 'write',
  createSeduta: 'write',
  readSeduta: 'read',
  listAperte: 'read',
  updateSeduta: 'write',
  readSegni: 'read',
  saveSegno: 'write',
  createProva: 'write',
  readProva: 'read',
  resumeProva: 'write',
  stepProva: 'write',
  deliverProva: 'write',
  listInCorso: 'read',
  listDaSpedire: 'read',
  markSpedita: 'write',
  listProve: 'read',
  listStoria: 'read',
  listModelli: 'read',
  saveModello: 'write',
  deleteModello: 'write',
  readNota: 'read',
  saveNota: 'write',
  readSpiegazione: 'read',
  saveSpiegazione: 'write',
  listFiltri: 'read',
  saveFiltro: 'write',
  deleteFiltro: 'write',
  countUnsynced: 'read',
  listUnsynced: 'read',
  markSynced: 'write',
  quarantine: 'write',
  pullState: 'read',
  applyRemote: 'write',
  measureCopie: 'read',
  copyArchivio: 'long',
  readStatoArchivio: 'read',
  verifyArchivio: 'long',
  migrateVecchio: 'long',
  assignChiave: 'write',
  clearUser: 'write',
} as const satisfies Readonly<Record<string, 'read' | 'write' | 'long'>>

export type MethodName = keyof typeof METHODS

export const isMethodName = (name: unknown): name is MethodName =>
  typeof name === 'string' && Object.hasOwn(METHODS, name)

type Callable = (args: unknown, onProgress?: (progress: DownloadProgress) => void) => Promise<Result<unknown>>

/** A method by its name. Another tab may run another version of the product: what it sends wrong is refused, not thrown. */
export const byName =
  (db: Database, method: MethodName): Callable =>
  async (args, onProgress) => {
    try {
      return await (db as unknown as Record<MethodName, Callable>)[method](args, onProgress)
    } catch (error) {
      return fail('RICHIESTA_NON_VALIDA', { detail: String(error) })
    }
  }

/** A forced merge overwrites what is newer here (D28): after a change of owner the person decides again. */
export const isRepeatable = (method: MethodName, args: unknown): boolean =>
  !(method === 'applyRemote' && (args as { forzato?: boolean }).forzato === true)

/**
 * A first attempt that nobody acknowledged may have done its work: what is gone was deleted. Any other failure stands.
 */
export function settleRepeated(method: MethodName, result: Result<unknown>): Result<unknown> {
  const gone = method === 'deleteBanca' && !result.ok && result.error.codice === 'CONCORSO_NON_TROVATO'
  return gone ? { ok: true, value: null } : result
}

type Args<M extends keyof Database> = Parameters<Database[M]>[0]

/** What the other tabs must be told after a method that succeeded; null when nothing changed. */
export function changeOf(method: MethodName, args: unknown, value: unknown): StoreChange | null {
  switch (method) {
    case 'registerBanche':
    case 'selectBanca':
    case 'deleteBanca':
    case 'downloadBanca':
    case 'migrateVecchio':
      return { tipo: 'banche' }
    case 'answer': {
      const { statistica, risposta, id_evento } = value as GivenAnswer
      return { tipo: 'record', id_evento, statistica, risposta, id_seduta: (args as Args<'answer'>).id_seduta }
    }
    case 'setLivello':
    case 'setPreferiti':
      return {
        tipo: 'record',
        id_evento: (args as Args<'setLivello'>).id_evento,
        statistica: value as Statistica,
        risposta: null,
        id_seduta: null,
      }
    case 'assignChiave':
      return { tipo: 'ricevute', id_concorso: (args as { id_concorso: number }).id_concorso }
    case 'undo':
      return {
        tipo: 'annullata',
        id_evento: (args as Args<'undo'>).id_evento_annullato,
        statistica: value as Statistica,
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
      return (value as { cambiate: number }).cambiate > 0
        ? { tipo: 'ricevute', id_concorso: (args as Args<'applyRemote'>).id_concorso }
        : null
    default:
      return null
  }
}
