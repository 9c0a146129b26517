import { setTimeout as wait } from 'node:timers/promises'
import { createLedger, makeBatch, openCaller, PUSH } from '#tests/faults/server/caller'
import { readRecords } from '#tests/faults/server/process'
import type { Stage } from './stage.ts'

const RECORDS = 20
const PAUSE_MS = 25

/** Accounts that push one batch after another through the proxy, each until it is acknowledged. */
export function startPushers({ proxy, content, env, replicas }: Stage) {
  const ledger = createLedger()
  const errors = new Map<string, number>()
  const state = { stopped: false, acknowledged: 0, ms: Date.now() }
  const lane = async (n: number) => {
    const account = content.accounts[n]!
    const caller = openCaller(proxy, n)
    for (let turn = 0; !state.stopped; turn++) {
      state.ms += 1
      const ids = Array.from({ length: RECORDS }, (_, i) => content.first + ((turn * RECORDS + i) % 1_900))
      const batch = makeBatch(account, content.id_concorso, ids, state.ms)
      for (let done = false; !done && !state.stopped; ) {
        const answer = await caller.send('PUT', PUSH, account.token, batch.body).catch((error: Error) => error.message)
        done = typeof answer !== 'string' && answer.status === 204
        const seen = typeof answer === 'string' ? answer : String(answer.status)
        if (done) {
          ledger.acknowledge(batch.keys)
          state.acknowledged += 1
        } else errors.set(seen, (errors.get(seen) ?? 0) + 1)
        await wait(done ? PAUSE_MS : 4 * PAUSE_MS)
      }
    }
    caller.close()
  }
  const lanes = content.accounts.map((_, n) => lane(n))
  return {
    /** Ends the lanes, and compares what was acknowledged with the database. */
    stop: async () => {
      state.stopped = true
      await Promise.all(lanes)
      const lost = ledger.missing(await readRecords(replicas[0].dataDir, env))
      return { pushes: state.acknowledged, records: ledger.size(), lost, errors: Object.fromEntries(errors) }
    },
  }
}
