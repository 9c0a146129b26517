import { SEZIONI, type Sezione } from '#contract/schemas'
import type { Db } from '../deps.ts'

/** Lists the sections that have entries, of those that only an operator fills [BA10]. */
export async function listSezioni(db: Db, now: Date): Promise<Sezione[]> {
  const { rows } = await db.query<Record<Sezione, boolean>>(
    `select exists (select 1 from bando where ritirato is null and scadenza >= $1 and not esempio) as bandi,
       bool_or(tipo = 'articoli') as store, bool_or(tipo = 'gruppi' and dati ->> 'link' is not null) as gruppi,
       bool_or(tipo = 'notizie') as notizie
     from contenuto where ritirato is null`,
    [now],
    'sezioni',
  )
  return SEZIONI.filter((name) => rows[0]?.[name] === true)
}
