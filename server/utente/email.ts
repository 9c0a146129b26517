/** Addresses are compared and kept in lower case, without the spaces that a copy and paste brings. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase()
