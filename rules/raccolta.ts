/** Kind of a collection of questions: a bank, or a subject path (spec §3 enum). */
export type Contesto = 'CONCORSO' | 'PERCORSO'
/** A collection as the calls name it: `id_concorso` or `id_argomento`. */
export type Raccolta = { contesto: Contesto; id: number }

/**
 * Single number of a collection in tables, files and screens: a bank's own, a path's negated. Code for a bank therefore works on
 * a path; only the wire tells the two apart (decision 0059).
 */
export const idOfRaccolta = ({ contesto, id }: Raccolta): number => (contesto === 'PERCORSO' ? -id : id)

/** Returns the collection of that number. */
export const toRaccolta = (id_concorso: number): Raccolta =>
  id_concorso < 0 ? { contesto: 'PERCORSO', id: -id_concorso } : { contesto: 'CONCORSO', id: id_concorso }

export const isPercorso = (id_concorso: number): boolean => id_concorso < 0

/** A node of a path stands where a bank has a subject, by its number negated: no bank has a subject of that number. */
export const materiaOfNodo = (id_sotto_percorso: number): number => -id_sotto_percorso
export const nodoOfMateria = (id_materia: number): number | null => (id_materia < 0 ? -id_materia : null)

type Ids = {
  id_concorso: number
  id_materia?: number | null | undefined
  id_argomento?: string | number | null | undefined
  id_sotto_percorso?: string | number | null | undefined
}

/** A record of a path as the calls carry it: its path and its node in place of bank and subject (spec §7). */
export function toPercorsoRecord<R extends Ids>({ id_concorso, id_materia, ...record }: R) {
  return {
    ...record,
    id_argomento: -id_concorso,
    id_sotto_percorso: id_materia == null || id_materia >= 0 ? null : String(-id_materia),
  }
}

/** Inverse of `toPercorsoRecord`; a node that is no number stands for none. */
export function fromPercorsoRecord<R extends Omit<Ids, 'id_concorso'>>(
  record: R,
  id_argomento: number,
): Omit<R, keyof Ids> & {
  id_concorso: number
  id_materia: number | null
  id_argomento: null
  id_sotto_percorso: null
} {
  const nodo = Number(record.id_sotto_percorso ?? 0)
  return {
    ...record,
    id_concorso: -id_argomento,
    id_materia: Number.isSafeInteger(nodo) && nodo > 0 ? -nodo : null,
    id_argomento: null,
    id_sotto_percorso: null,
  }
}

/**
 * First number of the person's own banks, of their subjects and of their questions: no server gives such numbers, which still fit
 * 32 bits. A bank's questions follow its own number (decision 0069).
 */
export const PROPRIE_FROM = 2_000_000_000
export const PROPRIE_TO = 2_147_483_647

/** True for a bank that the person made from a file, and for a question of one: nothing of it leaves the device. */
export const isPropria = (id: number): boolean => id >= PROPRIE_FROM
