import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, createReadStream, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import { readConfiguration } from '#server/configuration'
import { scratchOf } from '#server/db/native/start'
import { RECOUNT } from '#server/giornale/store'
import { openLogger } from '#server/logger'
import { openDeps } from '#server/open-deps'
import { ROOT } from '#server/root'
import type { FaultArgs, FaultResult } from './lib/fault.ts'
import { createLedger, makeBatch, openCaller, PUSH } from './server/caller.ts'
import { type Content, prepareContent, readRecords, type ServerProcess, startServer } from './server/process.ts'

const PEOPLE = 100
const QUESTIONS = 2_000
const RECORDS = 20
/** Pushes a second, one in four of them a pull, and for how long they are measured without a backup, in ms. */
const PER_SECOND = 40
const CALM_MS = 10_000
/** No call may take longer beside a backup, in ms. */
const LONGEST_MS = 1_000
/** Events of one statement that fills the folder, and the pieces of 32 characters of each. */
const EVENTS = 50_000
const PIECES = 16

const MIB = 1024 * 1024
const sizeOf = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce(
      (sum, entry) => sum + (statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    )

/** Fills a data folder with events of the journal until it holds `mib`. */
async function fillFolder(dataDir: string, { accounts }: Content, mib: number): Promise<number> {
  const { db } = await openDeps(readConfiguration({ DATA_DIR: dataDir }), openLogger('silent'))
  const ids = accounts.map(({ id_utente }) => id_utente)
  for (let from = 0; sizeOf(dataDir) < mib * MIB; from += EVENTS) {
    await db.query(
      `insert into evento_utente (id_utente, id, seq_utente, tipo, dati, effettivo, ricevuto)
       select ($1::bigint[])[1 + i % $2], 'riempie-' || i, i, 'riempie', (select string_agg(md5(i::text || ' ' || k), '') from generate_series(1, $3::int) k), now(), now()
       from generate_series($4::int, $5::int) i`,
      [ids, ids.length, PIECES, from, from + EVENTS - 1],
    )
    await db.script('checkpoint')
  }
  // A restore counts the bytes of each account anew.
  await db.query(RECOUNT)
  await db.close()
  return Math.round(sizeOf(dataDir) / MIB)
}

/** The operator's command, as a process of its own beside the server. */
async function runCommand(dataDir: string, ...args: string[]): Promise<{ code: number | null; seconds: number }> {
  const start = performance.now()
  const child = spawn(process.execPath, ['dist/server/idoneo.js', ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const code = await new Promise<number | null>((done) => child.on('exit', done))
  return { code, seconds: Math.round((performance.now() - start) / 100) / 10 }
}

/** Calls of many people at a held rate, timed from when each was due; what was acknowledged until `freeze` is remembered. */
function openLoad(server: ServerProcess, content: Content) {
  const { accounts, id_concorso, first } = content
  const callers = accounts.map((_, i) => openCaller(server.port, i))
  const ledger = createLedger()
  const clock = { ms: Date.parse('2026-01-01T00:00:00.000Z'), n: 0, on: true, remember: true }
  const times: number[] = []
  const refused: number[] = []
  const one = async (n: number, due: number) => {
    const account = accounts[n % accounts.length]!
    const caller = callers[n % accounts.length]!
    clock.ms += 1
    const ids = Array.from({ length: RECORDS }, (_, i) => first + ((clock.ms * 7) % (QUESTIONS - RECORDS)) + i)
    const batch = makeBatch(account, id_concorso, ids, clock.ms)
    const pull = `/api/ms_reportistica/risposte_concorso?modalita=ESEGUITA&id_concorso=${id_concorso}&cursore=0`
    const answer = await (n % 4 === 0
      ? caller.send('GET', pull, account.token)
      : caller.send('PUT', PUSH, account.token, batch.body)
    ).catch(() => null)
    times.push(performance.now() - due)
    if (answer === null || answer.status >= 300) refused.push(answer?.status ?? 0)
    else if (n % 4 !== 0 && clock.remember) ledger.acknowledge(batch.keys)
  }
  const running = new Set<Promise<void>>()
  const loop = (async () => {
    for (const start = performance.now(); clock.on; clock.n += 1) {
      const due = start + (clock.n * 1000) / PER_SECOND
      const early = due - performance.now()
      if (early > 0) await wait(early)
      const call: Promise<void> = one(clock.n, due).finally(() => running.delete(call))
      running.add(call)
    }
    await Promise.all(running)
  })()
  return {
    ledger,
    freeze: () => {
      clock.remember = false
    },
    /** Times and refusals since the last time, the longest first. */
    take: () => ({ times: times.splice(0).sort((a, b) => b - a), refused: refused.splice(0) }),
    end: async () => {
      clock.on = false
      await loop
      for (const caller of callers) caller.close()
    },
  }
}

/** Act of the restore itself, which the register has once it is done (decision 0152). */
const RESTORED = '"comando ripristina"'

/**
 * Fingerprints of a backup's rows by table, sorted: a table has no order. Secrets belong to the installation and are left out.
 * Acts of a restore are counted apart.
 */
async function fingerprints(file: string): Promise<{ tables: Map<string, Float64Array>; restores: number }> {
  const found = new Map<string, number[]>()
  let restores = 0
  let rows: number[] = []
  for await (const line of createInterface({ input: createReadStream(file).pipe(createGunzip()) })) {
    const begun = /^#\{"tabella":"([^"]+)"/.exec(line)?.[1]
    if (begun) {
      rows = []
      if (begun !== 'segreto') found.set(begun, rows)
    } else if (line.includes(RESTORED)) restores += 1
    else if (line.startsWith('R')) rows.push(createHash('sha256').update(line).digest().readUIntBE(0, 6))
  }
  return { tables: new Map([...found].map(([table, list]) => [table, Float64Array.from(list).sort()])), restores }
}

/** Rows of a backup and of its restore, and how many of them only one has, but for the one act of the restore. */
async function compare(a: string, b: string): Promise<{ rows: number; differ: number }> {
  const [before, after] = [await fingerprints(a), await fingerprints(b)]
  const [left, right] = [before.tables, after.tables]
  const count = { rows: 0, differ: Math.abs(after.restores - before.restores - 1) }
  for (const table of new Set([...left.keys(), ...right.keys()])) {
    const [x, y] = [left.get(table) ?? new Float64Array(), right.get(table) ?? new Float64Array()]
    count.rows += x.length
    for (let i = 0, k = 0; i < x.length || k < y.length; ) {
      const [one, other] = [x[i] ?? Number.POSITIVE_INFINITY, y[k] ?? Number.POSITIVE_INFINITY]
      if (one !== other) count.differ += 1
      if (one <= other) i += 1
      if (other <= one) k += 1
    }
  }
  return count
}

/**
 * A backup of a data folder of `n` MiB while people work: no call takes over a second, and put back into an empty folder it is the same
 * row by row, with everything that had been acknowledged when it began.
 */
export async function run({ n, log }: FaultArgs): Promise<FaultResult> {
  const folder = mkdtempSync(join(tmpdir(), 'idoneo-backup-'))
  chmodSync(folder, 0o755)
  const [dataDir, empty] = [join(folder, 'dati'), join(folder, 'vuota')]
  for (const data of [dataDir, empty]) mkdirSync(data)
  const [file, again] = [join(folder, 'uno.idoneo'), join(folder, 'due.idoneo')]
  const findings: string[] = []
  const figures: Record<string, number> = {}
  try {
    const content = await prepareContent(dataDir, PEOPLE, QUESTIONS)
    figures.folder_mib = await fillFolder(dataDir, content, n)
    log(`${figures.folder_mib} MiB`)
    const server = await startServer(dataDir, { env: { LIVELLO_LOG: 'silent' } })
    const load = openLoad(server, content)
    await wait(2_000)
    load.take()
    await wait(CALM_MS)
    const calm = load.take()
    load.freeze()
    const made = await runCommand(dataDir, 'backup', file)
    const beside = load.take()
    await load.end()
    server.child.kill('SIGTERM')
    await server.end
    if (made.code !== 0) findings.push(`backup: exit ${made.code}`)
    const p99 = (times: number[]) => Math.round(times[Math.floor(times.length / 100)] ?? 0)
    figures.calm_p99_ms = p99(calm.times)
    figures.calm_longest_ms = Math.round(calm.times[0] ?? 0)
    figures.calls = beside.times.length
    figures.p99_ms = p99(beside.times)
    figures.longest_ms = Math.round(beside.times[0] ?? 0)
    figures.refused = beside.refused.length
    figures.backup_s = made.seconds
    figures.backup_mib = Math.round(statSync(file).size / MIB)
    log(`backup in ${made.seconds} s, longest call ${figures.longest_ms} ms, calm ${figures.calm_longest_ms} ms`)
    if (figures.longest_ms > LONGEST_MS) findings.push(`a call took ${figures.longest_ms} ms beside the backup`)
    if (beside.refused.length > 0) findings.push(`calls were refused: ${[...new Set(beside.refused)].join(', ')}`)

    const restored = await runCommand(empty, 'ripristina', file)
    if (restored.code !== 0) findings.push(`ripristina: exit ${restored.code}`)
    figures.restore_s = restored.seconds
    log(`restored in ${restored.seconds} s`)
    const second = await runCommand(empty, 'backup', again)
    if (second.code !== 0) findings.push(`backup of what was restored: exit ${second.code}`)
    const { rows, differ } = await compare(file, again)
    figures.rows = rows
    figures.differ = differ
    if (differ > 0 || rows === 0) findings.push(`${differ} of ${rows} rows differ after the restore`)
    const missing = load.ledger.missing(await readRecords(empty))
    figures.acknowledged = load.ledger.size()
    figures.missing = missing
    if (missing > 0) findings.push(`${missing} records acknowledged before the backup are missing`)
  } finally {
    for (const rest of [folder, scratchOf(dataDir), scratchOf(empty)])
      rmSync(rest, { recursive: true, force: true, maxRetries: 5 })
  }
  return { tried: n, survived: findings.length > 0 ? 0 : n, lost: findings.length > 0 ? n : 0, findings, figures }
}
