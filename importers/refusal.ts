/** Why a file is no bank: thrown by the readers and turned into FILE_RIFIUTATO by `importa`, never beyond it. */
export class Refusal extends Error {
  readonly riga: number | null

  /** `motivo` is an Italian sentence for the operator; `riga` the 1-based row where reading stopped. */
  constructor(motivo: string, riga: number | null = null) {
    super(motivo)
    this.riga = riga
  }
}
