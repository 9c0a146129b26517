import type { BodyOf } from '#contract/calls'
import { fail, ok, type Result } from '#contract/result'
import { ACCESS_RIGHTS } from '#rules/access'
import { readDay, readDayStart } from '../day.ts'
import type { Deps } from '../deps.ts'
import { applyAcquisto } from '../payments/grant.ts'
import { grantLivello } from '../utente/livello.ts'
import { enqueueContact } from '../utente/mailing-contact.ts'
import { findUtente } from '../utente/profilo.ts'

const PER_GIRO = 500

type Tier = NonNullable<BodyOf<'aggiorna_livello'>>

/**
 * Sets the tier of one account for the operator; UTENTE_NON_TROVATO, RICHIESTA_NON_VALIDA for an end that the tier does
 * not have.
 */
export async function setTier(deps: Deps, t: Tier): Promise<Result<null>> {
  const end = t.data_scadenza_premium ? new Date(t.data_scadenza_premium) : null
  if (end && !ACCESS_RIGHTS[t.livello].scade) return fail('RICHIESTA_NON_VALIDA', { campi: ['data_scadenza_premium'] })
  return deps.db.tx(async (q) => {
    const row = await findUtente(q, t.id_utente_idoneo)
    if (!row) return fail('UTENTE_NON_TROVATO')
    await grantLivello({ db: q, now: deps.now }, row.email, t.livello, end)
    await enqueueContact(q, deps, t.id_utente_idoneo)
    return ok(null)
  })
}

/**
 * Aligns every account: applies verified purchases that were never applied, and sends expired contacts to the mailing
 * provider.
 */
export async function refreshTiers(deps: Deps): Promise<Result<{ applicati: number; contatti: number }>> {
  const { rows } = await deps.db.query<{ id_acquisto: number }>(
    `select id_acquisto from acquisto where stato = 'pagato' and applicato is null and id_utente is not null limit ${PER_GIRO}`,
  )
  let applicati = 0
  for (const { id_acquisto } of rows) if (await deps.db.tx((q) => applyAcquisto(q, deps, id_acquisto))) applicati += 1
  const contatti = await tellExpired(deps)
  await deps.wake()
  return ok({ applicati, contatti })
}

/** Sends contacts of accounts whose premium ended in the last day; a contact sent twice is the same contact. */
async function tellExpired(deps: Deps): Promise<number> {
  const ora = deps.now()
  const { rows } = await deps.db.query<{ id_utente: number }>(
    `select id_utente from utente where livello in (2, 3) and flag_commerciale = 1 and data_scadenza_premium <= $1
       and data_scadenza_premium > $1::timestamptz - interval '31 days' limit ${PER_GIRO}`,
    [ora],
  )
  for (const { id_utente } of rows) await deps.db.tx((q) => enqueueContact(q, deps, id_utente))
  return deps.config.contatti ? rows.length : 0
}

/**
 * Ends premium now for accounts that activated it within these dates (spec §6, §7). RICHIESTA_NON_VALIDA for impossible
 * dates.
 */
export async function endPremium(
  deps: Deps,
  { attivati_da, attivati_a }: { attivati_da: string; attivati_a: string },
): Promise<Result<{ disattivati: number }>> {
  const [from, to] = [readDayStart(attivati_da), readDay(attivati_a)]
  const campi = [...(from ? [] : ['attivati_da']), ...(to ? [] : ['attivati_a'])]
  if (!from || !to) return fail('RICHIESTA_NON_VALIDA', { campi })
  if (from > to) return fail('RICHIESTA_NON_VALIDA', { campi: ['attivati_a'] })
  const disattivati = await deps.db.tx(async (q) => {
    const { rows } = await q.query<{ id_utente: number }>(
      `update utente set data_scadenza_premium = $3 where livello = 3 and data_passaggio_premium between $1 and $2
         and (data_scadenza_premium is null or data_scadenza_premium > $3) returning id_utente`,
      [from, to, deps.now()],
    )
    for (const { id_utente } of rows) await enqueueContact(q, deps, id_utente)
    return rows.length
  })
  await deps.wake()
  return ok({ disattivati })
}
