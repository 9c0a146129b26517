import { APPLICATION_ID, FORMATO_BANCA } from '#contract/pacchetto'

/** SQLite's magic, the application id and the format, from the header (https://sqlite.org/fileformat.html §1.3). */
export function isBanca(byte: Uint8Array): boolean {
  if (byte.length < 512) return false
  const vista = new DataView(byte.buffer, byte.byteOffset, 100)
  const magia = String.fromCharCode(...byte.subarray(0, 16))
  return (
    magia === 'SQLite format 3\0' && vista.getUint32(68) === APPLICATION_ID && vista.getUint32(60) === FORMATO_BANCA
  )
}
