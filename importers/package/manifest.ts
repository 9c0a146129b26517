import {
  APPLICATION_ID,
  BANCA_FORMAT,
  BANCA_NAME,
  type Manifest,
  MEBIBYTE,
  manifest as schemaManifest,
} from '#contract/package'
import { fail, ok, type Result } from '#contract/result'
import { hashBlocks, hashHex } from './hash.ts'

/** Builds manifest.json of a finished bank file. */
export const buildManifest = (
  dati: Pick<Manifest, 'id_concorso' | 'concorso' | 'versione' | 'domande' | 'domande_totali'>,
  banca: Uint8Array,
): Manifest => ({
  formato: BANCA_FORMAT,
  id_concorso: dati.id_concorso,
  concorso: dati.concorso,
  versione: dati.versione,
  domande: dati.domande,
  domande_totali: dati.domande_totali,
  file: BANCA_NAME,
  dimensione: banca.length,
  blocchi: hashBlocks(banca),
})

/** Parses manifest.json; PACCHETTO_CORROTTO when it is not one of this format. */
export function parseManifest(testo: string): Result<Manifest> {
  let json: unknown
  try {
    json = JSON.parse(testo)
  } catch {
    return corrupt('manifest.json is not JSON')
  }
  const letto = schemaManifest().safeParse(json)
  if (!letto.success) return corrupt('manifest.json has another shape')
  const { dimensione, blocchi } = letto.data
  if (dimensione < 0 || blocchi.length !== Math.ceil(dimensione / MEBIBYTE)) return corrupt('blocks do not add up')
  return ok(letto.data)
}

/** Checks mebibyte `i` (0-based) of a bank file as it arrives. */
export const verifyBlock = (i: number, blocco: Uint8Array, manifest: Manifest): Result<null> =>
  blocco.length === Math.min(MEBIBYTE, manifest.dimensione - i * MEBIBYTE) && hashHex(blocco) === manifest.blocchi[i]
    ? ok(null)
    : corrupt(`block ${i}`)

/**
 * Checks a whole bank file against its manifest (D16) [PK5]. Its size, every mebibyte's hash, and the header of this
 * format must match. Any difference is PACCHETTO_CORROTTO.
 */
export function verifyManifest(byte: Uint8Array, manifest: Manifest): Result<null> {
  if (byte.length !== manifest.dimensione) return corrupt(`${byte.length} bytes of ${manifest.dimensione}`)
  if (manifest.blocchi.length !== Math.ceil(byte.length / MEBIBYTE)) return corrupt('blocks do not add up')
  for (let i = 0; i < manifest.blocchi.length; i++) {
    const blocco = verifyBlock(i, byte.subarray(i * MEBIBYTE, (i + 1) * MEBIBYTE), manifest)
    if (!blocco.ok) return blocco
  }
  return isBanca(byte) ? ok(null) : corrupt('not a bank file of this format')
}

/** Checks SQLite's magic, the application id and the format in the header (https://sqlite.org/fileformat.html §1.3). */
export function isBanca(byte: Uint8Array): boolean {
  if (byte.length < 512) return false
  const vista = new DataView(byte.buffer, byte.byteOffset, 100)
  const magia = String.fromCharCode(...byte.subarray(0, 16))
  return magia === 'SQLite format 3\0' && vista.getUint32(68) === APPLICATION_ID && vista.getUint32(60) === BANCA_FORMAT
}

const corrupt = (dettaglio: string): Result<never> => fail('PACCHETTO_CORROTTO', { detail: dettaglio })
