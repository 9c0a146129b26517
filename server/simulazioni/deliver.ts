import { fail, ok, type Result } from '#contract/result'
import type { EsitoInviato, EsitoSimulazione, RispostaSimulazione } from '#contract/simulazioni'
import { instantOf } from '#rules/dates'
import type { Deps } from '../deps.ts'
import type { Session } from '../handler.ts'
import { deliverExpired, toAutomatic } from './expired.ts'
import {
  findEsito,
  gatherRisposte,
  hasRisposte,
  isChanged,
  isExpired,
  isLate,
  lastTicket,
  lockPartecipazione,
  onlyOpenTicket,
  reachSlot,
} from './partecipazione.ts'
import { recordEsito } from './record.ts'

type Participant = Pick<Session, 'id_utente' | 'id_sessione'>

/**
 * Stores the answers of a sitting under way. A ticket names it; else it is the last one begun of the answers'
 * simulation, or the account's only open one (spec §7). MISSING_REQUIRED_PARAM where none or several are open,
 * NON_TROVATO for a ticket that is not this account's; nothing after delivery. Answers after the end make the sitting
 * late, and count (decision 0029).
 */
export function storeRisposteSimulazione(
  { db, now }: Deps,
  { id_utente, id_sessione }: Participant,
  where: { gettone?: string | undefined; indice?: number | undefined; mescola?: boolean | undefined },
  risposte: readonly RispostaSimulazione[],
): Promise<Result<null>> {
  const receivedAt = now()
  return db.tx(async (q) => {
    const named = risposte.find((r) => r.id_simulazione !== undefined)?.id_simulazione
    const gettone =
      where.gettone ??
      (named === undefined ? await onlyOpenTicket(q, id_utente) : await lastTicket(q, id_utente, Number(named)))
    if (gettone === undefined && named === undefined)
      return fail('MISSING_REQUIRED_PARAM', { campi: ['id_simulazione'] })
    const p = gettone === undefined ? undefined : await lockPartecipazione(q, id_utente, gettone)
    if (!p) return fail('NON_TROVATO', { detail: 'gettone' })
    const already = await findEsito(q, id_utente, p.gettone)
    if (already && !already.automatica) return ok(null)
    const marks = await gatherRisposte(q, p, id_sessione, risposte)
    const { indice, mescola: shuffle } = where
    const changed = isChanged(p, marks)
    const in_ritardo = p.in_ritardo || isLate(p, marks, receivedAt) || (changed && isExpired(p, receivedAt))
    await q.query(
      `update partecipazione set risposte = $3, indice = case when $9 then greatest($4::int, indice) else coalesce($4::int, indice) end,
         mescola = coalesce($5::boolean, mescola), in_ritardo = $6, aperta = $7, raggiunti = $8
       where id_utente = $1 and gettone = $2`,
      [
        id_utente,
        p.gettone,
        JSON.stringify(Object.fromEntries(marks)),
        indice ?? null,
        shuffle ?? null,
        in_ritardo,
        !already,
        JSON.stringify(reachSlot(p, marks, { id_sessione, indice })),
        // Refuse marks behind the furthest place, from any device.
        p.regole.navigazione === 'solo_avanti',
      ],
      'risposte_tenute',
    )
    if (already && changed) await recordEsito(q, id_utente, { ...p, in_ritardo }, { ...toAutomatic(p), segni: marks })
    return ok(null)
  })
}

/**
 * Receives an outcome: the score is counted here from the answers, and the page's own is ignored (D23). The same ticket
 * again returns the stored outcome. Late, implausible or later attempts are kept outside the ranking (D24). A late
 * delivery without new marks finds the sitting delivered at its end (decision 0029).
 */
export function deliverSimulazione(
  { db, now }: Deps,
  { id_utente, id_sessione }: Participant,
  id_simulazione: number,
  inviato: EsitoInviato,
): Promise<Result<EsitoSimulazione>> {
  const receivedAt = now()
  return db.tx(async (q) => {
    const gettone = inviato.gettone ?? (await lastTicket(q, id_utente, id_simulazione))
    const p = gettone === undefined ? undefined : await lockPartecipazione(q, id_utente, gettone)
    if (p?.id_simulazione !== id_simulazione) return fail('NON_TROVATO', { detail: 'gettone' })
    const already = await findEsito(q, id_utente, p.gettone)
    if (already && !already.automatica) return ok(already)
    const marks = await gatherRisposte(q, p, id_sessione, inviato.risposte ?? [])
    const { sorgente, consegnata: deliveredAt } = inviato
    if (deliveredAt && isExpired(p, receivedAt) && hasRisposte(p) && !isChanged(p, marks))
      return ok(already ?? (await deliverExpired(q, id_utente, p)))
    // Replace a date that no calendar has by the server's own: no trial is lost for it.
    const told = instantOf(inviato.data_simulazione)
    const data = Number.isFinite(told) ? new Date(told) : receivedAt
    return ok(
      await recordEsito(q, id_utente, p, {
        data,
        ricevuta: receivedAt,
        segni: marks,
        sorgente,
        consegnata: deliveredAt,
        automatica: false,
      }),
    )
  })
}
