import { BANCA_NAME, MANIFEST_NAME, MEBIBYTE } from '#contract/package'
import { parseManifest } from '#importers/package/manifest'
import { digestHex } from './digest.ts'

/** A bank inflated while its package arrived, with the hash of each mebibyte; unusable before the hashes match. */
export type Inflated = { bytes: Uint8Array<ArrayBuffer>; blocks: string[] }

/**
 * Inflates the bank of a package ahead, as its bytes arrive in order, so that it is ready a moment after the last one.
 * `take` returns null for an unknown form: the zip is then read whole, with its own refusals.
 */
export type InflateAhead = {
  push: (chunk: Uint8Array<ArrayBuffer>) => void
  reset: () => void
  take: () => Promise<Inflated | null>
}

/** Local file header of PKZIP: signature, and the fields needed. */
const SIGNATURE = 0x04034b50
const HEADER = 30
/** Most bytes before the bank's own: its manifest and two headers. */
const HEAD_MAX = 2 * MEBIBYTE
/** Most inflated bytes kept ahead; beyond it the zip is read whole. */
const SIZE_MAX = 512 * MEBIBYTE

type Entry = { name: string; method: number; compressed: number; size: number; start: number }

/** Reads the local header at `at`; null while its bytes are incomplete, undefined when it is none. */
function readHeader(bytes: Uint8Array, at: number): Entry | null | undefined {
  if (bytes.length < at + HEADER) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, HEADER)
  if (view.getUint32(0, true) !== SIGNATURE) return undefined
  const names = view.getUint16(26, true)
  const start = at + HEADER + names + view.getUint16(28, true)
  if (bytes.length < start) return null
  const name = new TextDecoder().decode(bytes.subarray(at + HEADER, at + HEADER + names))
  const method = view.getUint16(8, true)
  return { name, method, compressed: view.getUint32(18, true), size: view.getUint32(22, true), start }
}

export function createInflateAhead(): InflateAhead {
  let head: Uint8Array<ArrayBuffer> = new Uint8Array(0)
  let inflating: Inflating | null = null
  let given = typeof DecompressionStream === 'undefined'

  const start = () => {
    const manifest = readHeader(head, 0)
    if (manifest === null) return
    if (!manifest || manifest.name !== MANIFEST_NAME || manifest.method !== 0) return giveUp()
    const after = manifest.start + manifest.compressed
    const bank = readHeader(head, after)
    if (bank === null) return
    if (!bank || bank.name !== BANCA_NAME || bank.method !== 8) return giveUp()
    const parsed = parseManifest(new TextDecoder().decode(head.subarray(manifest.start, after)))
    if (!parsed.ok || bank.size !== parsed.value.dimensione || bank.size > SIZE_MAX) return giveUp()
    inflating = inflate(bank.size, bank.compressed)
    inflating.push(head.subarray(bank.start))
    head = new Uint8Array(0)
  }
  const giveUp = () => {
    given = true
    head = new Uint8Array(0)
    inflating = null
  }

  return {
    push(chunk) {
      if (given) return
      if (inflating) return inflating.push(chunk)
      const longer = new Uint8Array(head.length + chunk.length)
      longer.set(head)
      longer.set(chunk, head.length)
      head = longer
      start()
      if (!inflating && head.length > HEAD_MAX) giveUp()
    },
    reset() {
      head = new Uint8Array(0)
      inflating = null
      given = typeof DecompressionStream === 'undefined'
    },
    async take() {
      const result = await inflating?.done.catch(() => null)
      giveUp()
      return result ?? null
    },
  }
}

type Inflating = { push: (chunk: Uint8Array<ArrayBuffer>) => void; done: Promise<Inflated | null> }

function inflate(size: number, compressed: number): Inflating {
  const { readable, writable } = new DecompressionStream('deflate-raw')
  const writer = writable.getWriter()
  let left = compressed
  const done = collect(readable, size)
  // Drop the error: `done` reports any failure of the stream.
  const ignore = () => {}
  done.catch(ignore)
  return {
    push(chunk) {
      if (left === 0) return
      const mine = chunk.subarray(0, left)
      left -= mine.length
      writer.write(mine).catch(ignore)
      if (left === 0) writer.close().catch(ignore)
    },
    get done() {
      return left === 0 ? done : Promise.resolve(null)
    },
  }
}

/**
 * Collects the inflated bytes and hashes each mebibyte as it fills; null when their number differs from the header's.
 */
async function collect(from: ReadableStream<Uint8Array>, size: number): Promise<Inflated | null> {
  const bytes = new Uint8Array(size)
  const blocks: Promise<string>[] = []
  let at = 0
  for (const reader = from.getReader(); ; ) {
    const { done, value } = await reader.read()
    if (done) break
    if (at + value.length > size) {
      void reader.cancel().catch(() => {})
      return null
    }
    bytes.set(value, at)
    at += value.length
    while (at - blocks.length * MEBIBYTE >= MEBIBYTE)
      blocks.push(digestHex(bytes.subarray(blocks.length * MEBIBYTE, (blocks.length + 1) * MEBIBYTE)))
  }
  if (at !== size) return null
  if (blocks.length * MEBIBYTE < size) blocks.push(digestHex(bytes.subarray(blocks.length * MEBIBYTE)))
  return { bytes, blocks: await Promise.all(blocks) }
}
