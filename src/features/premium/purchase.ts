import type { EsitoTransazione, Fornitore, Listino, PagamentoAvviato } from '#contract/pagamenti'
import { ok, type Result } from '#contract/result'
import { call } from '../../api/client.ts'
import { loadLivello } from '../../domain/livello.ts'
import { refreshUser } from '../../domain/sign-in.ts'

/** What the page knows of the offer: durations with their prices, and the promo that lowers them. */
export type Offer = { listino: Listino; promo: { codice: string; sconto: number } | null }

/** Reads what is on sale. A promo that does not come is no reason not to sell. */
export async function readOffer(): Promise<Result<Offer>> {
  const [listino, promo] = await Promise.all([call('listino'), call('getpromouser')])
  if (!listino.ok) return listino
  const { codice = null, sconto = null } = promo.ok ? promo.value : {}
  return ok({
    listino: listino.value,
    promo: codice !== null && sconto !== null ? { codice, sconto } : null,
  })
}

/** Begins a checkout; both consents were given on the page. */
export const beginPurchase = (durata: string, codice_promo: string): Promise<Result<PagamentoAvviato>> =>
  call('pagamento', {
    corpo: {
      durata,
      accetta_condizioni: true,
      esecuzione_immediata: true,
      ...(codice_promo !== '' && { codice_promo }),
    },
  })

/** A purchase that came back from its checkout. */
export type Transazione = { fornitore: Fornitore; id_sessione: string }

/** The purchase that an address speaks of, where a checkout sent the browser back; null for any other. */
export function readTransazione(query: URLSearchParams): Transazione | null {
  const [fornitore, id_sessione] = [query.get('fornitore'), query.get('id_sessione')]
  if (query.get('esito') !== 'pagato' || !id_sessione) return null
  return fornitore === 'STRIPE' || fornitore === 'PROVA' ? { fornitore, id_sessione } : null
}

/** Asks once whether the account reflects the purchase, applies it when it is verified, and then reads the tier again [PY2]. */
export async function checkPurchase(transazione: Transazione): Promise<Result<EsitoTransazione['stato']>> {
  const verified = await call('verifica_transazione', { corpo: transazione })
  if (!verified.ok) return verified
  let { stato } = verified.value
  if (stato === 'VERIFICATA' && (await call('incrementa_livello', { query: {} })).ok) stato = 'APPLICATA'
  if (stato === 'APPLICATA') await Promise.all([loadLivello(), refreshUser()])
  return ok(stato)
}
