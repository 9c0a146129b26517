import type { ErrorCode } from '#contract/errors'
import { fail, ok, type Result } from '#contract/result'
import { ACCESS_RIGHTS, effectiveLivello, isLivelloExpired } from '#rules/access'
import { sampleDomande } from '#rules/sample'
import type { Configuration } from '../configuration.ts'
import type { Deps, Queryable } from '../deps.ts'
import { type Banca, readBanca } from './banche.ts'
import type { ConcorsoRow } from './columns.ts'

/** Which questions a demo account gets of a bank, and how many of them are new to it. */
type Assignment = { id_domande: number[]; nuove: number; ripetibile: boolean }

/**
 * Returns the sample that `rimasti` new questions allow beside the delivered ones (D8). The sample is the beginning of
 * the bank's own order, equal for every account. After an update that moves questions, delivered ones stay and cost
 * nothing.
 */
function assignDomande(domande: Banca['domande'], delivered: readonly number[], left: number): Assignment {
  const had = new Set(delivered)
  const ordine = sampleDomande(domande, Math.min(domande.length, had.size + left))
  const newFirst = ordine.filter((id) => !had.has(id)).length
  if (newFirst <= left && ordine.filter((id) => had.has(id)).length === had.size)
    return { id_domande: ordine, nuove: newFirst, ripetibile: true }
  const all = sampleDomande(domande, domande.length)
  const added = new Set(all.filter((id) => !had.has(id)).slice(0, left))
  return { id_domande: all.filter((id) => had.has(id) || added.has(id)), nuove: added.size, ripetibile: false }
}

export type Account = {
  livello: 0 | 1 | 2 | 3
  /** New questions that the account may still get; null without limit. */
  rimasti: number | null
  /** The code of a refusal when nothing may be delivered. */
  rifiuto: Extract<ErrorCode, 'DEMO_ESAURITA' | 'PREMIUM_SCADUTO'>
}

/** Returns what the account may have now. `blocca` locks the account's row: a concurrent call waits. */
export async function readAccount(
  q: Queryable,
  { config, ora: now, id_utente, blocca }: { config: Configuration; ora: Date; id_utente: number; blocca: boolean },
): Promise<Account> {
  const { rows } = await q.query<{
    livello: 0 | 1 | 2 | 3
    data_scadenza_premium: Date | null
    quiz_usati: number
  }>(
    `select livello, data_scadenza_premium, quiz_usati from utente where id_utente = $1 ${blocca ? 'for update' : ''}`,
    [id_utente],
  )
  const row = rows[0]
  const expiry = row?.data_scadenza_premium?.toISOString() ?? null
  const livello = effectiveLivello(row?.livello ?? 0, expiry, now.getTime())
  const scaduto = isLivelloExpired(row?.livello ?? 0, expiry, now.getTime())
  const used = row?.quiz_usati ?? 0
  return {
    livello,
    rimasti: ACCESS_RIGHTS[livello].limite_quiz === null ? null : Math.max(0, config.quizDemo - used),
    rifiuto: scaduto ? 'PREMIUM_SCADUTO' : 'DEMO_ESAURITA',
  }
}

const addToList = (q: Queryable, id_utente: number, id_concorso: number, ora: Date) =>
  q.query(
    `insert into concorso_utente as cu (id_utente, id_concorso, aggiunto) values ($1, $2, $3)
     on conflict (id_utente, id_concorso) do update set rimosso = null,
       aggiunto = case when cu.rimosso is null then cu.aggiunto else excluded.aggiunto end`,
    [id_utente, id_concorso, ora],
    'aggiungi_concorso',
  )

/** Questions of a bank that an account was granted. */
export type Grant = { tutte: true } | { tutte: false; id_domande: number[]; ripetibile: boolean }

/** Adds the bank and charges the questions of a demo account, in one transaction under the account's row lock (D8). */
export async function chargeDemo(
  { db, config, now }: Deps,
  id_utente: number,
  row: ConcorsoRow,
): Promise<Result<Grant>> {
  const banca = await readBanca(db, row.id_concorso, row.versione)
  const ora = now()
  return db.tx(async (q) => {
    const account = await readAccount(q, { config, ora, id_utente, blocca: true })
    if (account.rimasti === null) {
      await addToList(q, id_utente, row.id_concorso, ora)
      return ok({ tutte: true })
    }
    const { rows } = await q.query<{ domande_consegnate: number[] }>(
      'select domande_consegnate from concorso_utente where id_utente = $1 and id_concorso = $2',
      [id_utente, row.id_concorso],
    )
    const delivered = rows[0]?.domande_consegnate ?? []
    const { id_domande, nuove: added, ripetibile } = assignDomande(banca.domande, delivered, account.rimasti)
    if (id_domande.length === 0)
      return fail(account.rifiuto, account.rifiuto === 'DEMO_ESAURITA' ? { dati: { limite: config.quizDemo } } : {})
    await addToList(q, id_utente, row.id_concorso, ora)
    if (added > 0) {
      await q.query('update utente set quiz_usati = quiz_usati + $2 where id_utente = $1', [id_utente, added])
      await q.query('update concorso_utente set domande_consegnate = $3 where id_utente = $1 and id_concorso = $2', [
        id_utente,
        row.id_concorso,
        [...new Set([...delivered, ...id_domande])],
      ])
    }
    return ok({ tutte: id_domande.length === banca.domande.length, id_domande, ripetibile })
  })
}
