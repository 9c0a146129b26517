/** UTF-8 bytes of a text. Own code, because rules/ has no TextEncoder; lone surrogates become U+FFFD. */
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

/** Units decoded at a time: the number of arguments of a call is limited. */
const TRATTO = 4096

/** Text of well-formed UTF-8 bytes, as `encodeUtf8` writes them. */
export function decodeUtf8(byte: Uint8Array): string {
  const unita = new Uint16Array(byte.length)
  let n = 0
  for (let i = 0; i < byte.length; ) {
    const primo = byte[i] as number
    if (primo < 0x80) {
      unita[n++] = primo
      i++
      continue
    }
    const lunghi = primo < 0xe0 ? 2 : primo < 0xf0 ? 3 : 4
    let punto = primo & (0xff >> (lunghi + 1))
    for (let k = 1; k < lunghi; k++) punto = (punto << 6) | ((byte[i + k] as number) & 63)
    i += lunghi
    if (punto < 0x10000) unita[n++] = punto
    else {
      unita[n++] = 0xd800 + ((punto - 0x10000) >> 10)
      unita[n++] = 0xdc00 + ((punto - 0x10000) & 1023)
    }
  }
  const pezzi: string[] = []
  // Spreading a typed array walks its iterator: seven times slower than Reflect.apply.
  for (let i = 0; i < n; i += TRATTO)
    pezzi.push(Reflect.apply(String.fromCharCode, null, unita.subarray(i, Math.min(n, i + TRATTO))))
  return pezzi.join('')
}

/** Joins all the pieces into one array, in their order. */
export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

/** Growing list of bytes. */
export class ByteWriter {
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
