import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { DB_USER, isPostgres, readCurrent } from '#server/db/native/process'
import { scratchOf } from '#server/db/native/start'
import type { FaultArgs, FaultResult } from './lib/fault.ts'
import { createLedger, makeBatch, openCaller, PUSH } from './server/caller.ts'
import { killUnderJournal } from './server/journal.ts'
import { type Content, prepareContent, readRecords, type ServerProcess, startServer } from './server/process.ts'

/**
 * Memory, in MiB, that a thousand unfinished bodies may cost: 94 were measured once all had been read. Each connection has one read of
 * 64 KiB and its request.
 */
const BODIES_MIB = 128
/** Looks without a new peak, 100 ms apart, after which the memory no longer grows. */
const QUIET_LOOKS = 20
/** Seconds after which a server is served again once a disk has room, and within which it ends. */
const BACK_S = 5
/** Seconds after which a server whose database was killed is served again. */
const HEALTHY_S = 10
const END_S = 10

type Scene = { dataDir: string; content: Content; findings: string[]; figures: Record<string, number | string> }

const sockets = (server: ServerProcess, n: number, greet: (socket: Socket, i: number) => void): Socket[] =>
  Array.from({ length: n }, (_, i) => {
    const localAddress = `127.9.${1 + (i % 200)}.1`
    const socket = connect({ port: server.port, host: '127.0.0.1', localAddress }, () => greet(socket, i))
    return socket.on('error', () => {})
  })

const isServed = (server: ServerProcess): Promise<boolean> =>
  fetch(`http://127.0.0.1:${server.port}/salute/vivo`, { signal: AbortSignal.timeout(2_000) }).then(
    (answer) => answer.ok,
    () => false,
  )

/** Seconds until `good`; infinite after `most`. */
async function secondsUntil(good: () => Promise<boolean>, most: number): Promise<number> {
  const start = performance.now()
  while (performance.now() - start < most * 1000) {
    if (await good()) return Math.round((performance.now() - start) / 100) / 10
    await wait(50)
  }
  return Number.POSITIVE_INFINITY
}

/** Ends the server; what is wrong with its end. */
async function stop({ dataDir, findings }: Scene, server: ServerProcess, name: string): Promise<number> {
  const start = performance.now()
  server.child.kill('SIGTERM')
  const code = await Promise.race([server.end, wait((END_S + 5) * 1000).then(() => 'none')])
  const seconds = Math.round((performance.now() - start) / 100) / 10
  if (code !== 0) findings.push(`${name}: exit ${code} after SIGTERM`)
  if (seconds > END_S) findings.push(`${name}: ended after ${seconds} s`)
  // On a slow disk the server's time is up before the database's last checkpoint: told to stop, it ends by itself.
  const data = join(dataDir, 'postgres')
  const left = readCurrent(data)
  const gone = left ? await secondsUntil(async () => !isPostgres(left.pid, data), END_S) : 0
  if (!Number.isFinite(gone)) findings.push(`${name}: the database was left running`)
  return seconds
}

/** More connections than the process has descriptors, from many addresses. */
async function connections(scene: Scene): Promise<void> {
  const server = await startServer(scene.dataDir, { descriptors: 400, env: { LIVELLO_LOG: 'silent' } })
  const open = sockets(server, 1_200, () => {})
  await wait(1_500)
  if (server.child.exitCode !== null) scene.findings.push('connections: the server ended')
  for (const socket of open) socket.destroy()
  scene.figures.connections_back_s = await secondsUntil(() => isServed(server), 30)
  if (scene.figures.connections_back_s > BACK_S) scene.findings.push('connections: not served after they were gone')
  await stop(scene, server, 'connections')
}

/** Bodies that are announced and never end, with as much as the server takes of them. */
async function bodies(scene: Scene): Promise<void> {
  const server = await startServer(scene.dataDir, { env: { LIVELLO_LOG: 'silent' } })
  // What a server that has worked for a while has taken anyway does not count.
  for (let i = 0; i < 300; i++) await isServed(server)
  const before = server.rss()
  const half = Buffer.alloc(1_000_000, 32)
  const open = sockets(server, 1_000, (socket, i) => {
    const length = i % 2 === 0 ? 1_048_000 : 4_000
    socket.write(
      `POST /api/ms_utente/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`,
    )
    socket.write(half.subarray(0, i % 2 === 0 ? 1_000_000 : 2_000))
  })
  let most = 0
  for (let quiet = 0; quiet < QUIET_LOOKS && most <= BODIES_MIB; quiet++) {
    await wait(100)
    const now = server.rss() - before
    if (now > most) quiet = 0
    most = Math.max(most, now)
  }
  scene.figures.bodies_mib = Math.round(most)
  if (most > BODIES_MIB) scene.findings.push(`bodies: ${Math.round(most)} MiB`)
  if (!(await isServed(server))) scene.findings.push('bodies: nobody else was served')
  for (const socket of open) socket.destroy()
  await stop(scene, server, 'bodies')
}

/** Pushes one record after another; answers what the server said. */
function openPusher(
  server: ServerProcess,
  { content, ledger }: { content: Content; ledger: ReturnType<typeof createLedger> },
) {
  const account = content.accounts[0]!
  const caller = openCaller(server.port, 1)
  const state = { n: 0 }
  return {
    push: async (): Promise<number> => {
      state.n += 1
      const batch = makeBatch(account, content.id_concorso, [content.first + (state.n % 50)], Date.now())
      const answer = await caller.send('PUT', PUSH, account.token, batch.body).catch(() => null)
      if (answer?.status === 204) ledger.acknowledge(batch.keys)
      // A person's device is told when to come back.
      return answer?.status === 503 && answer.retryAfter === 0 ? 0 : (answer?.status ?? 0)
    },
    ready: async () => (await caller.send('GET', '/salute/pronto', null).catch(() => null))?.status ?? 0,
    close: caller.close,
  }
}

/** The database killed under a server that is written to. */
async function killed(scene: Scene, n: number, log: (line: string) => void): Promise<void> {
  const server = await startServer(scene.dataDir, { env: { LIMITI: 'aperti', LIVELLO_LOG: 'silent' } })
  const ledger = createLedger()
  const pusher = openPusher(server, { content: scene.content, ledger })
  const odd = new Set<number>()
  let slowest = 0
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < 10; k++) await pusher.push()
    const pid = server.pid()
    process.kill(pid, 'SIGKILL')
    const back = await secondsUntil(async () => {
      const status = await pusher.push()
      if (![204, 503].includes(status)) odd.add(status)
      // Processes of the one that was killed answer for a moment more.
      return status === 204 && ![0, pid].includes(server.pid())
    }, 60)
    slowest = Math.max(slowest, back)
    log(`kill ${i + 1}: back after ${back} s`)
  }
  pusher.close()
  scene.figures.kills = n
  scene.figures.kill_back_s = slowest
  if (odd.size > 0) scene.findings.push(`kills: answered ${[...odd].join(', ')}`)
  if (slowest > HEALTHY_S) scene.findings.push(`kills: back after ${slowest} s`)
  await stop(scene, server, 'kills')
  const missing = ledger.missing(await readRecords(scene.dataDir))
  if (missing > 0) scene.findings.push(`kills: ${missing} acknowledged records missing`)
}

const mount = (folder: string, size: string): boolean => {
  mkdirSync(folder, { recursive: true })
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0755`, 'idoneo', folder]).status === 0
}
const fill = (folder: string): string => {
  const file = join(folder, 'pieno')
  writeFileSync(file, '')
  spawnSync('dd', ['if=/dev/zero', `of=${file}`, 'bs=64k'], { stdio: 'ignore' })
  spawnSync('dd', ['if=/dev/zero', `of=${file}`, 'bs=512', 'oflag=append', 'conv=notrunc'], { stdio: 'ignore' })
  return file
}

/** A connection that, once called, writes into the write-ahead log until the database has no room for it and stops for that. */
async function openWriter(data: string): Promise<() => Promise<void>> {
  const current = readCurrent(data)
  const client = new pg.Client({ host: current?.socketFolder, port: current?.port, user: DB_USER, database: DB_USER })
  client.on('error', () => {})
  await client.connect()
  const write = "select pg_logical_emit_message(true, 'x', repeat(md5(random()::text), 31250))"
  return async () => {
    for (let written = true; written; )
      written = await client.query(write).then(
        () => true,
        () => false,
      )
    await client.end().catch(() => {})
  }
}

/** Log, then data with write-ahead log, on volumes that are full, then freed. */
async function disk(scene: Scene): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'idoneo-pieno-'))
  chmodSync(folder, 0o755)
  const [data, logs] = [join(folder, 'dati'), join(folder, 'registro')]
  if (!mount(data, '320m') || !mount(logs, '1m')) {
    scene.figures.disk = 'not tried: volumes cannot be mounted here'
    return
  }
  try {
    const content = await prepareContent(data, 1, 60)
    const server = await startServer(data, { log: join(logs, 'log'), env: { LIMITI: 'aperti' } })
    const ledger = createLedger()
    const pusher = openPusher(server, { content, ledger })
    const inside = { ...scene, dataDir: data }
    fill(logs)
    for (let i = 0; i < 2_000; i++)
      if ((await pusher.push()) !== 204) scene.findings.push('disk: a full log refused a push')
    const fillLog = await openWriter(join(data, 'postgres'))
    const file = fill(data)
    await fillLog()
    const said = new Set<number>()
    let ready = 0
    for (let i = 0; i < 4_000 && !said.has(503); i++) said.add(await pusher.push())
    for (let i = 0; i < 100; i++) {
      said.add(await pusher.push())
      ready = await pusher.ready()
      await wait(20)
    }
    if ([...said].some((status) => ![204, 503].includes(status)))
      scene.findings.push(`disk: answered ${[...said].join(', ')} while full`)
    if (ready !== 503) scene.findings.push(`disk: /salute/pronto said ${ready} while full`)
    scene.figures.disk_free_bytes = statfsSync(data).bavail * statfsSync(data).bsize
    rmSync(file)
    const back = await secondsUntil(async () => (await pusher.push()) === 204, 60)
    scene.figures.disk_back_s = back
    scene.figures.disk_said = [...said].sort().join(' ')
    if (back > BACK_S) scene.findings.push(`disk: back after ${back} s`)
    const readyAgain = await secondsUntil(async () => (await pusher.ready()) === 200, BACK_S)
    if (!Number.isFinite(readyAgain)) scene.findings.push('disk: not ready after it was freed')
    pusher.close()
    await stop(inside, server, 'disk')
    const missing = ledger.missing(await readRecords(data))
    if (missing > 0) scene.findings.push(`disk: ${missing} acknowledged records missing`)
  } finally {
    for (const volume of [data, logs]) spawnSync('umount', ['-l', volume])
    for (const rest of [folder, scratchOf(data)]) rmSync(rest, { recursive: true, force: true })
  }
}

/** Bytes that the system holds for connections of this port and that nobody takes. */
function unreadBytes(port: number): number {
  const hex = port.toString(16).toUpperCase().padStart(4, '0')
  const rows = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((row) => row.trim().split(/\s+/))
  return rows
    .filter(([, local]) => local?.endsWith(`:${hex}`))
    .reduce((sum, [, , , , queues]) => sum + Number.parseInt(queues?.split(':')[0] ?? '0', 16), 0)
}

/** Answers that are asked for and never read, then SIGTERM. */
async function unread(scene: Scene): Promise<void> {
  const server = await startServer(scene.dataDir, { env: { LIMITI: 'aperti', LIVELLO_LOG: 'silent' } })
  const ask = 'GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(16)
  const open = sockets(server, 20, (socket) => socket.pause().write(ask))
  await secondsUntil(async () => unreadBytes(server.port) > 0, 30)
  const unread = unreadBytes(server.port)
  scene.figures.unread_kib = Math.round(unread / 1024)
  if (unread === 0) scene.findings.push('unread: everything was read, so nothing was tried')
  scene.figures.term_s = await stop(scene, server, 'unread')
  for (const socket of open) socket.destroy()
}

/**
 * Faults of a server process: connections beyond its descriptors, a thousand unfinished bodies, a full disk under its log and under its
 * data, its database killed `n` times, itself `n` times under devices that push their journal, SIGTERM beside answers that nobody reads (docs/FAULTS.md). Linux; the disk only where volumes can be mounted.
 */
export async function run({ n, log }: FaultArgs): Promise<FaultResult> {
  const dataDir = mkdtempSync(join(tmpdir(), 'idoneo-guasti-'))
  chmodSync(dataDir, 0o755)
  const scene: Scene = { dataDir, content: await prepareContent(dataDir, 1, 60), findings: [], figures: {} }
  try {
    for (const [name, work] of Object.entries({ connections, bodies, unread, disk })) {
      await work(scene)
      log(`${name}: ${scene.findings.at(-1) ?? 'ok'}`)
    }
    await killed(scene, n, log)
    const journal = await killUnderJournal(dataDir, scene.content, { n, log })
    scene.findings.push(...journal.findings)
    Object.assign(scene.figures, journal.figures)
  } finally {
    if (existsSync(dataDir))
      for (const rest of [dataDir, scratchOf(dataDir)]) rmSync(rest, { recursive: true, force: true, maxRetries: 5 })
  }
  const { findings, figures } = scene
  const lost = Math.min(n, findings.length)
  return { tried: n, survived: n - lost, lost, findings, figures }
}
