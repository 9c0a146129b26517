import { fail, ok, type Result } from '#contract/result'
import type { Deps, Queryable } from '../deps.ts'
import { hashToken } from '../utente/token.ts'
import { toBase32 } from '../utente/totp.ts'
import type { Gestore } from './sessions.ts'

/** Life of a code: its person is reached meanwhile by another way than the mailbox. */
export const ENROLMENT_HOURS = 72
/** Bytes of a code: 80 bits. */
const BYTES = 10

/** Makes the code with which an account sets its first second factor up, in place of an earlier one. */
export async function makeEnrolmentCode(
  q: Queryable,
  { now, random }: Pick<Deps, 'now' | 'random'>,
  id_utente: number,
): Promise<string> {
  const code = toBase32(random(BYTES))
  await q.query(
    `insert into codice_gestione (id_utente, hash, scade) values ($1, $2, $3)
     on conflict (id_utente) do update set hash = excluded.hash, scade = excluded.scade`,
    [id_utente, hashToken(code), new Date(now().getTime() + ENROLMENT_HOURS * 3600_000)],
  )
  return code.replace(/(.{4})(?=.)/g, '$1-')
}

/** Admits a session to the first second factor. CODICE_ERRATO for a wrong code, one that is over, and one of another account. */
export async function enrol({ db, now }: Deps, gestore: Gestore, typed: string): Promise<Result<Gestore>> {
  const code = typed.replace(/[\s-]/g, '').toLowerCase()
  const { count } = await db.query(
    `update sessione_gestione s set iscritta = true from codice_gestione c
     where s.id_sessione = $1 and c.id_utente = s.id_utente and c.hash = $2 and c.scade > $3`,
    [gestore.id_sessione, hashToken(code), now()],
  )
  return count > 0 ? ok({ ...gestore, iscritta: true }) : fail('CODICE_ERRATO')
}

/** Uses the code of an account up. */
export async function dropEnrolmentCode(q: Queryable, id_utente: number): Promise<void> {
  await q.query('delete from codice_gestione where id_utente = $1', [id_utente])
}
