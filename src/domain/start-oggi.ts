import { ok, type Result } from '#contract/result'
import { nowIso } from '../platform/network.ts'
import { correctedIso } from '../platform/server-now.ts'
import { onStore } from '../store/on-store.ts'
import { startSeduta } from './banca-state.ts'
import { preferences } from './preferences.ts'
import { readScelte } from './study-plan.ts'

/** More questions than any bank has. */
const ALL = 1_000_000
/** Returns the number of questions of a sitting, equal from every screen. */
export const sittingLength = (): number => (preferences.quante === 'tutte' ? ALL : Number(preferences.quante))

/**
 * Starts today's sitting of a bank, or a further one [OG2]. Its questions are chosen at this moment. A question answered on another
 * device or tab meanwhile is thus not asked again. Null when no question of it has a key.
 */
export async function startOggi(
  id_concorso: number,
  /** Single subject instead of the whole bank, 0 for questions without a subject. */
  only?: { sola: number; n: number },
): Promise<Result<{ id: string; id_concorso: number } | null>> {
  const scelte = readScelte(id_concorso)
  const asked = { ...scelte, id_concorso, n: sittingLength(), at: correctedIso(), ...only }
  const oggi = await onStore((db) => db.readOggi(asked))
  if (!oggi.ok) return oggi
  if (oggi.value.scelte.length === 0) return ok(null)
  // Select the bank, so that the home leads with the one practised last.
  await onStore((db) => db.selectBanca({ id_concorso, at: nowIso() }))
  const { mescola, avanti_da_sola } = preferences
  const seduta = await startSeduta({
    filtro: { id_concorso },
    ordine: 'UFFICIALE',
    mescola,
    avanti_da_sola,
    scelte: oggi.value.scelte,
  })
  return seduta.ok ? ok({ id: seduta.value.id, id_concorso: seduta.value.id_concorso }) : seduta
}

/** Starts a sitting of a subject's weak questions, those at the two lowest levels. */
export async function startWeak(
  id_concorso: number,
  id_materia: number,
): Promise<Result<{ id: string; id_concorso: number }>> {
  const { mescola, avanti_da_sola } = preferences
  const seduta = await startSeduta({
    filtro: { id_concorso, materie: [id_materia], livelli: [-2, -1] },
    ordine: 'CASUALE',
    mescola,
    avanti_da_sola,
  })
  return seduta.ok ? ok({ id: seduta.value.id, id_concorso: seduta.value.id_concorso }) : seduta
}
