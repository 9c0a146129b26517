import type { Failure, Result } from '#contract/result'

/** Milliseconds of quiet before a push (D17b, the constant 750). */
export const QUIETE_MS = 750
/** A push starts at the latest so long after the first change, however busy the person is (reliability §4.5). */
export const ATTESA_MASSIMA_MS = 5_000
const PRIMO_RINVIO_MS = 5_000
const RINVIO_MASSIMO_MS = 5 * 60_000

export type StatoInvio =
  | { fase: 'fermo' }
  | { fase: 'in_attesa' }
  | { fase: 'in_corso' }
  | { fase: 'rinviato'; guasto: Failure; fra_ms: number }

export type Orologio = {
  now: () => number
  setTimeout: (f: () => void, ms: number) => unknown
  clearTimeout: (t: unknown) => void
}

export type Pianificatore = {
  /** A record changed: a push will follow. */
  changed: () => void
  /** Push now (network is back, page goes to the background, before logout); one push at a time. */
  flush: () => Promise<Result<unknown>>
  stop: () => void
}

/**
 * Decides when to push: debounced and batched, one at a time, doubling pauses after failures. A failed background push is
 * only told through `onStato` (spec §4: it is only logged), the answers stay where they are.
 */
export function createPianificatore(
  push: () => Promise<Result<unknown>>,
  onStato: (stato: StatoInvio) => void,
  orologio: Orologio,
): Pianificatore {
  let timer: unknown = null
  let primaModifica: number | null = null
  let inCorso: Promise<Result<unknown>> | null = null
  let ancora = false
  let rinvio = PRIMO_RINVIO_MS
  let fermo = false

  const plan = (ms: number) => {
    if (timer !== null) orologio.clearTimeout(timer)
    timer = orologio.setTimeout(() => void run(), ms)
  }

  const run = async (): Promise<Result<unknown>> => {
    if (timer !== null) orologio.clearTimeout(timer)
    timer = null
    if (inCorso) {
      ancora = true
      return inCorso
    }
    primaModifica = null
    ancora = false
    onStato({ fase: 'in_corso' })
    inCorso = push()
    const esito = await inCorso
    inCorso = null
    if (fermo) return esito
    if (!esito.ok) {
      onStato({ fase: 'rinviato', guasto: esito.error, fra_ms: rinvio })
      plan(rinvio)
      rinvio = Math.min(rinvio * 2, RINVIO_MASSIMO_MS)
      return esito
    }
    rinvio = PRIMO_RINVIO_MS
    onStato({ fase: 'fermo' })
    if (ancora || primaModifica !== null) changed()
    return esito
  }

  const changed = () => {
    if (fermo) return
    const ora = orologio.now()
    primaModifica ??= ora
    if (inCorso) {
      ancora = true
      return
    }
    onStato({ fase: 'in_attesa' })
    plan(Math.max(0, Math.min(QUIETE_MS, primaModifica + ATTESA_MASSIMA_MS - ora)))
  }

  return {
    changed,
    flush: run,
    stop: () => {
      fermo = true
      if (timer !== null) orologio.clearTimeout(timer)
      timer = null
    },
  }
}
