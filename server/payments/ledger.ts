import type { Deps, Queryable } from '../deps.ts'
import { normalizeEmail } from '../utente/email.ts'
import type { AcquistoRow } from './grant.ts'

type Stato = AcquistoRow['stato']

/** Purchases of one state, and the sum of their prices in cents. */
export type StateSum = { stato: Stato; n: number; importo: number }

/** Sums purchases by state, without those of the trial checkout. */
export async function sumPurchases(q: Queryable): Promise<StateSum[]> {
  const { rows } = await q.query<StateSum>(
    `select stato, count(*)::int as n, sum(prezzo) as importo from acquisto where fornitore <> 'PROVA' group by stato order by stato`,
  )
  return rows
}

/** A purchase for the operator; `rimborso`: its row of the outbox, null where none waits. */
export type PurchaseLine = Pick<
  AcquistoRow,
  'id_utente' | 'fornitore' | 'durata' | 'prezzo' | 'stato' | 'creato' | 'pagato' | 'codice_promo'
> & {
  id: number
  email: string | null
  rimborsato: Date | null
  rimborso: { abbandonato: boolean; motivo: string | null } | null
}

type Search = { stato?: Stato | undefined; cerca?: string | undefined }

/** Lists purchases before a number, the newest first. `cerca`: an exact address, or the number of a purchase. */
export async function listPurchases(
  q: Queryable,
  { stato, cerca }: Search,
  { before, most }: { before: number | null; most: number },
): Promise<PurchaseLine[]> {
  const text = cerca?.trim() ?? ''
  const id = /^\d{1,15}$/.test(text) ? Number(text) : null
  const { rows } = await q.query<PurchaseLine>(
    `select a.id_acquisto as id, a.id_utente, u.email, a.fornitore, a.durata, a.prezzo, a.stato, a.creato, a.pagato, a.rimborsato,
       a.codice_promo, (select json_build_object('abbandonato', o.prossimo is null, 'motivo', o.errore) from uscita o
         where o.tipo = 'rimborso' and (o.carico ->> 'id_acquisto')::bigint = a.id_acquisto limit 1) as rimborso
     from acquisto a left join utente u using (id_utente)
     where ($1::text is null or a.stato = $1) and ($2::bigint is null or a.id_acquisto = $2) and ($3::text is null or u.email = $3)
       and ($4::bigint is null or a.id_acquisto < $4)
     order by a.id_acquisto desc limit $5`,
    [stato ?? null, id, text !== '' && id === null ? normalizeEmail(text) : null, before, most],
  )
  return rows
}

/** Most events of the provider that are listed. */
const EVENTS = 50

/** Lists events of the provider that were dealt with, the newest first. */
export async function listEvents({ db }: Pick<Deps, 'db'>): Promise<{ id: string; tipo: string; ricevuto: Date }[]> {
  const { rows } = await db.query<{ id: string; tipo: string; ricevuto: Date }>(
    'select id_evento as id, tipo, ricevuto from evento_pagamento order by ricevuto desc, id_evento limit $1',
    [EVENTS],
  )
  return rows
}
