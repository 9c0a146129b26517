import type { ReactNode } from 'react'
import { type OutcomeCount, OutcomeCounts } from '../../../components/OutcomeCounts.tsx'
import { formatNumber } from '../../../text/formats.ts'
import { Card, Chip, Muted, VisuallyHidden } from '../../../ui/base.tsx'
import type { SedutaCounts } from './counts.ts'
import css from './riepilogo.module.css'
import { riepilogoText as texts } from './text.ts'

/**
 * Right answers over those given that count, and the figures behind them. `annullate` counts the answers to annulled questions.
 * `children`, the comment on the score and the next steps, stand between the two.
 */
export function ScoreCard({
  counts,
  annullate: annulled,
  n,
  children,
}: {
  counts: SedutaCounts
  annullate: number
  n: number
  children: ReactNode
}) {
  const { corrette, errate, non_date } = counts
  const nulle = counts.nulle - annulled
  const given = n - non_date - annulled
  const parts: OutcomeCount[] = [
    { n: corrette, name: texts.esatte(corrette), tone: 'giusto' },
    { n: errate, name: texts.errate(errate), tone: 'sbagliato' },
    ...(nulle > 0 ? [{ n: nulle, name: texts.neutre(nulle) }] : []),
    ...(annulled > 0 ? [{ n: annulled, name: texts.annullate(annulled) }] : []),
    { n: non_date, name: texts.non_date(non_date) },
  ]
  // Show only the answers given without keys, because none is right or wrong.
  const keyless = given > 0 && nulle === given
  return (
    <Card aria-labelledby="risultato" className={css.risultato}>
      <h2 id="risultato">
        <VisuallyHidden>{texts.punteggio}</VisuallyHidden>
      </h2>
      <p className={css.punteggio}>
        {formatNumber(keyless ? given : corrette)}
        <small>{texts.su(given === 0 || keyless ? n : given)}</small>
      </p>
      {given === 0 ? (
        <Muted>{annulled > 0 ? texts.solo_annullate : texts.nessuna_risposta}</Muted>
      ) : keyless ? (
        <Muted>{texts.senza_chiave}</Muted>
      ) : (
        <div>
          <Chip>{texts.percento(corrette, given)}</Chip>
        </div>
      )}
      {children}
      <OutcomeCounts parts={parts} />
    </Card>
  )
}
