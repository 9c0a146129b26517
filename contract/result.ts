import type { ErrorCode } from './errors.ts'

/** Failure as it crosses a boundary: a code of the catalogue and, where it applies, the fields or figures concerned. */
export type Failure = {
  codice: ErrorCode
  /** Names of the fields that are missing or wrong (MISSING_REQUIRED_PARAM, RICHIESTA_NON_VALIDA). */
  campi?: readonly string[]
  /** Figures for the sentence (seconds to wait, megabytes needed, percent reached …). */
  dati?: Readonly<Record<string, string | number>>
  /** For logs only; a person never reads it. */
  detail?: string
}

/** Result of a fallible call across a boundary. Nothing is thrown, because comlink drops the fields of thrown errors. */
export type Result<T> = { ok: true; value: T } | { ok: false; error: Failure }

export const ok = <T>(value: T): Result<T> => ({ ok: true, value })

export const fail = (codice: ErrorCode, rest: Omit<Failure, 'codice'> = {}): Result<never> => ({
  ok: false,
  error: { codice, ...rest },
})
