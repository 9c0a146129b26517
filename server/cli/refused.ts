import type { Failure, Result } from '#contract/result'
import { type Environment, FAILED, Impossible } from './exit.ts'

/** Says why a use case on a bank was refused. */
function explainBanca({ codice, dati = {} }: Failure): string {
  if (codice === 'CONCORSO_NON_TROVATO') return `non c'è una banca con id_concorso ${dati.id_concorso}`
  if (codice === 'FILE_RIFIUTATO')
    return 'la versione nuova è molto diversa da quella pubblicata: se è giusta, ripeti con --molto-diversa'
  if (dati.numero !== undefined) return `la banca ${dati.id_concorso} non ha una versione ${dati.numero}`
  return 'un’altra versione della banca è stata pubblicata nel frattempo: ripeti il comando'
}

/** Returns the value of a use case on a bank; throws Impossible with the reason of its failure. */
export function valueOrThrow<T>(result: Result<T>): T {
  if (result.ok) return result.value
  throw new Impossible(explainBanca(result.error))
}

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
