import type { Result } from '#contract/result'

/** Settings of a retry: times beside the first, ms before each, failures worth another try. */
export type RetryMode = { times?: number; delay?: (n: number) => number; when?: (codice: string) => boolean }

/** Three more tries in two seconds, for a restarting server or a tunnel. A refusal by the server is not retried. */
export const AGAIN: RetryMode = {
  when: (codice: string) => codice === 'REMOTE_REQUEST_FAILED',
  delay: (n: number) => 150 * 2 ** n,
}

/**
 * Repeats a failed call three more times, at once, whatever failed, by default (spec §7). Never throws when `act` does not.
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
