import { joinBytes } from '#rules/bytes'
/** File of a zip. `compressi` are its bytes after raw deflate; without them it is stored. */
export type ZipEntry = { nome: string; byte: Uint8Array; compressi?: Uint8Array }

const CRC = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c
})

export function crc32(byte: Uint8Array): number {
  let crc = -1
  for (let i = 0; i < byte.length; i++) crc = (CRC[(crc ^ (byte[i] as number)) & 255] as number) ^ (crc >>> 8)
  return (crc ^ -1) >>> 0
}

/** 1 January 1980, the first date of the format, so that equal input gives equal bytes. */
const DATA_DOS = 0x0021
const UTF8 = 0x0800
const MAX_VOCI = 0xffff
const MAX_BYTE = 0xffffffff

/**
 * Writes a zip of the given files, in their order (PKWARE APPNOTE 4.3, without zip64). Throws RangeError beyond its
 * limits: 65,535 files or 4 GiB.
 */
export function writeZip(voci: readonly ZipEntry[]): Uint8Array {
  const testa: Uint8Array[] = []
  const indice: Uint8Array[] = []
  let offset = 0
  for (const voce of voci) {
    const nome = new TextEncoder().encode(voce.nome)
    const contenuto = voce.compressi ?? voce.byte
    const comune = commonFields(voce, contenuto.length, nome.length)
    const locale = new Uint8Array(30 + nome.length)
    const vista = new DataView(locale.buffer)
    vista.setUint32(0, 0x04034b50, true)
    locale.set(comune, 4)
    locale.set(nome, 30)
    testa.push(locale, contenuto)

    const centrale = new Uint8Array(46 + nome.length)
    const vistaCentrale = new DataView(centrale.buffer)
    vistaCentrale.setUint32(0, 0x02014b50, true)
    vistaCentrale.setUint16(4, 20, true)
    centrale.set(comune, 6)
    vistaCentrale.setUint32(42, offset, true)
    centrale.set(nome, 46)
    indice.push(centrale)
    offset += locale.length + contenuto.length
  }
  const lungoIndice = indice.reduce((somma, parte) => somma + parte.length, 0)
  if (voci.length > MAX_VOCI || offset + lungoIndice > MAX_BYTE) throw new RangeError('writeZip: too large for a zip')
  return joinBytes([...testa, ...indice, endRecord(voci.length, lungoIndice, offset)])
}

/** Writes the 26 bytes that both headers of a file share, from version needed to extra field length. */
function commonFields(voce: ZipEntry, lungo: number, lungoNome: number): Uint8Array {
  const campi = new Uint8Array(26)
  const vista = new DataView(campi.buffer)
  vista.setUint16(0, 20, true)
  vista.setUint16(2, UTF8, true)
  vista.setUint16(4, voce.compressi ? 8 : 0, true)
  vista.setUint16(6, 0, true)
  vista.setUint16(8, DATA_DOS, true)
  vista.setUint32(10, crc32(voce.byte), true)
  vista.setUint32(14, lungo, true)
  vista.setUint32(18, voce.byte.length, true)
  vista.setUint16(22, lungoNome, true)
  return campi
}

function endRecord(voci: number, lungo: number, offset: number): Uint8Array {
  const fine = new Uint8Array(22)
  const vista = new DataView(fine.buffer)
  vista.setUint32(0, 0x06054b50, true)
  vista.setUint16(8, voci, true)
  vista.setUint16(10, voci, true)
  vista.setUint32(12, lungo, true)
  vista.setUint32(16, offset, true)
  return fine
}
