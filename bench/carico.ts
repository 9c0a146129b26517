import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readCurrent } from '#server/db/native/process'
import { type Caller, createLedger, makeBatch, openCaller, PUSH } from '#tests/faults/server/caller'
import { type Content, prepareContent, readRecords, startServer } from '#tests/faults/server/process'
import { openStage } from '#tests/replicas/stage'
import { percentile } from './lib/cifre.ts'

// Load at a held rate, counted from the instant at which each call was due: 70 % pushes of 20 records, 25 % pulls, 5 % profiles,
// from 200 people each with an address block of its own. First --al-secondo, then faster until the knee, then twice the knee; every
// refused push comes again when it was told to, and at the end everything acknowledged must be there. Ends with 1 when something is missing,
// a call failed at the held rate, or a p99 is over what was asked for. With --repliche 1 or 2: that many behind nginx on one
// PostgreSQL, and the held rate alone.
const PEOPLE = 200
const QUESTIONS = 2_000
const RECORDS = 20
const KNEE = { p99: 150, refused: 0.02 }
/** What was asked for, in ms: the p99 of what is accepted at the held rate, and at twice the knee. */
const ASKED = { held: 100, twice: 500 }

const { values } = parseArgs({
  options: {
    'al-secondo': { type: 'string' },
    secondi: { type: 'string' },
    repliche: { type: 'string' },
    json: { type: 'boolean' },
  },
})
const rate = Number(values['al-secondo'] ?? 600)
const seconds = Number(values.secondi ?? 10)
if (!Number.isFinite(rate) || rate < 1 || !Number.isFinite(seconds) || seconds < 1) {
  console.error('--al-secondo e --secondi vogliono un numero positivo')
  process.exit(2)
}
const count = values.repliche === undefined ? null : Number(values.repliche)
if (count !== null && count !== 1 && count !== 2) {
  console.error('--repliche vuole 1 o 2')
  process.exit(2)
}

type Subject = {
  content: Content
  port: number
  servers: () => number[]
  /** Process of PostgreSQL whose children are the backends. */
  database: () => number
  /** Ends the servers; the first exit code that is not 0, else 0. */
  stop: () => Promise<number | null>
  records: () => Promise<Set<string>>
  close: () => Promise<void>
}

async function openAlone(): Promise<Subject> {
  const dataDir = mkdtempSync(join(tmpdir(), 'idoneo-carico-'))
  chmodSync(dataDir, 0o755)
  const content = await prepareContent(dataDir, PEOPLE, QUESTIONS)
  const server = await startServer(dataDir, { env: { LIVELLO_LOG: 'silent' } })
  const stop = () => {
    server.child.kill('SIGTERM')
    return server.end
  }
  return {
    content,
    port: server.port,
    servers: () => [server.child.pid as number],
    database: server.pid,
    stop,
    records: () => readRecords(dataDir),
    close: async () => {
      await stop()
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function openReplicas(n: 1 | 2): Promise<Subject> {
  const stage = await openStage({ accounts: PEOPLE, questions: QUESTIONS, env: { LIVELLO_LOG: 'silent' } })
  const running = stage.replicas.slice(0, n)
  if (n === 1) await stage.replicas[1].stop('SIGTERM')
  return {
    content: stage.content,
    port: stage.proxy,
    servers: () => running.map((replica) => replica.process().child.pid as number),
    database: () => readCurrent(join(stage.folder, 'database/postgres'))?.pid ?? 0,
    stop: async () => {
      await Promise.all(running.map((replica) => replica.stop('SIGTERM')))
      const codes = await Promise.all(running.map((replica) => replica.process().end))
      return codes.find((code) => code !== 0) ?? 0
    },
    records: () => readRecords(stage.replicas[0].dataDir, stage.env),
    close: stage.close,
  }
}

const subject = count === null ? await openAlone() : await openReplicas(count)
const { accounts, id_concorso, first } = subject.content
const callers: Caller[] = accounts.map((_, i) => openCaller(subject.port, i))

/** Processor time of a process, in ms; `ended`: with that of its children that ended. */
function cpuOf(pid: number | string, ended = false): { ms: number; parent: number } {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? []
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
    return { ms: (user + system + (ended ? endedUser + endedSystem : 0)) * 10, parent: fields[1] ?? 0 }
  } catch {
    return { ms: 0, parent: 0 }
  }
}

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0)
/** Processor time of servers and of PostgreSQL with its backends so far, in ms. */
function readCpu(): { server: number; database: number } {
  const master = subject.database()
  const backends = readdirSync('/proc').map((pid) => (/^\d+$/.test(pid) ? cpuOf(pid) : { ms: 0, parent: 0 }))
  const database = cpuOf(master, true).ms + sum(backends.filter((p) => p.parent === master).map((p) => p.ms))
  return { server: sum(subject.servers().map((pid) => cpuOf(pid).ms)), database }
}
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

/** Raises the rate until the knee, then holds twice the knee. */
async function findKnee(held: Phase, shown: ReturnType<typeof show>[]): Promise<number> {
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
  return knee
}

try {
  await run(100, 3)
  const before = readCpu()
  const held = await run(rate, seconds)
  const after = readCpu()
  const shown = [show('held', held, ASKED.held)]
  const cpu = {
    server_cpu_ms: round((after.server - before.server) / held.calls),
    database_cpu_ms: round((after.database - before.database) / held.calls),
  }
  const knee = count === null ? await findKnee(held, shown) : null
  const late = waiting.size
  const drained = performance.now()
  while (waiting.size > 0) await Promise.all(waiting)
  const drain_s = round((performance.now() - drained) / 1000)
  const exit = await subject.stop()
  const missing = ledger.missing(await subject.records())
  const rest = { repliche: count, ...cpu, knee, came_again: late, drain_s, acknowledged: ledger.size(), missing, exit }
  if (values.json) console.log(JSON.stringify({ bench: 'carico', phases: shown, ...rest }))
  else {
    console.table(shown)
    console.table([rest])
  }
  // No accepted call has no ratio, and is a failure too.
  const over = shown.some(({ ratio }) => ratio !== null && !(ratio <= 1))
  process.exitCode = missing > 0 || held.errors > 0 || exit !== 0 || over ? 1 : 0
} finally {
  for (const caller of callers) caller.close()
  await subject.close()
}
