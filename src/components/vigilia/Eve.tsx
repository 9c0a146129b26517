import type { BancaLocale } from '#contract/database'
import { vigiliaText as texts } from '../../text/vigilia.ts'
import { Card } from '../../ui/base.tsx'
import { CardHead } from '../../ui/CardHead.tsx'
import { Instructions } from './Instructions.tsx'
import css from './vigilia.module.css'

/** The eve of an exam as a card. */
export default function Eve({
  banca,
  day,
  today,
  className,
}: {
  banca: BancaLocale
  day: string
  /** The exam is today. */
  today: boolean
  className?: string | undefined
}) {
  return (
    <Card aria-labelledby="vigilia" className={className}>
      <CardHead id="vigilia" title={today ? texts.oggi : texts.domani} text={banca.concorso} />
      <div className={css.largo}>
        <Instructions banca={banca} day={day} />
      </div>
    </Card>
  )
}
