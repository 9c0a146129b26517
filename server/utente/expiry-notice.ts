import type { Deps } from '../deps.ts'
import { composeScadenza } from '../mail/messages.ts'
import { enqueue } from '../outbox.ts'

/** Days before the end of a premium at which its notice is sent. */
const GIORNI = 7
const PER_GIRO = 200

/** Mails each account that wants it, once, that its premium is about to end. */
export async function notifyExpiring(deps: Deps): Promise<void> {
  const ora = deps.now()
  const entro = new Date(ora.getTime() + GIORNI * 24 * 3600 * 1000)
  await deps.db.tx(async (q) => {
    const { rows } = await q.query<{ id_utente: number; email: string; fine: Date }>(
      `update utente u set scadenza_avvisata = data_scadenza_premium where id_utente in (
         select id_utente from utente where data_scadenza_premium > $1 and data_scadenza_premium <= $2 and livello in (2, 3)
           and flag_notifiche = 1 and email_verificata and stato = 'attivo'
           and scadenza_avvisata is distinct from data_scadenza_premium limit ${PER_GIRO} for update skip locked)
       returning u.id_utente, u.email, u.data_scadenza_premium as fine`,
      [ora, entro],
    )
    const link = `${deps.config.publicUrl}/simulatore/premium`
    for (const { id_utente, email, fine } of rows)
      await enqueue(q, deps, 'posta', composeScadenza(email, fine, link), id_utente, { urgent: false })
  })
}
