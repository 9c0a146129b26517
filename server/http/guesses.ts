import type { FastifyRequest } from 'fastify'
import type { LimitLevel } from '../configuration.ts'
import type { Counted, Deps, Limit, Queryable } from '../deps.ts'
import { normalizeEmail } from '../utente/email.ts'
import { hashToken } from '../utente/token.ts'
import { callerOf } from './address.ts'
import { FACTOR } from './limit-levels.ts'
import { createLimit } from './shared-limits.ts'

/** Most wrong passwords of one account per window, whichever call tried them. */
const MAX_GUESSES = 10
const WINDOW_MS = 15 * 60_000

/** Counts the wrong passwords of each account, over every call that tries one (decision 0105). */
export const createGuesses = ({ db, log }: Pick<Deps, 'db' | 'log'>, limits: LimitLevel): Limit =>
  createLimit({ db: { ...db, ...db.reserved }, log }, 'password', MAX_GUESSES * (FACTOR[limits] ?? 1), WINDOW_MS)

/** Returns the address of the account that a social login opens; empty for none. */
async function socialAccount(db: Queryable, token: string): Promise<string> {
  if (token === '') return ''
  const sql = `select u.email from token_social t join identita_social i using (social, soggetto) join utente u using (id_utente)
    where t.hash = $1`
  return (await db.query<{ email: string }>(sql, [hashToken(token)])).rows[0]?.email ?? ''
}

type Guesser = { account: string; device: string | null }

/**
 * Returns the typed address, or the signed-in account's. `device` is set when the account has it, so that others'
 * failures do not delay it.
 */
async function guesserOf({ db }: Deps, request: FastifyRequest): Promise<Guesser> {
  const id_utente = request.sessione?.id_utente
  if (id_utente !== undefined) {
    const { rows } = await db.query<{ email: string }>('select email from utente where id_utente = $1', [id_utente])
    return { account: rows[0]?.email ?? '', device: null }
  }
  // Check the types here: a call without a schema for its query accepts any field.
  const typed: Record<string, unknown> = { ...(request.query as object), ...(request.body as object) }
  const read = (field: string) => (typeof typed[field] === 'string' ? typed[field] : '')
  // A social login names its account by its token. Without an account, all social logins together would count as one.
  const account = normalizeEmail(read('username')) || (await socialAccount(db, read('token_social')))
  if (account === '') return { account: callerOf(request.ip), device: null }
  const device = read('id_dispositivo')
  const { count } = await db.query(
    `select 1 from dispositivo join utente using (id_utente)
     where email = $1 and id_dispositivo = $2 and rimosso is null`,
    [account, device],
    'limite_dispositivo',
  )
  return { account, device: count > 0 ? device : null }
}

/** Counts a try of a password. A known device has a count of its own; its failures count for the account too. */
export async function countGuess(deps: Deps, request: FastifyRequest): Promise<Counted> {
  const { guesses } = deps
  const { account, device } = await guesserOf(deps, request)
  const own = await guesses.take(`${account}|${device ?? ''}`)
  if (own.seconds > 0 || device === null) return own
  const together = await guesses.take(`${account}|`)
  return {
    ...own,
    giveBack: async () => {
      await own.giveBack()
      await together.giveBack()
    },
  }
}

/** Resets the counts of a person who has proved the address by its mail, on this device and on unknown ones. */
export async function forgetGuesses(
  { guesses }: Pick<Deps, 'guesses'>,
  email: string,
  device: string | undefined,
): Promise<void> {
  await guesses.forget(`${email}|`)
  if (device) await guesses.forget(`${email}|${device}`)
}
