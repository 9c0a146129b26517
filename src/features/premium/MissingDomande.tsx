import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { BancaLocale } from '#contract/database'
import { isPropria } from '#rules/raccolta'
import { bancheState, loadBanche } from '../../domain/banche-state.ts'
import { downloadBanca } from '../../domain/downloads.ts'
import { network } from '../../platform/network.ts'
import { showError } from '../../session/notices.ts'
import { Button } from '../../ui/Button.tsx'
import { IconDownload } from '../../ui/icons.ts'
import { premiumText as texts } from './text.ts'

/** Banks of which this device has a part. */
const inPart = (list: readonly BancaLocale[]) =>
  list.filter((b) => !isPropria(b.id_concorso) && b.n_domande > 0 && b.n_domande < b.n_domande_totali)

/** Premium has come: what the demo left out of the banks on this device, in one tap. Nothing where nothing is missing. */
export function MissingDomande() {
  const partial = inPart(useSnapshot(bancheState).list as BancaLocale[])
  const { online } = useSnapshot(network)
  const [stage, setStage] = useState<'mai' | 'scarico' | 'fatto'>('mai')
  useEffect(() => void loadBanche(), [])
  const download = async () => {
    setStage('scarico')
    for (const b of partial) {
      const result = await downloadBanca(b.id_concorso, b.concorso)
      if (result.ok) continue
      setStage('mai')
      if (result.error.codice !== 'DOWNLOAD_ANNULLATO') showError(result.error, { riprova: () => void download() })
      return
    }
    setStage('fatto')
  }
  const missing = partial.reduce((sum, b) => sum + b.n_domande_totali - b.n_domande, 0)
  if (stage !== 'mai') return <p role="status">{stage === 'fatto' ? texts.scaricate : texts.scarico}</p>
  if (missing === 0) return null
  return (
    <Button variant="primario" icon={<IconDownload size={20} />} disabled={!online} onClick={() => void download()}>
      {texts.scarica_mancanti(missing)}
    </Button>
  )
}
