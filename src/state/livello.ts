import { proxy, snapshot } from 'valtio'
import type { StatoLivello } from '#contract/schemi'
import { call } from './api.ts'
import { keepCredenziale, onCambioUtente, sessione } from './credenziale.ts'
import { keepIstantanea, readIstantanea } from './istantanea.ts'

/** Tier, expiry and demo allowance as the server knows them (D9); until they arrive, as it knew them at the last visit. */
export const livello = proxy({ stato: readIstantanea()?.livello ?? (null as StatoLivello | null) })
onCambioUtente(() => {
  livello.stato = null
})

export async function loadLivello(): Promise<void> {
  const esito = await call('livello')
  if (!esito.ok) return
  livello.stato = esito.value
  keepIstantanea({ livello: esito.value })
  const c = sessione.credenziale
  if (!c || c.utente.livello === esito.value.livello) return
  // A tier granted or ended meanwhile: the profile kept at sign-in follows.
  const { livello: nuovo, data_scadenza_premium } = esito.value
  keepCredenziale({ ...snapshot(c), utente: { ...snapshot(c.utente), livello: nuovo, data_scadenza_premium } })
}

/** Space that this site uses on the device, bytes; null when the browser does not tell. */
export async function usedSpace(): Promise<number | null> {
  const stima = await navigator.storage?.estimate?.().catch(() => null)
  return stima?.usage ?? null
}
