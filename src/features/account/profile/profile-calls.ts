import type { CONSENSI_LIBERI, Consensi, DispositiviUtente } from '#contract/account'
import { ok, type Result } from '#contract/result'
import type { ProfiloCambiato } from '#contract/schemas'
import { call, download } from '../../../api/client.ts'
import { keepConsent } from '../../../session/cookie-consent.ts'
import { refreshUser } from '../../../session/sign-in.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { dataText } from './text.ts'

export const readDispositivi = (): Promise<Result<DispositiviUtente>> => call('dispositivi_utente')
export const removeDispositivo = (id: string): Promise<Result<null>> =>
  call('disabilita_dispostivo', { query: { id_dispostivo: id } })

export const readConsensi = (): Promise<Result<Consensi>> => call('consensi')
/** Gives or withdraws a free consent; the one to statistics governs this browser at once (D12). */
export async function setConsenso(tipo: (typeof CONSENSI_LIBERI)[number], valore: boolean): Promise<Result<null>> {
  // What is withdrawn stops before the server has heard of it.
  if (tipo === 'statistiche' && !valore) keepConsent('no')
  const result = await call('cambia_consenso', { corpo: { tipo, valore } })
  if (tipo === 'statistiche' && valore && result.ok) keepConsent('si')
  return result
}

/** Changes the profile and reads it again, so that what is shown is what the server has. */
export async function changeProfilo(change: ProfiloCambiato): Promise<Result<null>> {
  const result = await call('aggiorna_utente', { query: {}, corpo: change })
  if (result.ok) await refreshUser()
  return result
}

export const changePassword = (vecchia_password: string, nuova_password: string): Promise<Result<null>> =>
  call('cambia_password', { query: {}, corpo: { vecchia_password, nuova_password } })

/** Everything about the account, into the browser's downloads (D14). */
export async function exportData(): Promise<Result<null>> {
  const result = await download('esporta_dati')
  if (!result.ok) return result
  saveFile(dataText.file, result.value, 'application/zip')
  return ok(null)
}
