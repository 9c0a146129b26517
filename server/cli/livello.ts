import type { LivelloUtente } from '#rules/access'
import { ACCESS_RIGHTS } from '#rules/access'
import { withArticolo } from '#rules/articolo'
import { readDay } from '../day.ts'
import { normalizeEmail } from '../utente/email.ts'
import { grantLivello } from '../utente/livello.ts'
import { type Codice, DONE, type Environment, Impossible, optionsOf, WrongUsage } from './exit.ts'

export const LIVELLO_OPTIONS = optionsOf(['fino'])

const NAMES = ['demo', 'lite', 'legacy', 'premium'] as const

function readLivello(text: string): LivelloUtente {
  const index = /^[0-3]$/.test(text) ? Number(text) : NAMES.indexOf(text.toLowerCase() as (typeof NAMES)[number])
  if (index < 0) throw new WrongUsage(`il livello è 0, 1, 2, 3 o ${NAMES.join(', ')}, non "${text}"`)
  return index as LivelloUtente
}

/** Parses the date of `--fino`. */
export function readUntil(text: string): Date {
  const fino = readDay(text)
  if (fino === null) throw new WrongUsage(`--fino vuole una data AAAA-MM-GG, non "${text}"`)
  return fino
}

/** `livello EMAIL TIER [--fino DATA]`: grants a tier (D3, D9). */
export async function livello(
  [email, name, ...others]: string[],
  { fino }: { fino?: string },
  { out, withDeps }: Environment,
): Promise<Codice> {
  if (!email || !name || others.length > 0) throw new WrongUsage('livello vuole un indirizzo e un livello')
  const next = readLivello(name)
  const expiry = fino === undefined ? null : readUntil(fino)
  if (expiry && !ACCESS_RIGHTS[next].scade)
    throw new WrongUsage(`il livello ${NAMES[next]} non ha scadenza: togliere --fino`)
  const address = normalizeEmail(email)
  const granted = await withDeps((deps) => grantLivello(deps, address, next, expiry))
  if (!granted) throw new Impossible(`nessun account ha l'indirizzo ${address}`)
  out(`${address}: ${NAMES[next]}${expiry ? ` fino ${withArticolo('al', expiry.toISOString())}` : ''}`)
  return DONE
}
