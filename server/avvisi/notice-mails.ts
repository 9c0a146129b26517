import type { TipoAvviso } from '#contract/avvisi'
import type { Deps, Queryable } from '../deps.ts'
import { composeAvviso, composePush, type Notice } from '../mail/notice-messages.ts'
import { enqueue } from '../outbox.ts'
import { noticeToken } from './notices.ts'
import { enqueuePush } from './push.ts'

/** Rows of one statement; the next round sends the rest. */
const AT_ONCE = 500
const DAY_MS = 24 * 3600 * 1000
/** Days before a deadline at which followers get a notice. */
const DEADLINE_DAYS = [7, 1] as const
/** Days after which news are too old for a notice, e.g. after a stop of the server. */
const NEWS_DAYS = 7

/** Condition on accounts that may get mails. */
const REACHABLE = `u.email_verificata and u.stato = 'attivo' and u.da_eliminare is null`

/** Queries of pending notices: rows of account, key and the mail's facts. */
const DUE: Record<TipoAvviso, string> = {
  // The nearest of the two days without a notice: a follower since the day before gets one alone.
  bandi: `select s.id_utente, b.id_bando || ':' || extract(epoch from b.scadenza)::bigint || ':' || g.giorni as chiave,
      b.nome, b.ente as di, b.scadenza as quando, b.id_bando as id
    from avvisi a join seguito s on s.id_utente = a.id_utente and s.tipo = 'bando' join bando b on b.id_bando = case when s.tipo = 'bando' then s.chiave::bigint end
      cross join lateral (select min(giorni) as giorni from unnest(array[${DEADLINE_DAYS.join(', ')}]) giorni
        where b.scadenza <= $1::timestamptz + giorni * interval '1 day') g
    where a.bandi is not null and b.ritirato is null and not b.esempio and b.scadenza > $1 and g.giorni is not null`,
  banche: `select l.id_utente, c.id_concorso || ':' || c.versione as chiave, c.concorso as nome,
      (select motivo from banca_versione v where v.id_concorso = c.id_concorso and v.versione = c.versione
        order by numero desc limit 1) as di,
      c.data_ultimo_aggiornamento as quando, c.id_concorso as id
    from avvisi a join concorso_utente l on l.id_utente = a.id_utente and l.rimosso is null join concorso c using (id_concorso)
    where a.banche is not null and c.id_concorso > 0 and c.stato = 'pubblicato' and c.versione is not null
      and c.data_ultimo_aggiornamento > greatest(a.banche, l.aggiunto, $2::timestamptz) and c.data_ultimo_aggiornamento <= $1
      and c.data_ultimo_aggiornamento > c.inserito`,
  enti: `select s.id_utente, c.id_concorso::text as chiave, c.concorso as nome, e.ente as di, c.inserito as quando, c.id_concorso as id
    from avvisi a join seguito s on s.id_utente = a.id_utente and s.tipo = 'ente' join ente e on lower(e.ente) = s.chiave
      join concorso c using (id_ente)
    where a.enti is not null and c.id_concorso > 0 and c.stato = 'pubblicato' and c.versione is not null
      and c.inserito > greatest(a.enti, s.dal, $2::timestamptz) and c.inserito <= $1`,
}

type Row = Notice & { id_utente: number; email: string }

/**
 * Marks due notices as sent, inside a transaction, and returns those that this process marked. A second process skips
 * them.
 */
async function take(q: Queryable, tipo: TipoAvviso, now: Date): Promise<Row[]> {
  const since = new Date(now.getTime() - NEWS_DAYS * DAY_MS)
  const { rows } = await q.query<Row>(
    `with da as (select d.* from (${DUE[tipo]}) d join utente u using (id_utente) where ${REACHABLE} and $2::timestamptz < $1
         and not exists (select 1 from avviso_dato t where t.id_utente = d.id_utente and t.tipo = '${tipo}' and t.chiave = d.chiave)
       order by d.id_utente limit ${AT_ONCE}),
     dati as (insert into avviso_dato (id_utente, tipo, chiave, quando) select id_utente, '${tipo}', chiave, $1 from da
       on conflict do nothing returning id_utente, chiave)
     select da.id_utente, u.email, da.nome, da.di, da.quando, da.id from dati join da using (id_utente, chiave) join utente u using (id_utente)
     order by da.quando, da.id`,
    [now, since],
  )
  return rows
}

/**
 * Writes one mail, and one notice per browser, with all that is due for an account and kind [NT1][NT4]. Nothing is sent
 * twice.
 */
export async function sendNotices(deps: Deps): Promise<void> {
  const now = deps.now()
  for (const tipo of Object.keys(DUE) as TipoAvviso[])
    await deps.db.tx(async (q) => {
      const told = new Map<number, Row[]>()
      for (const row of await take(q, tipo, now)) told.set(row.id_utente, [...(told.get(row.id_utente) ?? []), row])
      for (const [id_utente, rows] of told) {
        const token = await noticeToken(deps, id_utente, tipo)
        const mail = composeAvviso(tipo, rows[0]!.email, rows, deps.config.publicUrl, token)
        await enqueue(q, deps, 'posta', mail, id_utente, { urgent: false })
        await enqueuePush(q, deps, id_utente, composePush(tipo, rows))
      }
    })
}
