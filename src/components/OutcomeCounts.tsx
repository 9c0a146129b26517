import { formatNumber } from '../text/formats.ts'
import { cx } from '../ui/cx.ts'
import css from './OutcomeCounts.module.css'

export type OutcomeCount = { n: number; name: string; tone?: 'giusto' | 'sbagliato' }

/** Parts of a result side by side, right, wrong and the rest. */
export const OutcomeCounts = ({ parts }: { parts: readonly OutcomeCount[] }) => (
  <dl className={cx(css.conteggi, parts.length === 4 && css.quattro)}>
    {parts.map(({ n, name, tone }) => (
      <div key={name} className={cx(tone && css[tone])}>
        <dt>{name}</dt>
        <dd>{formatNumber(n)}</dd>
      </div>
    ))}
  </dl>
)
