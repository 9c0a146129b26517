/** Files that hold a restore point of the person's. */
export const PUNTO_PREFIX = 'punto.'
export const isPunto = (name: string): boolean => name.startsWith(PUNTO_PREFIX)
