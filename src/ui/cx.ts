/** Joins class names, leaving out what is false or missing. */
export const cx = (...nomi: (string | false | null | undefined)[]): string => nomi.filter(Boolean).join(' ')
