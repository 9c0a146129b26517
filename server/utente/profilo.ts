import type { Ruolo } from '#contract/gestione/call'
import { fail, ok, type Result } from '#contract/result'
import type { StatoLivello, Utente } from '#contract/schemas'
import { ACCESS_RIGHTS } from '#rules/access'
import { listSezioni } from '../contenuti/sezioni.ts'
import type { Deps, Queryable } from '../deps.ts'
import { effectiveLivello, type LivelloUtente } from './livello.ts'

/** A row of `utente` as the handlers read it. */
export type UtenteRow = {
  id_utente: number
  email: string
  email_social: string | null
  social: string | null
  password_hash: string | null
  flag_privacy: number
  flag_commerciale: number
  livello: LivelloUtente
  data_registrazione: Date
  data_passaggio_premium: Date | null
  data_scadenza_premium: Date | null
  email_verificata: boolean
  stato: string
  quiz_usati: number
  tempo_aggiuntivo: number
  email_nuova: string | null
  flag_notifiche: number
  da_eliminare: Date | null
  /** Role in the operator's console. */
  ruolo: Ruolo | null
}

const COLUMNS = `id_utente, email, email_social, social, password_hash, flag_privacy, flag_commerciale, livello,
  data_registrazione, data_passaggio_premium, data_scadenza_premium, email_verificata, stato, quiz_usati, tempo_aggiuntivo, email_nuova,
  flag_notifiche, da_eliminare, ruolo`

export async function findUtente(q: Queryable, id_utente: number): Promise<UtenteRow | null> {
  const sql = `select ${COLUMNS} from utente where id_utente = $1`
  return (await q.query<UtenteRow>(sql, [id_utente], 'utente_per_id')).rows[0] ?? null
}

/** `email` in lower case. */
export async function findUtenteByEmail(q: Queryable, email: string): Promise<UtenteRow | null> {
  const sql = `select ${COLUMNS} from utente where email = $1`
  return (await q.query<UtenteRow>(sql, [email], 'utente_per_email')).rows[0] ?? null
}

/** Returns the profile on the wire, with the tier in force. */
export function toUtente(row: UtenteRow, ora: Date, token_api?: string): Utente {
  return {
    id_utente_idoneo: row.id_utente,
    email_comunicazioni: row.email,
    email_social: row.email_social,
    ...(token_api ? { token_api } : {}),
    social: row.social,
    flag_privacy: row.flag_privacy,
    flag_commerciale: row.flag_commerciale,
    livello: effectiveLivello(row, ora),
    data_registrazione: row.data_registrazione.toISOString(),
    data_passaggio_premium: row.data_passaggio_premium?.toISOString() ?? null,
    data_scadenza_premium: row.data_scadenza_premium?.toISOString() ?? null,
    email_verificata: row.email_verificata,
    tempo_aggiuntivo: row.tempo_aggiuntivo,
    email_nuova: row.email_nuova,
    flag_notifiche: row.flag_notifiche,
    con_password: row.password_hash !== null,
  }
}

/** Returns the profile of an account by its id; TOKEN_NON_VALIDO when it was deleted under its session. */
export async function readProfilo(deps: Deps, id_utente: number, token_api?: string): Promise<Result<Utente>> {
  const row = await findUtente(deps.db, id_utente)
  return row ? ok(toUtente(row, deps.now(), token_api)) : fail('TOKEN_NON_VALIDO')
}

/** Returns tier, expiry and demo allowance (D9); no limit outside demo. */
export async function readLivello({ db, config, now }: Deps, id_utente: number): Promise<Result<StatoLivello>> {
  const row = await findUtente(db, id_utente)
  if (!row) return fail('TOKEN_NON_VALIDO')
  const livello = effectiveLivello(row, now())
  const { limite_quiz, spiegazioni, pdf, materie_premium } = ACCESS_RIGHTS[livello]
  const demo = limite_quiz !== null
  const { rows: ricevute } = demo
    ? await db.query<{ id_concorso: number; quiz: number }>(
        `select id_concorso, cardinality(domande_consegnate)::int as quiz from concorso_utente
         where id_utente = $1 and cardinality(domande_consegnate) > 0 order by id_concorso`,
        [id_utente],
        'domande_ricevute',
      )
    : { rows: [] }
  const sezioni = await listSezioni(db, now())
  return ok({
    livello,
    data_scadenza_premium: row.data_scadenza_premium?.toISOString() ?? null,
    quiz_usati: row.quiz_usati,
    quiz_limite: demo ? config.quizDemo : null,
    quiz_rimasti: demo ? Math.max(0, config.quizDemo - row.quiz_usati) : null,
    livello_acquistato: row.livello,
    spiegazioni,
    pdf,
    materie_premium,
    ricevute,
    sezioni,
  })
}
