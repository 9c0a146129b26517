import type { ResponseOf } from '#contract/calls'
import { fail, ok, type Result } from '#contract/result'
import type { RisorseAggiuntive } from '#contract/schemas'
import { ACCESS_RIGHTS } from '#rules/access'
import { idOfRaccolta } from '#rules/raccolta'
import type { Db } from '../deps.ts'
import type { Session } from '../handler.ts'

/**
 * Returns the explanation of a question of one of the account's banks (D20). PREMIUM_RICHIESTO, DOMANDA_NON_TROVATA,
 * CONCORSO_NON_TUO, SPIEGAZIONE_ASSENTE.
 */
export async function readSpiegazione(
  db: Db,
  { id_utente, livello }: Session,
  id_domanda: number,
): Promise<Result<ResponseOf<'spiegazione_web'>>> {
  if (!ACCESS_RIGHTS[livello].spiegazioni)
    return fail('PREMIUM_RICHIESTO', { dati: { funzione: 'spiegazioni', livello } })
  const { rows } = await db.query<{ spiegazione: string | null; fonte: string | null; mio: boolean }>(
    `select d.spiegazione, d.fonte, exists (select 1 from concorso_utente cu where cu.id_utente = $1
       and cu.id_concorso = d.id_concorso and cu.rimosso is null) as mio
     from domanda d where d.id_domanda = $2`,
    [id_utente, id_domanda],
    'spiegazione',
  )
  const row = rows[0]
  if (!row) return fail('DOMANDA_NON_TROVATA')
  if (!row.mio) return fail('CONCORSO_NON_TUO')
  if (row.spiegazione === null) return fail('SPIEGAZIONE_ASSENTE')
  return ok({ id_domanda, spiegazione: row.spiegazione, fonte: row.fonte })
}

/** Explanations of one page: some hundred kilobytes at most. */
const PAGE = 500

/**
 * Returns explanations of one of the account's banks or paths, by ids above `dopo`, for reading without a network
 * (D20). PREMIUM_RICHIESTO, CONCORSO_NON_TUO, MISSING_REQUIRED_PARAM.
 */
export async function listSpiegazioni(
  db: Db,
  { id_utente, livello }: Session,
  { id_concorso, id_argomento, dopo = 0 }: { [K in 'id_concorso' | 'id_argomento' | 'dopo']?: number | undefined },
): Promise<Result<ResponseOf<'spiegazioni'>>> {
  if (!ACCESS_RIGHTS[livello].spiegazioni)
    return fail('PREMIUM_RICHIESTO', { dati: { funzione: 'spiegazioni', livello } })
  const id = id_argomento === undefined ? id_concorso : idOfRaccolta({ contesto: 'PERCORSO', id: id_argomento })
  if (id === undefined) return fail('MISSING_REQUIRED_PARAM', { campi: ['id_concorso'] })
  const mine = await db.query(
    'select 1 from concorso_utente where id_utente = $1 and id_concorso = $2 and rimosso is null',
    [id_utente, id],
    'spiegazioni: own',
  )
  if (mine.rows.length === 0) return fail('CONCORSO_NON_TUO')
  const { rows } = await db.query<ResponseOf<'spiegazione_web'>>(
    `select id_domanda, spiegazione, fonte from domanda
     where id_concorso = $1 and id_domanda > $2 and spiegazione is not null order by id_domanda limit ${PAGE}`,
    [id, dopo],
    'spiegazioni',
  )
  const elementi = rows.map((r) => ({ ...r, id_domanda: Number(r.id_domanda) }))
  return ok({ elementi, dopo: rows.length === PAGE ? (elementi.at(-1)?.id_domanda ?? null) : null })
}

const NONE: RisorseAggiuntive = {
  url_facebook: null,
  url_corso_online: null,
  url_corso_dal_vivo: null,
  url_manuale: null,
  url_bus_hotel: null,
  url_news: null,
}

/** Returns the additional resources of a bank, all absent until the operator enters some. CONCORSO_NON_TROVATO. */
export async function readRisorse(db: Db, id_concorso: number): Promise<Result<RisorseAggiuntive>> {
  const { rows } = await db.query<{ [K in keyof RisorseAggiuntive]: string | null }>(
    `select r.url_facebook, r.url_corso_online, r.url_corso_dal_vivo, r.url_manuale, r.url_bus_hotel, r.url_news
     from concorso c left join risorsa_aggiuntiva r using (id_concorso)
     where c.id_concorso = $1 and c.stato in ('pubblicato', 'ritirato')`,
    [id_concorso],
    'risorse',
  )
  return rows[0] ? ok({ ...NONE, ...rows[0] }) : fail('CONCORSO_NON_TROVATO')
}

/** Sets all six additional resources of a bank. */
export async function saveRisorse(db: Db, id_concorso: number, r: RisorseAggiuntive): Promise<void> {
  await db.query(
    `insert into risorsa_aggiuntiva (id_concorso, url_facebook, url_corso_online, url_corso_dal_vivo, url_manuale,
       url_bus_hotel, url_news) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (id_concorso) do update set url_facebook = excluded.url_facebook,
       url_corso_online = excluded.url_corso_online, url_corso_dal_vivo = excluded.url_corso_dal_vivo,
       url_manuale = excluded.url_manuale, url_bus_hotel = excluded.url_bus_hotel, url_news = excluded.url_news`,
    [id_concorso, r.url_facebook, r.url_corso_online, r.url_corso_dal_vivo, r.url_manuale, r.url_bus_hotel, r.url_news],
  )
}
