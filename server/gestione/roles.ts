import type { Ruolo } from '#contract/gestione/call'
import type { Deps } from '../deps.ts'
import { composeRuoloTolto } from '../mail/factor-messages.ts'
import { type Act, writeAct } from '../operator/audit.ts'
import { enqueue } from '../outbox.ts'
import { findUtenteByEmail } from '../utente/profilo.ts'
import { dropEnrolmentCode, makeEnrolmentCode } from './enrolment.ts'
import { countFactors } from './sessions.ts'

/** The role before, and the code of the first second factor where the account has none. */
type RoleSet = { before: Ruolo | null; code: string | null }

/**
 * Sets the role of an account, and ends its sessions of the console; without a role its passkeys go too, and with one the
 * end of its codes that somebody asked for is off. Undefined where no account has the address.
 */
export async function setRole(
  deps: Pick<Deps, 'db' | 'now' | 'random'>,
  email: string,
  role: Ruolo | null,
  act: Pick<Act, 'via' | 'atto' | 'blocco'>,
): Promise<RoleSet | undefined> {
  return deps.db.tx(async (q) => {
    const row = await findUtenteByEmail(q, email)
    if (!row) return undefined
    const { id_utente, ruolo: before } = row
    await q.query('update utente set ruolo = $2 where id_utente = $1', [id_utente, role])
    await q.query('delete from sessione_gestione where id_utente = $1', [id_utente])
    await writeAct(q, deps, { ...act, oggetto: `utente ${id_utente}`, prima: { ruolo: before }, dopo: { ruolo: role } })
    if (role === null) {
      await dropEnrolmentCode(q, id_utente)
      const { count } = await q.query('delete from passkey where id_utente = $1', [id_utente])
      if (count > 0) await enqueue(q, deps, 'posta', composeRuoloTolto(row.email), id_utente)
      return { before, code: null }
    }
    await q.query('update secondo_fattore set da_togliere = null where id_utente = $1', [id_utente])
    const isFirst = (await countFactors(q, id_utente)) === 0
    return { before, code: isFirst ? await makeEnrolmentCode(q, deps, id_utente) : null }
  })
}
