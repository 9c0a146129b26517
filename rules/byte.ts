/** UTF-8 bytes of a text. Written here because rules/ has no TextEncoder; lone surrogates become U+FFFD. */
export function encodeUtf8(testo: string): Uint8Array {
  const byte = new Uint8Array(testo.length * 3)
  let n = 0
  for (let i = 0; i < testo.length; i++) {
    let punto = testo.codePointAt(i) as number
    if (punto > 0xffff) i++
    if (punto >= 0xd800 && punto <= 0xdfff) punto = 0xfffd
    if (punto < 0x80) byte[n++] = punto
    else if (punto < 0x800) {
      byte[n++] = 0xc0 | (punto >> 6)
      byte[n++] = 0x80 | (punto & 63)
    } else if (punto < 0x10000) {
      byte[n++] = 0xe0 | (punto >> 12)
      byte[n++] = 0x80 | ((punto >> 6) & 63)
      byte[n++] = 0x80 | (punto & 63)
    } else {
      byte[n++] = 0xf0 | (punto >> 18)
      byte[n++] = 0x80 | ((punto >> 12) & 63)
      byte[n++] = 0x80 | ((punto >> 6) & 63)
      byte[n++] = 0x80 | (punto & 63)
    }
  }
  return byte.slice(0, n)
}

/** Text of well-formed UTF-8 bytes (the ones that `encodeUtf8` writes). */
export function decodeUtf8(byte: Uint8Array): string {
  const pezzi: string[] = []
  let unita: number[] = []
  for (let i = 0; i < byte.length; ) {
    const primo = byte[i++] as number
    const next = () => (byte[i++] as number) & 63
    if (primo < 0x80) unita.push(primo)
    else if (primo < 0xe0) unita.push(((primo & 31) << 6) | next())
    else if (primo < 0xf0) unita.push(((primo & 15) << 12) | (next() << 6) | next())
    else {
      const punto = (((primo & 7) << 18) | (next() << 12) | (next() << 6) | next()) - 0x10000
      unita.push(0xd800 + (punto >> 10), 0xdc00 + (punto & 1023))
    }
    if (unita.length > 8000) {
      pezzi.push(String.fromCharCode(...unita))
      unita = []
    }
  }
  pezzi.push(String.fromCharCode(...unita))
  return pezzi.join('')
}

/** Growing list of bytes. */
export class Scrittore {
  private byte = new Uint8Array(1024)
  lunghezza = 0

  /** Appends a whole number >= 0 (below 2^31) in 7-bit groups, the low ones first. */
  varint(valore: number): void {
    if (this.lunghezza + 5 > this.byte.length) {
      const doppio = new Uint8Array(this.byte.length * 2)
      doppio.set(this.byte)
      this.byte = doppio
    }
    let resto = valore
    while (resto > 127) {
      this.byte[this.lunghezza++] = (resto & 127) | 128
      resto >>>= 7
    }
    this.byte[this.lunghezza++] = resto
  }

  take(): Uint8Array {
    return this.byte.slice(0, this.lunghezza)
  }
}

/** 32-bit little-endian numbers as bytes, whatever the machine. */
export function encodeU32(valori: ArrayLike<number>): Uint8Array {
  const byte = new Uint8Array(valori.length * 4)
  const vista = new DataView(byte.buffer)
  for (let i = 0; i < valori.length; i++) vista.setUint32(i * 4, valori[i] as number, true)
  return byte
}

export function decodeU32(byte: Uint8Array): Uint32Array {
  const vista = new DataView(byte.buffer, byte.byteOffset, byte.byteLength)
  const valori = new Uint32Array(byte.byteLength >> 2)
  for (let i = 0; i < valori.length; i++) valori[i] = vista.getUint32(i * 4, true)
  return valori
}
