import { mixSeeds } from '../random.ts'
import { permute } from '../shuffle.ts'

/** The two versions of a paper sheet: the same questions, in another order (decision 0126). */
const VERSIONI = ['A', 'B'] as const
export type VersioneFoglio = (typeof VERSIONI)[number]
export const isVersione = (x: unknown): x is VersioneFoglio => VERSIONI.includes(x as VersioneFoglio)

/** Numbers that set the chance of a version, and the orders of version B, apart from the seed of the draw. */
const CHANCE = -101
const ORDER = -102

/** The version that chance puts on the desk, by the seed of the draw [FG4]. */
export const versioneOf = (seme: number): VersioneFoglio => VERSIONI[mixSeeds(seme, CHANCE) & 1] as VersioneFoglio
export const otherVersione = (v: VersioneFoglio): VersioneFoglio => (v === 'A' ? 'B' : 'A')

/**
 * Places of the other version, in the order in which it has them: each section keeps its places and its questions change places
 * inside it [FG4]. `sezioni`: the section of each place. The seed alone decides. /
 */
export function reorder(sezioni: readonly number[], seme: number): number[] {
  const order: number[] = []
  for (const sezione of new Set(sezioni)) {
    const places = Int32Array.from(sezioni.flatMap((s, i) => (s === sezione ? [i] : [])))
    const moved = permute(places, mixSeeds(mixSeeds(seme, ORDER), sezione))
    // Two questions or more never keep their order: one step on corrects a chance that kept it.
    const stays = moved.length > 1 && moved.every((i, n) => i === places[n])
    for (const [n, place] of places.entries()) order[place] = moved[stays ? (n + 1) % moved.length : n] as number
  }
  return order
}

/** Seed of a sheet's answers: version B has another one. */
export const semeOf = (seme: number, versione: VersioneFoglio | undefined): number =>
  versione === 'B' ? mixSeeds(seme, ORDER) : seme
