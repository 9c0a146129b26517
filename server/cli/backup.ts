import { withArticolo } from '#rules/articolo'
import { type BackupResult, backup, rehearse, restore } from '../backup/backup.ts'
import { backupToday } from '../backup/daily.ts'
import { recordBackup } from '../operator/audit.ts'
import { type Codice, DONE, type Environment, Impossible, optionsOf, type ValuesOf, WrongUsage } from './exit.ts'

export const BACKUP_OPTIONS = optionsOf([], ['json'])
export const RESTORE_OPTIONS = optionsOf([], ['prova', 'json'])
type Options = ValuesOf<typeof BACKUP_OPTIONS>

const NUMBER = new Intl.NumberFormat('it')

function tell({ out, err }: Environment, result: BackupResult, { json }: Options, sentence: string): Codice {
  const righe = Object.values(result.rows).reduce((sum, n) => sum + n, 0)
  if (json)
    out(
      JSON.stringify({
        creato: result.header.creato,
        tabelle: result.rows,
        righe,
        pacchetti: result.pacchetti.length,
        copiati: result.copied,
        mancanti: result.missing,
        figure_mancanti: result.pictures,
      }),
    )
  else
    out(
      `${sentence}: ${NUMBER.format(righe)} righe di ${Object.keys(result.rows).length} tabelle, ${result.pacchetti.length} pacchetti (${result.copied} copiati)`,
    )
  const rebuilt = result.missing.length - result.pictures.length
  if (rebuilt > 0) err(`${rebuilt} pacchetti di domande mancano: saranno ricostruiti quando qualcuno li chiede.`)
  if (result.pictures.length === 0) return DONE
  throw new Impossible(
    `non è completo: mancano o sono guasti gli archivi di figure ${result.pictures.join(', ')}, e niente li può rifare. Rimetterli in DATA_DIR/pacchetti (o in pacchetti/ nel secchio) da un backup di prima, o pubblicare di nuovo quelle banche`,
  )
}

const readFileName = (name: string, [file, ...others]: string[]): string => {
  if (!file || others.length > 0) throw new WrongUsage(`${name} vuole un file`)
  return file
}

/**
 * `backup [FILE] [--json]`: everything in one snapshot, read back and compared; packages beside it. Without FILE a dated
 * one in BACKUP_CARTELLA.
 */
export async function backupCommand(args: string[], options: Options, environment: Environment): Promise<Codice> {
  if (args.length > 1) throw new WrongUsage('backup vuole un solo file')
  const [named] = args
  const result = await environment.withDeps(async (deps) => {
    const { folder } = deps.config.backup
    if (named === undefined && folder === null)
      throw new WrongUsage('backup vuole un file, o la cartella di BACKUP_CARTELLA')
    if (named === undefined) return backupToday(deps, folder as string)
    const made = await backup(deps, named)
    if (made.pictures.length === 0) await recordBackup(deps)
    return { file: named, ...made }
  })
  return tell(environment, result, options, `Backup in ${result.file}, riletto e uguale`)
}

/** `ripristina FILE [--prova] [--json]`: restores a backup in place of the present rows; `--prova` rehearses it. */
export async function restoreCommand(
  args: string[],
  { prova, ...options }: ValuesOf<typeof RESTORE_OPTIONS>,
  environment: Environment,
): Promise<Codice> {
  const file = readFileName('ripristina', args)
  const dated = (creato: string) => `${file} (backup ${withArticolo('del', creato)})`
  if (prova) {
    const rehearsed = await environment.withDeps((deps) => rehearse(deps, file))
    return tell(environment, rehearsed, options, `Prova di ${dated(rehearsed.header.creato)}, nulla è cambiato`)
  }
  const result = await environment.withDeps((deps) => restore(deps, file))
  return tell(environment, result, options, `Ripristinato da ${dated(result.header.creato)}`)
}
