import { createHash } from 'node:crypto'
import type { Deps, Queryable } from '../deps.ts'

export type OperatorCall = { chiave: string | null; chiamata: string; blocco: string }

/** Returns a short part of a key's hash: enough to tell keys apart, too little to find one. */
const fingerprint = (key: string | null): string =>
  key === null ? 'nessuna' : createHash('sha256').update(key).digest('hex').slice(0, 8)

/** Records a call with the operator's key: key, action, block of addresses, instant (D36). */
export async function writeAudit({ db, now }: Deps, c: OperatorCall): Promise<void> {
  await db.query('insert into registro_operatore (quando, chiave, chiamata, ip) values ($1, $2, $3, $4)', [
    now(),
    fingerprint(c.chiave),
    c.chiamata,
    c.blocco,
  ])
}

const BACKUP = 'comando backup'

/** Records a whole backup of this installation. */
export const recordBackup = (deps: Deps): Promise<void> =>
  writeAudit(deps, { chiave: null, chiamata: BACKUP, blocco: 'locale' })

/** Returns the instant of the last whole backup; null before the first. */
export async function lastBackup(q: Queryable): Promise<Date | null> {
  const { rows } = await q.query<{ quando: Date }>(
    'select quando from registro_operatore where chiamata = $1 order by quando desc limit 1',
    [BACKUP],
  )
  return rows[0]?.quando ?? null
}
