import { readFileSync, writeFileSync } from 'node:fs'
import type { Database } from '#contract/database'
import type { Result } from '#contract/result'
import { createRandom } from '#rules/random'
import { type Call, createCall } from '#src/api/create-call'
import { syncGiornale } from '#src/sync/giornale'
import { pullBanca } from '#src/sync/pull'
import { pushRisposte } from '#src/sync/push'
import { createScheduler } from '#src/sync/scheduler'
import type { Content } from '#tests/faults/server/process'
import { apri } from '#tests/workers/mondo'

// `port events content`: a device that was thirty days without a network, in a process of its own, that its memory may be told: its store
// in memory, the product's calls, push, journal and scheduler. Then another device of the person, which has nothing yet.

const MONTH_MS = 30 * 86_400_000
const [port, events, content] = process.argv.slice(2)
const n = Number(events)
const { accounts, id_concorso, first, questions } = JSON.parse(content as string) as Content & { questions: number }

const call: Call = createCall({
  base: `http://127.0.0.1:${port}/api`,
  token: () => accounts[0]?.token ?? null,
  isOnline: () => true,
  now: () => Date.now(),
  onSessionEnd: () => {},
  onClockOffset: () => {},
  onEpoch: () => {},
})

async function openDevice(): Promise<Database> {
  const { db } = await apri({
    id_concorso,
    n: questions,
    cambia: (d) => ({ ...d, id_domanda: first + d.posizione - 1, id_materia: null }),
  })
  return db
}

/** Thirty days of practice; every question comes again some days later. */
async function practise(db: Database): Promise<void> {
  const chance = createRandom(30)
  const start = Date.now() - MONTH_MS
  for (let i = 0; i < n; i++) {
    const answered = await db.answer({
      id_concorso,
      id_domanda: first + (i % questions),
      risposta: 1 + chance(2),
      modalita: 'ESEGUITA',
      at: new Date(start + (i * MONTH_MS) / n).toISOString(),
      id_evento: crypto.randomUUID(),
      id_seduta: null,
      indice: null,
      ms: 2_000 + chance(20_000),
    })
    if (!answered.ok) throw new Error(`${answered.error.codice} ${answered.error.detail ?? ''}`)
  }
}

/** All of it as the page does, with its waits when the server asks for them; how long it took, seconds, and what came. */
async function sync(db: Database): Promise<{ seconds: number; came: number }> {
  const now = performance.now()
  let came = 0
  const push = async (): Promise<Result<unknown>> => {
    const sent = await pushRisposte(db, (args) => call('invia_risposte_concorso', args))
    if (!sent.ok) return sent
    const exchanged = await syncGiornale(db, {
      send: (args) => call('invia_eventi', args),
      fetch: (args) => call('eventi', args),
      clock: () => ({ at: new Date().toISOString(), scarto_ms: 0 }),
    })
    if (exchanged.ok) came += exchanged.value.eventi
    return exchanged.ok ? pullBanca(db, (args) => call('risposte_concorso', args), id_concorso) : exchanged
  }
  await new Promise<void>((done, failed) => {
    const scheduler = createScheduler(
      push,
      (state) => {
        if (state.fase === 'fermo') done()
        if (state.fase !== 'rinviato') return
        console.error(`put off: ${state.error.codice}, again in ${state.in_ms} ms`)
        if (performance.now() - now > 300_000) failed(new Error(state.error.codice))
      },
      { now: () => Date.now(), setTimeout, clearTimeout: (t) => clearTimeout(t as never), random: Math.random },
    )
    void scheduler.flush()
  })
  return { seconds: (performance.now() - now) / 1000, came }
}

const most = (): number => Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0) / 1024
/** Begins to measure memory; what is returned answers the most that was taken since, MB. */
function watchMemory(): () => number {
  globalThis.gc?.()
  writeFileSync('/proc/self/clear_refs', '5')
  const before = most()
  return () => most() - before
}

const far = await openDevice()
await practise(far)
const taken = watchMemory()
const { seconds, came } = await sync(far)
const mb = taken()
if (came !== 0) throw new Error(`${came} events came back to the device that made them`)
const other = await openDevice()
const takenThere = watchMemory()
const there = await sync(other)
if (there.came !== n) throw new Error(`${there.came} of ${n} events on the other device`)
console.log(JSON.stringify({ seconds, mb, other_s: there.seconds, other_mb: takenThere() }))
process.exit(0)
