import { fail, ok, type Result } from '#contract/result'
import { MOTIVI, type Motivo } from '#contract/segnalazione'
import type { Deps, Queryable } from '../deps.ts'

/** Reports of an account in a day: enough for study, few for a flood. */
const PER_DAY = 100

const isReason = (text: string): text is Motivo => (MOTIVI as readonly string[]).includes(text)

/**
 * Stores a report of a question (spec §7 segnalaquiz). MISSING_REQUIRED_PARAM with every missing field [VA14], VIETATO
 * for another account's id_user, RICHIESTA_NON_VALIDA for a reason that is none of contract/segnalazione,
 * DOMANDA_NON_TROVATA, RATE_LIMIT_EXCEEDED. A repeated report is stored once.
 */
export async function reportDomanda(
  { db, now }: Deps,
  id_utente: number,
  r: {
    id_user?: number | undefined
    id_domanda?: number | undefined
    rcode?: string | undefined
    nota?: string | undefined
  },
): Promise<Result<null>> {
  const motivo = r.rcode?.trim()
  if (!r.id_user || !r.id_domanda || !motivo) {
    const missing = { id_user: !r.id_user, id_domanda: !r.id_domanda, rcode: !motivo }
    return fail('MISSING_REQUIRED_PARAM', {
      campi: Object.entries(missing).flatMap(([field, isMissing]) => (isMissing ? [field] : [])),
    })
  }
  if (r.id_user !== id_utente) return fail('VIETATO')
  if (!isReason(motivo)) return fail('RICHIESTA_NON_VALIDA', { campi: ['rcode'] })
  const report = { id_utente, id_domanda: r.id_domanda, motivo, nota: r.nota?.trim() || null }
  return db.tx((q) => writeReport(q, report, now()))
}

type Report = { id_utente: number; id_domanda: number; motivo: Motivo; nota: string | null }

/** Locks the account's row, inside a transaction, so that concurrent reports are counted one after the other. */
async function writeReport(q: Queryable, r: Report, ora: Date): Promise<Result<null>> {
  await q.query('select 1 from utente where id_utente = $1 for update', [r.id_utente])
  const { rows } = await q.query<{ oggi: number; uguali: number; esiste: boolean }>(
    `select count(*) filter (where creata > $4) as oggi, count(*) filter (where id_domanda = $2 and motivo = $3 and nota is not distinct from $5) as uguali,
       exists (select 1 from domanda where id_domanda = $2) as esiste
     from segnalazione where id_utente = $1`,
    [r.id_utente, r.id_domanda, r.motivo, new Date(ora.getTime() - 86_400_000), r.nota],
    'segnalazioni_mie',
  )
  const account = rows[0]
  if (!account?.esiste) return fail('DOMANDA_NON_TROVATA')
  if (account.uguali > 0) return ok(null)
  if (account.oggi >= PER_DAY) return fail('RATE_LIMIT_EXCEEDED')
  await q.query(
    'insert into segnalazione (id_utente, id_domanda, motivo, nota, creata) values ($1, $2, $3, $4, $5)',
    [r.id_utente, r.id_domanda, r.motivo, r.nota, ora],
    'nuova_segnalazione',
  )
  return ok(null)
}
