import type { EsitoTransazione, Fornitore, Listino, PagamentoAvviato } from '#contract/pagamenti'
import { ok, type Result } from '#contract/result'
import { call } from '../../api/client.ts'
import { loadLivello } from '../../domain/livello.ts'
import { refreshUser } from '../../domain/sign-in.ts'

/** Durations with their prices, and the promo that lowers them. */
export type Offer = { listino: Listino; promo: { codice: string; sconto: number } | null }

/** Reads the durations on sale. A promo that fails to load does not stop the sale. */
export async function readOffer(): Promise<Result<Offer>> {
  const [listino, promo] = await Promise.all([call('listino'), call('getpromouser')])
  if (!listino.ok) return listino
  const { codice = null, sconto = null } = promo.ok ? promo.value : {}
  return ok({
    listino: listino.value,
    promo: codice !== null && sconto !== null ? { codice, sconto } : null,
  })
}

/** Begins a checkout; the page has collected both consents. */
export const beginPurchase = (durata: string, codice_promo: string): Promise<Result<PagamentoAvviato>> =>
  call('pagamento', {
    corpo: {
      durata,
      accetta_condizioni: true,
      esecuzione_immediata: true,
      ...(codice_promo !== '' && { codice_promo }),
    },
  })

/** Purchase that returned from its checkout. */
export type Transazione = { fornitore: Fornitore; id_sessione: string }

/** Returns the purchase named in the address of a returning checkout, or null for any other address. */
export function readTransazione(query: URLSearchParams): Transazione | null {
  const [fornitore, id_sessione] = [query.get('fornitore'), query.get('id_sessione')]
  if (query.get('esito') !== 'pagato' || !id_sessione) return null
  return fornitore === 'STRIPE' || fornitore === 'PROVA' ? { fornitore, id_sessione } : null
}

/** Checks once whether the account reflects the purchase, applies it when verified, then reads the tier again [PY2]. */
export async function checkPurchase(transazione: Transazione): Promise<Result<EsitoTransazione['stato']>> {
  const verified = await call('verifica_transazione', { corpo: transazione })
  if (!verified.ok) return verified
  let { stato } = verified.value
  if (stato === 'VERIFICATA' && (await call('incrementa_livello', { query: {} })).ok) stato = 'APPLICATA'
  if (stato === 'APPLICATA') await Promise.all([loadLivello(), refreshUser()])
  return ok(stato)
}
