import { fail, ok, type Result } from '#contract/result'
import type { Deps } from '../deps.ts'
import { composeSecondoFattore, composeSenzaCodice, composeSenzaCodiceTraPoco } from '../mail/factor-messages.ts'
import { enqueue } from '../outbox.ts'
import { spendLink, writeLink } from './own-proof.ts'
import { findUtente, type UtenteRow } from './profilo.ts'
import { dropFactor } from './second-factor.ts'

/**
 * Milliseconds for which a factor still stands after its mail was confirmed: the holder of a code stops it by signing
 * in.
 */
const RELIEF_MS = 7 * 24 * 3600 * 1000
const HOUR_MS = 3600 * 1000
const MAILS_AN_HOUR = 3

/**
 * Mails a link to a person who has proved the account but has neither phone nor recovery code [AU48]: recovery alone
 * turns no factor off. VIETATO while the account enters the console, NON_TROVATO where none is on, RATE_LIMIT_EXCEEDED.
 */
export async function requestRelief(deps: Deps, row: UtenteRow): Promise<Result<null>> {
  const { id_utente } = row
  if (row.ruolo !== null) return fail('VIETATO')
  const sent = await deps.db.tx(async (q): Promise<Result<null>> => {
    const on = await q.query('select 1 from secondo_fattore where id_utente = $1 and attivo is not null for update', [
      id_utente,
    ])
    if (on.count === 0) return fail('NON_TROVATO')
    const recent = await q.query(
      `select 1 from gettone where id_utente = $1 and tipo = 'senza_codice' and creato > $2`,
      [id_utente, new Date(deps.now().getTime() - HOUR_MS)],
    )
    if (recent.count >= MAILS_AN_HOUR) return fail('RATE_LIMIT_EXCEEDED', { dati: { secondi: HOUR_MS / 1000 } })
    const token = await writeLink(q, deps, row, { tipo: 'senza_codice' })
    const link = `${deps.config.publicUrl}/simulatore/auth/?type=login&codice=${token}`
    await enqueue(q, deps, 'posta', composeSenzaCodice(row.email, link), id_utente)
    return ok(null)
  })
  if (sent.ok) await deps.wake()
  return sent
}

/** Confirms the link: the factor ends in a week, and the mail has the day. LINK_SCADUTO. */
export async function confirmRelief(deps: Deps, token: string): Promise<Result<null>> {
  const done = await deps.db.tx(async (q): Promise<Result<null>> => {
    const link = await spendLink(q, deps, 'senza_codice', token)
    const row = link && (await findUtente(q, link.id_utente))
    if (!row || row.ruolo !== null) return fail('LINK_SCADUTO')
    const end = new Date(deps.now().getTime() + RELIEF_MS)
    const { count } = await q.query(
      'update secondo_fattore set da_togliere = coalesce(da_togliere, $2) where id_utente = $1 and attivo is not null',
      [row.id_utente, end],
    )
    if (count === 0) return fail('LINK_SCADUTO')
    await enqueue(q, deps, 'posta', composeSenzaCodiceTraPoco(row.email, end), row.id_utente)
    return ok(null)
  })
  if (done.ok) await deps.wake()
  return done
}

/** Turns off the factors whose week is over. */
export async function endDueFactors(deps: Deps): Promise<void> {
  const { rows } = await deps.db.query<{ id_utente: number; email: string }>(
    'select id_utente, email from secondo_fattore join utente using (id_utente) where da_togliere <= $1',
    [deps.now()],
  )
  for (const { id_utente, email } of rows)
    await deps.db.tx(async (q) => {
      await q.query('select 1 from secondo_fattore where id_utente = $1 for update', [id_utente])
      const due = await q.query('select 1 from secondo_fattore where id_utente = $1 and da_togliere <= $2', [
        id_utente,
        deps.now(),
      ])
      if (due.count > 0 && (await dropFactor(q, id_utente)))
        await enqueue(q, deps, 'posta', composeSecondoFattore(email, 'spento'), id_utente)
    })
  if (rows.length > 0) await deps.wake()
}
