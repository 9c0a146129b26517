import type { CONSENSI_LIBERI, Consensi, Consenso, TipoConsenso } from '#contract/account'
import { ok, type Result } from '#contract/result'
import { VERSIONI_TESTI } from '#contract/text-versions'
import type { Deps, Queryable } from '../deps.ts'
import { blockOf } from '../http/address.ts'
import { enqueueContact } from './mailing-contact.ts'

type Scritti = {
  id_utente: number
  ora: Date
  ip: string
  consensi: Partial<Record<TipoConsenso, boolean>>
}

/** Cuts the last part of an address: the block shows the place and not the person. */
export const truncateIp = (ip: string): string => blockOf(ip).replace(/\/\d+$/, '')

/** Appends given and withdrawn consents to the log, with the version of each text in force (D12). */
export async function writeConsensi(q: Queryable, { id_utente, ora, ip, consensi }: Scritti): Promise<void> {
  for (const [tipo, valore] of Object.entries(consensi) as [TipoConsenso, boolean][])
    await q.query(
      'insert into consenso (id_utente, tipo, valore, versione_testo, data, ip) values ($1, $2, $3, $4, $5, $6)',
      [id_utente, tipo, valore, VERSIONI_TESTI[tipo], ora, truncateIp(ip)],
      'consenso_nuovo',
    )
}

type Row = Omit<Consenso, 'data'> & { data: Date }

/** Returns consents of an account: the present state, and every one given or withdrawn. */
export async function readConsensi({ db }: Deps, id_utente: number): Promise<Result<Consensi>> {
  const { rows } = await db.query<Row>(
    'select tipo, valore, versione_testo, data from consenso where id_utente = $1 order by id_consenso desc',
    [id_utente],
  )
  const storia = rows.map((r): Consenso => ({ ...r, data: r.data.toISOString() }))
  const attuali = [...new Map([...storia].reverse().map((c) => [c.tipo, c])).values()]
  return ok({ attuali, storia, versioni: VERSIONI_TESTI })
}

type Libero = (typeof CONSENSI_LIBERI)[number]

/** Writes a free consent when it changes, inside a transaction, with all that depends on it. */
export async function changeConsenso(
  q: Queryable,
  deps: Deps,
  { id_utente, ip, tipo, valore }: { id_utente: number; ip: string; tipo: Libero; valore: boolean },
): Promise<void> {
  await q.query('select 1 from utente where id_utente = $1 for update', [id_utente])
  const { rows } = await q.query<{ valore: boolean }>(
    'select valore from consenso where id_utente = $1 and tipo = $2 order by id_consenso desc limit 1',
    [id_utente, tipo],
  )
  if ((rows[0]?.valore ?? false) === valore) return
  await writeConsensi(q, { id_utente, ora: deps.now(), ip, consensi: { [tipo]: valore } })
  if (tipo !== 'commerciale') return
  await q.query('update utente set flag_commerciale = $2 where id_utente = $1', [id_utente, valore ? 1 : 0])
  await enqueueContact(q, deps, id_utente)
}

/** Gives or withdraws a free consent. */
export async function setConsenso(
  deps: Deps,
  id_utente: number,
  ip: string,
  corpo: { tipo: Libero; valore: boolean },
): Promise<Result<null>> {
  await deps.db.tx((q) => changeConsenso(q, deps, { id_utente, ip, ...corpo }))
  await deps.wake()
  return ok(null)
}
