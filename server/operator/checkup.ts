import { statfs } from 'node:fs/promises'
import { withArticolo } from '#rules/articolo'
import { italianDay } from '#rules/italian-day'
import { type Configuration, describeWide } from '../configuration.ts'
import { describeDatabase } from '../db/migrate.ts'
import type { Deps } from '../deps.ts'
import { LEAST_ROOM } from '../health.ts'
import { explainMail } from '../mail/trial.ts'
import { countOutbox } from '../outbox.ts'
import { verifyPackages } from '../pacchetti/verify.ts'
import { countFailed } from '../payments/failed-events.ts'
import { lastBackup } from './audit.ts'

/** `guasto` needs an act now; `avviso` can wait. `detto` names the remedy. */
export type Finding = { esito: 'ok' | 'avviso' | 'guasto'; voce: string; detto: string }
type Check = (deps: Deps) => Promise<Finding[]>

const DAY_MS = 86_400_000
const GIB = 2 ** 30
/** Days after which a backup is old. */
const BACKUP_DAYS = 2
/** Oldest PostgreSQL, by `server_version_num`. */
const LEAST_POSTGRES = 150_000
/** Minutes for which a due row may wait: a running server sends each round. */
export const LATE_MINUTES = 15
const FETCH_MS = 5_000

const found = (esito: Finding['esito'], voce: string, detto: string): Finding[] => [{ esito, voce, detto }]

const configuration: Check = async ({ config }) => {
  const open = describeWide(config)
  return open.length === 0
    ? found('ok', 'configurazione', 'niente è lasciato aperto')
    : open.flatMap((s) => found('avviso', 'configurazione', s))
}

const database: Check = async ({ db }) => {
  const { number, name, schema } = await describeDatabase(db)
  return number >= LEAST_POSTGRES
    ? found('ok', 'database', `PostgreSQL ${name}, ${db.engine}, schema ${schema}`)
    : found('guasto', 'database', `PostgreSQL ${name} è troppo vecchio: serve la 15 o una più nuova`)
}

/** Room of DATA_DIR, in bytes, and whether it needs an act. */
export type Room = { liberi: number; totali: number; esito: Finding['esito'] }

/** Reads the room of DATA_DIR. */
export async function readRoom({ dataDir }: Pick<Configuration, 'dataDir'>): Promise<Room> {
  const { bavail, blocks, bsize } = await statfs(dataDir)
  const liberi = bavail * bsize
  const esito = liberi < LEAST_ROOM ? 'guasto' : liberi < GIB ? 'avviso' : 'ok'
  return { liberi, totali: blocks * bsize, esito }
}

const disk: Check = async ({ config }) => {
  const { liberi, esito } = await readRoom(config)
  const detto = `${(liberi / GIB).toLocaleString('it-IT', { maximumFractionDigits: 1 })} GiB liberi in ${config.dataDir}`
  const remedy = { ok: '', avviso: ': fare spazio', guasto: ': il server non scrive più. Fare spazio' }
  return found(esito, 'disco', detto + remedy[esito])
}

const store: Check = async ({ config: { s3 }, packageFiles }) => {
  await packageFiles.verify()
  return found('ok', 'deposito', s3 ? `il secchio ${s3.bucket} si legge, a ${s3.url}` : 'i pacchetti sono in DATA_DIR')
}

const clock: Check = async ({ clock }) =>
  (await clock.isDoubtful())
    ? found('guasto', 'orologio', 'l’ora non torna: «orologio» dice che cosa confronta e come si rimedia')
    : found('ok', 'orologio', 'questa macchina e il database hanno la stessa ora')

const packages: Check = async (deps) => {
  const { banche, broken, samples } = await verifyPackages(deps, () => {})
  return broken + samples.length === 0
    ? found('ok', 'pacchetti', `banche dati intere: ${banche}`)
    : found(
        'guasto',
        'pacchetti',
        `banche dati guaste: ${broken} su ${banche}; campioni guasti: ${samples.length}. «verifica» dice quali e che cosa manca`,
      )
}

const mail: Check = async ({ mailer, db, now }) => {
  const server = await mailer.verify().then(
    () =>
      found(
        'ok',
        'posta',
        mailer.mode === 'smtp' ? 'il server di posta accetta l’accesso' : 'scritta in DATA_DIR/posta',
      ),
    (error) => found('guasto', 'posta', explainMail(error)),
  )
  const rows = await countOutbox(db, now())
  const abandoned = rows.reduce((sum, row) => sum + row.abbandonate, 0)
  const late = Math.max(0, ...rows.map((row) => row.minuti))
  return [
    ...server,
    ...(abandoned > 0 ? found('avviso', 'posta', `invii abbandonati: ${abandoned}; «posta riprova» li rimanda`) : []),
    ...(late > LATE_MINUTES ? found('guasto', 'posta', `un invio aspetta da ${late} minuti: il server è fermo?`) : []),
  ]
}

const money: Check = async ({ db }) => {
  const failed = await countFailed(db)
  return failed === 0
    ? found('ok', 'denaro', 'nessun evento del fornitore da applicare di nuovo')
    : found(
        'avviso',
        'denaro',
        `eventi del fornitore non riusciti: ${failed}; nella console, in Denaro, «Applica di nuovo» ne chiede uno adesso`,
      )
}

const daysSince = (last: Date, now: Date): number => Math.floor((now.getTime() - last.getTime()) / DAY_MS)
/** Returns whether it is time for a backup. */
export const isBackupOld = (last: Date | null, now: Date): boolean => !last || daysSince(last, now) > BACKUP_DAYS

const backups: Check = async ({ db, now }) => {
  const last = await lastBackup(db)
  if (!last) return found('avviso', 'backup', 'nessun backup: «backup FILE» ne fa uno')
  const days = daysSince(last, now())
  const detto = `l’ultimo è ${withArticolo('del', italianDay(last.getTime()))}`
  return isBackupOld(last, now())
    ? found('avviso', 'backup', `${detto}, di ${days} giorni fa`)
    : found('ok', 'backup', detto)
}

const server: Check = async ({ config: { publicUrl } }) => {
  const address = `${publicUrl}/simulatore/`
  return fetch(address, { signal: AbortSignal.timeout(FETCH_MS), redirect: 'error' }).then(
    (r) =>
      r.ok
        ? found('ok', 'indirizzo', `${address} arriva al server`)
        : found(
            'avviso',
            'indirizzo',
            `${address} risponde ${r.status}: il proxy non arriva al server, o il server non è pronto`,
          ),
    () => found('avviso', 'indirizzo', `a ${address} non risponde nessuno: server spento, o PUBLIC_URL sbagliato`),
  )
}

const CHECKS = {
  configurazione: configuration,
  database,
  disco: disk,
  deposito: store,
  orologio: clock,
  pacchetti: packages,
  posta: mail,
  denaro: money,
  backup: backups,
  indirizzo: server,
} as const satisfies Record<string, Check>
export type CheckName = keyof typeof CHECKS
/** Every check, in the order of its report. `pacchetti` reads every stored package. */
export const CHECK_NAMES = Object.keys(CHECKS) as CheckName[]

/** Checks that a page waits for. */
export const QUICK_CHECKS = CHECK_NAMES.filter((name) => name !== 'pacchetti')

/** Runs checks of this installation together; one that throws is a finding of its own. */
export async function checkInstallation(deps: Deps, names: readonly CheckName[]): Promise<Finding[]> {
  const run = (name: CheckName) =>
    CHECKS[name](deps).catch((error: Error): Finding[] => found('guasto', name, error.message))
  return (await Promise.all(names.map(run))).flat()
}
