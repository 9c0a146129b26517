import { ESITI_CODA, type EsitoCoda, type TipoCoda } from '#contract/gestione/coda'
import { fail, ok, type Result } from '#contract/result'
import type { Deps, Queryable } from '../deps.ts'
import { composeRisposta } from '../mail/queue-messages.ts'
import { enqueue } from '../outbox.ts'
import { closeSegnalazione, type EsitoSegnalazione } from '../simulazioni/segnalazioni.ts'
import { REPLIES } from './detail.ts'
import { type Entry, type EntryRow, findEntry, listRows, shorten, TABLES } from './entries.ts'

type Closed = { chiuse: number; holder: number | null }
type Locked = { rows: EntryRow[]; holder: number | null }

/** Locks an open entry with its rows, inside a transaction. NON_TROVATO where it is closed or gone. */
async function lockOpen(q: Queryable, entry: Entry): Promise<Result<Locked>> {
  const { table, key, type } = TABLES[entry.tipo]
  const rows = await listRows(q, entry)
  const { rows: open } = await q.query<{ chiusa: Date | null; presa_da: number | null }>(
    `select chiusa, presa_da from ${table} where ${key} = any($1::${type}[]) order by ${key} for update`,
    [rows.map((row) => row.id)],
  )
  if (open.length === 0 || open.some((row) => row.chiusa !== null)) return fail('NON_TROVATO')
  return ok({ rows, holder: open.find((row) => row.presa_da !== null)?.presa_da ?? null })
}

async function setHolder(q: Queryable, { tipo }: Entry, rows: readonly EntryRow[], holder: number | null) {
  const { table, key, type } = TABLES[tipo]
  await q.query(`update ${table} set presa_da = $2 where ${key} = any($1::${type}[])`, [rows.map((r) => r.id), holder])
}

/** Gives an open entry to an account, also from another; null leaves it to all. Returns who had it. NON_TROVATO. */
export const takeEntry = (
  { db }: Pick<Deps, 'db'>,
  entry: Entry,
  holder: number | null,
): Promise<Result<number | null>> =>
  db.tx(async (q) => {
    const locked = await lockOpen(q, entry)
    if (!locked.ok) return locked
    await setHolder(q, entry, locked.value.rows, holder)
    return ok(locked.value.holder)
  })

/** Column of a reply that names its entry. */
const OF: Record<TipoCoda, string> = { domanda: 'id_segnalazione', assistenza: 'id_assistenza', banca: 'id_banca' }

async function keepReply(q: Queryable, { now }: Pick<Deps, 'now'>, { tipo, id }: Entry, testo: string, by: number) {
  const { rows } = await q.query<{ id: number }>(
    `insert into risposta_coda (${OF[tipo]}, scritta_da, quando, testo) values ($1, $2, $3, $4) returning id_risposta as id`,
    [id, by, now(), testo],
  )
  return rows[0]?.id ?? 0
}

/** Writes a reply and its mails, one for each address of the entry: nobody reads the words of another's request. */
async function mailAll(q: Queryable, deps: Deps, entry: Entry, rows: readonly EntryRow[], testo: string, by: number) {
  const reply = await keepReply(q, deps, entry, testo, by)
  const voce = await findEntry(q, entry, by)
  const about = { ...entry, testo, concorso: voce?.concorso ?? null }
  const told = new Map(rows.toReversed().flatMap((row) => (row.email === null ? [] : [[row.email, row] as const])))
  for (const [email, { id, id_utente, testo: words }] of told) {
    const su = entry.tipo === 'domanda' ? (voce?.testo ?? null) : words && shorten(words)
    const mail = { ...composeRisposta(email, { ...about, id, su }), replyTo: deps.config.assistenza }
    await enqueue(q, deps, 'posta', mail, id_utente, { urgent: false })
  }
  await q.query(
    `insert into risposta_ricevuta (id_risposta, id_utente)
     select distinct $1::bigint, id from unnest($2::bigint[]) id where id is not null`,
    [reply, [...told.values()].map((row) => row.id_utente)],
  )
  return told.size
}

/** Reply to an entry, with the holder's address and the number of replies that its writer saw. */
type Reply = { testo: string; visto: { presa_da: string | null; risposte: number } }

/** Returns whether nobody replied to an entry, or took it, since the writer saw it. */
async function isAsSeen(q: Queryable, { tipo }: Entry, { rows, holder }: Locked, visto: Reply['visto'], by: number) {
  const { rows: now } = await q.query<{ presa_da: string | null; risposte: number }>(
    `select (select email from utente where id_utente = $2) as presa_da,
       (select count(*)::int from risposta_coda r where ${REPLIES[tipo]}) as risposte`,
    [rows.map((row) => row.id), holder],
  )
  const isHeldAsSeen = holder === null || holder === by || now[0]?.presa_da === visto.presa_da
  return isHeldAsSeen && now[0]?.risposte === visto.risposte
}

/**
 * Mails everybody of an open entry, which goes to the writer. Returns how many mails. NON_TROVATO; VOCE_CAMBIATA where
 * a colleague took it, or somebody replied, since the writer saw it.
 */
export async function replyTo(deps: Deps, entry: Entry, { testo, visto }: Reply, by: number): Promise<Result<number>> {
  const sent = await deps.db.tx(async (q): Promise<Result<number>> => {
    const locked = await lockOpen(q, entry)
    if (!locked.ok) return locked
    if (!(await isAsSeen(q, entry, locked.value, visto, by))) return fail('VOCE_CAMBIATA')
    await setHolder(q, entry, locked.value.rows, by)
    return ok(await mailAll(q, deps, entry, locked.value.rows, testo, by))
  })
  if (sent.ok) await deps.wake()
  return sent
}

/**
 * Closes an open entry with its doubles. Authors of reports are told the outcome, others the text where there is one. Returns
 * how many reports or requests, and who had it. NON_TROVATO; RICHIESTA_NON_VALIDA for an outcome of another kind; DOMANDA_NON_CORRETTA for
 * reports closed as corrected whose question is as it was when the first of them came.
 */
export async function closeEntry(
  deps: Deps,
  entry: Entry,
  { esito, testo }: { esito: EsitoCoda; testo: string | null },
  by: number,
): Promise<Result<Closed>> {
  if (!(ESITI_CODA[entry.tipo] as readonly string[]).includes(esito))
    return fail('RICHIESTA_NON_VALIDA', { campi: ['esito'] })
  if (entry.tipo === 'domanda') {
    const locked = await deps.db.tx((q) => lockOpen(q, entry))
    if (!locked.ok) return locked
    const outcome = { esito: esito as EsitoSegnalazione, risposta: testo }
    const closed = await closeSegnalazione(deps, Number(entry.id), outcome)
    if (!closed.ok) return closed
    if (closed.value === 0) return fail('NON_TROVATO')
    if (testo !== null) await keepReply(deps.db, deps, entry, testo, by)
    return ok({ chiuse: closed.value, holder: locked.value.holder })
  }
  const { table, key, type } = TABLES[entry.tipo]
  const done = await deps.db.tx(async (q): Promise<Result<Closed>> => {
    const locked = await lockOpen(q, entry)
    if (!locked.ok) return locked
    const { rows, holder } = locked.value
    if (testo !== null) await mailAll(q, deps, entry, rows, testo, by)
    await q.query(`update ${table} set esito = $2, chiusa = $3 where ${key} = any($1::${type}[])`, [
      rows.map((row) => row.id),
      esito,
      deps.now(),
    ])
    return ok({ chiuse: rows.length, holder })
  })
  if (done.ok) await deps.wake()
  return done
}

/**
 * Makes open entries doubles of another of their kind, inside one transaction; returns the number of the entry that holds
 * them all. NON_TROVATO; RICHIESTA_NON_VALIDA for the entry itself, for reports of another question, and for help asked
 * from another address.
 */
export const mergeEntries = (
  { db }: Pick<Deps, 'db'>,
  entry: Entry,
  doubles: readonly string[],
): Promise<Result<string>> =>
  db.tx(async (q) => {
    const { table, key, type } = TABLES[entry.tipo]
    const main = await lockOpen(q, entry)
    if (!main.ok) return main
    const mine = new Set(main.value.rows.map((row) => row.id))
    const moved: string[] = []
    for (const id of doubles) {
      const locked = await lockOpen(q, { ...entry, id })
      if (!locked.ok) return locked
      const { rows } = locked.value
      if (rows.some((row) => mine.has(row.id))) return fail('RICHIESTA_NON_VALIDA', { campi: ['doppie'] })
      moved.push(...rows.map((row) => row.id))
    }
    if (entry.tipo === 'assistenza' && !(await isOneWriter(q, [entry.id, ...moved])))
      return fail('RICHIESTA_NON_VALIDA', { campi: ['doppie'] })
    if (entry.tipo === 'domanda' && !(await isOneQuestion(q, [entry.id, ...moved])))
      return fail('RICHIESTA_NON_VALIDA', { campi: ['doppie'] })
    // An entry of reports may be named by a double: new ones go with what that one goes with.
    await q.query(
      `update ${table} d set doppia_di = coalesce(n.doppia_di, n.${key}), presa_da = n.presa_da from ${table} n
       where n.${key} = $2 and d.${key} = any($1::${type}[])`,
      [moved, entry.id],
    )
    return ok((await listRows(q, entry))[0]?.id ?? entry.id)
  })

async function isOneWriter(q: Queryable, ids: readonly string[]): Promise<boolean> {
  const { rows } = await q.query<{ n: number }>(
    'select count(distinct email)::int as n from richiesta_assistenza where id_richiesta = any($1::bigint[])',
    [ids],
  )
  return rows[0]?.n === 1
}

async function isOneQuestion(q: Queryable, ids: readonly string[]): Promise<boolean> {
  const { rows } = await q.query<{ n: number }>(
    'select count(distinct id_domanda)::int as n from segnalazione where id_segnalazione = any($1::bigint[])',
    [ids],
  )
  return rows[0]?.n === 1
}
