import type { ErrorCode } from './errors.ts'

/** A failure as it crosses a boundary: a code of the catalogue and, where it applies, the fields or figures it is about. */
export type Failure = {
  codice: ErrorCode
  /** Names of the fields that are missing or wrong (MISSING_REQUIRED_PARAM, RICHIESTA_NON_VALIDA). */
  campi?: readonly string[]
  /** Figures for the sentence (seconds to wait, megabytes needed, percent reached …). */
  dati?: Readonly<Record<string, string | number>>
  /** For logs only; a person never reads it. */
  detail?: string
}

/** What every fallible call across a boundary answers: comlink drops the fields of thrown errors, so nothing is thrown. */
export type Result<T> = { ok: true; value: T } | { ok: false; error: Failure }

export const ok = <T>(value: T): Result<T> => ({ ok: true, value })

export const fail = (codice: ErrorCode, rest: Omit<Failure, 'codice'> = {}): Result<never> => ({
  ok: false,
  error: { codice, ...rest },
})
