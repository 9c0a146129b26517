import type { Deps } from './deps.ts'
import { flushOutbox, type Senders } from './outbox.ts'
import { sendRefund } from './payments/refund.ts'
import { notifyExpiring } from './utente/expiry-notice.ts'
import { postContact } from './utente/mailing-contact.ts'

/** Seconds between two rounds of what nobody is waiting for. */
const GIRO = 15_000
/** Rows that are over: links, flows, tokens. */
const SCADUTI = [
  'delete from accesso_social where scade < $1',
  'delete from token_social where scade < $1',
  `delete from gettone where scade < $1::timestamptz - interval '30 days'`,
  `delete from uscita where prossimo is null and creata < $1::timestamptz - interval '30 days'`,
  `delete from evento_pagamento where ricevuto < $1::timestamptz - interval '90 days'`,
  `delete from registro_operatore where quando < $1::timestamptz - interval '2 years'`,
]

export const senders: Senders = {
  posta: (deps, message) => deps.mailer.send(message),
  contatto: postContact,
  rimborso: sendRefund,
}

/**
 * What `deps.wake` is in a running server: whoever caused a mail does not wait for it. One delivery at a time; who comes during one
 * is served by the next.
 */
export function createWake(deps: () => Deps): () => Promise<void> {
  let running: Promise<unknown> | null = null
  let again = false
  const run = async () => {
    do {
      again = false
      await flushOutbox(deps(), senders)
    } while (again)
  }
  return async () => {
    again = running !== null
    running ??= run()
      .catch((error) => deps().log.error({ err: error }, 'invii non riusciti'))
      .finally(() => {
        running = null
      })
  }
}

/** One round: what is due leaves, who is about to expire is told, what is over is deleted. */
export async function runRound(deps: Deps): Promise<void> {
  await notifyExpiring(deps)
  await flushOutbox(deps, senders)
  for (const sql of SCADUTI) await deps.db.query(sql, [deps.now()])
}

/** Runs rounds until it is stopped; a round that fails is told and the next one tries again. */
export function startRounds(deps: Deps): () => Promise<void> {
  let stopped = false
  let running: Promise<void> = Promise.resolve()
  const round = () => {
    if (stopped) return
    running = runRound(deps).catch((error) => deps.log.error({ err: error }, 'giro di servizio non riuscito'))
  }
  const timer = setInterval(() => void running.then(round), GIRO)
  timer.unref()
  round()
  return async () => {
    stopped = true
    clearInterval(timer)
    await running
  }
}
