import type { Passo } from '#rules/progressi'

/** A step in one number, as the store keeps it: two bits, three, three, and the rest. */
export const packPasso = ({ esito, prima, dopo, decimi }: Passo): number => esito + 4 * prima + 32 * dopo + 256 * decimi
