import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Risposta } from '#contract/schemas'
import { readConfiguration } from '#server/configuration'
import { startNative } from '#server/db/native/start'
import { openLogger } from '#server/logger'
import { openDeps } from '#server/open-deps'
import { storeRisposte } from '#server/reportistica/statistiche'
import { UPSERT } from '#server/reportistica/upsert'
import { hashToken } from '#server/utente/token'
import { type Cifra, cifra, median, readOpzioni, report } from './lib/cifre.ts'
import { measureMonth } from './lib/trenta-giorni.ts'

const CLIENTI = 8
const GIRI = 5
const INVII_PER_CLIENTE = 12

// A push of --n records over HTTP (session, schemas, merge, durable commit) against the bare upsert of the same rows by the same
// prepared statement over eight connections, and against pgbench with rows made in SQL when pgbench is on PATH. Then thirty days of
// answers that were given without a network.
const EVENTI = 50_000
const opzioni = readOpzioni(500)
const dataDir = mkdtempSync(join(tmpdir(), 'idoneo-bench-sync-'))
chmodSync(dataDir, 0o755)
const log = openLogger('silent')
const mondo = await openDeps(readConfiguration({ DATA_DIR: dataDir }), log)
const { db } = mondo

const token = (cliente: number) => `banco-${cliente}`.padEnd(43, 'x')
async function prepare(): Promise<{ utenti: number[]; id_concorso: number; primo: number }> {
  const one = async (sql: string, valori: unknown[] = []) =>
    Object.values((await db.query<Record<string, number>>(sql, valori)).rows[0] ?? {})[0] as number
  const id_ente = await one("insert into ente (ente) values ('Banco') returning id_ente")
  const id_concorso = await one(
    `insert into concorso (concorso, id_ente, anno, numero_domande, data_ultimo_aggiornamento, versione)
     values ('Banco', $1, 2026, $2, now(), 'banco') returning id_concorso`,
    [id_ente, opzioni.n],
  )
  const primo = await one(
    `with d as (insert into domanda (id_concorso, posizione, testo, risposte, corretta, chiave, stato)
       select $1, i, 'Domanda ' || i, array['a','b','c'], 1, 'ufficiale', 'valida' from generate_series(1, $2::int) i returning id_domanda)
     select min(id_domanda) from d`,
    [id_concorso, opzioni.n],
  )
  const utenti: number[] = []
  for (let i = 0; i < CLIENTI; i++) {
    const id = await one(
      `insert into utente (email, email_verificata, livello, data_registrazione) values ($1, true, 3, now()) returning id_utente`,
      [`banco${i}@example.org`],
    )
    await db.query('insert into concorso_utente (id_utente, id_concorso, aggiunto) values ($1, $2, now())', [
      id,
      id_concorso,
    ])
    await db.query(
      `insert into sessione (id_utente, token_hash, id_dispositivo, dispositivo, ricordami, creata, ultimo_uso, scade)
       values ($1, $2, $3, 'web', false, now(), now(), now() + interval '1 day')`,
      [id, hashToken(token(i)), `banco-${i}`],
    )
    utenti.push(id)
  }
  return { utenti, id_concorso, primo }
}

let tempo = Date.parse('2026-01-01T00:00:00.000Z')
/** A batch newer than every one before it: each record is written, as in a real push. */
function makeBatch(id_concorso: number, primo: number): Risposta[] {
  tempo += 60_000
  const data = new Date(tempo).toISOString()
  return Array.from({ length: opzioni.n }, (_, i) => ({
    id_concorso,
    id_domanda: primo + i,
    id_materia: null,
    id_argomento: null,
    id_sotto_percorso: null,
    livello_conoscenza: -1,
    data_eseguita: data,
    risposta_gettonata: 1 + (i % 3),
    preferiti: false,
    modalita: ['ESEGUITA'],
    data_livello: data,
    data_preferiti: null,
  }))
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const s = createServer().listen(0, '127.0.0.1', () => {
      const { port } = s.address() as { port: number }
      s.close(() => resolve(port))
    })
  })

async function startServer(porta: number): Promise<ChildProcess> {
  const env = {
    ...process.env,
    PORT: String(porta),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    LIMITI: 'aperti',
    LIVELLO_LOG: 'silent',
  }
  const server = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (const end = Date.now() + 60_000; Date.now() < end; ) {
    const ready = await fetch(`http://127.0.0.1:${porta}/salute/pronto`).catch(() => null)
    if (ready?.ok) return server
    await new Promise((r) => setTimeout(r, 100))
  }
  throw new Error('the server did not become ready')
}

/** Pushes per second of eight clients, each sending its batches one after another. */
async function rate(batches: string[][], send: (cliente: number, corpo: string) => Promise<void>): Promise<number> {
  const start = performance.now()
  await Promise.all(
    batches.map(async (mine, cliente) => {
      for (const corpo of mine) await send(cliente, corpo)
    }),
  )
  return (batches.length * INVII_PER_CLIENTE * 1000) / (performance.now() - start)
}

const agent = new Agent({ keepAlive: true, maxSockets: CLIENTI })
const put = (porta: number) => (cliente: number, corpo: string) =>
  new Promise<void>((resolve, reject) => {
    const r = request(
      {
        agent,
        host: '127.0.0.1',
        port: porta,
        method: 'PUT',
        path: '/api/ms_reportistica/risposte_concorso?incrementa_contatore=true',
        headers: {
          authorization: `Bearer ${token(cliente)}`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(corpo),
        },
      },
      (risposta) => {
        risposta.resume()
        risposta.on('end', () =>
          risposta.statusCode === 204 ? resolve() : reject(new Error(`HTTP ${risposta.statusCode}`)),
        )
      },
    )
    r.on('error', reject)
    r.end(corpo)
  })

/** pgbench over the same cluster: the same statement, its rows made in SQL. Null when it cannot run. */
async function pgbench(utenti: number[], id_concorso: number, primo: number): Promise<number | null> {
  const avviato = await startNative({ folder: dataDir, log })
  if (!avviato) return null
  const { connection: connessione } = avviato
  const righe = `(select jsonb_agg(jsonb_build_object('id_contesto', ${id_concorso}, 'id_domanda', ${primo} + i, 'livello_conoscenza', -1,
    'risposta_gettonata', 1 + i % 3, 'modalita', '["ESEGUITA"]'::jsonb, 'preferiti', false, 'data_eseguita', clock_timestamp(),
    'data_eseguita_testo', clock_timestamp()::text, 'data_livello', clock_timestamp())) from generate_series(0, ${opzioni.n - 1}) i)`
  const sql = UPSERT.replaceAll('$1', `(:client_id + ${utenti[0]})::bigint`)
    .replaceAll('$2::jsonb', righe)
    .replaceAll('$3', 'true')
    .replaceAll('$4', '0')
    .replaceAll('$5', String(opzioni.n))
    .replaceAll('$6', 'now()')
  const file = join(dataDir, 'pgbench.sql')
  writeFileSync(file, `${sql.replaceAll('\n', ' ')};\n`)
  try {
    const c = connessione as { host?: string; port?: number; user?: string; database?: string }
    const args = [
      '-n',
      '-c',
      String(CLIENTI),
      '-j',
      '2',
      '-T',
      '5',
      '-f',
      file,
      '-h',
      c.host ?? '',
      '-p',
      String(c.port ?? 5432),
      '-U',
      c.user ?? '',
      c.database ?? '',
    ]
    const out = execFileSync('pgbench', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return Number(/tps = ([\d.]+)/.exec(out)?.[1] ?? Number.NaN)
  } catch {
    return null
  } finally {
    await avviato.release()
  }
}

const porta = await freePort()
let server: ChildProcess | undefined
try {
  const { utenti, id_concorso, primo } = await prepare()
  const mese = await measureMonth(EVENTI)
  server = await startServer(porta)
  const batches = () =>
    utenti.map(() => Array.from({ length: INVII_PER_CLIENTE }, () => JSON.stringify(makeBatch(id_concorso, primo))))
  const bare = async (cliente: number, corpo: string) => {
    const records = JSON.parse(corpo) as Risposta[]
    await storeRisposte(db, { id_utente: utenti[cliente] as number, records, incrementa: true, ora: new Date() })
  }
  await rate(batches(), put(porta))
  await rate(batches(), bare)
  const http: number[] = []
  const nudo: number[] = []
  for (let giro = 0; giro < GIRI; giro++) {
    const sides = [
      async () => http.push(await rate(batches(), put(porta))),
      async () => nudo.push(await rate(batches(), bare)),
    ]
    for (const side of giro % 2 === 0 ? sides : sides.reverse()) await side()
  }
  const unit = 'requests/s'
  const name = `push_${opzioni.n}`
  const figures: Cifra[] = [cifra(name, median(http), unit, 'upsert over 8 connections', median(nudo))]
  const tps = await pgbench(utenti, id_concorso, primo)
  if (tps !== null && !Number.isNaN(tps)) figures.push(cifra(name, median(http), unit, 'pgbench, 8 clients', tps))
  report('sync', opzioni, [...figures, ...mese])
} finally {
  server?.kill('SIGTERM')
  if (server) await new Promise((r) => server?.once('exit', r))
  agent.destroy()
  await db.close()
  rmSync(dataDir, { recursive: true, force: true })
}
