import { SEVERAL_BANCHE, type TipoSeduta } from '#contract/database'
import { ok, type Result } from '#contract/result'
import type { Simulazione, StatoLivello } from '#contract/schemas'
import type { SimulazioneAvviata } from '#contract/simulazioni'
import { wholeCost } from '#rules/demo-cost'
import { call } from '../api/client.ts'
import { nowIso } from '../platform/network.ts'
import { serverOrDeviceNow } from '../platform/server-now.ts'
import { onStore } from '../store/on-store.ts'
import { readKept, seedOf, takeKept } from '../sync/resume-simulazione.ts'
import { deviceSource } from '../sync/sent-simulazioni.ts'
import { findBanca } from './banche-state.ts'
import { receivedOf } from './demo-cost.ts'
import { sendExtraTime } from './extra-time.ts'
import { startProva } from './start-prova.ts'

/** Where a started simulation goes on. */
type StartedProva = { id: string; id_concorso: number; tipo: TipoSeduta }
/** A bank without which the draw cannot be shown: not here, only a part of it, or another version. */
export type MissingBanca = { id_concorso: number; nome: string; perche: 'assente' | 'parziale' | 'vecchia' }
export type StartedSimulazione =
  | { tipo: 'pronta'; prova: StartedProva; fuori_classifica?: true }
  | { tipo: 'mancano'; avviata: SimulazioneAvviata; banche: MissingBanca[]; sfida: string | null }

/** Longest name that rules may have (contract/regolamento). */
const MAX_NAME = 120

/**
 * Begins an official simulation, or goes on with the one that the server still has open: it gives the same ticket, and the
 * same end (D24). Codes of the call `simulazione` and of `createProva`.
 */
export async function beginSimulazione(
  id_simulazione: number,
  sfida: string | null = null,
): Promise<Result<StartedSimulazione>> {
  // What was chosen here without a network must be the account's before the server fixes the end.
  const told = await sendExtraTime()
  if (!told.ok) return told
  const ask = () => call('simulazione', { query: { id_simulazione, ...(sfida !== null && { sfida }) } })
  const started = await ask()
  if (!started.ok) return started
  if (!(await isAbandoned(started.value.gettone))) return enterSimulazione(started.value, sfida)
  // Given up here: the server hears it now, and gives another ticket.
  const closed = await call('invia_esiti_simulazione', {
    query: { id_simulazione },
    corpo: {
      gettone: started.value.gettone,
      data_simulazione: nowIso(serverOrDeviceNow()),
      sorgente: deviceSource(),
      consegnata: false,
    },
  })
  if (!closed.ok) return closed
  const next = await ask()
  return next.ok ? enterSimulazione(next.value, sfida) : next
}

async function isAbandoned(id: string): Promise<boolean> {
  const loaded = await onStore((db) => db.readProva({ id, at: nowIso(serverOrDeviceNow()) }))
  return loaded.ok && loaded.value.stato === 'abbandonata'
}

/** Puts a simulation that the server has begun on this device; the ticket is its id, so that twice makes one. */
export async function enterSimulazione(
  s: SimulazioneAvviata,
  sfida: string | null,
): Promise<Result<StartedSimulazione>> {
  const missing = s.concorsi.flatMap(whyMissing)
  if (missing.length > 0) return ok({ tipo: 'mancano', avviata: s, banche: missing, sfida })
  const kept = await readKept(s)
  const result = await startProva({
    ...toProvaStart(s, sfida),
    ...(kept?.mescola !== undefined && { mescola: kept.mescola }),
  })
  if (!result.ok) {
    if (result.error.codice !== 'DOMANDA_NON_TROVATA') return result
    return ok({ tipo: 'mancano', avviata: s, banche: listIncomplete(s), sfida })
  }
  const { id, id_concorso, tipo } = result.value
  if (kept) {
    const seduta = await onStore((db) => db.readSeduta({ id }))
    if (seduta.ok) await takeKept(id, seduta.value.id_domande, kept)
  }
  return ok({ tipo: 'pronta', prova: { id, id_concorso, tipo }, ...(s.fuori_classifica && { fuori_classifica: true }) })
}

/** The trial of a simulation: the draw in its order, the server's rules, ticket and end. */
export function toProvaStart(
  s: SimulazioneAvviata,
  sfida: string | null,
): Parameters<typeof startProva>[0] & { id: string } {
  const [single, ...others] = s.concorsi
  const { gettone, iniziata, fine, id_simulazione, regole, domande, tempo_aggiuntivo } = s
  return {
    id: gettone,
    // The letters are the same on every device of the account.
    seme: seedOf(gettone),
    tipo: 'SIMULAZIONE',
    id_concorso: single && others.length === 0 ? single.id_concorso : SEVERAL_BANCHE,
    scelte: Int32Array.from(domande, (d) => d.id_domanda),
    prova: {
      regole: { ...regole, nome: regole.nome ?? s.descrizione.slice(0, MAX_NAME) },
      sezioni: domande.map((d) => d.sezione),
      difficolta: domande.map((d) => d.difficolta),
      tempo_aggiuntivo,
      simulazione: { id_simulazione, gettone, fine, iniziata },
      sfida,
    },
  }
}

/** What a bank lacks before a simulation on it begins. `negata`: in part, and the account cannot have the rest. */
export type NotReadyBanca = { id_concorso: number; nome: string; perche: MissingBanca['perche'] | 'negata' }

/**
 * The banks of a simulation that are not here whole and as the draw was made, as far as this device knows: before the ticket is asked
 * for, because with it the draw is seen and the time runs (docs/decisions/0026). One that goes on already only needs them to be here.
 */
export function listNotReady(s: Simulazione, left: number | null, stato: StatoLivello | null = null): NotReadyBanca[] {
  const concorsi: NonNullable<Simulazione['concorsi']> = s.concorsi ?? [s]
  const banche: NotReadyBanca[] = concorsi.flatMap((c) => {
    const perche = whyMissing(c)[0]?.perche ?? (s.in_corso ? null : whyIncomplete(c, left))
    return perche === null ? [] : [{ id_concorso: c.id_concorso, nome: c.concorso, perche }]
  })
  const needed = neededOfDemo(s, stato)
  // Not even all that is left would bring every bank whole: nothing is downloaded for a draw that cannot be sat (D41).
  if (s.in_corso || left === null || needed === null || needed <= left) return banche
  return banche.map((b) => (b.perche === 'vecchia' ? b : { ...b, perche: 'negata' }))
}

/** New questions that its banks would take of a demo before it can be sat; null where there is no limit or the list does not say. */
export function neededOfDemo(s: Simulazione, stato: StatoLivello | null): number | null {
  if (!stato || stato.quiz_rimasti === null || !stato.ricevute || !s.concorsi) return null
  const banche = s.concorsi.map(({ id_concorso, numero_domande }) => ({
    domande: numero_domande ?? 0,
    ricevute: receivedOf(id_concorso, stato),
  }))
  return wholeCost(banche)
}

type NeededBanca = { id_concorso: number; versione?: string | null | undefined }
function whyIncomplete({ id_concorso, versione }: NeededBanca, left: number | null): NotReadyBanca['perche'] | null {
  const banca = findBanca(id_concorso)
  if (!banca) return 'assente'
  const missing = banca.n_domande_totali - banca.n_domande
  if (missing > 0) return left === null || left >= missing ? 'parziale' : 'negata'
  const other = versione ? banca.versione !== versione : banca.stato === 3
  return other ? 'vecchia' : null
}

type Concorso = SimulazioneAvviata['concorsi'][number]
/** Whether a bank that a draw needs is not here at all. */
const whyMissing = ({ id_concorso, concorso }: Concorso): MissingBanca[] =>
  (findBanca(id_concorso)?.n_domande ?? 0) > 0 ? [] : [{ id_concorso, nome: concorso, perche: 'assente' }]

/** Some question of the draw is in none of the banks that are here: those of another version first, else those in part. */
function listIncomplete({ concorsi }: SimulazioneAvviata): MissingBanca[] {
  const banche = concorsi.map(({ id_concorso, concorso }) => {
    const perche = findBanca(id_concorso)?.stato === 2 ? 'parziale' : 'vecchia'
    return { id_concorso, nome: concorso, perche } satisfies MissingBanca
  })
  const partial = banche.filter((b) => b.perche === 'parziale')
  return partial.length > 0 ? partial : banche
}
