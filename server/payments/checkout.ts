import type { BodyOf } from '#contract/calls'
import type { DurataPremium, Fornitore, Listino, PagamentoAvviato } from '#contract/pagamenti'
import { fail, ok, type Result } from '#contract/result'
import { PREMIUM } from '#rules/access'
import { discountPrice } from '#rules/premium'
import type { Deps } from '../deps.ts'
import { writeConsensi } from '../utente/consents.ts'
import { effectiveLivello } from '../utente/livello.ts'
import { findUtente } from '../utente/profilo.ts'
import { newToken } from '../utente/token.ts'
import { openCheckout } from './stripe.ts'

/** Returns the provider of this installation; null when it has none: no keys, in production (D34). */
export const providerOf = ({ config }: Pick<Deps, 'config'>): Fornitore | null =>
  config.stripe ? 'STRIPE' : config.production ? null : 'PROVA'

export const readListino = (deps: Pick<Deps, 'config'>): Listino => ({
  durate: deps.config.durate,
  fornitore: providerOf(deps),
  recesso_giorni: deps.config.recessoGiorni,
})

/** Returns the address to which the browser returns; the page then calls `verifica_transazione`. */
export const returnUrl = ({ config }: Pick<Deps, 'config'>, fornitore: Fornitore, id_sessione: string): string =>
  `${config.publicUrl}/simulatore/premium?esito=pagato&fornitore=${fornitore}&id_sessione=${id_sessione}`
export const cancelUrl = ({ config }: Pick<Deps, 'config'>): string =>
  `${config.publicUrl}/simulatore/premium?esito=annullato`

/** Returns the price with a promo code of everybody or of this account. CODICE_PROMO_NON_VALIDO. */
async function priceOf(
  { db, now }: Deps,
  id_utente: number,
  durata: DurataPremium,
  codice: string | undefined,
): Promise<Result<{ prezzo: number; codice_promo: string | null }>> {
  if (!codice?.trim()) return ok({ prezzo: durata.prezzo, codice_promo: null })
  const { rows } = await db.query<{ codice: string; sconto: number }>(
    `select codice, sconto from promo where upper(codice) = upper($1) and sconto is not null
       and (id_utente is null or id_utente = $2) and (scade is null or scade > $3)`,
    [codice.trim(), id_utente, now()],
  )
  const promo = rows[0]
  if (!promo) return fail('CODICE_PROMO_NON_VALIDO')
  return ok({
    prezzo: discountPrice(durata.prezzo, promo.sconto),
    codice_promo: promo.codice,
  })
}

type Opened = { id_acquisto: number; email: string }

/** Writes the purchase and the consents to its conditions, before any request to a provider. */
async function writeAcquisto(
  deps: Deps,
  fornitore: Fornitore,
  { id_utente, ip }: { id_utente: number; ip: string },
  durata: DurataPremium,
  { prezzo, codice_promo }: { prezzo: number; codice_promo: string | null },
): Promise<Result<Opened>> {
  return deps.db.tx(async (q) => {
    const utente = await findUtente(q, id_utente)
    if (!utente) return fail('TOKEN_NON_VALIDO')
    const ora = deps.now()
    if (effectiveLivello(utente, ora) === PREMIUM && utente.data_scadenza_premium === null) return fail('GIA_PREMIUM')
    await writeConsensi(q, { id_utente, ora, ip, consensi: { condizioni_acquisto: true, esecuzione_immediata: true } })
    const { rows } = await q.query<{ id_acquisto: number }>(
      `insert into acquisto (id_utente, fornitore, id_sessione, durata, mesi, prezzo, valuta, creato, codice_promo, codice_affiliato)
       select id_utente, $2, $3, $4, $5, $6, $7, $8, $9, codice_affiliato from utente where id_utente = $1 returning id_acquisto`,
      [
        id_utente,
        fornitore,
        `aperta-${newToken(deps.random)}`,
        durata.durata,
        durata.mesi,
        prezzo,
        durata.valuta,
        ora,
        codice_promo,
      ],
    )
    return ok({ id_acquisto: rows[0]!.id_acquisto, email: utente.email })
  })
}

/**
 * Begins a checkout and returns its address (D33). Nothing is granted here. CONDIZIONI_NON_ACCETTATE with the missing
 * consents, DURATA_NON_IN_VENDITA, CODICE_PROMO_NON_VALIDO, GIA_PREMIUM, PAGAMENTO_NON_DISPONIBILE.
 */
export async function beginCheckout(
  deps: Deps,
  chi: { id_utente: number; ip: string },
  r: BodyOf<'pagamento'>,
): Promise<Result<PagamentoAvviato>> {
  const campi = (['accetta_condizioni', 'esecuzione_immediata'] as const).filter((campo) => r[campo] !== true)
  if (campi.length > 0) return fail('CONDIZIONI_NON_ACCETTATE', { campi })
  const fornitore = providerOf(deps)
  if (!fornitore) return fail('PAGAMENTO_NON_DISPONIBILE')
  const durata = deps.config.durate.find((d) => d.durata === r.durata)
  if (!durata) return fail('DURATA_NON_IN_VENDITA')
  const price = await priceOf(deps, chi.id_utente, durata, r.codice_promo)
  if (!price.ok) return price
  const written = await writeAcquisto(deps, fornitore, chi, durata, price.value)
  if (!written.ok) return written
  const { id_acquisto, email } = written.value
  const checkout = await openAt(deps, fornitore, id_acquisto, email, durata, price.value.prezzo)
  if (!checkout) {
    await deps.db.query(`update acquisto set stato = 'annullato' where id_acquisto = $1`, [id_acquisto])
    return fail('PAGAMENTO_NON_DISPONIBILE')
  }
  await deps.db.query('update acquisto set id_sessione = $2 where id_acquisto = $1', [id_acquisto, checkout.id])
  return ok({ url: checkout.url, fornitore, id_sessione: checkout.id, prezzo: price.value.prezzo })
}

async function openAt(
  deps: Deps,
  fornitore: Fornitore,
  id_acquisto: number,
  email: string,
  durata: DurataPremium,
  prezzo: number,
): Promise<{ id: string; url: string } | null> {
  const { stripe, publicUrl } = deps.config
  if (fornitore === 'PROVA' || !stripe) {
    const id = `prova_${newToken(deps.random)}`
    return { id, url: `${publicUrl}/pagamento-di-prova/${id}` }
  }
  const nome = `Idoneo Premium, ${durata.mesi === 1 ? '1 mese' : `${durata.mesi} mesi`} (pagamento unico)`
  const request = {
    id_acquisto,
    email,
    nome,
    prezzo,
    successUrl: returnUrl(deps, 'STRIPE', '{CHECKOUT_SESSION_ID}'),
    cancelUrl: cancelUrl(deps),
  }
  // Put the instant in the key: two installations may share one Stripe account.
  const key = `pagamento-${id_acquisto}-${deps.now().getTime()}`
  return openCheckout(stripe, request, key).catch((error) => {
    deps.log.error({ err: error, acquisto: id_acquisto }, 'il fornitore dei pagamenti non risponde')
    return null
  })
}
