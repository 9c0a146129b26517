import type { ResponseOf } from '#contract/calls'
import { fail, ok, type Result } from '#contract/result'
import type { RisorseAggiuntive } from '#contract/schemas'
import { ACCESS_RIGHTS } from '#rules/access'
import type { Db } from '../deps.ts'
import type { Session } from '../handler.ts'

/**
 * The explanation of a question of one of the account's banks (D20). PREMIUM_RICHIESTO, DOMANDA_NON_TROVATA, CONCORSO_NON_TUO,
 * SPIEGAZIONE_ASSENTE.
 */
export async function readSpiegazione(
  db: Db,
  { id_utente, livello }: Session,
  id_domanda: number,
): Promise<Result<ResponseOf<'spiegazione_web'>>> {
  if (!ACCESS_RIGHTS[livello].spiegazioni) return fail('PREMIUM_RICHIESTO', { dati: { livello } })
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

const NONE: RisorseAggiuntive = {
  url_facebook: null,
  url_corso_online: null,
  url_corso_dal_vivo: null,
  url_manuale: null,
  url_bus_hotel: null,
  url_news: null,
}

/** Additional resources of a bank, all absent when nobody entered any. CONCORSO_NON_TROVATO. */
export async function readRisorse(db: Db, id_concorso: number): Promise<Result<RisorseAggiuntive>> {
  const { rows } = await db.query<{ [K in keyof RisorseAggiuntive]: string | null }>(
    `select r.url_facebook, r.url_corso_online, r.url_corso_dal_vivo, r.url_manuale, r.url_bus_hotel, r.url_news
     from concorso c left join risorsa_aggiuntiva r using (id_concorso)
     where c.id_concorso = $1 and c.stato = 'pubblicato'`,
    [id_concorso],
    'risorse',
  )
  return rows[0] ? ok({ ...NONE, ...rows[0] }) : fail('CONCORSO_NON_TROVATO')
}

/** Sets the additional resources of a bank, all six. */
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
