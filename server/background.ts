import { sendPush } from './avvisi/push.ts'
import { createDailyBackup } from './backup/daily.ts'
import type { Deps } from './deps.ts'
import { packDue } from './giornale/packing.ts'
import { underWay } from './logger.ts'
import { flushOutbox, type Senders } from './outbox.ts'
import { sendRefund } from './payments/refund.ts'
import { keepCounted } from './reportistica/choices.ts'
import { sweep } from './sweep.ts'
import { notifyExpiring } from './utente/expiry-notice.ts'
import { postContact } from './utente/mailing-contact.ts'
import { sendRecovery } from './utente/password-change.ts'
import { registerReserved } from './utente/registrazione.ts'

/** Time between two rounds of background work, in ms. */
const GIRO = 15_000
/** Time between two sweeps, in ms. */
const SWEEP_MS = 60 * 60_000

export const senders: Senders = {
  posta: (deps, message) => deps.mailer.send(message),
  contatto: postContact,
  rimborso: sendRefund,
  recupero: async (deps, asked) => {
    await sendRecovery(deps, asked)
  },
  registrazione: registerReserved,
  push: sendPush,
}

/**
 * Makes `deps.wake` of a running server; the caller does not wait for the mail. Deliveries are one at a time, and a
 * call during one starts the next.
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
    // Mails of others leave with these: their lines are of no request.
    running ??= underWay
      .exit(run)
      .catch((error) => deps().log.error({ err: error }, 'invii non riusciti'))
      .finally(() => {
        running = null
      })
  }
}

/** Runs one round: sends what is due, warns accounts about to expire, packs events of closed months, and adds choices up. */
export async function runRound(deps: Deps): Promise<void> {
  const doubtful = await deps.clock.isDoubtful()
  if (!doubtful) await notifyExpiring(deps)
  await flushOutbox(deps, senders)
  // Packing may fail, e.g. on a full disk, and the sweep after it frees room.
  if (!doubtful)
    await packDue(deps).catch((error) => deps.log.error({ err: error }, 'giornale non impaccato in questo giro'))
  await keepCounted(deps)
}

/** Runs rounds, and now and then a sweep, until stopped. A failed round is logged and the next one retries. */
export function startRounds(deps: Deps): () => Promise<void> {
  let stopped = false
  let swept = Number.NEGATIVE_INFINITY
  let running: Promise<void> = Promise.resolve()
  const daily = createDailyBackup(deps)
  const round = () => {
    if (stopped) return
    // Wait for no backup, which takes minutes: mails leave meanwhile.
    void daily()
    const { works } = deps.metrics
    const turn = async () => {
      await works.run('giro', deps.now, () => runRound(deps))
      if (Date.now() - swept < SWEEP_MS || (await deps.clock.isDoubtful())) return
      swept = Date.now()
      await works.run('pulizia', deps.now, () => sweep(deps))
    }
    running = turn().then(
      () => deps.metrics.rounds.inc({ outcome: 'done' }),
      (error) => {
        deps.metrics.rounds.inc({ outcome: 'failed' })
        deps.log.error({ err: error }, 'giro di servizio non riuscito')
      },
    )
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
