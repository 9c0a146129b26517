/** Characters of Windows-1252 at 0x80–0x9F, where Latin-1 and Unicode have control characters; '' for none. */
const ALTI = [
  ...['€', '', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '', 'Ž', ''],
  ...['', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '', 'ž', 'Ÿ'],
]
const BYTE_DI = new Map(ALTI.flatMap((carattere, i) => (carattere ? [[carattere, 0x80 + i] as const] : [])))

/** Returns the character of a C1 control in text read as Latin-1 (`\x93` -> `“`); '' for none. */
export const fromC1 = (codice: number): string => ALTI[codice - 0x80] ?? ''

/** Returns the Windows-1252 byte of a character, or null. */
function toByte(carattere: string): number | null {
  const codice = carattere.charCodeAt(0)
  return codice <= 0xff ? codice : (BYTE_DI.get(carattere) ?? null)
}

/** Reads one byte as Windows-1252. */
export const fromByte = (byte: number): string =>
  byte >= 0x80 && byte <= 0x9f ? fromC1(byte) || String.fromCharCode(byte) : String.fromCharCode(byte)

const utf8 = new TextDecoder('utf-8', { fatal: true })
/** Lead characters that end no Italian word; `«È»` is right as it is. */
const MOJIBAKE = /[ÂÃÄÅÆÎÏÐÑâïð][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]{1,3}/g

/** Times that a text may have been broken, one upon the other. */
const MAX_TIMES = 3

/** Repairs UTF-8 that was read as Windows-1252 (`cittÃ ` -> `città`), once or more. Leaves any other text. */
export function fixMojibake(testo: string): string {
  let fixed = testo
  for (let times = 0; times < MAX_TIMES; times++) {
    const next = fixOnce(fixed)
    if (next === fixed) break
    fixed = next
  }
  return fixed
}

function fixOnce(testo: string): string {
  return testo.replace(MOJIBAKE, (pezzo) => {
    const primo = toByte(pezzo.charAt(0)) ?? 0
    const lungo = primo >= 0xf0 ? 4 : primo >= 0xe0 ? 3 : 2
    if (pezzo.length < lungo) return pezzo
    const byte = [...pezzo.slice(0, lungo)].map((c) => toByte(c) ?? 0)
    try {
      return utf8.decode(new Uint8Array(byte)) + fixOnce(pezzo.slice(lungo))
    } catch {
      return pezzo
    }
  })
}
