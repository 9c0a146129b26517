import type { ConsoleResponseOf } from '#contract/gestione'
import { listBackups } from '../backup/daily.ts'
import { describeDatabase } from '../db/migrate.ts'
import type { Deps, Queryable } from '../deps.ts'
import { countOutbox } from '../outbox.ts'
import { countFailed } from '../payments/failed-events.ts'
import { readProgram } from '../program.ts'
import { WORKS } from '../works.ts'
import { lastBackup } from './audit.ts'
import { checkInstallation, QUICK_CHECKS, readRoom } from './checkup.ts'
import { listWorks } from './long-works.ts'
import { listSettings, type Setting } from './settings.ts'
import { countedSince, countReplicas } from './today.ts'

type SupportBundle = ConsoleResponseOf<'diagnosi'>

/** Settings that are a number or a word of the configuration's own: no address, name or path stands in them. */
const PLAIN: ReadonlySet<string> = new Set([
  'BACKUP_ORA',
  'BACKUP_TIENI',
  'DATABASE_BLOCCO_MS',
  'DATABASE_CONNESSIONI',
  'DATABASE_ISTRUZIONE_MS',
  'DATABASE_PREPARED',
  'DATABASE_TRANSAZIONE_MS',
  'DISPOSITIVI_7_GIORNI',
  'DISPOSITIVI_MESE',
  'FIDATI_PROXY',
  'GIORNALE_IMPACCA',
  'GIORNALE_MB',
  'LIMITI',
  'LIVELLO_LOG',
  'NODE_ENV',
  'OROLOGIO_AVANTI',
  'PORT',
  'PREMIUM_DURATE',
  'QUIZ_DEMO',
  'RECESSO_GIORNI',
  'RECUPERO_RISERVATO',
  'SBLOCCHI_MESE',
])

/** Any other value may be somebody's: it is only said to be set. */
const withoutValue = (setting: Setting): Setting => ({
  ...setting,
  valore: PLAIN.has(setting.nome) ? setting.valore : null,
})

// Rows as the database estimates them: a count of the journal may take minutes.
const TABLES = `select c.relname as nome, pg_total_relation_size(c.oid)::bigint as byte,
    coalesce(s.n_live_tup, 0)::bigint as righe_circa
  from pg_class c left join pg_stat_user_tables s on s.relid = c.oid
  where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace order by 2 desc, 1`

/** Codes that a mail server or the network gives; the rest of a reason may name people. */
const FAILURES = `select tipo, coalesce(substring(errore from '\\m(?:[45]\\d\\d|ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EAUTH|ETLS|ESOCKET|EPIPE|EENVELOPE)\\M'), 'altro') as codice,
    count(*) as n
  from uscita where errore is not null group by 1, 2 order by 3 desc, 1, 2`

const readQueue = async (q: Queryable, now: Date) => ({
  righe: await countOutbox(q, now),
  errori: (await q.query<{ tipo: string; codice: string; n: number }>(FAILURES)).rows,
})

const hoursSince = (at: Date, now: Date): number => Math.round((now.getTime() - at.getTime()) / 3_600_000)

async function readBackups({ config: { backup }, db }: Deps, now: Date): Promise<SupportBundle['backup']> {
  const [files, last, works] = await Promise.all([
    backup.folder === null ? [] : listBackups(backup.folder),
    lastBackup(db),
    listWorks(db, now),
  ])
  return {
    giornaliero: backup.folder !== null,
    sigillati: backup.key !== null,
    ultimo_ore: last && hoursSince(last, now),
    file: files.map(({ byte, scritto }) => ({ byte, ore: hoursSince(scritto, now) })),
    lavori: works.map(({ lavoro, stato, iniziato }) => ({ lavoro, stato, ore: hoursSince(iniziato, now) })),
  }
}

/**
 * Gathers what somebody far away needs to find a fault. Each field is a number, a code of ours or a word of ours: reasons,
 * sentences, values and names of files may have personal data, and stay out (decision 0159).
 */
export async function makeSupportBundle(deps: Deps): Promise<SupportBundle> {
  const { db, config, metrics } = deps
  const now = deps.now()
  const [database, tables, failed, queue, checks, room, repliche, backup] = await Promise.all([
    describeDatabase(db),
    db.query<{ nome: string; byte: number; righe_circa: number }>(TABLES),
    countFailed(db),
    readQueue(db, now),
    checkInstallation(deps, QUICK_CHECKS),
    readRoom(config).catch(() => null),
    countReplicas(deps),
    readBackups(deps, now),
  ])
  const { elementi, errore } = listSettings(deps)
  return {
    fatto: now.toISOString(),
    ...readProgram(),
    node: process.version,
    sistema: `${process.platform} ${process.arch}`,
    acceso_secondi: Math.round(process.uptime()),
    memoria: process.memoryUsage().rss,
    repliche,
    database: { versione: database.number, motore: db.engine, schema: database.schema },
    configurazione: { elementi: elementi.map(withoutValue), valida: errore === null },
    tabelle: tables.rows,
    coda: queue,
    problemi: { dal: countedSince(now).toISOString(), elementi: metrics.recent.list(now) },
    eventi_falliti: failed,
    lavori: WORKS.flatMap((nome) => {
      const run = metrics.works.last(nome)
      return run ? [{ nome, quando: run.quando.toISOString(), ms: run.ms, riuscito: run.motivo === null }] : []
    }),
    controlli: checks.map(({ voce, esito }) => ({ voce, esito })),
    disco: room && { liberi: room.liberi, totali: room.totali },
    backup,
  }
}
