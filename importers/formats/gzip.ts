import { Refusal } from '../refusal.ts'

/** Most bytes that a compressed bank may become: the largest published one is 4 MB. */
const MAX_INFLATED_BYTES = 256 * 1024 * 1024

export const isGzip = (byte: Uint8Array): boolean => byte[0] === 0x1f && byte[1] === 0x8b

/** Inflates a gzip file, stopping as soon as it grows over the cap. */
export async function gunzip(byte: Uint8Array, massimo = MAX_INFLATED_BYTES): Promise<Uint8Array> {
  const sorgente = new ReadableStream<BufferSource>({
    start(controllo) {
      controllo.enqueue(new Uint8Array(byte))
      controllo.close()
    },
  })
  const lettore = sorgente.pipeThrough(new DecompressionStream('gzip')).getReader()
  const pezzi: Uint8Array[] = []
  let totale = 0
  for (;;) {
    const { done, value } = await lettore.read().catch(() => {
      throw new Refusal('gzip_broken', {})
    })
    if (done) break
    totale += value.byteLength
    if (totale > massimo) {
      lettore.cancel().catch(() => undefined)
      throw new Refusal('gzip_too_large', { megabytes: massimo / 1024 / 1024 })
    }
    pezzi.push(value)
  }
  const tutto = new Uint8Array(totale)
  let posto = 0
  for (const pezzo of pezzi) {
    tutto.set(pezzo, posto)
    posto += pezzo.byteLength
  }
  return tutto
}
