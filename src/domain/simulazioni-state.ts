import { ref } from 'valtio'
import type { ResponseOf } from '#contract/calls'
import type { SavedProva } from '#contract/prova'
import type { Failure } from '#contract/result'
import type { Simulazione } from '#contract/schemas'
import { instantOf } from '#rules/dates'
import { call } from '../api/client.ts'
import { fetchPages } from '../api/pages.ts'
import { nowIso } from '../platform/network.ts'
import { serverOrDeviceNow } from '../platform/server-now.ts'
import { accountState } from '../session/account.ts'
import { onStore } from '../store/on-store.ts'
import { catchUp } from '../sync/resume-simulazione.ts'

export type SimulazioneEsiti = ResponseOf<'esiti_simulazione'>

/** A simulation on this device: a sitting under way, or one that waits to be sent. */
export type LocalSimulazione = { id: string; id_simulazione: number; name: string | null; left: number | null }
/** A sitting under way: the bank where it continues, and every bank of its questions. */
export type RunningSimulazione = LocalSimulazione & { id_concorso: number; banche: readonly number[] }

/** Simulations of the bank on screen [SC16]. */
export const simulazioniState = accountState(() => ({
  id_concorso: null as number | null,
  fase: 'caricamento' as 'caricamento' | 'pronte' | 'guasto',
  error: null as Failure | null,
  list: [] as Simulazione[],
  /** Last five attempts [SI3] on the server; absent until their response. */
  esiti: {} as Record<number, SimulazioneEsiti>,
  in_corso: [] as RunningSimulazione[],
  da_spedire: [] as LocalSimulazione[],
  /** Simulations given up here, not yet reported to the server. */
  abbandonate: [] as LocalSimulazione[],
}))
const empty = () => ({ list: [], esiti: {}, in_corso: [], da_spedire: [], abbandonate: [] })

/** Reads the list of a bank and this device's sittings of it; then fetches the attempts, one simulation at a time. */
export async function loadSimulazioni(id_concorso: number): Promise<void> {
  if (simulazioniState.id_concorso !== id_concorso) Object.assign(simulazioniState, { id_concorso, ...empty() })
  simulazioniState.fase = simulazioniState.list.length > 0 ? 'pronte' : 'caricamento'
  await readLocal()
  const result = await fetchPages((page) => call('simulazioni', { query: { id_concorso, attiva: 'true', ...page } }))
  if (simulazioniState.id_concorso !== id_concorso) return
  if (!result.ok) {
    simulazioniState.error = ref(result.error)
    // Keep a list that is already loaded.
    if (simulazioniState.list.length === 0) simulazioniState.fase = 'guasto'
    return
  }
  simulazioniState.list = result.value.elementi
  simulazioniState.error = null
  simulazioniState.fase = 'pronte'
  for (const { id_simulazione } of result.value.elementi) {
    const esiti = await call('esiti_simulazione', { query: { id_simulazione } })
    if (simulazioniState.id_concorso !== id_concorso) return
    if (!esiti.ok) continue
    simulazioniState.esiti[id_simulazione] = esiti.value
    await closeDelivered(esiti.value)
  }
}

/** Closes the sittings under way here that were delivered on another device. */
async function closeDelivered({ elementi }: SimulazioneEsiti): Promise<void> {
  const ended = simulazioniState.in_corso.filter((l) => elementi.some((e) => e.gettone === l.id))
  for (const { id, id_simulazione } of ended) {
    const seduta = await onStore((db) => db.readSeduta({ id }))
    if (seduta.ok) await catchUp(id, id_simulazione, seduta.value.id_domande)
  }
  if (ended.length > 0) await readLocal()
}

const toLocal = ({ id, simulazione, regole, resto: left }: SavedProva): LocalSimulazione[] =>
  simulazione ? [{ id, id_simulazione: simulazione.id_simulazione, name: regole.nome ?? null, left }] : []

/** Returns true when a simulation cannot be begun any more; `now` by the server's clock. A sitting under way continues to its own end. */
export const isEnded = ({ data_scadenza }: Pick<Simulazione, 'data_scadenza'>, now: number): boolean =>
  data_scadenza !== null && instantOf(data_scadenza) <= now

async function toRunning(local: LocalSimulazione): Promise<RunningSimulazione[]> {
  const loaded = await onStore((db) => db.readSeduta({ id: local.id }))
  if (!loaded.ok) return []
  const { id_concorso, id_concorsi } = loaded.value
  return [{ ...local, id_concorso, banche: [...new Set([id_concorso, ...id_concorsi])] }]
}

/** Reads the sittings under way whose time is not over, and those that wait to be sent. */
export async function readLocal(): Promise<void> {
  const inProgress = await onStore((db) => db.listInCorso({ at: nowIso(serverOrDeviceNow()) }))
  const waiting = await onStore((db) => db.listDaSpedire())
  if (inProgress.ok) {
    const running = inProgress.value.filter((p) => p.resto !== 0).flatMap(toLocal)
    simulazioniState.in_corso = (await Promise.all(running.map(toRunning))).flat()
  }
  if (!waiting.ok) return
  simulazioniState.da_spedire = waiting.value.filter((p) => p.consegna !== null).flatMap(toLocal)
  simulazioniState.abbandonate = waiting.value.filter((p) => p.consegna === null).flatMap(toLocal)
}

/**
 * Returns true when the account has the simulation open on another device. The server has it open, and this device neither has it
 * nor gave it up.
 */
export const isElsewhere = (
  { id_simulazione, in_corso = false }: Pick<Simulazione, 'id_simulazione' | 'in_corso'>,
  here: { readonly in_corso: readonly LocalSimulazione[]; readonly abbandonate: readonly LocalSimulazione[] },
): boolean => in_corso && [...here.in_corso, ...here.abbandonate].every((l) => l.id_simulazione !== id_simulazione)

/** Returns the sittings under way here of a bank that are in no list. They continue all the same. */
export const runningUnlisted = (
  running: readonly RunningSimulazione[],
  elenco: readonly Pick<Simulazione, 'id_simulazione'>[],
  id_concorso: number,
): RunningSimulazione[] =>
  running.filter((l) => l.banche.includes(id_concorso) && elenco.every((s) => s.id_simulazione !== l.id_simulazione))
