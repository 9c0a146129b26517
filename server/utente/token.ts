import { createHash, createHmac } from 'node:crypto'

/** Bytes of every token: 256 bits (D10, D12a). */
export const BYTE_TOKEN = 32

export const newToken = (random: (n: number) => Buffer): string => random(BYTE_TOKEN).toString('base64url')

/** What is stored in place of a token. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * The token that follows another at its rotation. It is a function of the old one and of this installation's secret, so
 * two tabs that rotate at once, or a call whose answer was lost, get the same new token instead of throwing each other out.
 */
export const nextToken = (secret: Buffer, token: string): string =>
  createHmac('sha256', secret).update(`rotazione\n${token}`).digest('base64url')
