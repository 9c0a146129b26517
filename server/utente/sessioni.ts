import { fail, ok, type Result } from '#contract/result'
import { readSegreto } from '../db/segreto.ts'
import type { Deps, Esecutore } from '../deps.ts'
import type { Sessione } from '../gestore.ts'
import { effectiveLivello, type LivelloUtente } from './livello.ts'
import { hashToken, newToken, nextToken } from './token.ts'

const SECONDO = 1000
const ORA = 3600 * SECONDO
const GIORNO = 24 * ORA
/** D10: with "remember me" the session slides for 90 days; without, it lasts 12 hours from the login. */
export const DURATA_RICORDAMI = 90 * GIORNO
export const DURATA_BREVE = 12 * ORA
/** D10: how long the token before a rotation still works, in ms. */
export const GRAZIA = 60 * SECONDO
/** A use is written down at most this often, in ms: a lookup per call is enough. */
const PASSO_USO = 5 * 60 * SECONDO

type Riga = {
  id_sessione: number
  id_utente: number
  id_dispositivo: string
  ricordami: boolean
  ultimo_uso: Date
  scade: Date
  motivo: string | null
  chiusa: Date | null
  corrente: boolean
  token_precedente_scade: Date | null
  livello: LivelloUtente
  data_scadenza_premium: Date | null
  email_verificata: boolean
  stato: string
}

const TROVA = `
select s.id_sessione, s.id_utente, s.id_dispositivo, s.ricordami, s.ultimo_uso, s.scade, s.motivo, s.chiusa,
  s.token_hash = $1 as corrente, s.token_precedente_scade,
  u.livello, u.data_scadenza_premium, u.email_verificata, u.stato
from sessione s join utente u using (id_utente)
where s.token_hash = $1 or s.token_precedente_hash = $1`

export type NuovaSessione = {
  id_utente: number
  id_dispositivo: string
  dispositivo: string
  sistema_operativo: string | null
  versione_app: string | null
  ricordami: boolean
}

/** Opens a session for a device; answers its token, which is stored nowhere. */
export async function createSessione(q: Esecutore, deps: Deps, nuova: NuovaSessione): Promise<string> {
  const token = newToken(deps.random)
  const ora = deps.now()
  const scade = new Date(ora.getTime() + (nuova.ricordami ? DURATA_RICORDAMI : DURATA_BREVE))
  await q.query(
    `insert into sessione (id_utente, token_hash, id_dispositivo, dispositivo, sistema_operativo, versione_app, ricordami,
       creata, ultimo_uso, scade)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9)`,
    [
      nuova.id_utente,
      hashToken(token),
      nuova.id_dispositivo,
      nuova.dispositivo,
      nuova.sistema_operativo,
      nuova.versione_app,
      nuova.ricordami,
      ora,
      scade,
    ],
  )
  // Sessions long over tell nothing more than an unknown token does.
  await q.query('delete from sessione where id_utente = $1 and scade < $2', [
    nuova.id_utente,
    new Date(ora.getTime() - 30 * GIORNO),
  ])
  return token
}

export async function closeSessione(q: Esecutore, id_sessione: number, motivo: string, ora: Date): Promise<void> {
  await q.query('update sessione set chiusa = $2, motivo = $3 where id_sessione = $1 and chiusa is null', [
    id_sessione,
    ora,
    motivo,
  ])
}

/** Whether a stored session is good now; a rotated token used past its grace ends the session (D10). */
async function judge(deps: Deps, riga: Riga): Promise<Result<null>> {
  const ora = deps.now()
  if (riga.stato !== 'attivo') return fail('ACCOUNT_DISABILITATO')
  if (riga.chiusa) return fail(riga.motivo === 'dispositivo_rimosso' ? 'DISPOSITIVO_DISCONNESSO' : 'TOKEN_NON_VALIDO')
  if (riga.scade <= ora) return fail('SESSIONE_SCADUTA')
  if (riga.corrente || (riga.token_precedente_scade !== null && riga.token_precedente_scade > ora)) return ok(null)
  await closeSessione(deps.db, riga.id_sessione, 'riuso', ora)
  deps.log.warn({ utente: riga.id_utente, evento: 'riuso di un token ruotato' }, 'sessione chiusa')
  return fail('TOKEN_NON_VALIDO')
}

/**
 * The session of a bearer token. TOKEN_NON_VALIDO unknown, closed or reused; SESSIONE_SCADUTA past its end;
 * DISPOSITIVO_DISCONNESSO its device was removed; ACCOUNT_DISABILITATO.
 */
export async function findSessione(deps: Deps, token: string): Promise<Result<Sessione>> {
  const { righe } = await deps.db.query<Riga>(TROVA, [hashToken(token)], 'sessione_trova')
  const riga = righe[0]
  if (!riga) return fail('TOKEN_NON_VALIDO')
  const buona = await judge(deps, riga)
  if (!buona.ok) return buona
  const ora = deps.now()
  if (ora.getTime() - riga.ultimo_uso.getTime() > PASSO_USO) await touch(deps, riga, ora)
  return ok({
    id_sessione: riga.id_sessione,
    id_utente: riga.id_utente,
    id_dispositivo: riga.id_dispositivo,
    livello: effectiveLivello(riga, ora),
    email_verificata: riga.email_verificata,
  })
}

async function touch({ db }: Deps, riga: Riga, ora: Date): Promise<void> {
  const scade = riga.ricordami ? new Date(ora.getTime() + DURATA_RICORDAMI) : riga.scade
  await db.query('update sessione set ultimo_uso = $2, scade = $3 where id_sessione = $1', [
    riga.id_sessione,
    ora,
    scade,
  ])
  await db.query('update dispositivo set ultimo_uso = $3 where id_utente = $1 and id_dispositivo = $2', [
    riga.id_utente,
    riga.id_dispositivo,
    ora,
  ])
}

/**
 * Rotates the token of a session (D10): answers the new one; the old one lives 60 s more. A repeated rotation of the same
 * old token within that time answers the same new token. TOKEN_NON_VALIDO when the session ended meanwhile.
 */
export async function rotateSessione(deps: Deps, id_sessione: number, token: string): Promise<Result<string>> {
  const segreto = await readSegreto(deps.db, 'rotazione', deps.random)
  const nuovo = nextToken(segreto, token)
  const ora = deps.now()
  return deps.db.tx(async (q) => {
    const { righe } = await q.query<{ ricordami: boolean; scade: Date; fatta: boolean; corrente: boolean }>(
      `select ricordami, scade, token_hash = $2 as fatta, token_hash = $3 as corrente
       from sessione where id_sessione = $1 and chiusa is null for update`,
      [id_sessione, hashToken(nuovo), hashToken(token)],
    )
    const riga = righe[0]
    if (!riga) return fail('TOKEN_NON_VALIDO')
    if (riga.fatta) return ok(nuovo)
    if (!riga.corrente) return fail('TOKEN_NON_VALIDO')
    await q.query(
      `update sessione set token_precedente_hash = token_hash, token_precedente_scade = $3, token_hash = $2,
         ultimo_uso = $4, scade = $5 where id_sessione = $1`,
      [
        id_sessione,
        hashToken(nuovo),
        new Date(ora.getTime() + GRAZIA),
        ora,
        riga.ricordami ? new Date(ora.getTime() + DURATA_RICORDAMI) : riga.scade,
      ],
    )
    return ok(nuovo)
  })
}
