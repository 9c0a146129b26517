import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type Started, scratchOf, startNative } from '#server/db/native/start'
import { openLogger } from '#server/logger'
import { ROOT } from '#server/root'
import { openCaller } from '#tests/faults/server/caller'
import { type Content, prepareContent, type ServerProcess, startServer } from '#tests/faults/server/process'
import { freePort } from '#tests/server/port'

/** Longest start, in ms: the first one publishes the starter content. */
const READY_MS = 180_000
export const KEY = 'una-chiave-di-prova-lunga-abbastanza'

export type Replica = {
  dataDir: string
  port: number
  process: () => ServerProcess
  /** Starts the product in `root`; false where it does not become ready. */
  start: (root?: string) => Promise<boolean>
  stop: (signal: NodeJS.Signals) => Promise<void>
  /** Response of the readiness probe, asked without the proxy. */
  ready: () => Promise<{ status: number; body: Record<string, unknown> }>
}

export type Stage = {
  folder: string
  /** Port of nginx, which draws a replica for each call. */
  proxy: number
  env: Record<string, string>
  content: Content
  db: pg.Pool
  replicas: [Replica, Replica]
  /** Calls that nginx passed to each replica so far. */
  countPassed: () => [number, number]
  close: () => Promise<void>
}

/** PostgreSQL of the embedded binaries as a far one: by TCP with a password. Durable, as in production. */
async function startDatabase(folder: string): Promise<{ started: Started; url: string }> {
  const port = await freePort()
  const settings = { listen_addresses: '127.0.0.1', port: String(port) }
  const started = await startNative({ folder, log: openLogger('silent'), settings })
  if (!started) throw new Error('no embedded PostgreSQL on this machine')
  const password = randomBytes(16).toString('hex')
  const { user, database } = started.connection
  const client = new pg.Client(started.connection)
  await client.connect()
  await client.query(`alter user ${user} password '${password}'`)
  await client.end()
  return { started, url: `postgres://${user}:${password}@127.0.0.1:${port}/${database}` }
}

/** nginx with the settings of deploy/, for these ports; each call goes to a replica drawn at random. */
async function startProxy(folder: string, proxy: number, ports: [number, number]): Promise<ChildProcess> {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((n) => `${n}_temp_path ${folder}/${n};`)
  const settings = readFileSync(join(ROOT, 'deploy/nginx.conf'), 'utf8')
    .replace('listen 8080', `listen 127.0.0.1:${proxy}`)
    .replace('app1:8080', `127.0.0.1:${ports[0]}`)
    .replace('app2:8080', `127.0.0.1:${ports[1]}`)
    .replace('upstream idoneo {', 'upstream idoneo {\n    random;')
    .replace(
      'http {',
      `http {\n  log_format prova '$upstream_addr';\n  access_log ${folder}/nginx.log prova;\n${temporary.join('\n')}`,
    )
  writeFileSync(join(folder, 'nginx.conf'), settings)
  const own = `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx-errors.log;`
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', own], { stdio: 'inherit' })
  for (let tries = 0; tries < 100; tries++) {
    if (await fetch(`http://127.0.0.1:${proxy}/metriche`).catch(() => null)) return child
    await wait(100)
  }
  throw new Error('nginx does not start')
}

function openReplica(dataDir: string, port: number, env: Record<string, string>): Replica {
  let current: ServerProcess | null = null
  const ready = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/salute/pronto`).catch(() => null)
    return { status: response?.status ?? 0, body: ((await response?.json()) ?? {}) as Record<string, unknown> }
  }
  return {
    dataDir,
    port,
    process: () => current as ServerProcess,
    ready,
    start: async (root) => {
      current = await startServer(dataDir, { port, env, ...(root && { root }) })
      for (const until = Date.now() + READY_MS; Date.now() < until && current.child.exitCode === null; await wait(50))
        if ((await ready()).status === 200) return true
      return false
    },
    stop: async (signal) => {
      current?.child.kill(signal)
      await current?.end
    },
  }
}

/**
 * Two replicas of the product behind nginx on one PostgreSQL, with accounts and a bank made by SQL. `apart`: each has a
 * DATA_DIR of its own, with the packages in common or in the S3 store of `env`. `root`: the product that both run.
 */
export async function openStage({
  apart = false,
  root,
  accounts = 8,
  questions = 2_000,
  env: more = {},
}: {
  apart?: boolean
  root?: string
  accounts?: number
  questions?: number
  env?: Record<string, string>
} = {}): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'idoneo-repliche-'))
  chmodSync(folder, 0o755)
  const { started, url } = await startDatabase(join(folder, 'database'))
  const [proxy, ...ports] = [await freePort(), await freePort(), await freePort()] as [number, number, number]
  const folders = [join(folder, 'dati'), join(folder, apart ? 'dati2' : 'dati')] as const
  const env = {
    DATABASE_URL: url,
    PUBLIC_URL: `http://127.0.0.1:${proxy}`,
    FIDATI_PROXY: '1',
    LIVELLO_LOG: 'error',
    ...more,
  }
  for (const dataDir of new Set(folders)) {
    mkdirSync(dataDir)
    writeFileSync(join(dataDir, 'idoneo.env'), `ADMIN_API_KEY=${KEY}\n`)
  }
  const nginx = await startProxy(folder, proxy, ports)
  const replicas = folders.map((dataDir, i) => openReplica(dataDir, ports[i]!, env)) as [Replica, Replica]
  const db = new pg.Pool({ connectionString: url, max: 2 })
  const close = async () => {
    await Promise.all(replicas.map((replica) => replica.stop('SIGTERM')))
    nginx.kill('SIGTERM')
    await db.end()
    await started.release()
    for (const rest of [folder, scratchOf(join(folder, 'database'))]) rmSync(rest, { recursive: true, force: true })
  }
  try {
    // The program under trial makes the schema: an older one must not meet a newer one.
    if (!(await replicas[0].start(root))) throw new Error('the first replica does not start')
    if (apart && !more.S3_URL) symlinkSync(join(folders[0], 'pacchetti'), join(folders[1], 'pacchetti'))
    if (!(await replicas[1].start(root))) throw new Error('the second replica does not start')
    const content = await prepareContent(folders[0], accounts, questions, env)
    const countPassed = () => {
      const passed = readFileSync(join(folder, 'nginx.log'), 'utf8').split(/[\n,]/)
      return ports.map((port) => passed.filter((address) => address.trim().endsWith(`:${port}`)).length) as [
        number,
        number,
      ]
    }
    return { folder, proxy, env, content, db, replicas, countPassed, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Calls through the proxy as a person of an address of their own, with JSON in and out. */
export function openPerson(stage: Pick<Stage, 'proxy'>, block: number) {
  const { send, close } = openCaller(stage.proxy, block)
  const call = async (
    method: string,
    path: string,
    { token, body, key }: { token?: string; body?: unknown; key?: string } = {},
  ) => {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const answer = await send(method, path, token ?? null, text, key ? { 'x-api-key': key } : {})
    // biome-ignore lint/suspicious/noExplicitAny: a check names the shape that it expects
    const json: any = /^[[{]/.test(answer.body) ? JSON.parse(answer.body) : null
    return { status: answer.status, body: json, text: answer.body }
  }
  return { call, close }
}
