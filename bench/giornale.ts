import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EventoGiornale } from '#contract/giornale'
import { readConfiguration } from '#server/configuration'
import type { Evento } from '#server/giornale/pack-format'
import { packDue } from '#server/giornale/packing'
import { listEventi, storeEventi } from '#server/giornale/store'
import { openLogger } from '#server/logger'
import { openDeps } from '#server/open-deps'
import { makeYear } from './lib/anno.ts'
import { type Cifra, cifra, median, readOpzioni, report } from './lib/cifre.ts'

/** Events of an account in a year: what measured accounts have (decision 0150). */
const EVENTS = 8_500
const END = Date.UTC(2026, 10, 1)
const MONTHS = Array.from({ length: 13 }, (_, i) => new Date(Date.UTC(2025, 10 + i, 1)))
const ROOM = 1024 * 1024 * 1024
const RUNS = 15

// A year of --n accounts (100 unless told), month by month: received, then packed at the start of the next. Bytes and times of
// packed events beside those of the same events as rows.
const opzioni = readOpzioni(100)
const dataDir = mkdtempSync(join(tmpdir(), 'idoneo-bench-giornale-'))
chmodSync(dataDir, 0o755)
const deps = await openDeps(readConfiguration({ DATA_DIR: dataDir, GIORNALE_IMPACCA: 'si' }), openLogger('silent'))
const { db } = deps

const COLUMNS = 'id, tipo, chiave, id_concorso, id_domanda, dati, ts_client, versione_banca, dispositivo, seq'
const INSERT = `insert into evento_utente (id_utente, ${COLUMNS}, seq_utente, effettivo, ricevuto)
  select $1, ${COLUMNS}, seq_utente, effettivo, ricevuto from jsonb_to_recordset($2::jsonb) as j(id text, tipo text, chiave text,
    id_concorso bigint, id_domanda bigint, dati text, ts_client text, versione_banca text, dispositivo text, seq bigint, seq_utente bigint,
    effettivo timestamptz, ricevuto timestamptz)`

async function addAccount(name: string, fino: string): Promise<number> {
  const { rows } = await db.query<{ id_utente: number }>(
    'insert into utente (email, email_verificata, seq_eventi, impaccato_fino) values ($1, true, $2, $3) returning id_utente',
    [`${name}@example.org`, 2 * EVENTS, fino],
  )
  return rows[0]?.id_utente as number
}

const sizeOf = async (...tables: string[]): Promise<number> => {
  const { rows } = await db.query<{ bytes: number }>(
    'select sum(pg_total_relation_size(t::regclass))::bigint as bytes from unnest($1::text[]) t',
    [tables],
  )
  return rows[0]?.bytes as number
}

/** An account, and what each month brings it: events as JSON in bytes, since objects of 1,000 accounts need 10 GB. */
type Account = { id: number; months: readonly { n: number; json: Buffer }[] }

const splitByMonth = (events: readonly Evento[]): Account['months'] =>
  MONTHS.slice(1).map((until, i) => {
    const from = MONTHS[i] as Date
    const month = events.filter(({ ricevuto }) => ricevuto >= from && ricevuto < until)
    return { n: month.length, json: Buffer.from(JSON.stringify(month)) }
  })

/** Inserts what each month brought and packs it when the month is over. Returns sizes, and ms and CPU of packing. */
async function liveYear(accounts: readonly Account[]) {
  let [rowBytes, rows, ms, cpu, packs] = [0, 0, 0, 0, 0]
  for (const [i, until] of MONTHS.slice(1).entries()) {
    const before = await sizeOf('evento_utente')
    let added = 0
    for (const { id, months } of accounts) {
      const { n, json } = months[i] as Account['months'][number]
      if (n > 0) await db.query(INSERT, [id, json.toString()])
      added += n
    }
    if (i === 0) {
      rowBytes = (await sizeOf('evento_utente')) - before
      rows = added
    }
    const [start, used] = [performance.now(), process.cpuUsage()]
    packs += await packDue({ ...deps, now: () => new Date(until.getTime() + 8 * 86_400_000) }, Number.POSITIVE_INFINITY)
    ms += performance.now() - start
    const { user, system } = process.cpuUsage(used)
    cpu += (user + system) / 1000
    for (const table of ['evento_utente', 'eventi_impaccati', 'impronte_eventi', 'utente'])
      await db.script(`vacuum ${table}`)
  }
  return { row: rowBytes / rows, ms, cpu, packs }
}

/** Median ms of `work` on each of two accounts, taken in turns. */
async function compare(
  name: string,
  ids: readonly [number, number],
  work: (id: number, run: number) => Promise<unknown>,
) {
  const times: [number[], number[]] = [[], []]
  for (let run = 0; run < RUNS; run++)
    for (const [i, id] of ids.entries()) {
      const start = performance.now()
      await work(id, run)
      times[i as 0 | 1].push(performance.now() - start)
    }
  return cifra(name, median(times[0]), 'ms', 'rows', median(times[1]))
}

const pullFrom = async (id_utente: number, from: number) => {
  for (let cursore = from; ; ) {
    const page = await listEventi(db, { id_utente, cursore, aperte: false })
    if (page.cursore <= cursore) return
    cursore = page.cursore
  }
}

try {
  const accounts: Account[] = []
  for (let i = 0; i < opzioni.n; i++)
    accounts.push({
      id: await addAccount(`banco${i}`, '-infinity'),
      months: splitByMonth(makeYear(i + 1, EVENTS, END)),
    })
  const total = accounts.flatMap(({ months }) => months).reduce((sum, { n }) => sum + n, 0)
  const { row, ms, cpu, packs } = await liveYear(accounts)
  const left = await db.query<{ n: number }>('select count(*) as n from evento_utente')
  if (left.rows[0]?.n !== 0) throw new Error(`${left.rows[0]?.n} events are not packed`)
  const packed = await sizeOf('eventi_impaccati', 'impronte_eventi')
  const month = await sizeOf('evento_utente')
  await db.script('vacuum full eventi_impaccati')
  await db.script('vacuum full impronte_eventi')
  const tight = await sizeOf('eventi_impaccati', 'impronte_eventi')
  const first = { id: (accounts[0] as Account).id, events: makeYear(1, EVENTS, END) }
  const twin = await addAccount('gemello', 'infinity')
  await db.query(INSERT, [twin, JSON.stringify(first.events)])
  await db.script('analyze')
  const ids = [first.id, twin] as const
  const wire = ({ seq_utente: _, effettivo: __, ricevuto: ___, ...event }: Evento): EventoGiornale => event
  const push = (id_utente: number, eventi: readonly Evento[]) =>
    storeEventi(db, { id_utente, eventi: eventi.map(wire), ora: new Date(END), spazio: ROOM })
  const fresh = makeYear(opzioni.n + 1, RUNS * 560, END)
  const figures: Cifra[] = [
    cifra('event_bytes', tight / total, 'B', 'row', row),
    cifra('event_bytes_with_free_room', packed / total, 'B', 'row', row),
    cifra('account_year_mb', packed / opzioni.n / 1e6, 'MB', 'rows', (row * total) / opzioni.n / 1e6),
    cifra('account_open_month_mb', month / opzioni.n / 1e6, 'MB', 'a year of rows', (row * total) / opzioni.n / 1e6),
    cifra('pack_account_month_ms', ms / opzioni.n / 12, 'ms', 'of it, CPU of Node', cpu / opzioni.n / 12),
    cifra('pack_transaction_ms', ms / packs, 'ms', 'wanted', 100),
    await compare('pull_newest', ids, (id) => listEventi(db, { id_utente: id, cursore: 2 * EVENTS, aperte: false })),
    await compare('pull_page', ids, (id, run) => listEventi(db, { id_utente: id, cursore: run * 500, aperte: false })),
    await compare('pull_year', ids, (id) => pullFrom(id, 0)),
    await compare('push_1', ids, (id, run) => push(id, fresh.slice(run, run + 1))),
    await compare('push_50', ids, (id, run) => push(id, fresh.slice(RUNS + run * 50, RUNS + (run + 1) * 50))),
    await compare('push_500', ids, (id, run) =>
      push(id, fresh.slice(51 * RUNS + run * 500, 51 * RUNS + (run + 1) * 500)),
    ),
    await compare('push_500_again', ids, (id, run) => push(id, first.events.slice(run * 200, run * 200 + 500))),
  ]
  report('giornale', opzioni, figures)
} finally {
  await db.close()
  rmSync(dataDir, { recursive: true, force: true })
}
