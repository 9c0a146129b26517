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

/** What this device knows of a simulation: a sitting under way, one that waits to be sent. */
export type LocalSimulazione = { id: string; id_simulazione: number; name: string | null; left: number | null }
/** A sitting under way: where it goes on, and every bank that its questions are of. */
export type RunningSimulazione = LocalSimulazione & { id_concorso: number; banche: readonly number[] }

/** The simulations of the bank on screen [SC16]. */
export const simulazioniState = accountState(() => ({
  id_concorso: null as number | null,
  fase: 'caricamento' as 'caricamento' | 'pronte' | 'guasto',
  error: null as Failure | null,
  list: [] as Simulazione[],
  /** The last five attempts [SI3], as the server knows them; absent until they arrive. */
  esiti: {} as Record<number, SimulazioneEsiti>,
  in_corso: [] as RunningSimulazione[],
  da_spedire: [] as LocalSimulazione[],
  /** Given up here, and the server does not know it yet. */
  abbandonate: [] as LocalSimulazione[],
}))
const empty = () => ({ list: [], esiti: {}, in_corso: [], da_spedire: [], abbandonate: [] })

/** Reads the list of a bank and what this device has of it; the attempts come one simulation at a time, after the list. */
export async function loadSimulazioni(id_concorso: number): Promise<void> {
  if (simulazioniState.id_concorso !== id_concorso) Object.assign(simulazioniState, { id_concorso, ...empty() })
  simulazioniState.fase = simulazioniState.list.length > 0 ? 'pronte' : 'caricamento'
  await readLocal()
  const result = await fetchPages((page) => call('simulazioni', { query: { id_concorso, attiva: 'true', ...page } }))
  if (simulazioniState.id_concorso !== id_concorso) return
  if (!result.ok) {
    simulazioniState.error = ref(result.error)
    // A list that is here already is better than none.
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

/** A sitting that goes on here, and was delivered on another device, ends here too. */
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

/** Whether it cannot be begun any more; `adesso` by the server's clock. What is under way goes on until its own end. */
export const isEnded = ({ data_scadenza }: Pick<Simulazione, 'data_scadenza'>, now: number): boolean =>
  data_scadenza !== null && instantOf(data_scadenza) <= now

async function toRunning(local: LocalSimulazione): Promise<RunningSimulazione[]> {
  const loaded = await onStore((db) => db.readSeduta({ id: local.id }))
  if (!loaded.ok) return []
  const { id_concorso, id_concorsi } = loaded.value
  return [{ ...local, id_concorso, banche: [...new Set([id_concorso, ...id_concorsi])] }]
}

/** Sittings under way whose time is not over, and those that wait to be sent. */
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

/** Whether the account goes on with it on another device: the server has it open, and this one neither has it nor gave it up. */
export const isElsewhere = (
  { id_simulazione, in_corso = false }: Pick<Simulazione, 'id_simulazione' | 'in_corso'>,
  here: { readonly in_corso: readonly LocalSimulazione[]; readonly abbandonate: readonly LocalSimulazione[] },
): boolean => in_corso && [...here.in_corso, ...here.abbandonate].every((l) => l.id_simulazione !== id_simulazione)

/** Sittings under way here that are of a bank and that no list tells: they go on all the same. */
export const runningUnlisted = (
  running: readonly RunningSimulazione[],
  elenco: readonly Pick<Simulazione, 'id_simulazione'>[],
  id_concorso: number,
): RunningSimulazione[] =>
  running.filter((l) => l.banche.includes(id_concorso) && elenco.every((s) => s.id_simulazione !== l.id_simulazione))
