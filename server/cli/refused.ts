import { type Environment, FAILED } from './exit.ts'

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

/** Says what was refused, for a person and with `json` for a program; what is no refusal goes on. */
export function tellRefused(
  error: unknown,
  { out, err }: Pick<Environment, 'out' | 'err'>,
  json: boolean | undefined,
): typeof FAILED {
  if (!(error instanceof Refused)) throw error
  err(`Rifiutato: ${error.message}`)
  if (json) out(JSON.stringify({ codice: 'FILE_RIFIUTATO', ...error.refusal }))
  return FAILED
}
