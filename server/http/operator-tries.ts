import type { FastifyRequest } from 'fastify'
import type { Counted, Deps } from '../deps.ts'
import { findKnownBrowser } from '../gestione/known-browser.ts'
import { normalizeEmail } from '../utente/email.ts'
import { siteOf } from './address.ts'
import { createLimit } from './shared-limits.ts'

/** Wrong tries of one account per window: of a known browser or of one site, and of all unknown browsers together. */
const MAX_TRIES = 10
const MAX_STRANGERS = 50
const WINDOW_MS = 15 * 60_000

/** Returns the address of the signed-in operator, or the typed one. */
function accountOf({ gestore, body }: FastifyRequest): string {
  if (gestore) return gestore.email
  const { username } = (body ?? {}) as { username?: unknown }
  return typeof username === 'string' ? normalizeEmail(username) : ''
}

/** Returns whether the caller's browser gave both factors of the account before. */
export const findCallersBrowser = (deps: Deps, request: FastifyRequest): Promise<string | null> =>
  findKnownBrowser(deps, request.headers.cookie, accountOf(request))

/**
 * Opens the count of an operator's wrong passwords and codes (decision 0155). A known browser has a count of its own, which
 * no outsider fills.
 */
export function createOperatorTries(deps: Deps, name: string, factor: number) {
  const limitOf = (kind: string, max: number) => createLimit(deps, `${name}.${kind}`, max * factor, WINDOW_MS)
  const known = limitOf('noto', MAX_TRIES)
  const site = limitOf('rete', MAX_TRIES)
  const strangers = limitOf('tutti', MAX_STRANGERS)
  return async (request: FastifyRequest): Promise<Counted> => {
    const account = accountOf(request)
    const browser = await findCallersBrowser(deps, request)
    if (browser !== null) return known.take(`${account}|${browser}`)
    const near = await site.take(`${account}|${siteOf(request.ip)}`)
    if (near.seconds > 0) return near
    const all = await strangers.take(account)
    if (all.seconds > 0) {
      await near.giveBack()
      return all
    }
    return {
      ...near,
      giveBack: async () => {
        await near.giveBack()
        await all.giveBack()
      },
    }
  }
}
