const SHORT = 12

/** Names a bank file by its content, so that a name is never used for other bytes. */
export const bankName = (id_concorso: number, hash: string) => `banca-${id_concorso}-${hash.slice(0, SHORT)}.db`

/** Returns the bank of such a file, null for a foreign name. */
export function bankOwnerOf(name: string): number | null {
  const [, id] = /^banca-(-?\d+)-/.exec(name) ?? []
  return id === undefined ? null : Number(id)
}

/** Name of a zip under way or kept: `domande` is deleted once installed, `immagini` is read from. */
export const zipName = (kind: 'domande' | 'immagini', id_concorso: number, hash: string) =>
  `${id_concorso}-${kind}-${hash.slice(0, SHORT)}.zip`

/** Returns the bank that a plain file belongs to, null for a foreign name. */
export function ownerOf(name: string): number | null {
  const [, id] = /^(-?\d+)-(?:domande|immagini)-/.exec(name) ?? []
  return id === undefined ? null : Number(id)
}
