import { cpus } from 'node:os'

const SAMPLE_MS = 100
/** Samples in a row. */
const ENOUGH = 5
/** Share of all cores. */
const BUSY = 0.1
const AT_MOST_MS = 20_000

const spent = () => {
  let idle = 0
  let all = 0
  for (const { times } of cpus()) {
    idle += times.idle
    all += times.user + times.nice + times.sys + times.irq + times.idle
  }
  return { idle, all }
}

/**
 * Resolves when this machine has had nothing to do for half a second: what an engine does by itself after thousands of writes
 * (ours writes its log back and mirrors what is not sent, IndexedDB compacts) is no part of the next figure, its own or another's.
 * Gives up after twenty seconds and says so: then the figure was taken on a busy machine.
 */
export async function atRest(): Promise<void> {
  const end = performance.now() + AT_MOST_MS
  for (let quiet = 0, last = spent(); quiet < ENOUGH; ) {
    await new Promise((done) => setTimeout(done, SAMPLE_MS))
    const now = spent()
    quiet = 1 - (now.idle - last.idle) / Math.max(1, now.all - last.all) < BUSY ? quiet + 1 : 0
    last = now
    if (performance.now() > end) return console.error('the machine does not come to rest')
  }
}
