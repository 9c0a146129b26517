import { ok } from '#contract/result'
import { isEmail } from '#rules/credentials'
import type { Deps } from '../deps.ts'
import { isRefusal, runAct, runLongAct } from '../gestione/acts.ts'
import { normalizeEmail } from '../utente/email.ts'
import { findUtenteByEmail } from '../utente/profilo.ts'
import type { Environment } from './exit.ts'

/**
 * Arguments with which a command is an act, joined by blanks. `long`: it works long before it writes, and its first transaction
 * holds the row of the audit.
 */
export type CommandAct = { when: RegExp; long?: true }

/** Names a person by the account's number: the audit keeps no address. */
async function nameAccount({ db }: Deps, arg: string): Promise<string> {
  const typed = arg.slice(arg.startsWith('--') ? arg.indexOf('=') + 1 : 0)
  if (!isEmail(typed)) return arg
  const row = await findUtenteByEmail(db, normalizeEmail(typed))
  return row ? `utente ${row.id_utente}` : 'indirizzo senza account'
}

/** Returns the environment of a command whose work is recorded with it, in its transaction [OP42]. A trial is no act. */
export function recorded(environment: Environment, name: string, args: string[], act: CommandAct): Environment {
  if (!act.when.test(args.join(' ')) || args.includes('--prova')) return environment
  return {
    ...environment,
    withDeps: (work) =>
      environment.withDeps(async (deps) => {
        const named = await Promise.all(args.map((arg) => nameAccount(deps, arg)))
        const oggetto = named.find((arg, i) => arg !== args[i])
        const row = { via: 'comando', atto: `comando ${name}`, blocco: 'locale', dopo: { argomenti: named } }
        const run = act.long ? runLongAct : runAct
        let value: Awaited<ReturnType<typeof work>> | undefined
        await run(deps, { ...row, ...(oggetto && { oggetto }) }, async (bound) => {
          value = await work(bound)
          // A use case that refused, or found nothing, was no act.
          return isRefusal(value) ? value : value === false ? { ok: false, error: { codice: 'NON_TROVATO' } } : ok(null)
        })
        return value as Awaited<ReturnType<typeof work>>
      }),
  }
}
