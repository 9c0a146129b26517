/** Levels of a topic path [CO12]. */
export const PERCORSO_DEPTH = 7

/** The seven parts of a topic path id, missing ones empty, further ones cut [VA21]. */
export const splitPercorso = (id: string): string[] =>
  Array.from({ length: PERCORSO_DEPTH }, (_, i) => id.split(';')[i]?.trim() ?? '')

/** A topic path id with its fixed seven parts, separated by semicolons [VA21]. */
export const normalizePercorso = (id: string): string => splitPercorso(id).join(';')

/** The sub-path id sent with answers: the last part that is not empty, null when all are [VA22]. */
export const sottoPercorsoId = (id: string): string | null =>
  splitPercorso(id).findLast((parte) => parte !== '') ?? null
