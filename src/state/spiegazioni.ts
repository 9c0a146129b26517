import type { RispostaDi } from '#contract/chiamate'
import { fail, ok, type Result } from '#contract/result'
import { ACCESSO, effectiveLivello } from '#rules/accesso'
import { call } from './api.ts'
import { sessione } from './credenziale.ts'
import { rete } from './rete.ts'

export type Spiegazione = RispostaDi<'spiegazione_web'>
const lette = new Map<number, Spiegazione>()

/** Whether the signed-in account may read explanations now (D7). */
export function canSpiegazioni(): boolean {
  const utente = sessione.credenziale?.utente
  return utente
    ? ACCESSO[effectiveLivello(utente.livello, utente.data_scadenza_premium, Date.now())].spiegazioni
    : false
}

/** The explanation of a question, premium only (D20); what was read in this visit needs no network. */
export async function readSpiegazione(id_domanda: number): Promise<Result<Spiegazione>> {
  if (!canSpiegazioni()) return fail('PREMIUM_RICHIESTO')
  const letta = lette.get(id_domanda)
  if (letta) return ok(letta)
  if (!rete.online) return fail('RETE_ASSENTE')
  const esito = await call('spiegazione_web', { query: { id_domanda } })
  if (esito.ok) lette.set(id_domanda, esito.valore)
  return esito
}
