import type { AccessiCollegati, CONSENSI_LIBERI, Consensi, DispositiviUtente, Social } from '#contract/account'
import type { BodyOf } from '#contract/calls'
import { ok, type Result } from '#contract/result'
import type { ProfiloCambiato } from '#contract/schemas'
import type { SecondoFattore, SecondoFattoreAvviato } from '#contract/second-factor'
import { isPropria } from '#rules/raccolta'
import { call, download } from '../../../api/client.ts'
import { keepConsent } from '../../../domain/cookie-consent.ts'
import { refreshUser } from '../../../domain/sign-in.ts'
import { onStore } from '../../../store/on-store.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { dataText } from './text.ts'

export const readDispositivi = (): Promise<Result<DispositiviUtente>> => call('dispositivi_utente')
export const removeDispositivo = (id: string): Promise<Result<null>> =>
  call('disabilita_dispostivo', { query: { id_dispostivo: id } })

export const leaveElsewhere = (): Promise<Result<null>> => call('esci_altrove')

export const readAccessi = (): Promise<Result<AccessiCollegati>> => call('accessi_collegati')
/** Links a social login that has just ended and reads the profile again. */
export async function linkAccesso(link: BodyOf<'collega_accesso'>): Promise<Result<null>> {
  const result = await call('collega_accesso', { corpo: link })
  if (result.ok) await refreshUser()
  return result
}
/** Unlinks a social login and reads the profile again. */
export async function unlinkAccesso(social: Social): Promise<Result<null>> {
  const result = await call('scollega_accesso', { query: { social } })
  if (result.ok) await refreshUser()
  return result
}

export const readSecondoFattore = (): Promise<Result<SecondoFattore>> => call('secondo_fattore')
const proofOf = (password: string | undefined) => (password === undefined ? {} : { password })
export const startSecondoFattore = (password?: string): Promise<Result<SecondoFattoreAvviato>> =>
  call('avvia_secondo_fattore', { corpo: proofOf(password) })
export const confirmSecondoFattore = (codice: string): Promise<Result<{ codici: string[] }>> =>
  call('conferma_secondo_fattore', { corpo: { codice } })
export const endSecondoFattore = (codice: string, password?: string): Promise<Result<null>> =>
  call('spegni_secondo_fattore', { corpo: { ...proofOf(password), codice } })

export const readConsensi = (): Promise<Result<Consensi>> => call('consensi')
/** Gives or withdraws a free consent; the one to statistics governs this browser at once (D12). */
export async function setConsenso(tipo: (typeof CONSENSI_LIBERI)[number], valore: boolean): Promise<Result<null>> {
  // Stop the statistics before the server receives the withdrawal.
  if (tipo === 'statistiche' && !valore) keepConsent('no')
  const result = await call('cambia_consenso', { corpo: { tipo, valore } })
  if (tipo === 'statistiche' && valore && result.ok) keepConsent('si')
  return result
}

/** Changes the profile and reads it again, so that the page shows the server's state. */
export async function changeProfilo(change: ProfiloCambiato): Promise<Result<null>> {
  const result = await call('aggiorna_utente', { query: {}, corpo: change })
  if (result.ok) await refreshUser()
  return result
}

export const changePassword = (vecchia_password: string, nuova_password: string): Promise<Result<null>> =>
  call('cambia_password', { query: {}, corpo: { vecchia_password, nuova_password } })

/**
 * Saves everything about the account into the browser's downloads (D14).
 * CONFERMA_PER_POSTA without a password, unless the sign-in is fresh.
 */
export async function exportData(password?: string): Promise<Result<null>> {
  const result = await (password === undefined ? download('esporta_dati') : download('esporta_con_prova', { password }))
  if (!result.ok) return result
  saveFile(dataText.file, result.value, 'application/zip')
  return exportOwnBanks()
}

/** Saves the person's own banks in a file of their own, because they are on this device alone. */
async function exportOwnBanks(): Promise<Result<null>> {
  const banche = await onStore((db) => db.listBanche())
  if (!banche.ok) return banche
  const copies: object[] = []
  for (const { id_concorso, concorso, n_domande } of banche.value) {
    if (!isPropria(id_concorso) || n_domande === 0) continue
    const copy = await onStore((db) => db.copyPropria({ id_concorso }))
    if (!copy.ok) return copy
    copies.push(...copy.value.map((domanda) => ({ banca: concorso, ...domanda })))
  }
  if (copies.length > 0) saveFile(dataText.file_banche, JSON.stringify(copies, null, 1), 'application/json')
  return ok(null)
}
