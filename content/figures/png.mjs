import { crc32 } from 'node:zlib'

const FIRMA = 8
const CHIAVE = 'idoneo-figura'

function* chunks(byte) {
  for (let at = FIRMA; at + 12 <= byte.length; ) {
    const length = byte.readUInt32BE(at)
    yield {
      tipo: byte.toString('latin1', at + 4, at + 8),
      dati: byte.subarray(at + 8, at + 8 + length),
      fine: at + 12 + length,
    }
    at += 12 + length
  }
}

function chunk(tipo, dati) {
  const corpo = Buffer.concat([Buffer.from(tipo, 'latin1'), dati])
  const out = Buffer.alloc(corpo.length + 8)
  out.writeUInt32BE(dati.length, 0)
  corpo.copy(out, 4)
  out.writeUInt32BE(crc32(corpo), corpo.length + 4)
  return out
}

/** The same picture with the fingerprint of its drawing in a text chunk after the header. */
export function conImpronta(byte, impronta) {
  const testa = chunks(byte).next().value.fine
  const nota = chunk('tEXt', Buffer.from(`${CHIAVE}\0${impronta}`, 'latin1'))
  return Buffer.concat([byte.subarray(0, testa), nota, byte.subarray(testa)])
}

/** Fingerprint written in a picture, or null. */
export function leggiImpronta(byte) {
  for (const { tipo, dati } of chunks(byte)) {
    const [chiave, valore] = tipo === 'tEXt' ? dati.toString('latin1').split('\0') : []
    if (chiave === CHIAVE) return valore
  }
  return null
}
