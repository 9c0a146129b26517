import { proxy, ref } from 'valtio'
import { type Apertura, type Gradino, lockName } from '#contract/database'
import type { Guasto } from '#contract/result'
import { fail, ok, type Result } from '#contract/result'
import { onCambioUtente, sessione } from './credenziale.ts'
import { sincronia } from './sincronia.ts'

/** `occupato`: another tab owns the store; `ceduto`: another tab asked for it and got it. */
export const archivio = proxy({
  stato: 'chiuso' as 'chiuso' | 'in_apertura' | 'aperto' | 'occupato' | 'ceduto' | 'guasto',
  id_utente: null as number | null,
  gradino: null as Gradino | null,
  guasto: null as Guasto | null,
  /** Waiting for the other tab to give the store up. */
  in_attesa: false,
})

let apertura: Promise<Result<Apertura>> | null = null
const canale = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('idoneo-archivio')
if (canale)
  canale.onmessage = ({ data }: MessageEvent<{ tipo?: string; id_utente?: number }>) => {
    if (data.tipo === 'cedi' && archivio.stato === 'aperto' && archivio.id_utente === data.id_utente)
      void yieldArchivio()
  }

async function yieldArchivio() {
  archivio.stato = 'ceduto'
  apertura = null
  await (await import('../db.ts')).closeDb()
}

/**
 * Opens the signed-in account's store, once. When another tab owns it the page says so; `prendi` asks that tab to give it up
 * and waits.
 */
export function openArchivio({ prendi = false } = {}): Promise<Result<Apertura>> {
  const id_utente = sessione.credenziale?.utente.id_utente_idoneo
  if (id_utente === undefined) return Promise.resolve(fail('SESSIONE_SCADUTA'))
  if (apertura && archivio.id_utente === id_utente && !prendi) return apertura
  archivio.id_utente = id_utente
  apertura = run(id_utente, prendi)
  return apertura
}

async function run(id_utente: number, prendi: boolean): Promise<Result<Apertura>> {
  // Who was told that another tab has it keeps reading that until it is open here.
  if (archivio.stato !== 'occupato' && archivio.stato !== 'ceduto') archivio.stato = 'in_apertura'
  archivio.in_attesa = prendi
  const { openDb, onRiapertura } = await import('../db.ts')
  onRiapertura((esito) => tell(esito))
  if (prendi) canale?.postMessage({ tipo: 'cedi', id_utente })
  const esito = await openDb({ id_utente, ...(prendi && { attendi: true }) })
  archivio.in_attesa = false
  return tell(esito)
}

function tell(esito: Result<Apertura>): Result<Apertura> {
  if (esito.ok) {
    archivio.stato = 'aperto'
    archivio.guasto = null
    archivio.gradino = esito.valore.gradino
    sincronia.in_attesa = esito.valore.da_sincronizzare
    return ok(esito.valore)
  }
  archivio.stato = esito.guasto.codice === 'ARCHIVIO_OCCUPATO' ? 'occupato' : 'guasto'
  archivio.guasto = ref(esito.guasto)
  apertura = null
  return esito
}

/** True once no tab owns the store any more; false when `signal` gives up, or where there are no locks to wait for. */
export async function waitLibero(signal: AbortSignal): Promise<boolean> {
  const { id_utente } = archivio
  if (id_utente === null || !navigator.locks) return false
  return navigator.locks.request(lockName(id_utente), { signal }, () => true).catch(() => false)
}

/** The store of the signed-in account, opened if it is not. */
export async function withArchivio() {
  const esito = await openArchivio()
  if (!esito.ok) return esito
  return ok(await (await import('../db.ts')).db())
}

// The account left: its store is closed and stays as it is (D5).
onCambioUtente(() => {
  if (archivio.stato !== 'chiuso' && archivio.id_utente !== sessione.credenziale?.utente.id_utente_idoneo)
    void closeArchivio()
})

/** Closes the store: nothing of the account stays open. */
export async function closeArchivio(): Promise<void> {
  apertura = null
  archivio.stato = 'chiuso'
  archivio.id_utente = null
  await (await import('../db.ts')).closeDb()
}
