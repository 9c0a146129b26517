import type { DownloadProgress } from '#contract/database'

/** Least milliseconds between two reports of one phase: a call across the worker's boundary for every chunk is too many. */
const EVERY_MS = 100

/** Reports the first and the last of each phase, and at most one every 100 ms between them. */
export function throttle(
  report: (a: DownloadProgress) => void,
  now = () => performance.now(),
): (a: DownloadProgress) => void {
  let fase: DownloadProgress['fase'] | undefined
  let last = 0
  return (a) => {
    const at = now()
    if (a.fase === fase && a.ricevuti < a.totali && at - last < EVERY_MS) return
    fase = a.fase
    last = at
    report(a)
  }
}
