import type { ImportedImage } from '#contract/domanda'
import { BANCA_NAME, MANIFEST_NAME, type Manifest } from '#contract/package'
import { fail, ok, type Result } from '#contract/result'
import { imageType, isImageName } from '#rules/image'
import { writeZip } from './zip.ts'

/** Raw deflate (RFC 1951): zlib in Node, CompressionStream('deflate-raw') in a worker. */
export type DeflateRaw = (byte: Uint8Array) => Uint8Array | Promise<Uint8Array>

/**
 * Writes the zip of a bank (D16) [PK3]. manifest.json is stored first, so that a range can read it; banca.sqlite
 * follows, deflated. Equal input gives equal bytes with the same deflate.
 */
export async function writePackage(
  { manifest, banca }: { manifest: Manifest; banca: Uint8Array },
  deflateRaw: DeflateRaw,
): Promise<Uint8Array> {
  return writeZip([
    { nome: MANIFEST_NAME, byte: new TextEncoder().encode(JSON.stringify(manifest)) },
    { nome: BANCA_NAME, byte: banca, compressi: await deflateRaw(banca) },
  ])
}

/**
 * Writes the zip of a bank's images [PK7], stored without compression. Names are flat, safe and sorted, and the bytes
 * are PNG or JPG. The first other image is refused by name. Its bytes give TIPO_IMMAGINE_ERRATO; its name, or a second
 * image of that name, gives FILE_RIFIUTATO.
 */
export function writeImages(immagini: readonly ImportedImage[]): Result<Uint8Array> {
  const ordinate = [...immagini].sort((a, b) => (a.nome < b.nome ? -1 : a.nome > b.nome ? 1 : 0))
  for (const [i, { nome, byte }] of ordinate.entries()) {
    if (!isImageName(nome)) return fail('FILE_RIFIUTATO', { dati: { nome }, detail: 'unsafe name' })
    if (ordinate[i - 1]?.nome === nome) return fail('FILE_RIFIUTATO', { dati: { nome }, detail: 'name given twice' })
    if (imageType(byte) === null) return fail('TIPO_IMMAGINE_ERRATO', { dati: { nome } })
  }
  return ok(writeZip(ordinate))
}
