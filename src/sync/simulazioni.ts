import type { Database } from '#contract/database'
import type { SavedProva, VoceProva } from '#contract/prova'
import { type Failure, fail, ok, type Result } from '#contract/result'
import type { EsitoInviato, EsitoSimulazione } from '#contract/simulazioni'
import { serverCount } from '#rules/prova/official'
import { toRisposte } from '#rules/prova/risposte'

/** Part of the store for sending simulations. */
export type SimulazioniStore = Pick<
  Database,
  'listInCorso' | 'deliverProva' | 'listDaSpedire' | 'readSeduta' | 'markSpedita'
>

/** Sends one outcome. The type has the shape of src/api's typed call, so that tests pass their own. */
export type SendEsito = (args: {
  query: { id_simulazione: number }
  corpo: EsitoInviato
}) => Promise<Result<EsitoSimulazione>>

/**
 * Now by the server's clock, or the device's while the server's is unknown. `confirm` asks the server and returns true when its
 * clock is known.
 */
export type ServerClock = { ora: () => string; confirm: () => Promise<boolean> }

/** Codes after which a retry of the same outcome cannot end otherwise. */
const FINAL_CODES: ReadonlySet<string> = new Set(['NON_TROVATO', 'RICHIESTA_NON_VALIDA', 'MISSING_REQUIRED_PARAM'])

/** Outcomes sent or refused, and marked as such; `postponed`: why others were not. */
export type SentOutcome = {
  sent: EsitoSimulazione[]
  refused: { prova: SavedProva; error: Failure }[]
  postponed: Failure | null
}

/**
 * Delivers the simulations whose time ended off screen [SI11], then sends every waiting outcome, oldest first. The ticket makes the
 * call idempotent, so that it is repeated after a lost response (D24). An outcome refused for good is marked and reported; any
 * other failure is retried later.
 */
export async function sendSimulazioni(
  db: SimulazioniStore,
  send: SendEsito,
  {
    sorgente,
    inVista: onScreen,
    ...clock
  }: ServerClock & { sorgente: EsitoInviato['sorgente']; inVista: string | null },
): Promise<Result<SentOutcome>> {
  const expired = await deliverExpired(db, clock, onScreen)
  if (!expired.ok) return expired
  const waiting = await db.listDaSpedire()
  if (!waiting.ok) return waiting
  // Send the others past an outcome that fails for now.
  const result: SentOutcome = { sent: [], refused: [], postponed: null }
  for (const prova of waiting.value) {
    const body = await readEsito(db, prova, sorgente)
    if (!body.ok) return ok({ ...result, postponed: body.error })
    const id_simulazione = prova.simulazione?.id_simulazione ?? 0
    const response = await send({ query: { id_simulazione }, corpo: body.value })
    if (!response.ok && !FINAL_CODES.has(response.error.codice)) {
      result.postponed ??= response.error
      continue
    }
    // Report no result for a simulation that was given up.
    const delivered = prova.consegna !== null
    const server = delivered && response.ok ? serverCount(response.value) : undefined
    const marked = await db.markSpedita({ id: prova.id, ...(server && { server }) })
    if (!marked.ok) return ok({ ...result, postponed: marked.error })
    if (delivered && response.ok) result.sent.push(response.value)
    if (delivered && !response.ok) result.refused.push({ prova, error: response.error })
  }
  return ok(result)
}

/**
 * Delivers the expired simulations except the one on screen, which delivers itself. A device's clock alone ends none, because a
 * delivery is final (D24).
 */
async function deliverExpired(
  db: SimulazioniStore,
  { ora: now, confirm }: ServerClock,
  onScreen: string | null,
): Promise<Result<null>> {
  const listExpired = async () => {
    const running = await db.listInCorso({ at: now() })
    return running.ok ? ok(running.value.filter(({ id, resto }) => resto === 0 && id !== onScreen)) : running
  }
  const maybe = await listExpired()
  if (!maybe.ok) return maybe
  if (maybe.value.length === 0 || !(await confirm())) return ok(null)
  const at = now()
  const expired = await listExpired()
  if (!expired.ok) return expired
  for (const { id, simulazione } of expired.value) {
    // Deliver at the end of the time, not now.
    const delivered = await db.deliverProva({ id, at: simulazione?.fine ?? at })
    if (!delivered.ok) return delivered
  }
  return ok(null)
}

async function readEsito(
  db: SimulazioniStore,
  { id, simulazione, consegna, voci }: SavedProva & { voci: VoceProva[] },
  sorgente: EsitoInviato['sorgente'],
): Promise<Result<EsitoInviato>> {
  const seduta = await db.readSeduta({ id })
  if (!seduta.ok) return seduta
  if (!simulazione) return fail('ESERCITAZIONE_NON_INIZIALIZZATA')
  const { gettone } = simulazione
  if (!consegna) return ok({ gettone, data_simulazione: seduta.value.aggiornata, sorgente, consegnata: false })
  const { corrette, errate } = consegna.punteggio
  return ok({
    gettone,
    data_simulazione: consegna.at,
    numero_domande_previste: seduta.value.id_domande.length,
    numero_risposte_corrette: corrette,
    numero_risposte_errate: errate,
    sorgente,
    consegnata: true,
    risposte: toRisposte(seduta.value.id_domande, voci),
  })
}
