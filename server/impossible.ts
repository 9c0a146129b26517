/** What an operator asked cannot be done, for a reason that the operator can act on. */
export class Impossible extends Error {
  override name = 'Impossible'
}
