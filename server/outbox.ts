import type { Deps, Message, Queryable } from './deps.ts'
import type { SocialIdentity } from './social/identity.ts'
import type { Origin } from './utente/dispositivi.ts'

/** A contact of the mailing provider (spec §7), sent on consent and on each change of tier. */
export type Contatto = { email: string; id_utente: number; premium: boolean; iscritto: boolean }
/** The refunded price of a purchase. */
export type Rimborso = { pagamento: string; id_acquisto: number }

/** A requested recovery; the sender looks up whether the address has an account. */
type Recupero = { email: string }

/** A registration to carry out later; `ip` is cut already. */
export type Asked = {
  email: string
  password_hash: string | null
  social: SocialIdentity | null
  flag_commerciale: 0 | 1
  codice_affiliato: string | null
  origin: Origin
  ip: string
}

/** Notice on its way to a browser; `impronta` in hex. */
export type NoticePush = { impronta: string; titolo: string; testo: string; pagina: string }

type Carichi = {
  posta: Message
  contatto: Contatto
  rimborso: Rimborso
  recupero: Recupero
  registrazione: Asked
  push: NoticePush
}
export type OutboxKind = keyof Carichi
/** Sends one row; throws when it did not leave, so that the outbox retries. */
export type Senders = { [T in OutboxKind]: (deps: Deps, carico: Carichi[T]) => Promise<void> }

const MINUTO = 60_000
const ORA = 60 * MINUTO
/** Waits between attempts, in ms; after the last one the row stays, and the log reports it. */
export const ATTESE = [MINUTO, 5 * MINUTO, 15 * MINUTO, ORA, 3 * ORA, 8 * ORA, 24 * ORA, 24 * ORA] as const
/** Time, in ms, for which a row belongs to its process: longer than any sender waits. */
const IN_MANO = 2 * MINUTO
/** Rows that leave at once: as many as the mail server gets connections. */
export const AT_ONCE = 5

/**
 * Writes a row to send, inside the caller's transaction. `id_utente` null: the row must outlive the account. A row that is
 * not urgent leaves after all urgent ones that are due [OP37].
 */
export async function enqueue<T extends OutboxKind>(
  q: Queryable,
  deps: Pick<Deps, 'now'>,
  tipo: T,
  carico: Carichi[T],
  id_utente: number | null = null,
  { urgent = true } = {},
): Promise<void> {
  const ora = deps.now()
  await q.query(
    `insert into uscita (id_utente, tipo, carico, creata, prossimo, urgente) values ($1, $2, $3, $4, $4, $5)`,
    [id_utente, tipo, JSON.stringify(carico), ora, urgent],
    'uscita_nuova',
  )
}

type Row = {
  [T in OutboxKind]: { id_uscita: number; tipo: T; carico: Carichi[T]; tentativi: number; id_utente: number | null }
}[OutboxKind]

// Take the rows in one statement, so that two processes never send the same one. A row with a reason is in nobody's hands.
const TAKE = `update uscita set prossimo = $2, tentativi = tentativi + 1, errore = null
  where id_uscita in (select id_uscita from uscita where prossimo <= $1
    order by urgente desc, prossimo, id_uscita limit ${AT_ONCE} for update skip locked)
  returning id_uscita, tipo, carico, tentativi, id_utente`

/** Log the failure and its reason, and never a link's secret. */
const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 500)

// The lock waits for a deletion of the account, which then leaves no row to write.
const RECORD = `insert into posta_inviata (id_utente, id_uscita, tipo, quando, esito)
  select id_utente, $2, $3, $4, $5 from utente where id_utente = $1 for key share
  on conflict (id_utente, id_uscita) do update set quando = excluded.quando, esito = excluded.esito`

/** Records how a mail of an account ended [OP55]. Throws nothing: a mail that left must not leave again. */
async function recordMail({ db, now, log }: Deps, row: Row, esito: 'inviata' | 'abbandonata'): Promise<void> {
  if (row.tipo !== 'posta' || row.id_utente === null) return
  const values = [row.id_utente, row.id_uscita, row.carico.tipo ?? 'altro', now(), esito]
  await db
    .query(RECORD, values, 'posta_inviata')
    .catch((error) => log.error({ err: error, uscita: row.id_uscita }, 'mail non annotata'))
}

async function sendOne(deps: Deps, senders: Senders, row: Row): Promise<void> {
  try {
    // The row's kind chooses the sender of that kind.
    if (row.tipo === 'posta') await senders.posta(deps, row.carico)
    else if (row.tipo === 'contatto') await senders.contatto(deps, row.carico)
    else if (row.tipo === 'registrazione') await senders.registrazione(deps, row.carico)
    else if (row.tipo === 'push') await senders.push(deps, row.carico)
    else if (row.tipo === 'recupero') await senders.recupero(deps, row.carico)
    else await senders.rimborso(deps, row.carico)
    await deps.db.query('delete from uscita where id_uscita = $1', [row.id_uscita])
    await recordMail(deps, row, 'inviata')
    deps.metrics.deliveries.inc({ kind: row.tipo, outcome: 'sent' })
  } catch (error) {
    const wait = ATTESE[row.tentativi - 1]
    const next = wait === undefined ? null : new Date(deps.now().getTime() + wait)
    await deps.db.query('update uscita set prossimo = $2, errore = $3 where id_uscita = $1', [
      row.id_uscita,
      next,
      reason(error),
    ])
    if (next === null) await recordMail(deps, row, 'abbandonata')
    const dati = { uscita: row.id_uscita, tipo: row.tipo, tentativi: row.tentativi, motivo: reason(error) }
    const codice = row.tipo === 'contatto' ? { codice: 'REMOTE_REQUEST_FAILED' } : {}
    deps.metrics.deliveries.inc({ kind: row.tipo, outcome: next ? 'retried' : 'abandoned' })
    if (next) deps.log.warn({ ...dati, ...codice, prossimo: next }, 'invio non riuscito: si riprova')
    else deps.log.error({ ...dati, ...codice }, 'invio non riuscito: abbandonato')
  }
}

/** Sends every due row; returns how many were taken. */
export async function flushOutbox(deps: Deps, senders: Senders): Promise<number> {
  let taken = 0
  for (;;) {
    const ora = deps.now()
    const { rows } = await deps.db.query<Row>(TAKE, [ora, new Date(ora.getTime() + IN_MANO)], 'uscita_prendi')
    // Sort: an update returns its rows in any order, and mails begin to leave as they were written.
    await Promise.all(rows.sort((a, b) => a.id_uscita - b.id_uscita).map((row) => sendOne(deps, senders, row)))
    taken += rows.length
    if (rows.length < AT_ONCE) return taken
  }
}

/** Rows of one kind: due or later, abandoned, and for how many minutes the oldest is overdue. */
export type Waiting = { tipo: OutboxKind; attesa: number; abbandonate: number; minuti: number }

/** Counts the outbox by kind. */
export async function countOutbox(q: Queryable, now: Date): Promise<Waiting[]> {
  const { rows } = await q.query<Waiting>(
    `select tipo, count(*) filter (where prossimo is not null) as attesa, count(*) filter (where prossimo is null) as abbandonate,
       coalesce(floor(extract(epoch from $1::timestamptz - min(prossimo) filter (where prossimo <= $1)) / 60), 0)::int as minuti
     from uscita group by tipo order by tipo`,
    [now],
  )
  return rows
}

/** Makes abandoned mails and refunds due again, with all attempts; returns the kind of each. All others say what was true then. */
export async function retryAbandoned({ db, now, wake }: Deps): Promise<OutboxKind[]> {
  const { rows } = await db.query<{ tipo: OutboxKind }>(
    `update uscita set prossimo = $1, tentativi = 0, errore = null where prossimo is null and tipo in ('posta', 'rimborso')
     returning tipo`,
    [now()],
  )
  await wake()
  return rows.map(({ tipo }) => tipo)
}
