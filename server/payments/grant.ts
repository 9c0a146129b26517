import { DEMO, PREMIUM, PREMIUM_LEGACY, PREMIUM_LITE } from '#rules/access'
import type { Deps, Queryable } from '../deps.ts'
import { composeRicevuta } from '../mail/messages.ts'
import { enqueue } from '../outbox.ts'
import { effectiveLivello, type LivelloUtente } from '../utente/livello.ts'
import { enqueueContact } from '../utente/mailing-contact.ts'

const GIORNO = 24 * 3600 * 1000

export type AcquistoRow = {
  id_acquisto: number
  id_utente: number | null
  fornitore: 'STRIPE' | 'PROVA'
  id_sessione: string
  pagamento: string | null
  durata: string
  mesi: number
  prezzo: number
  valuta: string
  stato: 'aperto' | 'pagato' | 'annullato' | 'rimborsato' | 'recesso'
  creato: Date
  pagato: Date | null
  applicato: Date | null
  inizio: Date | null
  fine: Date | null
  livello_prima: LivelloUtente | null
  scadenza_prima: Date | null
  codice_promo: string | null
}

export const COLONNE = `id_acquisto, id_utente, fornitore, id_sessione, pagamento, durata, mesi, prezzo, valuta, stato, creato, pagato,
  applicato, inizio, fine, livello_prima, scadenza_prima, codice_promo`

export const recessoUntil = (deps: Pick<Deps, 'config'>, pagato: Date): Date =>
  new Date(pagato.getTime() + deps.config.recessoGiorni * GIORNO)

type Tier = { email: string; livello: LivelloUtente; data_scadenza_premium: Date | null }

/** Locks the account's row: purchases of one account are applied one after the other. */
async function lockTier(q: Queryable, id_utente: number): Promise<Tier | null> {
  const sql = 'select email, livello, data_scadenza_premium from utente where id_utente = $1 for update'
  return (await q.query<Tier>(sql, [id_utente])).rows[0] ?? null
}

/**
 * Applies a paid purchase to its account, once: premium begins now, or continues from its end. The receipt is written
 * in the same transaction. Returns whether this call applied it.
 */
export async function applyAcquisto(q: Queryable, deps: Deps, id_acquisto: number): Promise<boolean> {
  const { rows } = await q.query<AcquistoRow>(`select ${COLONNE} from acquisto where id_acquisto = $1 for update`, [
    id_acquisto,
  ])
  const acquisto = rows[0]
  if (!acquisto?.id_utente || acquisto.stato !== 'pagato' || acquisto.applicato) return false
  const utente = await lockTier(q, acquisto.id_utente)
  if (!utente) return false
  const ora = deps.now()
  const goesOn = effectiveLivello(utente, ora) === PREMIUM && utente.data_scadenza_premium !== null
  const inizio = goesOn && utente.data_scadenza_premium ? utente.data_scadenza_premium : ora
  const { rows: applied } = await q.query<{ fine: Date }>(
    `update acquisto set applicato = $2, inizio = $3, fine = $3::timestamptz + make_interval(months => mesi), livello_prima = $4,
       scadenza_prima = $5 where id_acquisto = $1 returning fine`,
    [id_acquisto, ora, inizio, utente.livello, utente.data_scadenza_premium],
  )
  const fine = applied[0]!.fine
  await q.query(
    `update utente set livello = ${PREMIUM}, data_scadenza_premium = $2,
       data_passaggio_premium = case when $3 then coalesce(data_passaggio_premium, $4) else $4 end where id_utente = $1`,
    [acquisto.id_utente, fine, goesOn, ora],
  )
  const pagato = acquisto.pagato ?? ora
  const ricevuta = {
    numero: id_acquisto,
    mesi: acquisto.mesi,
    prezzo: acquisto.prezzo,
    pagato,
    fine,
    recesso: recessoUntil(deps, pagato),
    prova: acquisto.fornitore === 'PROVA',
  }
  const link = `${deps.config.publicUrl}/simulatore/profilo`
  await enqueue(q, deps, 'posta', composeRicevuta(utente.email, ricevuta, link), acquisto.id_utente)
  await enqueueContact(q, deps, acquisto.id_utente)
  deps.log.info({ utente: acquisto.id_utente, acquisto: id_acquisto, fine }, 'premium attivato')
  return true
}

/**
 * Revokes a purchase. Premium ends earlier by its time; when none is left, an earlier Lite or legacy returns, else
 * demo. `stato` is the reason. Returns false when it was revoked already.
 */
export async function revokeAcquisto(
  q: Queryable,
  deps: Deps,
  id_acquisto: number,
  stato: 'rimborsato' | 'recesso',
): Promise<boolean> {
  const ora = deps.now()
  const { rows } = await q.query<AcquistoRow>(`select ${COLONNE} from acquisto where id_acquisto = $1 for update`, [
    id_acquisto,
  ])
  const acquisto = rows[0]
  if (!acquisto || acquisto.stato === 'rimborsato' || acquisto.stato === 'recesso') return false
  await q.query('update acquisto set stato = $2, rimborsato = $3 where id_acquisto = $1', [id_acquisto, stato, ora])
  const { id_utente, inizio, fine, applicato } = acquisto
  if (!id_utente || !applicato || !inizio || !fine) return true
  const utente = await lockTier(q, id_utente)
  if (utente?.livello !== PREMIUM || !utente.data_scadenza_premium) return true
  const until = new Date(utente.data_scadenza_premium.getTime() - (fine.getTime() - inizio.getTime()))
  if (until > ora)
    await q.query('update utente set data_scadenza_premium = $2 where id_utente = $1', [id_utente, until])
  else {
    const before = await firstTier(q, id_utente, acquisto)
    await q.query(
      `update utente set livello = $2::smallint, data_scadenza_premium = $3, data_passaggio_premium = case when $2::smallint = 0 then null
         else data_passaggio_premium end where id_utente = $1`,
      [id_utente, before.livello, before.scadenza],
    )
  }
  // Begin later purchases earlier by the same time.
  await q.query(
    `update acquisto set inizio = inizio - ($3::timestamptz - $2::timestamptz), fine = fine - ($3::timestamptz - $2::timestamptz)
     where id_utente = $1 and stato = 'pagato' and inizio >= $3`,
    [id_utente, inizio, fine],
  )
  await enqueueContact(q, deps, id_utente)
  deps.log.info({ utente: id_utente, acquisto: id_acquisto, stato }, 'premium revocato')
  return true
}

/** Returns the tier before the chain of purchases that ends with this one: a refund loses no Lite or legacy. */
async function firstTier(
  q: Queryable,
  id_utente: number,
  acquisto: AcquistoRow,
): Promise<{ livello: LivelloUtente; scadenza: Date | null }> {
  const { rows } = await q.query<{ livello: LivelloUtente; scadenza: Date | null }>(
    `select livello_prima as livello, scadenza_prima as scadenza from acquisto
     where id_utente = $1 and applicato is not null and applicato <= $2 and livello_prima in (${PREMIUM_LITE}, ${PREMIUM_LEGACY})
     order by applicato desc limit 1`,
    [id_utente, acquisto.applicato],
  )
  return rows[0] ?? { livello: DEMO, scadenza: null }
}
