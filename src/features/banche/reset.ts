import type { Atto, PastReset, ResetFigures } from '#contract/database'
import { type Failure, fail, ok, type Result } from '#contract/result'
import { isPropria, nodoOfMateria, toRaccolta } from '#rules/raccolta'
import { call } from '../../api/client.ts'
import { bancaState, readBancaFigures } from '../../domain/banca-state.ts'
import { reloadBanche } from '../../domain/banche-state.ts'
import { newId } from '../../platform/ids.ts'
import { correctedIso } from '../../platform/server-now.ts'
import { accountSignal } from '../../session/account.ts'
import { onStore } from '../../store/on-store.ts'
import { recordChanged } from '../../sync/requests.ts'

/** `materie`: ids of subjects; null: all. `everywhere`: the server's records too, and so those of every device. */
export type ResetChoice = { id_concorso: number; materie: readonly number[] | null; everywhere: boolean }

/** Days for which a reset can be taken back (D28). */
const DAYS_BACK = 30
const DAY_MS = 86_400_000

const RESET_DATA = { azione: 'azzeramento' }

/** Returns the server's query. For a path it names the chosen nodes alone, as the device counts and takes them. */
function remoteQuery({ id_concorso, materie }: ResetChoice) {
  const { contesto, id } = toRaccolta(id_concorso)
  if (contesto === 'CONCORSO') return { id_concorso: id, ...(materie && { id_materia: materie.join(';') }) }
  return {
    id_argomento: String(id),
    ...(materie && { nodi: materie.flatMap((m) => nodoOfMateria(m) ?? []).join(';') }),
  }
}

/**
 * Resets statistics (spec §4) [RS1], on the server first where `everywhere`: its refusal leaves the device unchanged.
 * REMOTE_REQUEST_FAILED, INDEXEDDB_GENERIC_ERROR (spec §8).
 */
export async function resetBanca(choice: ResetChoice): Promise<Result<ResetFigures>> {
  const account = accountSignal()
  const id = newId()
  if (choice.everywhere && !isPropria(choice.id_concorso)) {
    const remote = await call('reportistica_utente', { query: remoteQuery(choice) })
    if (!remote.ok) return account.aborted ? remote : fail('REMOTE_REQUEST_FAILED', { dati: RESET_DATA })
  }
  const { id_concorso, materie } = choice
  const local = await onStore((db) => db.resetStatistiche({ id_concorso, materie, id, at: correctedIso() }))
  if (local.ok) await showChanged(id_concorso)
  return local.ok || account.aborted
    ? local
    : fail('INDEXEDDB_GENERIC_ERROR', { dati: RESET_DATA, ...detailOf(local.error) })
}
const detailOf = ({ codice, detail }: Failure) => ({ detail: `${codice} ${detail ?? ''}` })

export const listPastResets = (id_concorso: number, atto: Atto): Promise<Result<PastReset[]>> =>
  onStore((db) =>
    db.listResets({ id_concorso, atto, da: new Date(Date.parse(correctedIso()) - DAYS_BACK * DAY_MS).toISOString() }),
  )

/** Takes an act back; the restored records are sent like any change. Returns the number of questions. */
export async function restoreBanca(id_concorso: number, atto: Atto, id: string): Promise<Result<number>> {
  const restored = await onStore((db) => db.restoreReset({ id_concorso, atto, id, at: correctedIso() }))
  if (!restored.ok) return restored
  recordChanged()
  await showChanged(id_concorso)
  return ok(restored.value.domande)
}

/** Reads the list and the bank on screen again, after many records changed. */
export async function showChanged(id_concorso: number): Promise<void> {
  await reloadBanche()
  if (bancaState.id_concorso === id_concorso) await readBancaFigures(id_concorso)
}
