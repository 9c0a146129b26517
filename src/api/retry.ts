import type { Result } from '#contract/result'

/** How a retry goes: times beside the first, ms before each, which failures are worth another try. */
export type RetryMode = { times?: number; delay?: (n: number) => number; when?: (codice: string) => boolean }

/** A server that is starting again, a tunnel: three more tries in two seconds. What it refuses in words it would refuse again. */
export const AGAIN: RetryMode = {
  when: (codice: string) => codice === 'REMOTE_REQUEST_FAILED',
  delay: (n: number) => 150 * 2 ** n,
}

/**
 * Asks again what failed: three more times, at once, whatever failed, unless told otherwise (spec §7). Never throws when `act` does not.
 *
 * @returns the first success, or the last failure
 */
export async function retry<T>(act: () => Promise<Result<T>>, mode: RetryMode = {}): Promise<Result<T>> {
  const { times = 3, delay, when = () => true } = mode
  let result = await act()
  for (let n = 1; n <= times && !result.ok && when(result.error.codice); n++) {
    if (delay) await new Promise((go) => setTimeout(go, delay(n)))
    result = await act()
  }
  return result
}
