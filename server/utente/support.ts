import type { RichiestaAssistenza } from '#contract/account'
import { fail, ok, type Result } from '#contract/result'
import type { Deps } from '../deps.ts'
import { composeAssistenza, composeRicevutaAssistenza } from '../mail/messages.ts'
import { enqueue } from '../outbox.ts'
import { normalizeEmail } from './email.ts'
import { findUtente } from './profilo.ts'

/**
 * Stores a message to the operator and sends it to the mailbox of ASSISTENZA. A signed-in person gets a copy and the
 * reply at the account's address. A stranger's address gets no copy: strangers could otherwise mail any address.
 * MISSING_REQUIRED_PARAM without an address.
 */
export async function askSupport(
  deps: Deps,
  id_utente: number | null,
  { email, argomento, testo }: RichiestaAssistenza,
): Promise<Result<{ numero: number }>> {
  const utente = id_utente === null ? null : await findUtente(deps.db, id_utente)
  const da = utente?.email ?? (email ? normalizeEmail(email) : null)
  if (!da) return fail('MISSING_REQUIRED_PARAM', { campi: ['email'] })
  const numero = await deps.db.tx(async (q) => {
    const { rows } = await q.query<{ id_richiesta: number }>(
      `insert into richiesta_assistenza (id_utente, email, argomento, testo, creata) values ($1, $2, $3, $4, $5) returning id_richiesta`,
      [utente?.id_utente ?? null, da, argomento, testo, deps.now()],
    )
    const numero = rows[0]!.id_richiesta
    const domanda = { numero, email: da, argomento, testo, id_utente: utente?.id_utente ?? null }
    await enqueue(q, deps, 'posta', composeAssistenza(deps.config.assistenza, domanda))
    if (utente?.email_verificata)
      await enqueue(q, deps, 'posta', composeRicevutaAssistenza(da, numero, testo), utente.id_utente)
    return numero
  })
  await deps.wake()
  return ok({ numero })
}

export type SupportRow = {
  numero: number
  id_utente: number | null
  email: string
  argomento: string
  testo: string
  creata: Date
}

/** Lists messages from people, the newest first. */
export async function listSupport({ db }: Pick<Deps, 'db'>, most: number): Promise<SupportRow[]> {
  const { rows } = await db.query<SupportRow>(
    `select id_richiesta as numero, id_utente, email, argomento, testo, creata from richiesta_assistenza
     order by id_richiesta desc limit $1`,
    [most],
  )
  return rows
}
