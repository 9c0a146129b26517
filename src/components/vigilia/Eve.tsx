import { Suspense, useState } from 'react'
import type { BancaLocale } from '#contract/database'
import { vigiliaText as texts } from '../../text/vigilia.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/base.tsx'
import { CardHead } from '../../ui/CardHead.tsx'
import { IconInfo } from '../../ui/icons.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Cose } from './Cose.tsx'
import css from './vigilia.module.css'

const InstructionsDialog = lazyPart(() => import('./InstructionsDialog.tsx'))

/** The eve of an exam as a card: what to bring, and the way to its instructions. */
export default function Eve({
  banca,
  day,
  today,
}: {
  banca: BancaLocale
  day: string
  /** The exam is today. */
  today: boolean
}) {
  const [reading, setReading] = useState(false)
  return (
    <Card aria-labelledby="vigilia">
      <CardHead id="vigilia" title={today ? texts.oggi : texts.domani} text={banca.concorso} />
      <div className={css.scheda}>
        <Cose id_concorso={banca.id_concorso} day={day} />
        <div>
          <Button icon={<IconInfo size={20} />} onClick={() => setReading(true)}>
            {texts.istruzioni}
          </Button>
        </div>
      </div>
      {reading && (
        <Suspense>
          <InstructionsDialog banca={banca} onClose={() => setReading(false)} />
        </Suspense>
      )}
    </Card>
  )
}
