import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { MEBIBYTE } from '#contract/package'
import type { OpenFile } from '../core/platform.ts'

/** Largest file, in bytes, that is hashed in one piece; a larger one is hashed by mebibytes to save memory. */
export const WHOLE = 64 * MEBIBYTE

/** Returns SHA-256 (hex), from the browser, ten times faster than JavaScript; plain http has no `crypto.subtle`. */
export async function digestHex(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  if (!globalThis.crypto?.subtle) return bytesToHex(sha256(bytes))
  return bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}

/** Returns SHA-256 (hex) of each mebibyte, in order. */
export function digestBlocks(bytes: Uint8Array<ArrayBuffer>): Promise<string[]> {
  const blocks: Promise<string>[] = []
  for (let at = 0; at < bytes.length; at += MEBIBYTE) blocks.push(digestHex(bytes.subarray(at, at + MEBIBYTE)))
  return Promise.all(blocks)
}

/** Returns SHA-256 (hex) of the first `size` bytes of a file, read a mebibyte at a time. */
export async function digestFile(file: OpenFile, size: number): Promise<string> {
  const hasher = sha256.create()
  const buffer = new Uint8Array(MEBIBYTE)
  for (let at = 0; at < size; ) {
    const n = file.read(buffer.subarray(0, Math.min(MEBIBYTE, size - at)), { at })
    if (n === 0) break
    hasher.update(buffer.subarray(0, n))
    at += n
  }
  return bytesToHex(hasher.digest())
}
