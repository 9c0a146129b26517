import { randomBytes } from 'node:crypto'
import { type Codice, DONE, type Environment, WrongUsage } from './exit.ts'

/** `migra`: applies the migrations that the database lacks. */
export async function migrateCommand(args: string[], _: object, { out, migrate }: Environment): Promise<Codice> {
  if (args.length > 0) throw new WrongUsage('migra non vuole argomenti')
  const added = await migrate()
  out(added.length === 0 ? 'Il database è già aggiornato.' : `Migrazioni applicate: ${added.join(', ')}`)
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
