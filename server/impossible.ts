/** The operator's request is impossible, for a reason that the operator can remove. */
export class Impossible extends Error {
  override name = 'Impossible'
}
