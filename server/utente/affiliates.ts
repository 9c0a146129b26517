import type { Deps } from '../deps.ts'

/** Results of an affiliate code (D13). Amounts in cents, refunds and withdrawals taken off. */
export type AffiliateRow = {
  codice: string
  registrazioni: number
  verificate: number
  acquisti: number
  importo: number
}

/** Reports, per code, new accounts and paid purchases within the dates; purchases of deleted accounts count too. */
export async function reportAffiliates(
  { db }: Pick<Deps, 'db'>,
  from: Date | null,
  to: Date | null,
): Promise<AffiliateRow[]> {
  const { rows } = await db.query<AffiliateRow>(
    `with nate as (
       select codice_affiliato as codice, count(*)::int as registrazioni, (count(*) filter (where email_verificata))::int as verificate
       from utente where codice_affiliato is not null and ($1::timestamptz is null or data_registrazione >= $1)
         and ($2::timestamptz is null or data_registrazione <= $2) group by 1),
     pagati as (
       select codice_affiliato as codice, count(*)::int as acquisti, sum(prezzo)::int as importo from acquisto
       where codice_affiliato is not null and stato = 'pagato' and fornitore <> 'PROVA'
         and ($1::timestamptz is null or pagato >= $1) and ($2::timestamptz is null or pagato <= $2) group by 1)
     select codice, coalesce(registrazioni, 0) as registrazioni, coalesce(verificate, 0) as verificate,
       coalesce(acquisti, 0) as acquisti, coalesce(importo, 0) as importo
     from nate full join pagati using (codice) order by importo desc, registrazioni desc, codice`,
    [from, to],
  )
  return rows
}
