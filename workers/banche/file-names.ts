const SHORT = 12

/** Name of a bank file: by its content, so that a name is never used for other bytes. */
export const bankName = (id_concorso: number, hash: string) => `banca-${id_concorso}-${hash.slice(0, SHORT)}.db`

/** The bank of such a file, null when its name is not one of ours. */
export function bankOwnerOf(name: string): number | null {
  const [, id] = /^banca-(-?\d+)-/.exec(name) ?? []
  return id === undefined ? null : Number(id)
}

/** Name of a zip under way or kept: `domande` is deleted once installed, `immagini` is read from. */
export const zipName = (kind: 'domande' | 'immagini', id_concorso: number, hash: string) =>
  `${id_concorso}-${kind}-${hash.slice(0, SHORT)}.zip`

/** The bank that a plain file belongs to, null when its name is not one of ours. */
export function ownerOf(name: string): number | null {
  const [, id] = /^(-?\d+)-(?:domande|immagini)-/.exec(name) ?? []
  return id === undefined ? null : Number(id)
}
