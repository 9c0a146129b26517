import { snapshot } from 'valtio'
import type { StatoLivello } from '#contract/schemas'
import { ACCESS_RIGHTS, effectiveLivello } from '#rules/access'
import { call } from '../api/client.ts'
import { accountState } from '../session/account.ts'
import { keepFirstPaint, readFirstPaint } from '../session/first-paint.ts'
import { keepCredentials, session } from '../session/session.ts'

/** Tier, expiry and demo allowance from the server (D9); those of the last visit until the response. */
export const livelloState = accountState(() => ({ stato: null as StatoLivello | null }))

/** Restores the state of the last visit, for the first paint. */
export function restoreLivello(): void {
  livelloState.stato ??= readFirstPaint()?.livello ?? null
}

export async function loadLivello(): Promise<void> {
  const result = await call('livello')
  if (!result.ok) return
  livelloState.stato = result.value
  keepFirstPaint({ livello: result.value })
  const c = session.credentials
  if (!c || c.utente.livello === result.value.livello) return
  // Update the profile kept at sign-in when a tier was granted or ended.
  const { livello: current, data_scadenza_premium } = result.value
  keepCredentials({ ...snapshot(c), utente: { ...snapshot(c.utente), livello: current, data_scadenza_premium } })
}

/** Returns true when the signed-in account has a right of its tier, by this device's data (D7). */
export function hasRight(right: 'spiegazioni' | 'pdf'): boolean {
  const utente = session.credentials?.utente
  if (utente === undefined) return false
  return ACCESS_RIGHTS[effectiveLivello(utente.livello, utente.data_scadenza_premium, Date.now())][right]
}
