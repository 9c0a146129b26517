import type { Promo } from '#contract/account'
import { fail, ok, type Result } from '#contract/result'
import type { Deps } from '../deps.ts'

const NESSUNA: Promo = { codice: null, titolo: null, descrizione: null, link: null, sconto: null, scade: null }

/**
 * Returns the promo that an account may use now: its own first, else the newest for everybody; all nulls when there is
 * none.
 */
export async function readPromo({ db, now }: Deps, id_utente: number): Promise<Result<Promo>> {
  const { rows } = await db.query<Omit<Promo, 'scade'> & { scade: Date | null }>(
    `select codice, titolo, descrizione, link, sconto::int as sconto, scade from promo
     where (id_utente is null or id_utente = $1) and (scade is null or scade > $2)
     order by id_utente nulls last, creata desc limit 1`,
    [id_utente, now()],
  )
  const row = rows[0]
  return ok(row ? { ...row, scade: row.scade?.toISOString() ?? null } : NESSUNA)
}

export type NewPromo = {
  codice: string
  titolo: string
  descrizione: string | null
  link: string | null
  sconto: number | null
  /** Address of the promo's only account; null: everybody. */
  email: string | null
  scade: Date | null
}

/** A promo as the audit keeps it: its account without the address. */
type RecordedPromo = Omit<NewPromo, 'email'> & { personale: boolean }
const RECORDED = 'codice, titolo, descrizione, link, sconto::int as sconto, id_utente is not null as personale, scade'

/**
 * Adds a promo or replaces the one with the same code, ignoring case. Returns the one before; `value` is null for a new
 * code. UTENTE_NON_TROVATO when its account does not exist.
 */
export async function savePromo(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  p: NewPromo,
): Promise<Result<RecordedPromo | null>> {
  const { rows } = await db.query<RecordedPromo>(
    `select ${RECORDED} from promo where upper(codice) = upper($1) for update`,
    [p.codice],
  )
  await db.query('update promo set codice = $1 where upper(codice) = upper($1) and codice <> $1', [p.codice])
  const { count } = await db.query(
    `insert into promo (codice, titolo, descrizione, link, sconto, id_utente, creata, scade)
     select $1, $2, $3, $4, $5, u.id_utente, $7, $8 from (select 1) uno left join utente u on u.email = $6
     where $6::text is null or u.id_utente is not null
     on conflict (codice) do update set titolo = excluded.titolo, descrizione = excluded.descrizione, link = excluded.link,
       sconto = excluded.sconto, id_utente = excluded.id_utente, scade = excluded.scade`,
    [p.codice, p.titolo, p.descrizione, p.link, p.sconto, p.email, now(), p.scade],
  )
  return count > 0 ? ok(rows[0] ?? null) : fail('UTENTE_NON_TROVATO')
}

/** Deletes a promo and returns it. NON_TROVATO. */
export async function removePromo({ db }: Pick<Deps, 'db'>, codice: string): Promise<Result<RecordedPromo>> {
  const { rows } = await db.query<RecordedPromo>(
    `delete from promo where upper(codice) = upper($1) returning ${RECORDED}`,
    [codice],
  )
  return rows[0] ? ok(rows[0]) : fail('NON_TROVATO')
}

export type PromoRow = Omit<Promo, 'scade' | 'codice'> & {
  codice: string
  scade: Date | null
  email: string | null
  usi: number
}

/** Lists every promo with the purchases that used it, the newest first. */
export async function listPromo({ db }: Pick<Deps, 'db'>): Promise<PromoRow[]> {
  const { rows } = await db.query<PromoRow>(
    `select p.codice, p.titolo, p.descrizione, p.link, p.sconto::int as sconto, p.scade, u.email,
       (select count(*)::int from acquisto a where upper(a.codice_promo) = upper(p.codice) and a.pagato is not null) as usi
     from promo p left join utente u using (id_utente) order by p.creata desc, p.codice`,
  )
  return rows
}
