import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import type { BancaLocale } from '#contract/database'
import { kept, lookAtKept } from '../platform/kept.ts'
import { offlineText, offlineTexts as texts } from '../text/banca.ts'
import { Chip } from '../ui/base.tsx'
import { IconCheck, IconDownload } from '../ui/icons.ts'

/** Whether a bank opens without a network from cold: its questions, its figures and the page itself are on the device. */
function useTrainReady(banca: BancaLocale): boolean {
  const { page } = useSnapshot(kept)
  useEffect(() => void lookAtKept(), [])
  return page === true && banca.n_domande > 0 && banca.figure_qui
}

/** What a downloaded bank can do without a network, as far as it was checked. */
export function OfflineChip({ banca }: { banca: BancaLocale }) {
  const said = offlineText(banca, useTrainReady(banca))
  return said === null ? null : (
    <Chip tone="ok" icon={said === texts.pronta ? <IconCheck size={16} /> : <IconDownload size={16} />}>
      {said}
    </Chip>
  )
}
