import { fail, ok, type Result } from '#contract/result'
import type { ProfiloCambiato, StatoLivello, Utente } from '#contract/schemi'
import { ACCESSO } from '#rules/accesso'
import type { Deps, Esecutore } from '../deps.ts'
import { effectiveLivello, type LivelloUtente } from './livello.ts'

/** A row of `utente` as the handlers read it. */
export type RigaUtente = {
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
}

const COLONNE = `id_utente, email, email_social, social, password_hash, flag_privacy, flag_commerciale, livello,
  data_registrazione, data_passaggio_premium, data_scadenza_premium, email_verificata, stato, quiz_usati, tempo_aggiuntivo`

export async function findUtente(q: Esecutore, id_utente: number): Promise<RigaUtente | null> {
  const sql = `select ${COLONNE} from utente where id_utente = $1`
  return (await q.query<RigaUtente>(sql, [id_utente], 'utente_per_id')).righe[0] ?? null
}

/** `email` in lower case. */
export async function findUtenteByEmail(q: Esecutore, email: string): Promise<RigaUtente | null> {
  const sql = `select ${COLONNE} from utente where email = $1`
  return (await q.query<RigaUtente>(sql, [email], 'utente_per_email')).righe[0] ?? null
}

/** The profile on the wire; the tier is the one that counts now. */
export function toUtente(riga: RigaUtente, ora: Date, token_api?: string): Utente {
  return {
    id_utente_idoneo: riga.id_utente,
    email_comunicazioni: riga.email,
    email_social: riga.email_social,
    ...(token_api ? { token_api } : {}),
    social: riga.social,
    flag_privacy: riga.flag_privacy,
    flag_commerciale: riga.flag_commerciale,
    livello: effectiveLivello(riga, ora),
    data_registrazione: riga.data_registrazione.toISOString(),
    data_passaggio_premium: riga.data_passaggio_premium?.toISOString() ?? null,
    data_scadenza_premium: riga.data_scadenza_premium?.toISOString() ?? null,
    email_verificata: riga.email_verificata,
    tempo_aggiuntivo: riga.tempo_aggiuntivo,
  }
}

/** The profile of an account by its id; TOKEN_NON_VALIDO when it was deleted under its session. */
export async function readProfilo(deps: Deps, id_utente: number, token_api?: string): Promise<Result<Utente>> {
  const riga = await findUtente(deps.db, id_utente)
  return riga ? ok(toUtente(riga, deps.now(), token_api)) : fail('TOKEN_NON_VALIDO')
}

/** Tier, expiry and demo allowance (D9); no limit outside demo. */
export async function readLivello({ db, config, now }: Deps, id_utente: number): Promise<Result<StatoLivello>> {
  const riga = await findUtente(db, id_utente)
  if (!riga) return fail('TOKEN_NON_VALIDO')
  const livello = effectiveLivello(riga, now())
  const demo = ACCESSO[livello].limite_quiz !== null
  return ok({
    livello,
    data_scadenza_premium: riga.data_scadenza_premium?.toISOString() ?? null,
    quiz_usati: riga.quiz_usati,
    quiz_limite: demo ? config.quizDemo : null,
    quiz_rimasti: demo ? Math.max(0, config.quizDemo - riga.quiz_usati) : null,
  })
}

/** Changes what the person may change of their own profile; what is absent stays. Sittings under way keep the time they began with. */
export async function updateProfilo({ db }: Deps, id_utente: number, { tempo_aggiuntivo }: ProfiloCambiato) {
  await db.query(
    'update utente set tempo_aggiuntivo = coalesce($2::int, tempo_aggiuntivo) where id_utente = $1',
    [id_utente, tempo_aggiuntivo ?? null],
    'aggiorna_utente',
  )
  return ok(null)
}
