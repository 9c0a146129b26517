import type { BancaLocale } from '#contract/database'
import { vigiliaText as texts } from '../../text/vigilia.ts'
import { Card } from '../../ui/base.tsx'
import { CardHead } from '../../ui/CardHead.tsx'
import { Cose } from './Cose.tsx'
import { InstructionsButton } from './InstructionsButton.tsx'
import css from './vigilia.module.css'

/** Card on the eve of an exam, with the things to bring and the way to its instructions. */
export default function Eve({
  banca,
  day,
  today,
}: {
  banca: BancaLocale
  day: string
  /** True when the exam is today. */
  today: boolean
}) {
  return (
    <Card aria-labelledby="vigilia">
      <CardHead id="vigilia" title={today ? texts.oggi : texts.domani} text={banca.concorso} />
      <div className={css.scheda}>
        <Cose id_concorso={banca.id_concorso} day={day} />
        <div>
          <InstructionsButton banca={banca} />
        </div>
      </div>
    </Card>
  )
}
