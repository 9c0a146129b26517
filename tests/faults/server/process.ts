import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfiguration } from '#server/configuration'
import { readCurrent } from '#server/db/native/process'
import { openDestination, openLogger } from '#server/logger'
import { openDeps } from '#server/open-deps'
import { ROOT } from '#server/root'
import { hashToken } from '#server/utente/token'
import { freePort } from '#tests/server/port'

export type Account = { id_utente: number; token: string }
export type Content = { accounts: Account[]; id_concorso: number; first: number }

type Variables = Record<string, string>

/** A bank of `questions` and signed-in accounts that have it, written by SQL before the server starts. */
export async function prepareContent(
  dataDir: string,
  accounts: number,
  questions: number,
  env: Variables = {},
): Promise<Content> {
  const { db } = await openDeps(readConfiguration({ DATA_DIR: dataDir, ...env }), openLogger('silent'))
  const one = async (sql: string, values: unknown[] = []) =>
    Object.values((await db.query<Record<string, number>>(sql, values)).rows[0] ?? {})[0] as number
  const id_ente = await one("insert into ente (ente) values ('Carico') returning id_ente")
  const id_concorso = await one(
    `insert into concorso (concorso, id_ente, anno, numero_domande, data_ultimo_aggiornamento, versione)
     values ('Carico', $1, 2026, $2, now(), 'carico') returning id_concorso`,
    [id_ente, questions],
  )
  const first = await one(
    `with d as (insert into domanda (id_concorso, posizione, testo, risposte, corretta, chiave, stato)
       select $1, i, 'Domanda ' || i, array['a','b','c'], 1, 'ufficiale', 'valida' from generate_series(1, $2::int) i returning id_domanda)
     select min(id_domanda) from d`,
    [id_concorso, questions],
  )
  const made: Account[] = []
  for (let i = 0; i < accounts; i++) {
    const id_utente = await one(
      'insert into utente (email, email_verificata, livello, data_registrazione) values ($1, true, 3, now()) returning id_utente',
      [`carico${i}@example.org`],
    )
    const token = `carico-${i}`.padEnd(43, 'x')
    await db.query('insert into concorso_utente (id_utente, id_concorso, aggiunto) values ($1, $2, now())', [
      id_utente,
      id_concorso,
    ])
    await db.query(
      `insert into sessione (id_utente, token_hash, id_dispositivo, dispositivo, ricordami, creata, ultimo_uso, scade)
       values ($1, $2, $3, 'web', false, now(), now(), now() + interval '1 day')`,
      [id_utente, hashToken(token), `carico-${i}`],
    )
    made.push({ id_utente, token })
  }
  await db.close()
  return { accounts: made, id_concorso, first }
}

/** Every record that the server has, as `account question instant`. */
export async function readRecords(dataDir: string, env: Variables = {}): Promise<Set<string>> {
  const { db } = await openDeps(
    readConfiguration({ DATA_DIR: dataDir, ...env }),
    openLogger('silent', openDestination(process.stderr)),
  )
  const { rows } = await db.query<{ chiave: string }>(
    `select id_utente || ' ' || id_domanda || ' ' || (extract(epoch from data_eseguita) * 1000)::bigint as chiave from statistica`,
  )
  await db.close()
  return new Set(rows.map((r) => r.chiave))
}

export type ServerProcess = {
  child: ChildProcess
  port: number
  end: Promise<number | null>
  pid: () => number
  rss: () => number
}

type ServerOptions = { descriptors?: number; log?: string; env?: Variables; root?: string; port?: number }

/**
 * A real server process, as built. `descriptors`: its limit of open files. `log`: where its log goes. `root`: another
 * product than this one.
 */
export async function startServer(
  dataDir: string,
  { descriptors, log, env = {}, root = ROOT, ...rest }: ServerOptions = {},
): Promise<ServerProcess> {
  const port = rest.port ?? (await freePort())
  const limit = descriptors ? `ulimit -n ${descriptors}; ` : ''
  const child = spawn(
    'bash',
    ['-c', `${limit}exec "$0" dist/server/main.js > "${log ?? '/dev/null'}"`, process.execPath],
    {
      cwd: root,
      env: { PATH: process.env.PATH, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  // A programme that is stopped takes its server along, which stops its database.
  const stop = () => child.kill('SIGTERM')
  process.once('exit', stop)
  const end = new Promise<number | null>((done) => child.on('exit', (code) => done(code)))
  void end.then(() => process.off('exit', stop))
  for (const until = Date.now() + 60_000; Date.now() < until; ) {
    const answer = await fetch(`http://127.0.0.1:${port}/salute/vivo`).catch(() => null)
    if (answer?.ok || child.exitCode !== null) break
    await new Promise((r) => setTimeout(r, 100))
  }
  const rss = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  return {
    child,
    port,
    end,
    pid: () => readCurrent(join(dataDir, 'postgres'))?.pid ?? 0,
    rss,
  }
}
