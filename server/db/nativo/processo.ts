import { spawn, spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, readlinkSync, realpathSync, rmSync, statSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Binari } from './binari.ts'
import { command, type Modo, own } from './modo.ts'

export const UTENTE = 'idoneo'
/** The log of the embedded database starts again beyond this size, in bytes. */
const REGISTRO_MASSIMO = 5_000_000

/** What postmaster.pid says of the one that runs (or ran) on a data folder. */
export type Corrente = { pid: number; porta: number; cartellaSocket: string }

export function readCorrente(dati: string): Corrente | null {
  let righe: string[]
  try {
    righe = readFileSync(join(dati, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return null
  }
  const pid = Number(righe[0])
  // A file cut short by a power loss names nobody.
  return pid > 0 ? { pid, porta: Number(righe[3]), cartellaSocket: righe[4] ?? '' } : null
}

/** A folder under the one name that the system itself gives it. */
const realOf = (cartella: string): string => {
  try {
    return realpathSync(cartella)
  } catch {
    return cartella
  }
}

/** Data folder in which a PostgreSQL works; null when the system tells neither that nor how it was started. */
function folderOf(pid: number, argomenti: readonly string[]): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    // Another user's process, which only its command line tells about.
    const cartella = argomenti[argomenti.indexOf('-D') + 1]
    return argomenti.includes('-D') && cartella ? realOf(cartella) : null
  }
}

function isPostmaster(pid: number, dati: string): boolean {
  try {
    const [, nome, stato] = /\((.*)\) (\S)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    if (nome !== 'postgres' || stato === 'Z' || stato === 'X') return false
    const argomenti = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    // A connection's process calls itself so; postmaster.pid never names one.
    if (argomenti[0]?.startsWith('postgres: ')) return false
    const cartella = folderOf(pid, argomenti)
    return cartella === null || cartella === realOf(dati)
  } catch {
    return false
  }
}

/**
 * Whether that process lives and is the PostgreSQL of this data folder: after a restart of the machine the same number may be
 * anybody's, even another database's.
 */
export function isPostgres(pid: number, dati: string): boolean {
  if (process.platform === 'linux') return isPostmaster(pid, dati)
  if (process.platform === 'win32') {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }
  const { stdout } = spawnSync('ps', ['-p', String(pid), '-ww', '-o', 'command='], { encoding: 'utf8' })
  return /postgres/.test(stdout ?? '') && stdout.includes(`-D ${dati} `)
}

/** Age, in ms, beyond which an empty postmaster.pid is what a power cut left and not one that is being written. */
const VUOTO_VECCHIO = 5000

/**
 * Removes a postmaster.pid that PostgreSQL itself would take for a running server: an empty one, or one that names a living
 * process of somebody else, be it another PostgreSQL. Any other is left to PostgreSQL, which judges without a race.
 */
export function clearEstraneo(dati: string): void {
  const file = join(dati, 'postmaster.pid')
  const corrente = readCorrente(dati)
  if (corrente === null) {
    const info = statSync(file, { throwIfNoEntry: false })
    if (info && Date.now() - info.mtimeMs > VUOTO_VECCHIO) rmSync(file, { force: true })
    return
  }
  if (isPostgres(corrente.pid, dati)) return
  try {
    process.kill(corrente.pid, 0)
    rmSync(file, { force: true })
  } catch {
    // No such process: an ordinary leftover.
  }
}

/** Creates the cluster whole or not at all: an interrupted creation leaves only a folder with another name. */
export async function createCluster(binari: Binari, modo: Modo, dati: string, sync: boolean): Promise<void> {
  const nuova = await mkdtemp(`${dati}.nuovo-`)
  try {
    own(modo, nuova)
    const [comando, argomenti, opzioni] = command(modo, binari.initdb, [
      `--pgdata=${nuova}`,
      `--username=${UTENTE}`,
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
    const esito = spawnSync(comando, argomenti, { ...opzioni, env: binari.ambiente, cwd: nuova, encoding: 'utf8' })
    if (esito.status !== 0) throw new Error(`initdb: ${esito.error?.message ?? esito.stderr}`)
    await rename(nuova, dati).catch((errore: NodeJS.ErrnoException) => {
      // Another process created it meanwhile: its cluster is as good.
      if (!existsSync(join(dati, 'PG_VERSION'))) throw errore
    })
    await rm(nuova, { recursive: true, force: true })
  } catch (errore) {
    await rm(nuova, { recursive: true, force: true })
    throw errore
  }
}

/** Last lines of a log; empty when there is none. */
function readCoda(registro: string): string {
  try {
    return readFileSync(registro, 'utf8').trimEnd().split('\n').slice(-5).join('\n')
  } catch {
    return ''
  }
}

/** Starts a postmaster that outlives this process; answers a watch on its end (code and last lines of its log). */
export function spawnPostmaster(binari: Binari, modo: Modo, dati: string, impostazioni: Record<string, string>) {
  const registro = join(dirname(dati), 'postgres.log')
  const grande = existsSync(registro) && statSync(registro).size > REGISTRO_MASSIMO
  const uscita = openSync(registro, grande ? 'w' : 'a', 0o600)
  const voci = Object.entries(impostazioni).flatMap(([nome, valore]) => ['-c', `${nome}=${valore}`])
  const [comando, argomenti, opzioni] = command(modo, binari.postgres, ['-D', dati, ...voci])
  const figlio = spawn(comando, argomenti, {
    ...opzioni,
    env: binari.ambiente,
    cwd: dati,
    // Its own process group: Ctrl-C reaches us first, and we close it after the last request.
    detached: true,
    stdio: ['ignore', uscita, uscita],
    windowsHide: true,
  })
  closeSync(uscita)
  figlio.unref()
  const osservato = { finito: false, motivo: '' }
  figlio.on('error', (errore) => Object.assign(osservato, { finito: true, motivo: errore.message }))
  figlio.on('exit', (codice) => {
    Object.assign(osservato, { finito: true, motivo: `uscita ${codice}: ${readCoda(registro)}` })
  })
  return osservato
}

/** Stops the postmaster of a data folder: fast first, then at once. Never touches one that started meanwhile. */
export async function stopPostmaster(dati: string): Promise<void> {
  const pid = readCorrente(dati)?.pid ?? 0
  for (const [segnale, secondi] of [['SIGINT', 30] as const, ['SIGQUIT', 5] as const, ['SIGKILL', 5] as const]) {
    if (!isPostgres(pid, dati)) return
    try {
      process.kill(pid, segnale)
    } catch {
      return
    }
    const fine = Date.now() + secondi * 1000
    while (isPostgres(pid, dati) && Date.now() < fine) await wait(20)
  }
}
