/** Normalises an address to lower case, without the spaces that copy and paste brings. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase()
