import type { Deps, Queryable } from './deps.ts'
import type { OutboxKind } from './outbox.ts'

/** States of a row: it never failed, it failed and is tried again, it is not tried any more. */
const OUTBOX_STATES = ['attesa', 'riprova', 'abbandonata'] as const
type OutboxState = (typeof OUTBOX_STATES)[number]

/** A row of the outbox without its content, which may hold links that open an account. */
export type OutboxRow = {
  id: number
  tipo: OutboxKind
  urgente: boolean
  stato: OutboxState
  creata: Date
  prossimo: Date | null
  tentativi: number
  motivo: string | null
  id_utente: number | null
  destinatario: string | null
  oggetto: string | null
  /** The purchase of a refund. */
  id_acquisto: number | null
  riprovabile: boolean
  eliminabile: boolean
}

const STATE = `case when prossimo is null then 'abbandonata' when errore is not null then 'riprova' else 'attesa' end`
/** A row that a process is sending has no reason: it is neither sent twice nor deleted meanwhile. */
const FAILED = 'errore is not null'
/** Abandoned mails and refunds are tried again; all others say what was true then. */
const RETRIABLE = `${FAILED} and (prossimo is not null or tipo in ('posta', 'rimborso'))`
const DELETABLE = `tipo = 'posta' and (${FAILED} or tentativi = 0)`

type Filter = { tipo?: OutboxKind | undefined; stato?: OutboxState | undefined }

/** Lists rows before a number, `before`, the newest first. */
export async function listOutbox(
  q: Queryable,
  { tipo, stato }: Filter,
  { before, most }: { before: number | null; most: number },
): Promise<OutboxRow[]> {
  const { rows } = await q.query<OutboxRow>(
    `select id_uscita as id, tipo, urgente, ${STATE} as stato, creata, prossimo, tentativi, errore as motivo, id_utente,
       coalesce(carico ->> 'to', carico ->> 'email') as destinatario, carico ->> 'subject' as oggetto,
       (carico ->> 'id_acquisto')::bigint as id_acquisto, ${RETRIABLE} as riprovabile, ${DELETABLE} as eliminabile
     from uscita where ($1::text is null or tipo = $1) and ($2::text is null or ${STATE} = $2)
       and ($3::bigint is null or id_uscita < $3)
     order by id_uscita desc limit $4`,
    [tipo ?? null, stato ?? null, before, most],
  )
  return rows
}

/** Rows of one kind and urgency by state, and for how many minutes the oldest due one waits. */
export type OutboxCount = { tipo: OutboxKind; urgente: boolean; minuti: number } & Record<OutboxState, number>

/** Counts the outbox by kind and urgency. */
export async function countByUrgency(q: Queryable, now: Date): Promise<OutboxCount[]> {
  const { rows } = await q.query<OutboxCount>(
    `select tipo, urgente, count(*) filter (where ${STATE} = 'attesa') as attesa, count(*) filter (where ${STATE} = 'riprova') as riprova,
       count(*) filter (where ${STATE} = 'abbandonata') as abbandonata,
       coalesce(floor(extract(epoch from $1::timestamptz - min(prossimo) filter (where prossimo <= $1)) / 60), 0)::int as minuti
     from uscita group by tipo, urgente order by urgente desc, tipo`,
    [now],
  )
  return rows
}

/** A row for the audit, which holds no address: a reason may have one. */
export type OutboxTrace = Pick<OutboxRow, 'tipo' | 'id_utente' | 'oggetto'>
const TRACE = `tipo, id_utente, carico ->> 'subject' as oggetto`

/** Makes one row due now, with all attempts; returns what it was, null where it is gone or is being sent. */
export async function retryRow({ db, now, wake }: Deps, id: number): Promise<OutboxTrace | null> {
  const { rows } = await db.query<OutboxTrace>(
    `with prima as (select id_uscita, ${TRACE} from uscita where id_uscita = $2 and ${RETRIABLE} for update)
     update uscita u set prossimo = $1, tentativi = 0, errore = null from prima p where u.id_uscita = p.id_uscita
     returning p.tipo, p.id_utente, p.oggetto`,
    [now(), id],
  )
  if (rows[0]) await wake()
  return rows[0] ?? null
}

/** Deletes a mail that has not left; returns what it was, null where it is gone, being sent, or no mail. */
export async function deleteMail({ db }: Pick<Deps, 'db'>, id: number): Promise<OutboxTrace | null> {
  const { rows } = await db.query<OutboxTrace>(
    `delete from uscita where id_uscita = $1 and ${DELETABLE} returning ${TRACE}`,
    [id],
  )
  return rows[0] ?? null
}
