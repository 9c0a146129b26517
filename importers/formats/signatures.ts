import { Refusal } from '../refusal.ts'

const starts = (byte: Uint8Array, ...segno: number[]) => segno.every((b, i) => byte[i] === b)

/** Zip (XLSX, ODS) and the older compound file (XLS) are workbooks; everything else readable is text. */
export function findContainer(byte: Uint8Array): 'foglio' | 'testo' {
  if (byte.length === 0) throw new Refusal('Il file è vuoto.')
  if (starts(byte, 0x50, 0x4b) || starts(byte, 0xd0, 0xcf, 0x11, 0xe0)) return 'foglio'
  if (starts(byte, 0x25, 0x50, 0x44, 0x46)) throw new Refusal('È un PDF: serve un file CSV, XLSX, JSON o NDJSON.')
  if (starts(byte, 0x89, 0x50, 0x4e, 0x47) || starts(byte, 0xff, 0xd8, 0xff)) throw new Refusal('È un’immagine.')
  if (String.fromCharCode(...byte.subarray(257, 262)) === 'ustar') {
    throw new Refusal('È un archivio tar: serve uno dei file che contiene.')
  }
  return 'testo'
}

/** Share of control characters above which a "text" is something else. */
const MASSIMO_CONTROLLI = 0.02

export function checkText(testo: string): void {
  const controlli = testo.match(/[^\P{Cc}\t\n\r\u0080-\u009f]|\ufffd/gu)?.length ?? 0
  if (testo.trim() === '') throw new Refusal('Il file è vuoto.')
  if (controlli > testo.length * MASSIMO_CONTROLLI) throw new Refusal('Il file non è un testo leggibile.')
}
