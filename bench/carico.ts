import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Caller, createLedger, makeBatch, openCaller, PUSH } from '#tests/faults/server/caller'
import { prepareContent, readRecords, startServer } from '#tests/faults/server/process'
import { percentile } from './lib/cifre.ts'

// Load at a held rate, counted from the instant at which each call was due: 70 % pushes of 20 records, 25 % pulls, 5 % profiles,
// from 200 people each with an address block of its own. First --al-secondo, then faster until the knee, then twice the knee; every
// refused push comes again when it was told to, and at the end everything acknowledged must be there. Ends with 1 when something is missing,
// a call failed at the held rate, or a p99 is over what was asked for.
const PEOPLE = 200
const QUESTIONS = 2_000
const RECORDS = 20
const KNEE = { p99: 150, refused: 0.02 }
/** What was asked for, in ms: the p99 of what is accepted at the held rate, and at twice the knee. */
const ASKED = { held: 100, twice: 500 }

const { values } = parseArgs({
  options: { 'al-secondo': { type: 'string' }, secondi: { type: 'string' }, json: { type: 'boolean' } },
})
const rate = Number(values['al-secondo'] ?? 600)
const seconds = Number(values.secondi ?? 10)
if (!Number.isFinite(rate) || rate < 1 || !Number.isFinite(seconds) || seconds < 1) {
  console.error('--al-secondo e --secondi vogliono un numero positivo')
  process.exit(2)
}

const dataDir = mkdtempSync(join(tmpdir(), 'idoneo-carico-'))
chmodSync(dataDir, 0o755)
const { accounts, id_concorso, first } = await prepareContent(dataDir, PEOPLE, QUESTIONS)
const server = await startServer(dataDir, { env: { LIVELLO_LOG: 'silent' } })
const callers: Caller[] = accounts.map((_, i) => openCaller(server.port, i))
const ledger = createLedger()
/** Refused pushes that come again; the run ends when none is left. */
const waiting = new Set<Promise<void>>()
const clock = { ms: Date.parse('2026-01-01T00:00:00.000Z') }

type Phase = { rate: number; accepted: number[]; refused: number; errors: number; calls: number }

function nextBatch(person: number) {
  clock.ms += 1
  const start = (clock.ms * 7) % (QUESTIONS - RECORDS)
  const ids = Array.from({ length: RECORDS }, (_, i) => first + start + i)
  return makeBatch(accounts[person]!, id_concorso, ids, clock.ms)
}

async function pushAgain(person: number, batch: ReturnType<typeof makeBatch>, after: number): Promise<void> {
  for (let pause = after; ; ) {
    await wait(pause * 1000)
    const answer = await callers[person]!.send('PUT', PUSH, accounts[person]!.token, batch.body).catch(() => null)
    if (answer?.status === 204) return ledger.acknowledge(batch.keys)
    pause = answer?.retryAfter || 5
  }
}

async function one(phase: Phase, due: number, n: number): Promise<void> {
  const person = n % PEOPLE
  const { token } = accounts[person]!
  const turn = n % 20
  const batch = turn < 14 ? nextBatch(person) : null
  const pull = `/api/ms_reportistica/risposte_concorso?modalita=ESEGUITA&id_concorso=${id_concorso}&cursore=999999`
  const send = batch
    ? callers[person]!.send('PUT', PUSH, token, batch.body)
    : callers[person]!.send('GET', turn < 19 ? pull : '/api/ms_utente/utente', token)
  const answer = await send.catch(() => null)
  phase.calls += 1
  if (answer && answer.status < 300) {
    phase.accepted.push(performance.now() - due)
    if (batch) ledger.acknowledge(batch.keys)
    return
  }
  if (answer?.status === 503 || answer?.status === 429) phase.refused += 1
  else phase.errors += 1
  if (!batch) return
  const again = pushAgain(person, batch, answer?.retryAfter || 5).finally(() => waiting.delete(again))
  waiting.add(again)
}

/** Calls are due at fixed instants, whatever became of those before. */
async function run(perSecond: number, forSeconds: number): Promise<Phase> {
  const phase: Phase = { rate: perSecond, accepted: [], refused: 0, errors: 0, calls: 0 }
  const start = performance.now()
  const calls: Promise<void>[] = []
  for (let n = 0; n < perSecond * forSeconds; n++) {
    const due = start + (n * 1000) / perSecond
    const early = due - performance.now()
    if (early > 1) await wait(early)
    calls.push(one(phase, due, n))
  }
  await Promise.all(calls)
  return phase
}

const round = (x: number) => Math.round(x * 10) / 10
const show = (name: string, { rate: perSecond, accepted, refused, errors, calls }: Phase, asked: number | null) => {
  const p99 = percentile(accepted, 0.99)
  return {
    name,
    al_secondo: perSecond,
    calls,
    p50: round(percentile(accepted, 0.5)),
    p99: round(p99),
    asked,
    ratio: asked === null ? null : Number((p99 / asked).toPrecision(3)),
    refused,
    errors,
  }
}

try {
  await run(100, 3)
  const held = await run(rate, seconds)
  const shown = [show('held', held, ASKED.held)]
  let knee = held.rate
  for (let next = rate; ; next += Math.max(50, Math.round(rate / 6))) {
    const step = next === rate ? held : await run(next, 4)
    const bad = percentile(step.accepted, 0.99) > KNEE.p99 || step.refused > step.calls * KNEE.refused
    if (step !== held) shown.push(show('step', step, null))
    if (bad || next > rate * 4) break
    knee = next
  }
  await Promise.all(waiting)
  shown.push(show('twice the knee', await run(knee * 2, seconds), ASKED.twice))
  const late = waiting.size
  const drained = performance.now()
  while (waiting.size > 0) await Promise.all(waiting)
  const drain_s = round((performance.now() - drained) / 1000)
  server.child.kill('SIGTERM')
  const exit = await server.end
  const missing = ledger.missing(await readRecords(dataDir))
  const rest = { knee, came_again: late, drain_s, acknowledged: ledger.size(), missing, exit }
  if (values.json) console.log(JSON.stringify({ bench: 'carico', phases: shown, ...rest }))
  else {
    console.table(shown)
    console.table([rest])
  }
  // No accepted call has no ratio, and is a failure too.
  const over = shown.some(({ ratio }) => ratio !== null && !(ratio <= 1))
  process.exitCode = missing > 0 || held.errors > 0 || exit !== 0 || over ? 1 : 0
} finally {
  server.child.kill('SIGTERM')
  for (const caller of callers) caller.close()
  await server.end
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
}
