import { fail, ok, type Result } from '#contract/result'
import type { EsitoInviato, EsitoSimulazione, RispostaSimulazione } from '#contract/simulazioni'
import { instantOf } from '#rules/data'
import type { Deps } from '../deps.ts'
import { findEsito, hasRisposte, isCambiata, isScaduta, isTardiva, lockPartecipazione } from './partecipazione.ts'
import { recordEsito } from './registra.ts'
import { deliverScaduta, toAutomatica } from './scadute.ts'
import { gather } from './segni.ts'

/**
 * Keeps the answers of a sitting under way. NON_TROVATO for a ticket that is not this account's; nothing after delivery. What comes
 * after the end makes the sitting late, and counts (docs/decisions/0029).
 */
export function storeRisposteSimulazione(
  { db, now }: Deps,
  id_utente: number,
  { gettone, ...dove }: { gettone: string; indice?: number | undefined; mescola?: boolean | undefined },
  risposte: readonly RispostaSimulazione[],
): Promise<Result<null>> {
  const ricevuta = now()
  return db.tx(async (q) => {
    const p = await lockPartecipazione(q, id_utente, gettone)
    if (!p) return fail('NON_TROVATO', { dettaglio: 'gettone' })
    const gia = await findEsito(q, id_utente, gettone)
    if (gia && !gia.automatica) return ok(null)
    const segni = gather(p.estrazione, p.risposte, risposte)
    const { indice, mescola } = dove
    const cambiata = isCambiata(p, segni)
    const in_ritardo = p.in_ritardo || isTardiva(p, segni, ricevuta) || (cambiata && isScaduta(p, ricevuta))
    await q.query(
      `update partecipazione set risposte = $3, indice = coalesce($4::int, indice), mescola = coalesce($5::boolean, mescola),
         in_ritardo = $6, aperta = $7 where id_utente = $1 and gettone = $2`,
      [
        id_utente,
        gettone,
        JSON.stringify(Object.fromEntries(segni)),
        indice ?? null,
        mescola ?? null,
        in_ritardo,
        !gia,
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
  id_utente: number,
  id_simulazione: number,
  inviato: EsitoInviato,
): Promise<Result<EsitoSimulazione>> {
  const ricevuta = now()
  return db.tx(async (q) => {
    const p = await lockPartecipazione(q, id_utente, inviato.gettone)
    if (p?.id_simulazione !== id_simulazione) return fail('NON_TROVATO', { dettaglio: 'gettone' })
    const gia = await findEsito(q, id_utente, inviato.gettone)
    if (gia && !gia.automatica) return ok(gia)
    const segni = gather(p.estrazione, p.risposte, inviato.risposte ?? [])
    const { sorgente, consegnata } = inviato
    if (consegnata && isScaduta(p, ricevuta) && hasRisposte(p) && !isCambiata(p, segni))
      return ok(gia ?? (await deliverScaduta(q, id_utente, p)))
    const data = new Date(instantOf(inviato.data_simulazione))
    return ok(await recordEsito(q, id_utente, p, { data, ricevuta, segni, sorgente, consegnata, automatica: false }))
  })
}
