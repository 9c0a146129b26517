import { call } from './api.ts'
import { closeArchivio, openArchivio, withArchivio } from './archivio.ts'
import { dropCredenziale, forgetUltimoUtente, sessione } from './credenziale.ts'
import { chiaveSql, writeChiave } from './dispositivo.ts'
import { forgetPrime } from './prime.ts'
import { pushBeforeLeaving, sincronia } from './sincronia.ts'

/** What the person decided about another account's unsent answers: they stay in its own database or they go. */
export async function settleAltroUtente(elimina: boolean): Promise<void> {
  const altro = sessione.altro_utente
  sessione.altro_utente = null
  if (!altro || !elimina) return
  await closeArchivio()
  const { openDb, db, closeDb } = await import('../db.ts')
  if ((await openDb({ id_utente: altro.id_utente, sola: true })).ok)
    await (await db()).clearUser({ id_utente: altro.id_utente })
  await closeDb()
  await openArchivio()
}

export type EsitoUscita = { fatto: true } | { fatto: false; in_attesa: number }

/**
 * Signs out: sends what waits, then clears this account's local data (spec §4, D29) [AU4][AU5]. When answers still wait the
 * person is told how many and chooses: `forza` leaves without them.
 */
export async function logout({ forza = false } = {}): Promise<EsitoUscita> {
  const id_utente = sessione.credenziale?.utente.id_utente_idoneo
  if (id_utente === undefined) return { fatto: true }
  const aperto = await withArchivio()
  let vuotato = false
  if (aperto.ok) {
    const archivio = aperto.valore
    const count = async () => {
      const n = await archivio.countUnsynced()
      const simulazioni = await archivio.listDaSpedire()
      sincronia.simulazioni = simulazioni.ok ? simulazioni.valore.length : 0
      return (n.ok ? n.valore.totale : 0) + sincronia.simulazioni
    }
    let in_attesa = await count()
    if (in_attesa > 0 && !forza) {
      await pushBeforeLeaving()
      in_attesa = await count()
      sincronia.in_attesa = in_attesa
      if (in_attesa > 0) return { fatto: false, in_attesa }
    }
    vuotato = (await archivio.clearUser({ id_utente })).ok
  }
  writeChiave('locale', chiaveSql(id_utente), null)
  forgetPrime()
  await call('logout')
  await closeArchivio()
  dropCredenziale()
  // What could not be emptied is settled when somebody else signs in (D29).
  if (vuotato) forgetUltimoUtente()
  sincronia.in_attesa = 0
  sincronia.simulazioni = 0
  return { fatto: true }
}
