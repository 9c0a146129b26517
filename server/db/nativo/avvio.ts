import { createHash } from 'node:crypto'
import { existsSync, lstatSync } from 'node:fs'
import { chmod, mkdir, mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { isDatabaseDown, sqlState } from '../guasti.ts'
import { findNativo, prepareBinari } from './binari.ts'
import { chooseModo, findNessuno, own } from './modo.ts'
import {
  clearEstraneo,
  createCluster,
  isPostgres,
  readCorrente,
  spawnPostmaster,
  stopPostmaster,
  UTENTE,
} from './processo.ts'

export type Avviato = {
  connessione: { host: string; port: number; user: string; database: string }
  /** Lets go; the last process that uses the data stops the database. */
  release: () => Promise<void>
}
export type OpzioniAvvio = {
  /** DATA_DIR: the cluster is its folder `postgres`. */
  cartella: string
  log: Logger
  /** Further settings (tests trade durability for speed, or listen on TCP too). */
  impostazioni?: Record<string, string>
  /** Folder of the binaries; the installed package's by default, null for none. */
  native?: string | null
}

/** Shared while a process uses the embedded database; who gets it exclusively is the last one and may stop it. */
const PRESENZA = 0x49444e50
/** Longest path of a socket that every system accepts, in bytes. */
const PERCORSO_SOCKET = 100
/** How long a start may take, in ms: after a hard kill a large log is replayed first. */
const ATTESA = 120_000
/** How long, in ms, one that lives may stay silent before it is stopped: its socket was taken away. */
const SILENZIO = 5_000
const TENTATIVI = 5

/** Where socket and library links of a data folder are: short, in the temporary folder, the same at each start. */
export function appoggioOf(cartella: string): string {
  const impronta = createHash('sha256').update(cartella).digest('hex').slice(0, 12)
  const nome = `idoneo-${process.getuid?.() ?? 0}-${impronta}`
  const base = Buffer.byteLength(join(tmpdir(), nome, '.s.PGSQL.5432')) > PERCORSO_SOCKET ? '/tmp' : tmpdir()
  return join(base, nome)
}

/** Nobody removes it: whoever starts while another stops would lose its socket. */
async function openAppoggio(cartella: string): Promise<string> {
  const voluta = appoggioOf(cartella)
  await mkdir(voluta, { mode: 0o700 }).catch(() => {})
  if (process.platform === 'win32') return voluta
  // The name can be guessed: a link, or a folder that somebody else made, is not used.
  const { uid } = lstatSync(voluta)
  const nostra = uid === process.getuid?.() || (process.getuid?.() === 0 && uid === findNessuno().uid)
  const scelta = lstatSync(voluta).isDirectory() && nostra ? voluta : await mkdtemp(join(dirname(voluta), 'idoneo-'))
  await chmod(scelta, 0o700)
  return scelta
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((fatto) => server.listen(0, '127.0.0.1', fatto))
  const indirizzo = server.address()
  await new Promise((fatto) => server.close(fatto))
  return typeof indirizzo === 'object' && indirizzo ? indirizzo.port : 5432
}

/**
 * Starts the embedded PostgreSQL on DATA_DIR/postgres, or takes over the one that already runs there (after a hard kill of
 * this server, or beside the operator's command). Null when no native binary starts here.
 */
export async function startNativo(opzioni: OpzioniAvvio): Promise<Avviato | null> {
  const { cartella, log, impostazioni = {}, native = findNativo() } = opzioni
  if (!native) return null
  await mkdir(cartella, { recursive: true })
  const dati = join(cartella, 'postgres')
  const appoggio = await openAppoggio(cartella)
  const binari = await prepareBinari(native, appoggio)
  const modo = chooseModo(binari, cartella, appoggio)
  if (!modo) return null
  if (!existsSync(join(dati, 'PG_VERSION'))) await createCluster(binari, modo, dati, impostazioni.fsync !== 'off')
  const windows = process.platform === 'win32'
  const tutte = {
    listen_addresses: windows ? '127.0.0.1' : '',
    ...(windows ? { port: String(await freePort()) } : { unix_socket_directories: appoggio }),
    unix_socket_permissions: '0700',
    max_wal_size: '256MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // The log names no row: their text may be somebody's address.
    log_error_verbosity: 'terse',
    jit: 'off',
    ...impostazioni,
  }

  const connect = async (): Promise<pg.Client> => {
    const corrente = readCorrente(dati)
    if (!corrente) throw Object.assign(new Error('nessun database avviato'), { code: 'ENOENT' })
    const host = windows ? '127.0.0.1' : corrente.cartellaSocket
    const client = new pg.Client({
      host,
      port: corrente.porta,
      user: UTENTE,
      database: 'postgres',
      connectionTimeoutMillis: 5000,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('select pg_advisory_lock_shared($1)', [PRESENZA])
      return client
    } catch (errore) {
      await client.end().catch(() => {})
      throw errore
    }
  }

  /** Adopts or starts, until one answers. */
  const ensure = async (): Promise<pg.Client> => {
    const fine = Date.now() + ATTESA
    let pausa = 15
    let mutoDa: number | null = null
    let falliti = 0
    let figlio: { finito: boolean; motivo: string } | null = null
    while (Date.now() < fine) {
      const corrente = readCorrente(dati)
      const vivo = corrente !== null && isPostgres(corrente.pid, dati)
      if (vivo) {
        try {
          return await connect()
        } catch (errore) {
          // Only a socket that is gone counts: one that is starting, stopping or merely slow is waited for.
          mutoDa = ['ENOENT', 'ECONNREFUSED'].includes(sqlState(errore)) ? (mutoDa ?? Date.now()) : null
          if (mutoDa !== null && Date.now() - mutoDa > SILENZIO) await stopPostmaster(dati)
        }
      } else if (!figlio || figlio.finito) {
        if (figlio?.finito) falliti += 1
        if (falliti >= TENTATIVI) throw new Error(`il database incorporato non parte: ${figlio?.motivo}`)
        if (falliti > 0) await wait(200 * falliti)
        clearEstraneo(dati)
        own(modo, dati)
        mutoDa = null
        pausa = 15
        figlio = spawnPostmaster(binari, modo, dati, tutte)
      }
      await wait(pausa)
      pausa = Math.min(pausa * 1.2, 200)
    }
    throw new Error(`il database incorporato non risponde dopo ${ATTESA / 1000} s`)
  }

  let chiuso = false
  let presenza = await ensure()
  /** Keeps presence through a crash of the database: without it the operator's command could stop it under the server. */
  const watch = (client: pg.Client): void => {
    client.once('end', async () => {
      if (chiuso) return
      log.warn('il database incorporato si è interrotto: lo riavvio')
      try {
        presenza = await ensure()
        watch(presenza)
      } catch (errore) {
        log.error({ err: errore }, 'il database incorporato non riparte')
      }
    })
  }
  watch(presenza)

  const { rowCount } = await presenza.query('select 1 from pg_database where datname = $1', [UTENTE])
  if (!rowCount)
    await presenza.query(`create database ${UTENTE}`).catch((errore) => {
      // 42P04, 23505: another process made it at this very moment.
      if (!['42P04', '23505'].includes(sqlState(errore))) throw errore
    })
  const corrente = readCorrente(dati)!
  return {
    connessione: {
      host: windows ? '127.0.0.1' : corrente.cartellaSocket,
      port: corrente.porta,
      user: UTENTE,
      database: UTENTE,
    },
    release: async () => {
      chiuso = true
      try {
        await presenza.query('select pg_advisory_unlock_shared($1)', [PRESENZA])
        const { rows } = await presenza.query<{ ultima: boolean }>('select pg_try_advisory_lock($1) as ultima', [
          PRESENZA,
        ])
        if (rows[0]?.ultima) await stopPostmaster(dati)
      } catch (errore) {
        // Somebody else was the last and is stopping it.
        if (!isDatabaseDown(errore)) throw errore
      } finally {
        await presenza.end().catch(() => {})
      }
    },
  }
}
