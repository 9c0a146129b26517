import { RUOLI, type Ruolo } from '#contract/gestione/call'
import { ENROLMENT_HOURS } from '../gestione/enrolment.ts'
import { setRole } from '../gestione/roles.ts'
import { normalizeEmail } from '../utente/email.ts'
import { type Codice, DONE, type Environment, Impossible, WrongUsage } from './exit.ts'

const NONE = 'nessuno'

function parseRuolo(text: string): Ruolo | null {
  const found = RUOLI.find((name) => name === text)
  if (!found && text !== NONE) throw new WrongUsage(`il ruolo è ${RUOLI.join(', ')} o ${NONE}, non "${text}"`)
  return found ?? null
}

/** `ruolo EMAIL gestore|redattore|assistenza|nessuno`: grants or takes the role of an account in the console, and prints the code of its first second factor. */
export async function ruolo(
  [email, name, ...others]: string[],
  _: object,
  { out, withDeps }: Environment,
): Promise<Codice> {
  if (!email || !name || others.length > 0) throw new WrongUsage('ruolo vuole un indirizzo e un ruolo')
  const [address, next] = [normalizeEmail(email), parseRuolo(name)]
  const act = { via: 'comando', atto: 'comando ruolo', blocco: 'locale' }
  const set = await withDeps((deps) => setRole(deps, address, next, act))
  if (set === undefined) throw new Impossible(`nessun account ha l’indirizzo ${address}`)
  out(`${address}: ${next ?? NONE} (prima: ${set.before ?? NONE})`)
  if (set.code !== null) {
    out(`Codice di iscrizione: ${set.code}`)
    out(
      `  Serve per impostare il secondo fattore, vale una volta e per ${ENROLMENT_HOURS} ore. Dallo di persona o al telefono.`,
    )
  }
  return DONE
}
