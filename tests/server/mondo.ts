import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import pg from 'pg'
import { inject } from 'vitest'
import type { Utente } from '#contract/schemi'
import { createApp } from '#server/app'
import { openArchivio } from '#server/archivio/locale'
import { type Configurazione, readConfigurazione } from '#server/configurazione'
import { openDb } from '#server/db/open'
import { openPool } from '#server/db/pool'
import type { Db, Deps, Messaggio } from '#server/deps'
import type { Gestori } from '#server/gestore'
import { gestori } from '#server/gestori'
import { openRegistro } from '#server/registro'
import { createCifratore } from '#server/utente/password'
import { MODELLO } from './setup.ts'

export const PASSWORD = 'Montagna7'
/** The same binaries by socket, as the embedded engine, and over TCP by DATABASE_URL, as a far server. */
export const MOTORI = ['incorporato', 'esterno'] as const
export type Motore = (typeof MOTORI)[number]
/** What a test may know of an answer: its status and its JSON body (null when there is none). */
// biome-ignore lint/suspicious/noExplicitAny: a test asserts on the shape it expects
export type Risposta = { status: number; corpo: any; intestazioni: Record<string, unknown> }

export type OpzioniMondo = {
  motore?: Motore
  config?: Partial<Configurazione>
  gestori?: Partial<Gestori>
  pagina?: string
  /** Deps to replace (a broken database, a mail server that fails). */
  deps?: (deps: Deps) => Partial<Deps>
}

async function asCapo(lavoro: (capo: pg.Client) => Promise<unknown>): Promise<void> {
  const capo = new pg.Client({ ...inject('cluster').socket, database: 'postgres' })
  await capo.connect()
  await lavoro(capo).finally(() => capo.end())
}

/** A database of its own, copied from the migrated model (or empty), reached by socket or over TCP. */
export async function openDatabase(motore: Motore = 'incorporato', modello: string = MODELLO) {
  const nome = `prova_${randomBytes(6).toString('hex')}`
  // One copy at a time: PostgreSQL refuses a template that somebody else is reading.
  await asCapo(async (capo) => {
    await capo.query('select pg_advisory_lock(20261121)')
    await capo.query(`create database ${nome} template ${modello}`)
  })
  const { socket, tcp } = inject('cluster')
  const log = openRegistro('silent')
  const open = async (): Promise<Db> =>
    motore === 'esterno'
      ? openDb({ databaseUrl: `${tcp}/${nome}`, dataDir: '' }, log)
      : openPool({ ...socket, database: nome }, motore, log)
  return {
    nome,
    url: `${tcp}/${nome}`,
    open,
    drop: () => asCapo((capo) => capo.query(`drop database if exists ${nome} with (force)`)),
  }
}

/** A clock that tests move. */
export function createOrologio(inizio = '2026-11-21T09:00:00.000Z') {
  let ora = Date.parse(inizio)
  return {
    now: () => new Date(ora),
    advance: (ms: number) => {
      ora += ms
    },
    set: (iso: string) => {
      ora = Date.parse(iso)
    },
  }
}

function createChiamante(app: FastifyInstance) {
  return async (
    method: string,
    percorso: string,
    opzioni: Omit<InjectOptions, 'method' | 'url'> & { token?: string } = {},
  ) => {
    const { token, headers, ...altro } = opzioni
    const risposta = await app.inject({
      method: method as 'GET',
      url:
        percorso.startsWith('/simulatore') || percorso.startsWith('/salute') || percorso.startsWith('/pacchetti')
          ? percorso
          : `/api${percorso}`,
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
      ...altro,
    })
    const json = String(risposta.headers['content-type'] ?? '').includes('json')
    return {
      status: risposta.statusCode,
      corpo: json ? risposta.json() : risposta.body || null,
      intestazioni: risposta.headers,
    } as Risposta
  }
}

/**
 * A whole server without a port on its own database. `registerVerified` answers a token that may do everything;
 * `livello` is its tier. `messaggi` are the mails that left.
 */
export async function makeWorld(opzioni: OpzioniMondo = {}) {
  const cartella = await mkdtemp(join(tmpdir(), 'idoneo-mondo-'))
  const database = await openDatabase(opzioni.motore)
  const db = await database.open()
  const orologio = createOrologio()
  const messaggi: Messaggio[] = []
  const righe: string[] = []
  const base: Deps = {
    db,
    posta: {
      modo: 'file',
      send: async (messaggio) => {
        messaggi.push(messaggio)
      },
    },
    archivio: await openArchivio({ cartella: join(cartella, 'pacchetti'), chiave: randomBytes(32), now: orologio.now }),
    cifratore: createCifratore(),
    log: openRegistro('debug', { write: (riga: string) => void righe.push(riga) }),
    config: { ...readConfigurazione({ DATA_DIR: cartella, LIMITI: 'aperti' }), ...opzioni.config },
    now: orologio.now,
    random: randomBytes,
  }
  const deps: Deps = { ...base, ...opzioni.deps?.(base) }
  const app = await createApp(
    deps,
    { ...gestori, ...opzioni.gestori },
    opzioni.pagina ? { pagina: opzioni.pagina } : {},
  )
  const call = createChiamante(app)

  async function register(email: string, altro: Record<string, unknown> = {}): Promise<Utente & { token_api: string }> {
    const { status, corpo } = await call('POST', '/ms_utente/registrazione', {
      payload: {
        email_comunicazioni: email,
        flag_privacy: 1,
        autenticazioneVO: { username: email, password: PASSWORD, dispositivo: 'web', ...altro },
      },
    })
    if (status !== 200) throw new Error(`registrazione ${status} ${JSON.stringify(corpo)}`)
    return corpo
  }

  /** Registered, verified, with a tier; the premium ones without an end. */
  async function registerVerified(email: string, livello: 0 | 1 | 2 | 3 = 0) {
    const utente = await register(email)
    await db.query('update utente set email_verificata = true, livello = $2 where id_utente = $1', [
      utente.id_utente_idoneo,
      livello,
    ])
    return { ...utente, id_utente: utente.id_utente_idoneo, token: utente.token_api }
  }

  return {
    app,
    deps,
    db,
    call,
    orologio,
    messaggi,
    /** Log lines written so far. */
    righe,
    cartella,
    register,
    registerVerified,
    /** The address in the newest verification mail, as a path of this server. */
    lastLink: () => /\/api(\/ms_utente\/verifica_email\?token=[\w-]+)/.exec(messaggi.at(-1)?.testo ?? '')?.[1] ?? '',
    async close() {
      await app.close()
      await db.close()
      await database.drop()
      await rm(cartella, { recursive: true, force: true })
    },
  }
}
export type Mondo = Awaited<ReturnType<typeof makeWorld>>
