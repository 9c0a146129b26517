import { Suspense, useState } from 'react'
import type { BancaLocale } from '#contract/database'
import { vigiliaText as texts } from '../../text/vigilia.ts'
import { Button } from '../../ui/Button.tsx'
import { IconInfo } from '../../ui/icons.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

const InstructionsDialog = lazyPart(() => import('./InstructionsDialog.tsx'))

/** Opens the instructions of a bank's exam [FG8]. */
export function InstructionsButton({ banca }: { banca: BancaLocale }) {
  const [reading, setReading] = useState(false)
  return (
    <>
      <Button icon={<IconInfo size={20} />} onClick={() => setReading(true)}>
        {texts.istruzioni}
      </Button>
      {reading && (
        <Suspense>
          <InstructionsDialog banca={banca} onClose={() => setReading(false)} />
        </Suspense>
      )}
    </>
  )
}
