import { createHash } from 'node:crypto'
import type { Ruolo } from '#contract/gestione/call'
import type { Deps, Queryable } from '../deps.ts'

/**
 * Act of an operator of the installation (D36, decision 0152). `via`: the console, the command, or the short hash of the
 * key. `oggetto`: the thing it was done to, e.g. `utente 12`. `prima` and `dopo`: what changed, as JSON.
 */
export type Act = {
  via: string
  atto: string
  blocco: string
  id_gestore?: number
  ruolo?: Ruolo
  oggetto?: string
  prima?: unknown
  dopo?: unknown
  id_richiesta?: string
}

/** Returns a short part of a key's hash: enough to tell keys apart, too little to find one. */
export const fingerprint = (key: string | null): string =>
  key === null ? 'nessuna' : createHash('sha256').update(key).digest('hex').slice(0, 8)

const toJson = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value))

/** Records an act; `q` is the transaction of the act. */
export async function writeAct(q: Queryable, { now }: Pick<Deps, 'now'>, act: Act): Promise<void> {
  await q.query(
    `insert into registro_operatore (quando, chiave, chiamata, ip, id_gestore, ruolo, oggetto, prima, dopo, id_richiesta)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      now(),
      act.via,
      act.atto,
      act.blocco,
      act.id_gestore ?? null,
      act.ruolo ?? null,
      act.oggetto ?? null,
      toJson(act.prima),
      toJson(act.dopo),
      act.id_richiesta ?? null,
    ],
  )
}

const BACKUP = 'comando backup'

/** Records a whole backup of this installation. */
export const recordBackup = (deps: Deps): Promise<void> =>
  writeAct(deps.db, deps, { via: 'nessuna', atto: BACKUP, blocco: 'locale' })

/** Returns the instant of the last whole backup; null before the first. */
export async function lastBackup(q: Queryable): Promise<Date | null> {
  const { rows } = await q.query<{ quando: Date }>(
    'select quando from registro_operatore where chiamata = $1 order by quando desc limit 1',
    [BACKUP],
  )
  return rows[0]?.quando ?? null
}
