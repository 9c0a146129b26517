import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { fail, ok, type Result } from '#contract/result'
import { type BackupResult, rehearse } from '../backup/backup.ts'
import { admitInTurn, areBackupsHeld, backupToday, holdingBackups, listBackups } from '../backup/daily.ts'
import type { Db, Deps, Queryable } from '../deps.ts'
import { type Act, writeAct } from './audit.ts'

/** Works that take minutes. Their begin and their end are acts of the audit, so that every replica finds them again. */
const LONG_WORKS = ['backup_ora', 'prova_ripristino'] as const
export type LongWork = (typeof LONG_WORKS)[number]

const endOf = (work: LongWork): string => `${work} finito`
/** Act that asks a work to end; `oggetto` is its begin's request id. The replica that runs the work reads it every second. */
const CANCEL = 'annulla_lavoro'
const CANCEL_MS = 1_000

/** Findings of a work: `righe` of `tabelle`, packages, and pictures that nothing builds again. */
type WorkOutcome = {
  righe: number
  tabelle: number
  pacchetti: number
  figure_mancanti: string[]
  motivo: string | null
  /** The work was cancelled and left nothing behind. */
  annullato?: true
}

const summarize = (made: BackupResult): WorkOutcome => ({
  righe: Object.values(made.rows).reduce((sum, n) => sum + n, 0),
  tabelle: Object.keys(made.rows).length,
  pacchetti: made.pacchetti.length,
  figure_mancanti: made.pictures,
  motivo: null,
})
const failed = (motivo: string): WorkOutcome => ({ righe: 0, tabelle: 0, pacchetti: 0, figure_mancanti: [], motivo })

/** Author of a work, for the row of its end. */
export type Beginner = Pick<Act, 'id_gestore' | 'ruolo' | 'blocco' | 'id_richiesta'>

/**
 * Admits a work of backups, in the transaction of its first row of the audit. NON_TROVATO without BACKUP_CARTELLA or its
 * file; SERVIZIO_NON_PRONTO while another is under way.
 */
export async function admitWork(deps: Deps, file: string | null): Promise<Result<{ folder: string }>> {
  const { folder } = deps.config.backup
  if (folder === null) return fail('NON_TROVATO')
  if (file !== null && !(await listBackups(folder)).some(({ nome }) => nome === file)) return fail('NON_TROVATO')
  return deps.db.tx(async (q) => {
    await admitInTurn(q)
    const isBusy = (await areBackupsHeld(q)) || (await listWorks(q, deps.now())).some(isRunning)
    return isBusy ? fail('SERVIZIO_NON_PRONTO') : ok({ folder })
  })
}

/** Returns the object of the act that asks a running work to end, on whatever replica. NON_TROVATO where it does not run. */
export async function findCancellable({ db, now }: Pick<Deps, 'db' | 'now'>, work: LongWork): Promise<Result<string>> {
  const found = (await listWorks(db, now())).find(({ lavoro, stato }) => lavoro === work && stato === 'in_corso')
  return found ? ok(found.richiesta) : fail('NON_TROVATO')
}

/**
 * Makes a database whose transactions end with `signal`: no further statement is sent, and the one under way is cancelled,
 * by a name that its transaction alone has.
 */
function endingWith(db: Db, signal: AbortSignal): Db {
  const tx: Db['tx'] = (work) =>
    db.tx(async (q) => {
      const name = `idoneo lavoro ${randomUUID()}`
      await q.script(`set local application_name = '${name}'`)
      const cancel = () =>
        void db
          .query('select pg_cancel_backend(pid) from pg_stat_activity where application_name = $1', [name])
          .catch(() => {})
      signal.addEventListener('abort', cancel)
      try {
        return await work({
          query: async (...args) => {
            signal.throwIfAborted()
            return q.query(...args)
          },
          script: async (sql) => {
            signal.throwIfAborted()
            return q.script(sql)
          },
        })
      } finally {
        signal.removeEventListener('abort', cancel)
      }
    })
  return { ...db, tx }
}

/** Looks every second whether somebody cancelled a work. */
function watchCancel({ db, now }: Deps, id_richiesta: string | undefined): { signal: AbortSignal; stop: () => void } {
  const cancelled = new AbortController()
  // Another replica's clock may be behind.
  const since = new Date(now().getTime() - 60_000)
  const look = async () => {
    const { count } = await db.query(
      'select 1 from registro_operatore where chiamata = $1 and oggetto = $2 and quando > $3 limit 1',
      [CANCEL, id_richiesta, since],
    )
    if (count > 0) cancelled.abort()
  }
  const timer = setInterval(() => void look().catch(() => {}), CANCEL_MS)
  timer.unref()
  return { signal: cancelled.signal, stop: () => clearInterval(timer) }
}

/** Runs an admitted work to its end, which is a row of the audit; never throws. The caller does not wait for it. */
export async function runWork(
  deps: Deps,
  work: LongWork,
  { folder, file }: { folder: string; file: string | null },
  by: Beginner,
): Promise<void> {
  let outcome = failed('un altro backup è in corso')
  const { signal, stop } = watchCancel(deps, by.id_richiesta)
  const ending = { ...deps, db: endingWith(deps.db, signal) }
  await holdingBackups(deps, async () => {
    const made = file === null ? backupToday(ending, folder, signal) : rehearse(ending, join(folder, file), signal)
    outcome = summarize(await made)
  }).catch((error: Error) => {
    if (signal.aborted) {
      outcome = { ...failed('annullato'), annullato: true }
      return
    }
    deps.log.error({ err: error, lavoro: work }, 'lavoro non riuscito')
    outcome = failed(error.message)
  })
  stop()
  await writeAct(deps.db, deps, {
    via: 'gestione',
    atto: endOf(work),
    dopo: outcome,
    ...by,
    ...(file && { oggetto: file }),
  }).catch((error: Error) => deps.log.error({ err: error, lavoro: work }, 'fine di un lavoro non scritta'))
}

/** The last time of a work. `interrotto`: it began, and neither runs nor ended. `annullamento`: asked to end, it still runs. */
export type WorkState = {
  lavoro: LongWork
  file: string | null
  iniziato: Date
  finito: Date | null
  stato: 'in_corso' | 'annullamento' | 'riuscito' | 'fallito' | 'annullato' | 'interrotto'
  esito: WorkOutcome | null
  /** Request id of its begin. */
  richiesta: string
}

const isRunning = ({ stato }: WorkState): boolean => stato === 'in_corso' || stato === 'annullamento'

/** Time, in ms, in which a work that began may not hold its lock yet. */
const BEGIN_MS = 5_000

type Row = {
  atto: LongWork
  oggetto: string | null
  richiesta: string
  iniziato: Date
  finito: Date | null
  esito: WorkOutcome | null
  chiesto: boolean
}

/** Reads the last time of each work, on whatever replica it ran. */
export async function listWorks(q: Queryable, now: Date): Promise<WorkState[]> {
  const { rows } = await q.query<Row>(
    `select distinct on (i.chiamata) i.chiamata as atto, i.oggetto, i.quando as iniziato, f.quando as finito, f.dopo as esito,
       i.id_richiesta as richiesta,
       exists (select 1 from registro_operatore a where a.chiamata = '${CANCEL}' and a.oggetto = i.id_richiesta) as chiesto
     from registro_operatore i left join registro_operatore f on f.chiamata = i.chiamata || ' finito' and f.id_richiesta = i.id_richiesta
     where i.chiamata = any($1) order by i.chiamata, i.id_riga desc`,
    [LONG_WORKS],
  )
  const isHeld = await areBackupsHeld(q)
  return rows.map(({ atto, oggetto, iniziato, finito, esito, richiesta, chiesto }) => {
    const isOpen = finito === null && (isHeld || now.getTime() - iniziato.getTime() < BEGIN_MS)
    const stato = isOpen ? (chiesto ? 'annullamento' : 'in_corso') : endedAs(esito)
    return { lavoro: atto, file: oggetto, iniziato, finito, stato, esito, richiesta }
  })
}

function endedAs(esito: WorkOutcome | null): WorkState['stato'] {
  if (!esito) return 'interrotto'
  return esito.annullato ? 'annullato' : esito.motivo === null ? 'riuscito' : 'fallito'
}
