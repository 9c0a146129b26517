/** A bank as the demo allowance counts it: its questions, and those that the account received already (D8). */
export type DemoBanca = { domande: number; ricevute: number }

/** Cost and yield of a download (D41): `spende` new questions, `riceve` of `domande` in all. */
export type DemoCost = { spende: number; riceve: number; intera: boolean }

/**
 * Cost of a bank's download with `left` questions still to have. With `riceve` 0 the server refuses it without a charge [AC19].
 */
export function demoCost({ domande, ricevute }: DemoBanca, left: number): DemoCost {
  const had = Math.min(domande, ricevute)
  const spende = Math.min(Math.max(0, left), domande - had)
  return { spende, riceve: had + spende, intera: had + spende === domande }
}

/**
 * New questions that a draw over whole banks needs: beyond those left it cannot be sat, and the device downloads nothing for it
 * (D41).
 */
export const wholeCost = (banche: readonly DemoBanca[]): number =>
  banche.reduce((sum, { domande, ricevute }) => sum + Math.max(0, domande - ricevute), 0)
