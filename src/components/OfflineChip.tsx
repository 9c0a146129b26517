import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import type { BancaLocale } from '#contract/database'
import { kept, lookAtKept } from '../platform/kept.ts'
import { offlineText, offlineTexts as texts } from '../text/banca.ts'
import base from '../ui/base.module.css'
import { Chip } from '../ui/base.tsx'
import { IconCheck, IconDownload } from '../ui/icons.ts'

/** Chip of the offline use of a downloaded bank, as far as it was checked; only its place while the page is checked. */
export function OfflineChip({ banca }: { banca: BancaLocale }) {
  const { page } = useSnapshot(kept)
  useEffect(() => void lookAtKept(), [])
  const said = offlineText(banca, page !== false && banca.n_domande > 0 && banca.figure_qui)
  if (said === null) return null
  return (
    <Chip
      className={page === null ? base.attesa : undefined}
      tone="ok"
      icon={said === texts.pronta ? <IconCheck size={16} /> : <IconDownload size={16} />}
    >
      {said}
    </Chip>
  )
}
