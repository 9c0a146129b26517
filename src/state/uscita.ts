import type { Database } from '#contract/database'
import { ok, type Result } from '#contract/result'
import { call } from './api.ts'
import { closeArchivio, openArchivio, withArchivio } from './archivio.ts'
import { altriUtenti, dropCredenziale, forgetUltimoUtente, keepAltriUtenti, sessione } from './credenziale.ts'
import { chiaveSql, writeChiave } from './dispositivo.ts'
import { forgetPrime } from './prime.ts'
import { pushBeforeLeaving, sincronia } from './sincronia.ts'

/** What the person decided about another account's unsent answers: they stay in its own database or they go. */
export async function settleAltroUtente(elimina: boolean): Promise<void> {
  const altro = sessione.altro_utente
  sessione.altro_utente = null
  if (!altro) return
  const { id_utente } = altro
  // One's own data is nobody else's.
  if (id_utente === sessione.credenziale?.utente.id_utente_idoneo) return
  keepAltriUtenti(altriUtenti().filter((id) => id !== id_utente))
  if (!elimina) return
  await closeArchivio()
  const negozio = await import('../db.ts').catch(() => null)
  const aperto = await negozio?.openDb({ id_utente, sola: true })
  const tolti = negozio && aperto?.ok ? (await (await negozio.db()).clearUser({ id_utente })).ok : false
  // Asked again at the next sign-in.
  if (!tolti) keepAltriUtenti([...altriUtenti(), id_utente])
  await negozio?.closeDb()
  await openArchivio()
}

/** Not done: how much waits to be sent, null when the store could not say it, 0 when the person stays after all. */
export type EsitoUscita = { fatto: true } | { fatto: false; in_attesa: number | null }

/**
 * `nonostante`: what the person agreed to leave behind, a number or null for what nobody can count. `resta` is asked last, before
 * anything goes: true when they would rather stay.
 */
export type ComeUscire = { nonostante?: number | null; resta?: () => boolean }

/** Answers and deliveries that the server does not have. */
async function countAttese(archivio: Pick<Database, 'countUnsynced' | 'listDaSpedire'>): Promise<Result<number>> {
  const n = await archivio.countUnsynced()
  if (!n.ok) return n
  const simulazioni = await archivio.listDaSpedire()
  if (!simulazioni.ok) return simulazioni
  sincronia.simulazioni = simulazioni.value.length
  return ok(n.value.totale + simulazioni.value.length)
}

/**
 * Signs out: sends what waits, then clears this account's local data (spec §4, D29) [AU4][AU5]. When more waits than the person
 * agreed to leave, or nobody can say whether anything does, they are told and choose. Data that could not be cleared is said
 * (DATI_RIMASTI) and settled at the next sign-in.
 */
export async function logout({ nonostante, resta = () => false }: ComeUscire = {}): Promise<EsitoUscita> {
  const id_utente = sessione.credenziale?.utente.id_utente_idoneo
  if (id_utente === undefined) return { fatto: true }
  const aperto = await withArchivio()
  if (!aperto.ok && nonostante !== null) return { fatto: false, in_attesa: null }
  const archivio = aperto.ok ? aperto.value : null
  if (archivio) {
    let attese = await countAttese(archivio)
    // An answer not counted is not an answer sent.
    const lascia = () => (attese.ok ? attese.value <= (nonostante ?? 0) : nonostante === null)
    if (!lascia()) {
      await pushBeforeLeaving()
      attese = await countAttese(archivio)
      if (attese.ok) sincronia.in_attesa = attese.value
      if (!lascia()) return { fatto: false, in_attesa: attese.ok ? attese.value : null }
    }
  }
  // Somebody else by now: what is open is theirs.
  if (resta() || sessione.credenziale?.utente.id_utente_idoneo !== id_utente) return { fatto: false, in_attesa: 0 }
  const vuotato = archivio !== null && (await archivio.clearUser({ id_utente })).ok
  writeChiave('locale', chiaveSql(id_utente), null)
  forgetPrime()
  await call('logout')
  await closeArchivio()
  dropCredenziale()
  // What could not be emptied is settled when somebody else signs in (D29).
  if (vuotato) forgetUltimoUtente()
  else sessione.motivo_uscita = 'DATI_RIMASTI'
  sincronia.in_attesa = 0
  sincronia.simulazioni = 0
  return { fatto: true }
}
