import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'

/** Seconds for which a code stands (RFC 6238). */
const STEP_S = 30
/** Steps before and after the present one whose codes are accepted: phones and people are a little late. */
const DRIFT = 1
const DIGITS = 6
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'

/** Base32 (RFC 4648) in lower case, without padding. */
export function toBase32(bytes: Uint8Array): string {
  let [text, held, bits] = ['', 0, 0]
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff
    for (bits += 8; bits >= 5; bits -= 5) text += ALPHABET[(held >> (bits - 5)) & 31]
  }
  return bits > 0 ? text + ALPHABET[(held << (5 - bits)) & 31] : text
}

/** Returns the step of an instant. */
export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1000 / STEP_S)

/** Returns the code of a step (RFC 4226, HMAC-SHA-1, which every authenticator has). */
export function codeOf(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const number = mac.readUInt32BE(mac.at(-1)! & 15) & 0x7fff_ffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** Returns the step near `now` of a code; null for none. */
export function findStep(secret: Buffer, code: string, now: Date): number | null {
  const present = stepAt(now)
  for (let step = present - DRIFT; step <= present + DRIFT; step++) if (codeOf(secret, step) === code) return step
  return null
}

/** Returns the address that an authenticator reads from the picture. */
export const otpauthOf = (secret: Buffer, email: string): string =>
  `otpauth://totp/Idoneo:${encodeURIComponent(email)}?secret=${toBase32(secret).toUpperCase()}&issuer=Idoneo`

const IV = 12
const TAG = 16

/** Encrypts the secret of an account (AES-256-GCM): a row copied to another account opens nothing there. */
export function sealSecret(key: Buffer, random: (n: number) => Buffer, id_utente: number, secret: Buffer): Buffer {
  const iv = random(IV)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(String(id_utente)))
  return Buffer.concat([iv, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
}

export function openSecret(key: Buffer, id_utente: number, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV), { authTagLength: TAG })
    .setAAD(Buffer.from(String(id_utente)))
    .setAuthTag(sealed.subarray(-TAG))
  return Buffer.concat([decipher.update(sealed.subarray(IV, -TAG)), decipher.final()])
}
