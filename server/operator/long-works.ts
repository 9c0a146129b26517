import { join } from 'node:path'
import { fail, ok, type Result } from '#contract/result'
import { type BackupResult, rehearse } from '../backup/backup.ts'
import { areBackupsHeld, backupToday, holdingBackups, listBackups } from '../backup/daily.ts'
import type { Deps, Queryable } from '../deps.ts'
import { type Act, writeAct } from './audit.ts'

/** Works that take minutes. Their begin and their end are acts of the audit, so that every replica finds them again. */
const LONG_WORKS = ['backup_ora', 'prova_ripristino'] as const
export type LongWork = (typeof LONG_WORKS)[number]

const endOf = (work: LongWork): string => `${work} finito`

/** What a work found: `righe` of `tabelle`, packages, and pictures that nothing builds again. */
type WorkOutcome = {
  righe: number
  tabelle: number
  pacchetti: number
  figure_mancanti: string[]
  motivo: string | null
}

const summarize = (made: BackupResult): WorkOutcome => ({
  righe: Object.values(made.rows).reduce((sum, n) => sum + n, 0),
  tabelle: Object.keys(made.rows).length,
  pacchetti: made.pacchetti.length,
  figure_mancanti: made.pictures,
  motivo: null,
})
const failed = (motivo: string): WorkOutcome => ({ righe: 0, tabelle: 0, pacchetti: 0, figure_mancanti: [], motivo })

/** Who began a work, for the row of its end. */
export type Beginner = Pick<Act, 'id_gestore' | 'ruolo' | 'blocco' | 'id_richiesta'>

/**
 * Admits a work of backups, in the transaction of its first row of the audit. NON_TROVATO without BACKUP_CARTELLA or its
 * file; SERVIZIO_NON_PRONTO while another is under way.
 */
export async function admitWork(deps: Deps, file: string | null): Promise<Result<{ folder: string }>> {
  const { folder } = deps.config.backup
  if (folder === null) return fail('NON_TROVATO')
  if (file !== null && !(await listBackups(folder)).some(({ nome }) => nome === file)) return fail('NON_TROVATO')
  return deps.db.tx(async (q) => ((await areBackupsHeld(q)) ? fail('SERVIZIO_NON_PRONTO') : ok({ folder })))
}

/** Runs an admitted work to its end, which is a row of the audit; never throws. The caller does not wait for it. */
export async function runWork(
  deps: Deps,
  work: LongWork,
  { folder, file }: { folder: string; file: string | null },
  by: Beginner,
): Promise<void> {
  let outcome = failed('un altro backup è in corso')
  await holdingBackups(deps, async () => {
    outcome = summarize(file === null ? await backupToday(deps, folder) : await rehearse(deps, join(folder, file)))
  }).catch((error: Error) => {
    deps.log.error({ err: error, lavoro: work }, 'lavoro non riuscito')
    outcome = failed(error.message)
  })
  await writeAct(deps.db, deps, {
    via: 'gestione',
    atto: endOf(work),
    dopo: outcome,
    ...by,
    ...(file && { oggetto: file }),
  }).catch((error: Error) => deps.log.error({ err: error, lavoro: work }, 'fine di un lavoro non scritta'))
}

/** The last time of a work. `interrotto`: it began, and neither runs nor ended. */
export type WorkState = {
  lavoro: LongWork
  file: string | null
  iniziato: Date
  finito: Date | null
  stato: 'in_corso' | 'riuscito' | 'fallito' | 'interrotto'
  esito: WorkOutcome | null
}

/** Time, in ms, in which a work that began may not hold its lock yet. */
const BEGIN_MS = 5_000

type Row = { atto: LongWork; oggetto: string | null; iniziato: Date; finito: Date | null; esito: WorkOutcome | null }

/** Reads the last time of each work, on whatever replica it ran. */
export async function listWorks(q: Queryable, now: Date): Promise<WorkState[]> {
  const { rows } = await q.query<Row>(
    `select distinct on (i.chiamata) i.chiamata as atto, i.oggetto, i.quando as iniziato, f.quando as finito, f.dopo as esito
     from registro_operatore i left join registro_operatore f on f.chiamata = i.chiamata || ' finito' and f.id_richiesta = i.id_richiesta
     where i.chiamata = any($1) order by i.chiamata, i.id_riga desc`,
    [LONG_WORKS],
  )
  const isHeld = await areBackupsHeld(q)
  return rows.map(({ atto, oggetto, iniziato, finito, esito }) => {
    const isOpen = finito === null && (isHeld || now.getTime() - iniziato.getTime() < BEGIN_MS)
    const stato = isOpen ? 'in_corso' : !esito ? 'interrotto' : esito.motivo === null ? 'riuscito' : 'fallito'
    return { lavoro: atto, file: oggetto, iniziato, finito, stato, esito }
  })
}
