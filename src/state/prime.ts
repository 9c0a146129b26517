import { readChiave, writeChiave } from './dispositivo.ts'

/** First marks of the trials of this browser: the store keeps how often a mark changed, not what it was. */
const CHIAVE = 'idoneo.prime'
/** Trials that are remembered. */
const QUANTE = 20

type Prime = Record<string, number>
type Tutte = { id: string; prime: Prime }[]

function read(): Tutte {
  try {
    const lette: unknown = JSON.parse(readChiave('locale', CHIAVE) ?? '[]')
    return Array.isArray(lette) ? (lette as Tutte).filter((t) => typeof t?.id === 'string' && t.prime) : []
  } catch {
    return []
  }
}

/** Keeps the first mark of a place, printed position; later ones change nothing. */
export function keepPrima(id: string, indice: number, risposta: number): void {
  const tutte = read()
  const mia = tutte.find((t) => t.id === id) ?? { id, prime: {} }
  if (mia.prime[indice] !== undefined) return
  mia.prime[indice] = risposta
  writeChiave('locale', CHIAVE, JSON.stringify([mia, ...tutte.filter((t) => t.id !== id)].slice(0, QUANTE)))
}

/** First marks of a trial by place; empty when this browser does not know them. */
export const readPrime = (id: string): ReadonlyMap<number, number> =>
  new Map(Object.entries(read().find((t) => t.id === id)?.prime ?? {}).map(([posto, r]) => [Number(posto), r]))

/** Forgets every trial: the account signed out. */
export const forgetPrime = (): void => writeChiave('locale', CHIAVE, null)
