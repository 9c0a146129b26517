import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { readCurrent } from '#server/db/native/process'
import { type Caller, openCaller } from './caller.ts'
import { type Account, type Content, type ServerProcess, startServer } from './process.ts'

/** Devices that push at once, events of one push, and most events between two kills. */
const LANES = 4
const BATCH = 20
const BETWEEN = 400
/** Seconds within which a server that was started again is served. */
const BACK_S = 10
const PATH = '/api/ms_reportistica/eventi'

type Wire = { id: string; seq: number }
type Page = { eventi: Wire[]; cursore: number }

const makeEvents = (lane: number, from: number, { id_concorso, first }: Content): object[] =>
  Array.from({ length: BATCH }, (_, i) => ({
    id: `corsia-${lane}-${from + i}`,
    tipo: 'RISPOSTA',
    chiave: null,
    id_concorso,
    id_domanda: first + ((from + i) % 50),
    dati: '{"risposta":1}',
    ts_client: new Date(from + i).toISOString(),
    versione_banca: 'v',
    dispositivo: `corsia-${lane}`,
    seq: from + i + 1,
  }))

type Life = { server: ServerProcess; callers: Caller[] }

/** Devices that push their events in order, each batch until it is acknowledged, whatever server is there. */
function openLoad(content: Content, current: () => Life) {
  const account = content.accounts[0] as Account
  const acknowledged = new Set<string>()
  const odd = new Set<number>()
  let stopped = false
  let again = 0
  const lane = async (n: number) => {
    for (let from = 0; !stopped; from += BATCH) {
      const events = makeEvents(n, from, content)
      for (let tries = 0; !stopped; tries++) {
        const answer = await current()
          .callers[n]!.send('PUT', PATH, account.token, JSON.stringify({ eventi: events }))
          .catch(() => null)
        if (tries === 1) again++
        if (answer?.status === 200) {
          for (const { id } of events as Wire[]) acknowledged.add(id)
          break
        }
        if (answer && answer.status !== 503) odd.add(answer.status)
        if (answer?.status === 503 && answer.retryAfter === 0) odd.add(503)
        await wait(20)
      }
    }
  }
  const lanes = Array.from({ length: LANES }, (_, n) => lane(n))
  return {
    acknowledged,
    odd,
    again: () => again,
    stop: () => {
      stopped = true
      return Promise.all(lanes)
    },
  }
}

/** Everything that the account's journal has, as a device asks for it. */
async function readAll({ send }: Caller, { token }: Account): Promise<Wire[]> {
  const all: Wire[] = []
  for (let cursore = 0; ; ) {
    const { status, body } = await send('GET', `${PATH}?cursore=${cursore}`, token)
    if (status !== 200) throw new Error(`${status} ${body}`)
    const page = JSON.parse(body) as Page
    all.push(...page.eventi)
    if (page.cursore <= cursore) return all
    cursore = page.cursore
  }
}

/**
 * A server killed `n` times while devices push their journal; every fourth time its database is killed with it. What was acknowledged is
 * there, once, in the order of its device.
 */
export async function killUnderJournal(
  dataDir: string,
  content: Content,
  { n, log }: { n: number; log: (line: string) => void },
): Promise<{ findings: string[]; figures: Record<string, number> }> {
  const findings: string[] = []
  const live = async (): Promise<Life> => {
    const server = await startServer(dataDir, { env: { LIMITI: 'aperti', LIVELLO_LOG: 'silent' } })
    return { server, callers: Array.from({ length: LANES }, (_, i) => openCaller(server.port, i)) }
  }
  let life = await live()
  const load = openLoad(content, () => life)
  const { acknowledged, odd } = load
  const grow = async (by: number) => {
    const goal = acknowledged.size + by
    const start = performance.now()
    while (acknowledged.size < goal && performance.now() - start < 60_000) await wait(5)
    return acknowledged.size >= goal ? (performance.now() - start) / 1000 : Number.POSITIVE_INFINITY
  }
  let slowest = 0
  for (let i = 0; i < n; i++) {
    await grow(BATCH + ((i * 131) % BETWEEN))
    life.server.child.kill('SIGKILL')
    const database = readCurrent(join(dataDir, 'postgres'))
    if (i % 4 === 3 && database) process.kill(database.pid, 'SIGKILL')
    await life.server.end
    for (const caller of life.callers) caller.close()
    life = await live()
    const back = await grow(1)
    slowest = Math.max(slowest, back)
    if (back > BACK_S) findings.push(`journal: served again ${back} s after the start`)
    log(`journal kill ${i + 1}: ${acknowledged.size} acknowledged`)
  }
  await load.stop()
  const there = (await readAll(life.callers[0] as Caller, content.accounts[0] as Account)).map(({ id }) => id)
  const ids = new Set(there)
  const missing = [...acknowledged].filter((id) => !ids.has(id)).length
  if (missing > 0) findings.push(`journal: ${missing} acknowledged events missing`)
  if (ids.size !== there.length) findings.push(`journal: ${there.length - ids.size} events doubled`)
  for (let lane = 0; lane < LANES; lane++) {
    const own = there.filter((id) => id.startsWith(`corsia-${lane}-`))
    if (own.some((id, i) => id !== `corsia-${lane}-${i}`)) findings.push(`journal: device ${lane} is out of order`)
  }
  if (odd.size > 0) findings.push(`journal: answered ${[...odd].join(', ')}, or 503 that says no time`)
  for (const caller of life.callers) caller.close()
  life.server.child.kill('SIGTERM')
  await life.server.end
  const figures = { journal_kills: n, journal_acknowledged: acknowledged.size, journal_sent_again: load.again() }
  return { findings, figures: { ...figures, journal_back_s: Math.round(slowest * 10) / 10 } }
}
