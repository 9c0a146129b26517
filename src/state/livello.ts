import { proxy } from 'valtio'
import type { StatoLivello } from '#contract/schemi'
import { call } from './api.ts'

/** Tier, expiry and demo allowance as the server knows them (D9); null until they arrive. */
export const livello = proxy({ stato: null as StatoLivello | null })

export async function loadLivello(): Promise<void> {
  const esito = await call('livello')
  if (esito.ok) livello.stato = esito.valore
}

/** Space that this site uses on the device, bytes; null when the browser does not tell. */
export async function usedSpace(): Promise<number | null> {
  const stima = await navigator.storage?.estimate?.().catch(() => null)
  return stima?.usage ?? null
}
