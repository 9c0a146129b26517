import { setTimeout as wait } from 'node:timers/promises'
import { startPushers } from './pushers.ts'
import type { Row } from './rows.ts'
import type { Stage } from './stage.ts'

const EVERY_MS = 5_000

/** A replica killed every five seconds, by turns, while accounts push through the proxy. */
export async function killUnderPushes(stage: Stage, seconds: number): Promise<Row> {
  const pushers = startPushers(stage)
  const end = Date.now() + seconds * 1000
  let [kills, slowest] = [0, 0]
  for (; Date.now() < end; kills++) {
    const next = Date.now() + EVERY_MS
    const replica = stage.replicas[kills % 2]!
    await replica.stop('SIGKILL')
    const killed = Date.now()
    if (!(await replica.start())) return { row: 'kills', seen: 'a replica did not come back', holds: false }
    slowest = Math.max(slowest, Date.now() - killed)
    await wait(Math.max(0, next - Date.now()))
  }
  const { pushes, records, lost, errors } = await pushers.stop()
  const seen = `${kills} kills, ${pushes} pushes (${records} newest records) acknowledged, ${lost} lost, errors ${JSON.stringify(errors)}, ready again after ${(slowest / 1000).toFixed(1)} s at most`
  return {
    row: `a replica killed every 5 s for ${seconds} s`,
    seen,
    holds: lost === 0 && Object.keys(errors).length === 0,
  }
}
