import { readKey, writeKey } from '../platform/web-storage.ts'

/** Key of the first marks of this browser's trials. The store counts a mark's changes, but lacks its first value. */
const FIRST_MARKS_KEY = 'idoneo.prime'
/** Most trials kept. */
const MAX_PROVE = 20

type FirstMarks = Record<string, number>
type AllFirstMarks = { id: string; prime: FirstMarks }[]

function read(): AllFirstMarks {
  try {
    const stored: unknown = JSON.parse(readKey('locale', FIRST_MARKS_KEY) ?? '[]')
    return Array.isArray(stored) ? (stored as AllFirstMarks).filter((t) => typeof t?.id === 'string' && t.prime) : []
  } catch {
    return []
  }
}

/** Keeps the first mark of a place, as a printed position; later marks change nothing. */
export function keepFirstMark(id: string, indice: number, risposta: number): void {
  const all = read()
  const own = all.find((t) => t.id === id) ?? { id, prime: {} }
  if (own.prime[indice] !== undefined) return
  own.prime[indice] = risposta
  writeKey('locale', FIRST_MARKS_KEY, JSON.stringify([own, ...all.filter((t) => t.id !== id)].slice(0, MAX_PROVE)))
}

/** Returns the first marks of a trial by place; empty when this browser has none. */
export const readFirstMarks = (id: string): ReadonlyMap<number, number> =>
  new Map(Object.entries(read().find((t) => t.id === id)?.prime ?? {}).map(([place, r]) => [Number(place), r]))

/** Deletes the marks of every trial when the account signs out. */
export const forgetFirstMarks = (): void => void writeKey('locale', FIRST_MARKS_KEY, null)
