/** A bank as the demo allowance counts it: its questions, and those that the account was given already (D8). */
export type DemoBanca = { domande: number; ricevute: number }

/** What a download takes of the allowance and brings (D41): `spende` new questions, `riceve` of `domande` in all. */
export type DemoCost = { spende: number; riceve: number; intera: boolean }

/** What the download of a bank costs with `left` questions still to have. With `riceve` 0 the server refuses it: nothing is charged [AC19]. */
export function demoCost({ domande, ricevute }: DemoBanca, left: number): DemoCost {
  const had = Math.min(domande, ricevute)
  const spende = Math.min(Math.max(0, left), domande - had)
  return { spende, riceve: had + spende, intera: had + spende === domande }
}

/** New questions that a draw over whole banks needs: with more than are left it cannot be sat, and nothing is downloaded for it (D41). */
export const wholeCost = (banche: readonly DemoBanca[]): number =>
  banche.reduce((sum, { domande, ricevute }) => sum + Math.max(0, domande - ricevute), 0)
