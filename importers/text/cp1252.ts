/** What Windows-1252 has at 0x80–0x9F, where Latin-1 and Unicode have control characters; '' where it has nothing. */
const ALTI = [
  ...['€', '', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '', 'Ž', ''],
  ...['', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '', 'ž', 'Ÿ'],
]
const BYTE_DI = new Map(ALTI.flatMap((carattere, i) => (carattere ? [[carattere, 0x80 + i] as const] : [])))

/** The character that a C1 control stands for in text that was read as Latin-1 (`\x93` -> `“`); '' for none. */
export const fromC1 = (codice: number): string => ALTI[codice - 0x80] ?? ''

/** The Windows-1252 byte of a character, or null. */
function toByte(carattere: string): number | null {
  const codice = carattere.charCodeAt(0)
  return codice <= 0xff ? codice : (BYTE_DI.get(carattere) ?? null)
}

/** One byte read as Windows-1252. */
export const fromByte = (byte: number): string =>
  byte >= 0x80 && byte <= 0x9f ? fromC1(byte) || String.fromCharCode(byte) : String.fromCharCode(byte)

const utf8 = new TextDecoder('utf-8', { fatal: true })
/** Only leads that no Italian word ends with: `«È»` is right as it is. */
const MOJIBAKE = /[ÂÃÄÅÆÎÏÐÑâïð][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]{1,3}/g

/** Times that a text is taken to have been broken one upon the other. */
const MAX_TIMES = 3

/** Undoes UTF-8 that somebody read as Windows-1252 (`cittÃ ` -> `città`), once or more; leaves what is not exactly that. */
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
