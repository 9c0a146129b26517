import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { MEBIBYTE } from '#contract/package'

/** Returns the SHA-256 in hex. */
export const hashHex = (byte: Uint8Array): string => bytesToHex(sha256(byte))

/** Returns the SHA-256 (hex) of each mebibyte, in order; none for no bytes. */
export function hashBlocks(byte: Uint8Array): string[] {
  const blocchi: string[] = []
  for (let da = 0; da < byte.length; da += MEBIBYTE) blocchi.push(hashHex(byte.subarray(da, da + MEBIBYTE)))
  return blocchi
}
