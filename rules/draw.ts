import { createRandom } from './random.ts'

/** A question that may be drawn. `difficolta` 1 to 3; null counts as medium. */
export type DrawCandidate = { id_domanda: number; id_materia: number | null; difficolta: number | null }

/** Number of questions of each subject, and of each difficulty over all of them when the rules set one. */
export type Shares = {
  materie: readonly { id_materia: number; numero: number }[]
  difficolta: readonly [number, number, number] | null
}

/** `mancano`: the subject or the difficulty that has too few questions. */
export type Draw = { ok: true; id_domande: number[] } | { ok: false; mancano: { id_materia: number } | 'difficolta' }

const place = (d: DrawCandidate) => Math.min(3, Math.max(1, d.difficolta ?? 2)) - 1

/** Draws the questions of one section, subject by subject, by a seed: the same seed draws the same questions everywhere. */
export function drawByQuota(domande: readonly DrawCandidate[], { materie, difficolta }: Shares, seme: number): Draw {
  const caso = createRandom(seme)
  const piles = materie.map(({ id_materia }) => {
    const mine = shuffle(
      domande.filter((d) => d.id_materia === id_materia).sort((a, b) => a.id_domanda - b.id_domanda),
      caso,
    )
    return [0, 1, 2].map((p) => mine.filter((d) => place(d) === p))
  })
  for (const [i, { id_materia, numero }] of materie.entries())
    if ((piles[i] ?? []).reduce((n, pile) => n + pile.length, 0) < numero) return { ok: false, mancano: { id_materia } }
  const wanted = difficolta
    ? splitShares(
        piles.map((pile) => pile.map((of) => of.length)),
        materie.map((m) => m.numero),
        difficolta,
      )
    : null
  if (difficolta && !wanted) return { ok: false, mancano: 'difficolta' }
  return {
    ok: true,
    id_domande: piles.flatMap((pile, i) => {
      const numero = materie[i]?.numero ?? 0
      const taken = wanted
        ? pile.flatMap((of, p) => of.slice(0, wanted[i]?.[p] ?? 0))
        : shuffle(pile.flat(), caso).slice(0, numero)
      return shuffle(taken, caso).map((d) => d.id_domanda)
    }),
  }
}

function shuffle<T>(list: readonly T[], caso: (n: number) => number): T[] {
  const out = [...list]
  for (let i = out.length - 1; i > 0; i--) {
    const j = caso(i + 1)
    const kept = out[i] as T
    out[i] = out[j] as T
    out[j] = kept
  }
  return out
}

/**
 * Number of questions of each difficulty in each subject: rows sum to the subjects' numbers, columns to the quotas, no cell
 * beyond `room` (a row for each subject). A flow from subjects to difficulties, by augmenting paths; null when there is none.
 */
export function splitShares(
  room: readonly (readonly number[])[],
  rows: readonly number[],
  quotas: readonly number[],
): number[][] | null {
  const given = room.map(() => [0, 0, 0])
  const left = [...quotas]
  const cell = (table: readonly (readonly number[])[], i: number, p: number) => table[i]?.[p] ?? 0
  const bump = (i: number, p: number, by: number) => {
    const row = given[i]
    if (row) row[p] = (row[p] ?? 0) + by
  }
  /** Adds a question of subject `i`, moving other subjects between difficulties when needed. */
  const add = (i: number, seen: Set<number>): boolean => {
    for (let p = 0; p < 3; p++) {
      if (seen.has(p) || cell(given, i, p) >= cell(room, i, p)) continue
      seen.add(p)
      if ((left[p] ?? 0) > 0) {
        left[p] = (left[p] ?? 0) - 1
        bump(i, p, 1)
        return true
      }
      for (let k = 0; k < given.length; k++) {
        if (cell(given, k, p) === 0) continue
        bump(k, p, -1)
        if (add(k, seen)) {
          bump(i, p, 1)
          return true
        }
        bump(k, p, 1)
      }
    }
    return false
  }
  for (const [i, n] of rows.entries()) for (let k = 0; k < n; k++) if (!add(i, new Set())) return null
  return left.every((n) => n === 0) ? given : null
}
