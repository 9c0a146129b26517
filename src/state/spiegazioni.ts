import { fail, ok, type Result } from '#contract/result'
import type { Spiegazione } from '#contract/spiegazioni'
import { ACCESSO, effectiveLivello } from '#rules/accesso'
import { call } from './api.ts'
import { onCambioUtente, sessione } from './credenziale.ts'
import { rete } from './rete.ts'
import { onArchivio } from './scrittura.ts'

export type { Spiegazione }

/** As the server gave them in this visit: not asked for again, and there when the store could not keep them. */
const lette = new Map<number, Spiegazione>()
/** Grows when another account signs in or out. */
let giro = 0
onCambioUtente(() => {
  giro++
  lette.clear()
})

/** Whether the signed-in account may read explanations now (D7). */
export function canSpiegazioni(): boolean {
  const utente = sessione.credenziale?.utente
  return utente
    ? ACCESSO[effectiveLivello(utente.livello, utente.data_scadenza_premium, Date.now())].spiegazioni
    : false
}

/**
 * The explanation of a question, premium only (D20) [PK12]. What was read once is kept in the account's store and needs no network,
 * not even a slow one: a newer text is fetched behind it, for the next time.
 */
export async function readSpiegazione(id_domanda: number): Promise<Result<Spiegazione>> {
  if (!canSpiegazioni()) return fail('PREMIUM_RICHIESTO')
  const letta = lette.get(id_domanda)
  if (letta) return ok(letta)
  const tenuta = await onArchivio((db) => db.readSpiegazione({ id_domanda }))
  if (tenuta.ok && tenuta.value) {
    if (rete.online) void fetchSpiegazione(id_domanda)
    return ok(tenuta.value)
  }
  return rete.online ? fetchSpiegazione(id_domanda) : fail('RETE_ASSENTE')
}

/** It was withdrawn: a kept one is wrong. */
const RITIRATA: ReadonlySet<string> = new Set(['SPIEGAZIONE_ASSENTE', 'DOMANDA_NON_TROVATA'])

async function fetchSpiegazione(id_domanda: number): Promise<Result<Spiegazione>> {
  const mio = giro
  const esito = await call('spiegazione_web', { query: { id_domanda } })
  if (mio !== giro) return esito
  if (esito.ok) {
    const { spiegazione, fonte } = esito.value
    lette.set(id_domanda, esito.value)
    void onArchivio((db) => db.saveSpiegazione({ id_domanda, nuova: { spiegazione, fonte } }))
  } else if (RITIRATA.has(esito.error.codice)) void onArchivio((db) => db.saveSpiegazione({ id_domanda, nuova: null }))
  return esito
}
