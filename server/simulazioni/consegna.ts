import { fail, ok, type Result } from '#contract/result'
import type { EsitoInviato, EsitoSimulazione, RispostaSimulazione } from '#contract/simulazioni'
import { instantOf } from '#rules/data'
import type { Deps } from '../deps.ts'
import type { Sessione } from '../gestore.ts'
import {
  findEsito,
  gatherRisposte,
  hasRisposte,
  isCambiata,
  isScaduta,
  isTardiva,
  lockPartecipazione,
  reachPosto,
} from './partecipazione.ts'
import { recordEsito } from './registra.ts'
import { deliverScaduta, toAutomatica } from './scadute.ts'

type Chi = Pick<Sessione, 'id_utente' | 'id_sessione'>

/**
 * Keeps the answers of a sitting under way. NON_TROVATO for a ticket that is not this account's; nothing after delivery. What comes
 * after the end makes the sitting late, and counts (docs/decisions/0029).
 */
export function storeRisposteSimulazione(
  { db, now }: Deps,
  { id_utente, id_sessione }: Chi,
  { gettone, ...dove }: { gettone: string; indice?: number | undefined; mescola?: boolean | undefined },
  risposte: readonly RispostaSimulazione[],
): Promise<Result<null>> {
  const ricevuta = now()
  return db.tx(async (q) => {
    const p = await lockPartecipazione(q, id_utente, gettone)
    if (!p) return fail('NON_TROVATO', { detail: 'gettone' })
    const gia = await findEsito(q, id_utente, gettone)
    if (gia && !gia.automatica) return ok(null)
    const segni = await gatherRisposte(q, p, id_sessione, risposte)
    const { indice, mescola } = dove
    const cambiata = isCambiata(p, segni)
    const in_ritardo = p.in_ritardo || isTardiva(p, segni, ricevuta) || (cambiata && isScaduta(p, ricevuta))
    await q.query(
      `update partecipazione set risposte = $3, indice = case when $9 then greatest($4::int, indice) else coalesce($4::int, indice) end,
         mescola = coalesce($5::boolean, mescola), in_ritardo = $6, aperta = $7, raggiunti = $8
       where id_utente = $1 and gettone = $2`,
      [
        id_utente,
        gettone,
        JSON.stringify(Object.fromEntries(segni)),
        indice ?? null,
        mescola ?? null,
        in_ritardo,
        !gia,
        JSON.stringify(reachPosto(p, segni, { id_sessione, indice })),
        // Nobody comes back behind the further place, from whatever device.
        p.regole.navigazione === 'solo_avanti',
      ],
      'risposte_tenute',
    )
    if (gia && cambiata) await recordEsito(q, id_utente, { ...p, in_ritardo }, { ...toAutomatica(p), segni })
    return ok(null)
  })
}

/**
 * Receives an outcome: the score is counted here from the answers, whatever the page says (D23). The same ticket again answers
 * what was stored. Late, implausible or later attempts are kept outside the ranking (D24); what is late and brings no other mark
 * finds the sitting delivered at its end (docs/decisions/0029).
 */
export function deliverSimulazione(
  { db, now }: Deps,
  { id_utente, id_sessione }: Chi,
  id_simulazione: number,
  inviato: EsitoInviato,
): Promise<Result<EsitoSimulazione>> {
  const ricevuta = now()
  return db.tx(async (q) => {
    const p = await lockPartecipazione(q, id_utente, inviato.gettone)
    if (p?.id_simulazione !== id_simulazione) return fail('NON_TROVATO', { detail: 'gettone' })
    const gia = await findEsito(q, id_utente, inviato.gettone)
    if (gia && !gia.automatica) return ok(gia)
    const segni = await gatherRisposte(q, p, id_sessione, inviato.risposte ?? [])
    const { sorgente, consegnata } = inviato
    if (consegnata && isScaduta(p, ricevuta) && hasRisposte(p) && !isCambiata(p, segni))
      return ok(gia ?? (await deliverScaduta(q, id_utente, p)))
    const data = new Date(instantOf(inviato.data_simulazione))
    return ok(await recordEsito(q, id_utente, p, { data, ricevuta, segni, sorgente, consegnata, automatica: false }))
  })
}
