import { randomBytes } from 'node:crypto'
import type { Social } from '#contract/account'
import { hashToken } from '#server/utente/token'
import type { Mondo } from '../world.ts'

/** What a provider says of a person, `verified` where it vouches for the address. */
export type Said = { social?: Social; sub: string; email?: string | null; verified?: boolean }

/** The end of a social flow, without the flow: a token_social in the browser that began. */
export async function entered(world: Mondo, { social = 'GOOGLE', sub, email = null, verified = false }: Said) {
  const [token_social, bond] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')]
  await world.db.query(
    `insert into token_social (hash, social, soggetto, email, email_verificata, nome, legame_hash, scade)
     values ($1, $2, $3, $4, $5, null, $6, $7)`,
    [
      hashToken(token_social),
      social,
      sub,
      email,
      verified,
      hashToken(bond),
      new Date(world.orologio.now().getTime() + 300_000),
    ],
  )
  return { vo: { social, token_social }, headers: { cookie: `idoneo_social=${bond}` } }
}
