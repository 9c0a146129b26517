import { type NewSeduta, SEVERAL_BANCHE } from '#contract/database'
import type { NewProva, SavedProva } from '#contract/prova'
import type { Result } from '#contract/result'
import { newId, newSeed } from '../platform/ids.ts'
import { nowIso } from '../platform/network.ts'
import { serverOrDeviceNow } from '../platform/server-now.ts'
import { onStore } from '../store/on-store.ts'
import { preferences } from './preferences.ts'

/**
 * Interval at which the page saves its time in the store, in ms. `SUSPENDED_AFTER_MS` is the silence after which a trial counts as
 * left.
 */
export const BEAT_MS = 15_000
export const SUSPENDED_AFTER_MS = 90_000

/**
 * Returns now, in ms since 1970, by the server's clock for a simulation, whose end the server set (D24). Uses the device's clock
 * for a trial.
 */
export const nowOf = ({ simulazione }: Pick<SavedProva, 'simulazione'>): number =>
  simulazione ? serverOrDeviceNow() : Date.now()

/** Arguments of a trial's start: questions in their order, and its rules. */
export type ProvaStart = {
  tipo: Extract<NewSeduta['tipo'], 'PROVA_PERSONALIZZATA' | 'SIMULAZIONE'>
  /** Bank of the questions; SEVERAL_BANCHE by default. */
  id_concorso?: number
  scelte: Int32Array
  prova: NewProva
  /** Shuffled answers: the person's preference by default (D18). */
  mescola?: boolean
  /** Set when a repeated start must not make two trials. */
  id?: string
  seme?: number
}

/** Starts a trial; `hrefSeduta` of the result is its address. Codes of contract/prova `createProva`. */
export function startProva(a: ProvaStart): Promise<Result<SavedProva & Pick<NewSeduta, 'id_concorso' | 'tipo'>>> {
  const id_concorso = a.id_concorso ?? SEVERAL_BANCHE
  const args = {
    id: a.id ?? newId(),
    tipo: a.tipo,
    id_concorso,
    filtro: { id_concorso },
    ordine: 'UFFICIALE' as const,
    seme: a.seme ?? newSeed(),
    mescola: a.mescola ?? preferences.mescola,
    avanti_da_sola: false,
    at: nowIso(nowOf(a.prova)),
    scelte: a.scelte,
    prova: a.prova,
  }
  return onStore(async (db) => {
    const result = await db.createProva(args)
    return result.ok ? { ok: true, value: { ...result.value, id_concorso, tipo: a.tipo } } : result
  })
}
