import { randomBytes } from 'node:crypto'
import { type Codice, DONE, type Environment, optionsOf, type ValuesOf, WrongUsage } from './exit.ts'

export const MIGRATE_OPTIONS = optionsOf([], ['prova'])

/** `migra [--prova]`: applies the migrations that the database lacks, or lists them with the oldest programs that each leaves working. */
export async function migrateCommand(
  args: string[],
  { prova }: ValuesOf<typeof MIGRATE_OPTIONS>,
  { out, migrate, listMissing }: Environment,
): Promise<Codice> {
  if (args.length > 0) throw new WrongUsage('migra non vuole argomenti')
  const missing = prova ? await listMissing() : []
  for (const { name, oldest } of missing) out(`${name}: dopo, lavorano solo le versioni dallo schema ${oldest} in poi`)
  const added = prova ? [] : await migrate()
  if (added.length > 0) out(`Migrazioni applicate: ${added.join(', ')}`)
  else if (missing.length === 0) out('Il database è già aggiornato.')
  return DONE
}

/** `chiave`: prints a new key for the operators' calls. */
export async function keyCommand(
  args: string[],
  _: object,
  { out, err }: Pick<Environment, 'out' | 'err'>,
): Promise<Codice> {
  if (args.length > 0) throw new WrongUsage('chiave non vuole argomenti')
  err(
    'Chiave nuova per le chiamate degli operatori: va nella variabile ADMIN_API_KEY del server. Non è conservata altrove.',
  )
  out(randomBytes(32).toString('base64url'))
  return DONE
}
