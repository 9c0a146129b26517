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

/** Sitting of a started simulation. */
type StartedProva = { id: string; id_concorso: number; tipo: TipoSeduta }
/** A bank without which the draw cannot be shown: absent, partial, or of another version. */
export type MissingBanca = { id_concorso: number; nome: string; perche: 'assente' | 'parziale' | 'vecchia' }
export type StartedSimulazione =
  | { tipo: 'pronta'; prova: StartedProva; fuori_classifica?: true }
  | { tipo: 'mancano'; avviata: SimulazioneAvviata; banche: MissingBanca[]; sfida: string | null }

/** Longest name of rules (contract/regolamento). */
const MAX_NAME = 120

/**
 * Begins an official simulation, or resumes the one still open on the server. A resumed one has its old ticket and end (D24). Codes
 * of the call `simulazione` and of `createProva`.
 */
export async function beginSimulazione(
  id_simulazione: number,
  sfida: string | null = null,
): Promise<Result<StartedSimulazione>> {
  // Send the extra time first, because the account must have an offline choice before the server fixes the end.
  const told = await sendExtraTime()
  if (!told.ok) return told
  const ask = () => call('simulazione', { query: { id_simulazione, ...(sfida !== null && { sfida }) } })
  const started = await ask()
  if (!started.ok) return started
  if (!(await isAbandoned(started.value.gettone))) return enterSimulazione(started.value, sfida)
  // Report a simulation given up here, so that the server issues another ticket.
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

/** Creates on this device a simulation that the server has begun; the ticket is its id, so that a repetition makes one. */
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

/** Returns the trial of a simulation: the draw in its order, the server's rules, ticket and end. */
export function toProvaStart(
  s: SimulazioneAvviata,
  sfida: string | null,
): Parameters<typeof startProva>[0] & { id: string } {
  const [single, ...others] = s.concorsi
  const { gettone, iniziata, fine, id_simulazione, regole, domande, tempo_aggiuntivo } = s
  return {
    id: gettone,
    // Seed by the ticket, so that the letters are the same on every device of the account.
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

/** A bank that is not ready for a simulation. `negata`: partial, and the account cannot have the rest. */
export type NotReadyBanca = { id_concorso: number; nome: string; perche: MissingBanca['perche'] | 'negata' }

/**
 * Returns the banks absent, partial or in another version than the draw, by this device's data. Called before the ticket is
 * requested, because the ticket shows the draw and starts the time (docs/decisions/0026). A simulation under way only needs its
 * banks to be here.
 */
export function listNotReady(s: Simulazione, left: number | null, stato: StatoLivello | null = null): NotReadyBanca[] {
  const concorsi: NonNullable<Simulazione['concorsi']> = s.concorsi ?? [s]
  const banche: NotReadyBanca[] = concorsi.flatMap((c) => {
    const perche = whyMissing(c)[0]?.perche ?? (s.in_corso ? null : whyIncomplete(c, left))
    return perche === null ? [] : [{ id_concorso: c.id_concorso, nome: c.concorso, perche }]
  })
  const needed = neededOfDemo(s, stato)
  // Deny the missing banks when the whole allowance cannot complete them. No bank is downloaded for a draw that cannot be sat (D41).
  if (s.in_corso || left === null || needed === null || needed <= left) return banche
  return banche.map((b) => (b.perche === 'vecchia' ? b : { ...b, perche: 'negata' }))
}

/**
 * Returns the new questions that its banks would cost a demo before the sitting. Null where there is no limit or the list lacks the
 * figures.
 */
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
/** Returns the bank, as `assente`, when no question of it is on this device. */
const whyMissing = ({ id_concorso, concorso }: Concorso): MissingBanca[] =>
  (findBanca(id_concorso)?.n_domande ?? 0) > 0 ? [] : [{ id_concorso, nome: concorso, perche: 'assente' }]

/** Returns the partial banks of the draw, any of which may lack a question. Without one, returns all as of another version. */
function listIncomplete({ concorsi }: SimulazioneAvviata): MissingBanca[] {
  const banche = concorsi.map(({ id_concorso, concorso }) => {
    const perche = findBanca(id_concorso)?.stato === 2 ? 'parziale' : 'vecchia'
    return { id_concorso, nome: concorso, perche } satisfies MissingBanca
  })
  const partial = banche.filter((b) => b.perche === 'parziale')
  return partial.length > 0 ? partial : banche
}
