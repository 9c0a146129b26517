import { createHash, createHmac } from 'node:crypto'

/** Bytes of every token: 256 bits (D10, D12a). */
const BYTE_TOKEN = 32

export const newToken = (random: (n: number) => Buffer): string => random(BYTE_TOKEN).toString('base64url')

/** Returns the stored form of a token. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * Returns the token that follows another at its rotation, a function of the old one and of this installation's secret.
 * Two tabs that rotate at once, or a call whose response was lost, get the same new token.
 */
export const nextToken = (secret: Buffer, token: string): string =>
  createHmac('sha256', secret).update(`rotazione\n${token}`).digest('base64url')
