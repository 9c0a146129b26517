import type { OwnBankReader } from '#contract/own-bank'
import { fail } from '#contract/result'
import { startAskedWorker } from '../../../platform/asked-worker.ts'
import { network } from '../../../platform/network.ts'

/** A reader of files in a worker of its own. `end` stops it in the middle of anything: what was asked then fails. */
export function startReader(): OwnBankReader & { end: () => void } {
  const failed = (detail: string) => fail('FILE_NON_LETTO', { detail })
  // Its code is kept by the browser from the first time on: before that it comes from the network.
  const broken = (detail: string) => (network.online ? failed(detail) : fail('RETE_ASSENTE'))
  const { ask, end } = startAskedWorker<OwnBankReader>('banca', failed, broken)
  return {
    read: (args) => ask((reader) => reader.read(args)),
    build: (args) => ask((reader) => reader.build(args)),
    end,
  }
}
