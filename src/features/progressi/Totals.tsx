import type { Giorno } from '#contract/database'
import { countStreak } from '#rules/progressi'
import { formatNumber, formatPercent } from '../../text/formats.ts'
import { Card } from '../../ui/base.tsx'
import css from './progressi.module.css'
import { studyTime, progressiText as texts } from './text.ts'

const sum = (days: readonly Giorno[], key: 'risposte' | 'giuste' | 'ms') => days.reduce((n, d) => n + d[key], 0)

/** What was done in all: answers, how many right, time, days. */
export function Totals({ giorni, today }: { giorni: readonly Giorno[]; today: string }) {
  const answers = sum(giorni, 'risposte')
  const streak = countStreak(giorni, today)
  const figures: readonly [value: string, name: string][] = [
    [formatNumber(answers), texts.risposte(answers)],
    [formatPercent(answers > 0 ? (100 * sum(giorni, 'giuste')) / answers : 0), texts.corrette],
    [studyTime(sum(giorni, 'ms')), texts.tempo],
    [
      formatNumber(giorni.length),
      streak > 1 ? `${texts.giorni(giorni.length)}, ${texts.fila(streak)}` : texts.giorni(giorni.length),
    ],
  ]
  return (
    <Card as="ul" className={css.totali}>
      {figures.map(([value, name]) => (
        <li key={name}>
          <b>{value}</b>
          <span>{name}</span>
        </li>
      ))}
    </Card>
  )
}
