import type { CorpoDi } from '#contract/chiamate'
import { fail, ok, type Result } from '#contract/result'
import type { Utente } from '#contract/schemi'
import { checkPassword } from '#rules/credenziali'
import type { Deps, Esecutore } from '../deps.ts'
import { isSocial, missingCredenziali } from './accesso.ts'
import { readProvenienza, writeDispositivo } from './dispositivi.ts'
import { normalizeEmail } from './email.ts'
import { findUtente, toUtente } from './profilo.ts'
import { createSessione } from './sessioni.ts'
import { createGettone, sendVerifica } from './verifica.ts'

export type Registrazione = CorpoDi<'registrazione'>

/** Version of the texts that a person agrees to when registering (D12). */
export const VERSIONE_TESTI = '2026-11'

/** Names of the fields that are missing or wrong; empty when the sign-up can go on. */
function checkCampi({ email_comunicazioni, autenticazioneVO: vo }: Registrazione): string[] {
  const campi: string[] = []
  if (normalizeEmail(vo.username ?? '') !== normalizeEmail(email_comunicazioni)) campi.push('autenticazioneVO.username')
  if (checkPassword(vo.password ?? '') !== null) campi.push('autenticazioneVO.password')
  return campi
}

async function writeConsensi(q: Esecutore, id_utente: number, commerciale: boolean, ora: Date, ip: string) {
  await q.query(
    `insert into consenso (id_utente, tipo, valore, versione_testo, data, ip)
     values ($1, 'termini', true, $3, $4, $5), ($1, 'trattamento_email', true, $3, $4, $5),
       ($1, 'commerciale', $2, $3, $4, $5)`,
    [id_utente, commerciale, VERSIONE_TESTI, ora, ip],
  )
}

/**
 * Creates the account, its consents, its first device and session, and sends the verification mail. All or nothing; a mail
 * that cannot leave undoes nothing, because the person can ask for another. MISSING_REQUIRED_PARAM, RICHIESTA_NON_VALIDA
 * with the fields, EMAIL_GIA_IN_USO, NON_DISPONIBILE (social login).
 */
export async function register(deps: Deps, dati: Registrazione, ip: string): Promise<Result<Utente>> {
  const vo = dati.autenticazioneVO
  if (isSocial(vo)) return fail('NON_DISPONIBILE')
  const mancanti = missingCredenziali(vo)
  if (mancanti.length > 0)
    return fail('MISSING_REQUIRED_PARAM', { campi: mancanti.map((campo) => `autenticazioneVO.${campo}`) })
  const campi = checkCampi(dati)
  if (campi.length > 0) return fail('RICHIESTA_NON_VALIDA', { campi })
  const email = normalizeEmail(dati.email_comunicazioni)
  const password_hash = await deps.cifratore.hash(vo.password ?? '')
  const provenienza = readProvenienza(vo)
  const creato = await deps.db.tx(async (q) => {
    const ora = deps.now()
    const { righe } = await q.query<{ id_utente: number }>(
      `insert into utente (email, password_hash, flag_privacy, flag_commerciale, codice_affiliato, data_registrazione)
       values ($1, $2, 1, $3, $4, $5) on conflict (email) do nothing returning id_utente`,
      [email, password_hash, dati.flag_commerciale ?? 0, dati.codice_affiliato ?? null, ora],
    )
    const id_utente = righe[0]?.id_utente
    if (id_utente === undefined) return fail('EMAIL_GIA_IN_USO')
    await writeConsensi(q, id_utente, dati.flag_commerciale === 1, ora, ip)
    await writeDispositivo(q, id_utente, provenienza, ora)
    const token_api = await createSessione(q, deps, { id_utente, ...provenienza, ricordami: vo.ricordami === true })
    const riga = await findUtente(q, id_utente)
    if (!riga) throw new Error('account appena creato non trovato')
    return ok({ utente: toUtente(riga, ora, token_api), verifica: await createGettone(q, deps, id_utente, email) })
  })
  if (!creato.ok) return creato
  await sendVerifica(deps, email, creato.value.verifica).catch((errore) =>
    deps.log.error({ err: errore, utente: creato.value.utente.id_utente_idoneo }, 'messaggio di verifica non partito'),
  )
  return ok(creato.value.utente)
}
