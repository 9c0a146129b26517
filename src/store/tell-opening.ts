import type { Opening } from '#contract/database'
import type { ErrorCode } from '#contract/errors'
import type { Failure } from '#contract/result'
import { missingFeature } from '#wasm/handover'
import { readKey, writeKey } from '../platform/web-storage.ts'
import { showError } from '../session/notices.ts'
import { bytesLeft } from './space.ts'

const TOLD_KEY = 'idoneo.avvisi'
const MB = 1_000_000
/** Bytes left below which the person is warned, once a visit: a large bank and its next version. */
const LOW_SPACE = 50 * MB

/** Codes already shown in this visit. */
const told = new Set<string>()

/**
 * Shows what this browser lacks (D32), once in a browser, since the lack lasts. Shows it at every visit when no data is kept,
 * because all of it is lost with the page.
 */
export function tellOpening({ rung, avvisi }: Pick<Opening, 'rung' | 'avvisi'>, id_utente?: number): void {
  const known = new Set((readKey('locale', TOLD_KEY) ?? '').split(' '))
  for (const codice of avvisi) {
    // Show an event of an account each time, because it may happen again, unlike a lack of the browser.
    const happened = codice === 'ARCHIVIO_SVUOTATO'
    const toldCode = happened ? `${codice} ${id_utente}` : codice
    if (told.has(toldCode) || (rung !== 'nessuno' && known.has(codice))) continue
    told.add(toldCode)
    if (!happened) known.add(codice)
    const manca = codice === 'WEBASSEMBLY_NOT_AVAILABLE' ? missingFeature() : null
    showError({ codice, dati: { gradino: rung, ...(manca && { manca }) } }, { continua: () => undefined })
  }
  writeKey('locale', TOLD_KEY, [...known].filter(Boolean).join(' ') || null)
  void tellSpace()
}

/** Warns when the browser estimates that little room is left. The estimate may be a fiction; real failures are shown as they occur. */
export async function tellSpace(): Promise<void> {
  const bytes = await bytesLeft()
  if (bytes === null || bytes >= LOW_SPACE || told.has('INDEXEDDB_LOW_SPACE')) return
  told.add('INDEXEDDB_LOW_SPACE')
  showError({ codice: 'INDEXEDDB_LOW_SPACE', dati: { restano_mb: Math.floor(bytes / MB) } })
}

const STORE_CODES: ReadonlySet<ErrorCode> = new Set([
  'INDEXEDDB_NOT_AVAILABLE',
  'INDEXEDDB_NOT_ENOUGH_SPACE',
  'INDEXEDDB_GENERIC_ERROR',
  'WEBASSEMBLY_NOT_AVAILABLE',
] satisfies ErrorCode[])

/** Shows why the store did not open. */
export function tellStoreError(error: Failure): void {
  if (STORE_CODES.has(error.codice)) showError(error, { riprova: () => location.reload() })
}
