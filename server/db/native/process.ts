import { spawn, spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, readlinkSync, realpathSync, rmSync, statSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { command, type Mode, own } from './privileges.ts'

export const DB_USER = 'idoneo'
/** Size, in bytes, beyond which the log of the embedded database starts again. */
const MAX_LOG_BYTES = 5_000_000

/** Content of postmaster.pid: the process that runs (or ran) on a data folder. */
export type Current = { pid: number; port: number; socketFolder: string }

export function readCurrent(data: string): Current | null {
  let rows: string[]
  try {
    rows = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return null
  }
  const pid = Number(rows[0])
  // A file cut short by a power loss has no process.
  return pid > 0 ? { pid, port: Number(rows[3]), socketFolder: rows[4] ?? '' } : null
}

/** Resolves a folder to the one name that the system gives it. */
const realOf = (folder: string): string => {
  try {
    return realpathSync(folder)
  } catch {
    return folder
  }
}

/** Returns the data folder in which a PostgreSQL works; null when the system shows neither it nor the command line. */
function folderOf(pid: number, args: readonly string[]): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    // Another user's process shows only its command line.
    const folder = args[args.indexOf('-D') + 1]
    return args.includes('-D') && folder ? realOf(folder) : null
  }
}

function isPostmaster(pid: number, data: string): boolean {
  try {
    const [, name, status] = /\((.*)\) (\S)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    if (name !== 'postgres' || status === 'Z' || status === 'X') return false
    const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    // Exclude connection processes, whose title begins so; postmaster.pid never has one.
    if (args[0]?.startsWith('postgres: ')) return false
    const folder = folderOf(pid, args)
    return folder === null || folder === realOf(data)
  } catch {
    return false
  }
}

/**
 * Returns whether a process lives and is the PostgreSQL of this data folder. After a restart of the machine any process
 * may have the same number, even another database.
 */
export function isPostgres(pid: number, data: string): boolean {
  if (process.platform === 'linux') return isPostmaster(pid, data)
  if (process.platform === 'win32') {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }
  const { stdout } = spawnSync('ps', ['-p', String(pid), '-ww', '-o', 'command='], { encoding: 'utf8' })
  return /postgres/.test(stdout ?? '') && stdout.includes(`-D ${data} `)
}

/** Age, in ms, beyond which an empty postmaster.pid is a power cut's remainder, and not a file being written. */
const EMPTY_OLD_MS = 5000

/**
 * Removes a postmaster.pid that PostgreSQL itself would take for a running server. Such a file is empty, or has the
 * number of a living process that is not this folder's PostgreSQL. PostgreSQL judges any other without a race.
 */
export function clearForeign(data: string): void {
  const file = join(data, 'postmaster.pid')
  const current = readCurrent(data)
  if (current === null) {
    const info = statSync(file, { throwIfNoEntry: false })
    if (info && Date.now() - info.mtimeMs > EMPTY_OLD_MS) rmSync(file, { force: true })
    return
  }
  if (isPostgres(current.pid, data)) return
  try {
    process.kill(current.pid, 0)
    rmSync(file, { force: true })
  } catch {
    // No such process: an ordinary leftover.
  }
}

/** Creates the cluster whole or not at all: an interrupted creation leaves only a folder with another name. */
export async function createCluster(binaries: Binaries, mode: Mode, data: string, sync: boolean): Promise<void> {
  const next = await mkdtemp(`${data}.nuovo-`)
  try {
    own(mode, next)
    const [comando, args, options] = command(mode, binaries.initdb, [
      `--pgdata=${next}`,
      `--username=${DB_USER}`,
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      // The socket's folder is closed to others; the host rule serves the tests over TCP.
      '--auth-local=trust',
      process.platform === 'win32' ? '--auth-host=trust' : '--auth-host=scram-sha-256',
      '--no-instructions',
      ...(sync ? [] : ['--no-sync']),
    ])
    const result = spawnSync(comando, args, { ...options, env: binaries.env, cwd: next, encoding: 'utf8' })
    if (result.status !== 0) throw new Error(`initdb: ${result.error?.message ?? result.stderr}`)
    await rename(next, data).catch((error: NodeJS.ErrnoException) => {
      // Use the cluster that another process created meanwhile.
      if (!existsSync(join(data, 'PG_VERSION'))) throw error
    })
    await rm(next, { recursive: true, force: true })
  } catch (error) {
    await rm(next, { recursive: true, force: true })
    throw error
  }
}

/** Returns the last lines of a log; empty when there is none. */
function readTail(logger: string): string {
  try {
    return readFileSync(logger, 'utf8').trimEnd().split('\n').slice(-5).join('\n')
  } catch {
    return ''
  }
}

/** Starts a postmaster that outlives this process; returns a watch on its end (code and last lines of its log). */
export function spawnPostmaster(binaries: Binaries, mode: Mode, data: string, settings: Record<string, string>) {
  const logger = join(dirname(data), 'postgres.log')
  const large = existsSync(logger) && statSync(logger).size > MAX_LOG_BYTES
  const exit = openSync(logger, large ? 'w' : 'a', 0o600)
  const entries = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [comando, args, options] = command(mode, binaries.postgres, ['-D', data, ...entries])
  const child = spawn(comando, args, {
    ...options,
    env: binaries.env,
    cwd: data,
    // Give the postmaster its own process group: Ctrl-C stops the server first, and the database after the last
    // request.
    detached: true,
    stdio: ['ignore', exit, exit],
    windowsHide: true,
  })
  closeSync(exit)
  child.unref()
  const watched = { finished: false, reason: '' }
  child.on('error', (error) => Object.assign(watched, { finished: true, reason: error.message }))
  child.on('exit', (code) => {
    Object.assign(watched, { finished: true, reason: `uscita ${code}: ${readTail(logger)}` })
  })
  return watched
}

/**
 * Stops the postmaster of a data folder, first in mode fast, then immediate. Never touches one that started meanwhile.
 */
export async function stopPostmaster(data: string): Promise<void> {
  const pid = readCurrent(data)?.pid ?? 0
  for (const [signal, seconds] of [['SIGINT', 30] as const, ['SIGQUIT', 5] as const, ['SIGKILL', 5] as const]) {
    if (!isPostgres(pid, data)) return
    try {
      process.kill(pid, signal)
    } catch {
      return
    }
    const end = Date.now() + seconds * 1000
    while (isPostgres(pid, data) && Date.now() < end) await wait(20)
  }
}
