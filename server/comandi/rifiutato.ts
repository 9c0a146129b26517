/** What was refused, where and why (D3). `riga` is 1-based. */
export type Rifiuto = { file: string; riga?: number; motivo: string }

/** A file is refused: nothing was written. */
export class Rifiutato extends Error {
  override name = 'Rifiutato'
  readonly rifiuto: Rifiuto

  constructor(rifiuto: Rifiuto) {
    super(`${rifiuto.file}${rifiuto.riga === undefined ? '' : `, riga ${rifiuto.riga}`}: ${rifiuto.motivo}`)
    this.rifiuto = rifiuto
  }
}
