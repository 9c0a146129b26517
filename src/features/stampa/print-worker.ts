import type { Printer } from '#contract/print'
import { fail } from '#contract/result'
import { startAskedWorker } from '../../platform/asked-worker.ts'

/** A printer in a worker of its own. `end` stops it in the middle of anything: what was asked then fails. */
export function startPrinter(): Printer & { end: () => void } {
  const { ask, end } = startAskedWorker<Printer>('print', (detail) => fail('PDF_NON_CREATO', { detail }))
  return {
    begin: (job) => ask((printer) => printer.begin(job)),
    add: (domande, images) => ask((printer) => printer.add(domande, images)),
    finish: () => ask((printer) => printer.finish()),
    end,
  }
}
