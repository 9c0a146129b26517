import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import pg from 'pg'
import { inject } from 'vitest'
import type { Utente } from '#contract/schemas'
import { createApp } from '#server/app'
import { senders } from '#server/background'
import { createClockWatch } from '#server/clock'
import { type Configuration, readConfiguration } from '#server/configuration'
import { openDb } from '#server/db/open'
import { openPool } from '#server/db/pool'
import { readSecret } from '#server/db/secrets'
import type { Db, Deps, Message } from '#server/deps'
import type { Handlers } from '#server/handler'
import { handlers } from '#server/handlers'
import { createGuesses } from '#server/http/guesses'
import type { BodyTimes } from '#server/http/slow-bodies'
import { openLogger } from '#server/logger'
import { createMetrics } from '#server/metrics'
import { listenToReplicas } from '#server/operator/orders'
import { flushOutbox } from '#server/outbox'
import { seedContenuti } from '#server/pacchetti/seed'
import { openPackageFiles } from '#server/package-files/open'
import { createReplicas } from '#server/replicas'
import { createPasswordHasher } from '#server/utente/password'
import { TEMPLATE } from './setup.ts'

export const PASSWORD = 'Lampione77Verde'
/** Least that argon2 takes: hashing has a test of its own (password.test.ts). */
export const CHEAP_PASSWORDS = { memoryCost: 8, timeCost: 1 }
/** The same binaries by socket, as the embedded engine, and over TCP by DATABASE_URL, as a far server. */
export const BOTH_ENGINES = ['incorporato', 'esterno'] as const
export type Motore = (typeof BOTH_ENGINES)[number]
/** One of them by day: both go through one pool, which `database.test.ts` tries on each. Both at night. */
export const ENGINES: readonly Motore[] = process.env.NOTTE === '1' ? BOTH_ENGINES : ['incorporato']
/** What a test may know of an answer: its status and its JSON body (null when there is none). */
// biome-ignore lint/suspicious/noExplicitAny: a test asserts on the shape it expects
type Risposta = { status: number; corpo: any; intestazioni: Record<string, unknown> }

export type OpzioniMondo = {
  motore?: Motore
  /** Listens for other replicas, as a server over an external database does. */
  ascolta?: boolean
  /** Another replica on this world's database and folder, which stay that world's. */
  accanto?: {
    cartella: string
    database: Awaited<ReturnType<typeof openDatabase>>
    orologio: ReturnType<typeof createOrologio>
  }
  /** Database to copy, and packages that belong to it. */
  modello?: { nome: string; pacchetti: string }
  config?: Partial<Configuration>
  gestori?: Partial<Handlers>
  pagina?: string
  /** Variables that a reload of the configuration reads. */
  environment?: Record<string, string>
  /** Deps to replace (a broken database, a mail server that fails). */
  deps?: (deps: Deps) => Partial<Deps>
  /** Times of bodies. */
  corpi?: Partial<BodyTimes>
}

/** How long, in ms, a query waits for a connection: a busy machine makes no refusal. */
const PATIENT_MS = 120_000

async function asCapo(work: (capo: pg.Client) => Promise<unknown>): Promise<void> {
  const capo = new pg.Client({ ...inject('cluster').socket, database: 'postgres' })
  await capo.connect()
  await work(capo).finally(() => capo.end())
}

/** A database of its own, copied from the migrated model (or empty), reached by socket or over TCP. */
export async function openDatabase(engine: Motore = 'incorporato', modello: string = TEMPLATE) {
  const name = `prova_${randomBytes(6).toString('hex')}`
  // One copy at a time: PostgreSQL refuses a template that somebody else is reading.
  await asCapo(async (capo) => {
    await capo.query('select pg_advisory_lock(20261121)')
    await capo.query(`create database ${name} template ${modello} strategy file_copy`)
  })
  const { socket, tcp } = inject('cluster')
  const log = openLogger('silent')
  const open = async (): Promise<Db> =>
    engine === 'esterno'
      ? openDb({ databaseUrl: `${tcp}/${name}`, dataDir: '' }, log)
      : openPool({ ...socket, database: name, connectionTimeoutMillis: PATIENT_MS }, engine, log)
  return {
    nome: name,
    url: `${tcp}/${name}`,
    open,
    drop: () => asCapo((capo) => capo.query(`drop database if exists ${name} with (force)`)),
  }
}

/** A clock that tests move. */
function createOrologio(start = '2026-11-21T09:00:00.000Z') {
  let now = Date.parse(start)
  return {
    now: () => new Date(now),
    advance: (ms: number) => {
      now += ms
    },
    set: (iso: string) => {
      now = Date.parse(iso)
    },
  }
}

function createChiamante(app: FastifyInstance) {
  return async (
    method: string,
    percorso: string,
    options: Omit<InjectOptions, 'method' | 'url'> & { token?: string } = {},
  ) => {
    const { token, headers, ...other } = options
    const risposta = await app.inject({
      method: method as 'GET',
      url:
        percorso.startsWith('/simulatore') || percorso.startsWith('/salute') || percorso.startsWith('/pacchetti')
          ? percorso
          : `/api${percorso}`,
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
      ...other,
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
export async function makeWorld(options: OpzioniMondo = {}) {
  const folder = options.accanto?.cartella ?? (await mkdtemp(join(tmpdir(), 'idoneo-mondo-')))
  const database = options.accanto?.database ?? (await openDatabase(options.motore, options.modello?.nome))
  if (options.modello) await cp(options.modello.pacchetti, join(folder, 'pacchetti'), { recursive: true })
  const db = await database.open()
  const orologio = options.accanto?.orologio ?? createOrologio()
  const messages: Message[] = []
  const waits: number[] = []
  const rows: string[] = []
  const log = openLogger('debug', { write: (row: string) => void rows.push(row) })
  const config = { ...readConfiguration({ DATA_DIR: folder, LIMITI: 'aperti' }), ...options.config }
  const base: Deps = {
    db,
    mailer: {
      mode: 'file',
      send: async (message) => {
        messages.push(message)
      },
      verify: async () => {},
      close: () => {},
    },
    packageFiles: await openPackageFiles(
      { dataDir: folder, s3: config.s3 },
      {
        key: await readSecret(db, 'pacchetti', randomBytes),
        now: orologio.now,
      },
    ),
    passwords: createPasswordHasher({ cost: CHEAP_PASSWORDS }),
    guesses: createGuesses({ db, log }, options.config?.limits ?? 'aperti'),
    replicas: createReplicas({ db, log }, options.ascolta ? database.url : null),
    log,
    metrics: createMetrics(),
    config,
    now: orologio.now,
    wait: async (ms) => void waits.push(ms),
    clock: createClockWatch({ db, log: openLogger('silent'), now: orologio.now }),
    random: randomBytes,
    wake: () => flushOutbox(deps, senders).then(() => {}),
    environment: () => ({ LIMITI: 'aperti', ...options.environment }),
  }
  const deps: Deps = { ...base, ...options.deps?.(base) }
  const app = await createApp(
    deps,
    { ...handlers, ...options.gestori },
    {
      shedding: deps.config.limits !== 'aperti',
      ...(options.pagina && { page: options.pagina }),
      ...(options.corpi && { bodies: options.corpi }),
    },
  )
  if (options.ascolta) app.addHook('onClose', await listenToReplicas(deps))
  const call = createChiamante(app)

  async function register(email: string, other: Record<string, unknown> = {}): Promise<Utente & { token_api: string }> {
    const { status, corpo: body } = await call('POST', '/ms_utente/registrazione', {
      payload: {
        email_comunicazioni: email,
        flag_privacy: 1,
        autenticazioneVO: { username: email, password: PASSWORD, dispositivo: 'web', ...other },
      },
    })
    if (status !== 200) throw new Error(`registrazione ${status} ${JSON.stringify(body)}`)
    return body
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
    messaggi: messages,
    /** The delays, in ms, of answers so far; no test sits through one. */
    attese: waits,
    /** Log lines written so far. */
    righe: rows,
    cartella: folder,
    database,
    register,
    registerVerified,
    /** The address in the newest verification mail, as a path of this server. */
    lastLink: () => /\/api(\/ms_utente\/verifica_email\?token=[\w-]+)/.exec(messages.at(-1)?.text ?? '')?.[1] ?? '',
    /** `leave` takes the database over, which is dropped otherwise. */
    async close(leave: (database: string) => Promise<void> = database.drop) {
      await app.close()
      await db.close()
      if (options.accanto) return
      await leave(database.nome)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
export type Mondo = Awaited<ReturnType<typeof makeWorld>>

const SEEDED = 'seminato'

/** A world with the starter content, which is seeded once for the run and copied from then on. */
export async function makeSeededWorld(options: OpzioniMondo = {}): Promise<Mondo> {
  const pacchetti = join(inject('cluster').folder, 'pacchetti-seminati')
  await asCapo(async (capo) => {
    await capo.query('select pg_advisory_lock(20261122)')
    const { rowCount } = await capo.query('select 1 from pg_database where datname = $1', [SEEDED])
    if (rowCount) return
    const world = await makeWorld()
    await seedContenuti(world.deps)
    await cp(join(world.cartella, 'pacchetti'), pacchetti, { recursive: true })
    await world.close(async (name) => void (await capo.query(`alter database ${name} rename to ${SEEDED}`)))
  })
  return makeWorld({ ...options, modello: { nome: SEEDED, pacchetti } })
}
