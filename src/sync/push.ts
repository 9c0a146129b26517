import type { CallName, ResponseOf } from '#contract/calls'
import type { Coppia, Database, UnsyncedRecords } from '#contract/database'
import { type Failure, ok, type Result } from '#contract/result'
import { RISPOSTE_PER_PUSH, type Risposta } from '#contract/schemas'

/** The part of the store that a push needs; comlink's proxy and the worker's own object both fit. */
export type PushStore = Pick<Database, 'listUnsynced' | 'countUnsynced' | 'markSynced' | 'quarantine'>

/** Sends answer records. Same shape as src/api's typed call, so that tests pass their own. */
export type SendRisposte = (args: {
  query: { incrementa_contatore: 'true' | 'false' }
  corpo: Risposta[]
}) => Promise<Result<ResponseOf<Extract<CallName, 'invia_risposte_concorso'>> | null>>

export type PushOutcome = { sent: number; refused: number }

/**
 * Sends every waiting record, bank by bank, oldest first [SY2]. Records with a level change go in a call of their own with
 * `incrementa_contatore` true, the others with false. Stops at the first failure of a call. Accepted records are marked by (id,
 * data_eseguita) [SY3], so an answer given meanwhile stays unsynced. A bank that the server refuses whole does not block the
 * others.
 */
export async function pushRisposte(db: PushStore, send: SendRisposte): Promise<Result<PushOutcome>> {
  const total: PushOutcome = { sent: 0, refused: 0 }
  /** Banks skipped in this push, with their failures. */
  const skipped = new Map<number, Failure>()
  for (;;) {
    const waiting = await listNext(db, skipped)
    if (!waiting.ok) return waiting
    if (!waiting.value) {
      const [error] = skipped.values()
      return error ? { ok: false, error: error } : ok(total)
    }
    const result = await pushBanca(db, send, waiting.value)
    if (!result.ok) return result
    total.sent += result.value.sent
    total.refused += result.value.refused
    const { skipped: skippedError } = result.value
    if (skippedError) {
      skipped.set(waiting.value.id_concorso, skippedError)
      continue
    }
    // Stop when nothing was marked or set aside, because every record changed during the call. The next round sends them.
    if (result.value.sent + result.value.refused === 0) return ok(total)
  }
}

/** Returns the records that wait longest, of the banks that were not skipped. */
async function listNext(db: PushStore, skipped: ReadonlyMap<number, unknown>): Promise<Result<UnsyncedRecords | null>> {
  const limit = RISPOSTE_PER_PUSH
  const first = await db.listUnsynced({ id_concorso: null, limite: limit })
  if (!first.ok || !first.value || !skipped.has(first.value.id_concorso)) return first
  const waiting = await db.countUnsynced()
  if (!waiting.ok) return waiting
  for (const { id_concorso } of waiting.value.per_banca) {
    const own = skipped.has(id_concorso) ? ok(null) : await db.listUnsynced({ id_concorso, limite: limit })
    if (!own.ok || own.value) return own
  }
  return ok(null)
}

async function pushBanca(
  db: PushStore,
  send: SendRisposte,
  { id_concorso, con_livello, altre }: UnsyncedRecords,
): Promise<Result<PushOutcome & { skipped: Failure | null }>> {
  const sum = { sent: 0, refused: 0, skipped: null as Failure | null }
  for (const [records, increments] of [
    [con_livello, 'true'],
    [altre, 'false'],
  ] as const) {
    if (records.length === 0) continue
    const response = await send({ query: { incrementa_contatore: increments }, corpo: records })
    if (!response.ok && response.error.codice === 'RICHIESTA_NON_VALIDA') {
      // Keep all the records waiting, because the server found some invalid without naming them. A later push sends them again.
      sum.skipped ??= response.error
      continue
    }
    // Set all the records aside when the account lost their bank, until it is in the list again.
    const notOwn = !response.ok && response.error.codice === 'CONCORSO_NON_TUO'
    if (!response.ok && !notOwn) return response
    const refusals = response.ok
      ? (response.value?.rifiutate ?? [])
      : records.map(({ id_domanda }) => ({ id_domanda, codice: response.error.codice }))
    const codes = new Map(refusals.map((r) => [r.id_domanda, r.codice]))
    const accepted: Coppia[] = []
    const refused: (Coppia & { codice: string })[] = []
    for (const { id_domanda, data_eseguita } of records) {
      const codice = codes.get(id_domanda)
      if (codice === undefined) accepted.push({ id_domanda, data_eseguita })
      else refused.push({ id_domanda, data_eseguita, codice })
    }
    if (accepted.length > 0) {
      const marked = await db.markSynced({ id_concorso, coppie: accepted })
      if (!marked.ok) return marked
      sum.sent += marked.value.segnate
    }
    if (refused.length > 0) {
      const setAside = await db.quarantine({ id_concorso, coppie: refused })
      if (!setAside.ok) return setAside
      sum.refused += setAside.value.accantonate
    }
  }
  return ok(sum)
}
