/** What was refused, where and why (D3). `riga` is 1-based. */
export type Refusal = { file: string; riga?: number; motivo: string }

/** A file is refused: nothing was written. */
export class Refused extends Error {
  override name = 'Refused'
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(`${refusal.file}${refusal.riga === undefined ? '' : `, riga ${refusal.riga}`}: ${refusal.motivo}`)
    this.refusal = refusal
  }
}
