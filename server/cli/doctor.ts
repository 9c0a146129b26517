import { statfs } from 'node:fs/promises'
import { withArticolo } from '#rules/articolo'
import { italianDay } from '#rules/italian-day'
import { describeWide } from '../configuration.ts'
import { describeDatabase } from '../db/migrate.ts'
import type { Deps } from '../deps.ts'
import { LEAST_ROOM } from '../health.ts'
import { lastBackup } from '../operator/audit.ts'
import { countOutbox } from '../outbox.ts'
import { verifyPackages } from '../pacchetti/verify.ts'
import { type Codice, DONE, type Environment, FAILED, optionsOf, WrongUsage } from './exit.ts'
import { explainMail } from './mail.ts'

export const DOCTOR_OPTIONS = optionsOf([], ['json'])

/** `guasto` needs an act now; `avviso` can wait. */
type Finding = { esito: 'ok' | 'avviso' | 'guasto'; voce: string; detto: string }
type Check = (deps: Deps) => Promise<Finding[]>

const DAY_MS = 86_400_000
const GIB = 2 ** 30
/** Days after which a backup is old. */
const BACKUP_DAYS = 2
/** Oldest PostgreSQL, by `server_version_num`. */
const LEAST_POSTGRES = 150_000
/** Minutes for which a due row may wait: a running server sends each round. */
const LATE_MINUTES = 15
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

const disk: Check = async ({ config: { dataDir } }) => {
  const { bavail, bsize } = await statfs(dataDir)
  const free = bavail * bsize
  const detto = `${(free / GIB).toLocaleString('it-IT', { maximumFractionDigits: 1 })} GiB liberi in ${dataDir}`
  if (free < LEAST_ROOM) return found('guasto', 'disco', `${detto}: il server non scrive più. Fare spazio`)
  return free < GIB ? found('avviso', 'disco', `${detto}: fare spazio`) : found('ok', 'disco', detto)
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

const backups: Check = async ({ db, now }) => {
  const last = await lastBackup(db)
  if (!last) return found('avviso', 'backup', 'nessun backup: «backup FILE» ne fa uno')
  const days = Math.floor((now().getTime() - last.getTime()) / DAY_MS)
  const detto = `l’ultimo è ${withArticolo('del', italianDay(last.getTime()))}`
  return days > BACKUP_DAYS ? found('avviso', 'backup', `${detto}, di ${days} giorni fa`) : found('ok', 'backup', detto)
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

const CHECKS: readonly (readonly [string, Check])[] = [
  ['configurazione', configuration],
  ['database', database],
  ['disco', disk],
  ['orologio', clock],
  ['pacchetti', packages],
  ['posta', mail],
  ['backup', backups],
  ['indirizzo', server],
]

const LABELS = { ok: 'ok    ', avviso: 'avviso', guasto: 'GUASTO' } as const

/** `dottore [--json]`: checks this installation and says what to mend. Exit code 1 when something needs an act now. */
export async function doctor(
  args: string[],
  { json }: { json?: boolean },
  { out, withDeps }: Environment,
): Promise<Codice> {
  if (args.length > 0) throw new WrongUsage('dottore non vuole argomenti')
  const findings = await withDeps(async (deps) => {
    const all: Finding[] = []
    for (const [name, check] of CHECKS)
      all.push(...(await check(deps).catch((error: Error) => found('guasto', name, error.message))))
    return all
  })
  const guasti = findings.filter(({ esito }) => esito === 'guasto').length
  const avvisi = findings.filter(({ esito }) => esito === 'avviso').length
  if (json) out(JSON.stringify({ guasti, avvisi, elementi: findings }))
  else {
    for (const { esito, voce, detto } of findings) out(`${LABELS[esito]} ${voce}: ${detto}`)
    out(guasti > 0 ? `Da sistemare ora: ${guasti}. Avvisi: ${avvisi}.` : `Nulla di guasto. Avvisi: ${avvisi}.`)
  }
  return guasti > 0 ? FAILED : DONE
}
