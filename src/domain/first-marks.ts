import { readKey, writeKey } from '../platform/web-storage.ts'

/** First marks of the trials of this browser: the store keeps how often a mark changed, not what it was. */
const FIRST_MARKS_KEY = 'idoneo.prime'
/** Trials that are remembered. */
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

/** Keeps the first mark of a place, printed position; later ones change nothing. */
export function keepFirstMark(id: string, indice: number, risposta: number): void {
  const all = read()
  const own = all.find((t) => t.id === id) ?? { id, prime: {} }
  if (own.prime[indice] !== undefined) return
  own.prime[indice] = risposta
  writeKey('locale', FIRST_MARKS_KEY, JSON.stringify([own, ...all.filter((t) => t.id !== id)].slice(0, MAX_PROVE)))
}

/** First marks of a trial by place; empty when this browser does not know them. */
export const readFirstMarks = (id: string): ReadonlyMap<number, number> =>
  new Map(Object.entries(read().find((t) => t.id === id)?.prime ?? {}).map(([place, r]) => [Number(place), r]))

/** Forgets every trial: the account signed out. */
export const forgetFirstMarks = (): void => void writeKey('locale', FIRST_MARKS_KEY, null)
