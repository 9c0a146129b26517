import type { Opening } from '#contract/database'
import type { Codice } from '#contract/errori'
import type { Failure } from '#contract/result'
import { showGuasto } from './avvisi.ts'
import { readChiave, writeChiave } from './dispositivo.ts'
import { restano } from './spazio.ts'

const CHIAVE = 'idoneo.avvisi'
const MB = 1_000_000
/** Bytes left under which the person is told, once a visit: a large bank and its next version. */
const POCHI = 50 * MB

/** Codes already told in this visit. */
const detti = new Set<string>()

/**
 * Tells what this browser lacks (D32): once in a browser, because it will lack it tomorrow too; at every visit when nothing is
 * kept, because it is all lost with the page.
 */
export function tellApertura({ rung: gradino, avvisi }: Pick<Opening, 'rung' | 'avvisi'>, id_utente?: number): void {
  const noti = new Set((readChiave('locale', CHIAVE) ?? '').split(' '))
  for (const codice of avvisi) {
    // What happened to an account, not what the browser is: it may happen again.
    const successo = codice === 'ARCHIVIO_SVUOTATO'
    const detto = successo ? `${codice} ${id_utente}` : codice
    if (detti.has(detto) || (gradino !== 'nessuno' && noti.has(codice))) continue
    detti.add(detto)
    if (!successo) noti.add(codice)
    showGuasto({ codice, dati: { gradino } }, { continua: () => undefined })
  }
  writeChiave('locale', CHIAVE, [...noti].filter(Boolean).join(' ') || null)
  void tellSpazio()
}

/** Warns when the browser says that little room is left. What it says may be a fiction, real failures are told as they come. */
export async function tellSpazio(): Promise<void> {
  const byte = await restano()
  if (byte === null || byte >= POCHI || detti.has('INDEXEDDB_LOW_SPACE')) return
  detti.add('INDEXEDDB_LOW_SPACE')
  showGuasto({ codice: 'INDEXEDDB_LOW_SPACE', dati: { restano_mb: Math.floor(byte / MB) } })
}

const DELL_ARCHIVIO: ReadonlySet<Codice> = new Set([
  'INDEXEDDB_NOT_AVAILABLE',
  'INDEXEDDB_NOT_ENOUGH_SPACE',
  'INDEXEDDB_GENERIC_ERROR',
  'WEBASSEMBLY_NOT_AVAILABLE',
] satisfies Codice[])

/** Tells why the store did not open. */
export function tellGuastoArchivio(guasto: Failure): void {
  if (DELL_ARCHIVIO.has(guasto.codice)) showGuasto(guasto, { riprova: () => location.reload() })
}
