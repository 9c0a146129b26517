import { type Environment, FAILED } from './exit.ts'

/** A refused file, the place and the reason (D3). `riga` is 1-based. */
export type Refusal = { file: string; riga?: number; motivo: string }

/** Thrown when a file is refused, before anything is written. */
export class Refused extends Error {
  override name = 'Refused'
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(`${refusal.file}${refusal.riga === undefined ? '' : `, riga ${refusal.riga}`}: ${refusal.motivo}`)
    this.refusal = refusal
  }
}

/** Prints a refusal for a person, and with `json` for a program; throws any other error again. */
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
