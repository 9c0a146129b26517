import type { CSSProperties } from 'react'
import type { Giorno } from '#contract/database'
import { addDays, daysBetween, mondayOf } from '#rules/italian-day'
import { formatNumber } from '../../text/formats.ts'
import { Card, Muted } from '../../ui/base.tsx'
import { ChartTable } from '../../ui/ChartTable.tsx'
import { cx } from '../../ui/cx.ts'
import css from './progressi.module.css'
import { fullDayText, monthText, studyTime, progressiText as texts } from './text.ts'

/** Most weeks in sight, as many as fit a phone with a circle a day. */
const WEEKS = 14
/** Fewest weeks in sight; weeks before the first answer fill the rest. */
const FEW_WEEKS = 6
/** Returns the fill of a circle in percent, by quarters of the best day. */
const fillOf = (n: number, best: number): number => (n === 0 ? 0 : 25 * Math.ceil((4 * n) / Math.max(1, best)))

/** Answers a day as circles, a column a week, fuller for more answers. A table shows screen readers the same days. */
export function CalendarCard({ giorni, today }: { giorni: readonly Giorno[]; today: string }) {
  const begun = mondayOf(giorni.at(0)?.giorno ?? today)
  const n = Math.min(WEEKS, Math.max(FEW_WEEKS, 1 + daysBetween(begun, mondayOf(today)) / 7))
  const first = addDays(mondayOf(today), -7 * (n - 1))
  const shown = giorni.filter(({ giorno }) => giorno >= first)
  const best = Math.max(0, ...shown.map(({ risposte }) => risposte))
  const counts = new Map(shown.map(({ giorno, risposte }) => [giorno, risposte]))
  const weeks = Array.from({ length: n }, (_, i) => addDays(first, 7 * i))
  return (
    <Card aria-labelledby="calendario">
      <div>
        <h2 id="calendario">{texts.calendario}</h2>
        <Muted small>{texts.calendario_sotto(n)}</Muted>
      </div>
      <figure>
        <div className={css.calendario} aria-hidden="true">
          <span />
          {texts.iniziali.map((initial, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the days of the week never move
            <span key={i} className={css.iniziale}>
              {initial}
            </span>
          ))}
          {weeks.map((monday, w) => (
            <Week key={monday} monday={monday} name={nameOf(weeks, w)} today={today} counts={counts} best={best} />
          ))}
        </div>
        <p className={css.legenda} aria-hidden="true">
          <span className={css.giorno} style={{ '--p': 0 } as CSSProperties} /> {texts.calendario_meno}
          <span className={css.giorno} style={{ '--p': 100 } as CSSProperties} /> {texts.calendario_piu(best)}
        </p>
        <ChartTable
          title={texts.calendario}
          columns={texts.calendario_colonne}
          rows={shown.map((g) => ({
            id: g.giorno,
            cells: () => [fullDayText(g.giorno), formatNumber(g.risposte), formatNumber(g.giuste), studyTime(g.ms)],
          }))}
        />
      </figure>
    </Card>
  )
}

/** Returns the month of a week where it differs from the week before, else ''. The first week needs room before the next name. */
function nameOf(weeks: readonly string[], w: number): string {
  const month = (at: number) => monthText(addDays(weeks[at] ?? '', 6))
  if (w === 0) return month(0) === month(1) ? month(0) : ''
  return month(w) === month(w - 1) ? '' : month(w)
}

function Week({
  monday,
  name,
  today,
  counts,
  best,
}: {
  monday: string
  /** Name of the month, where it begins. */
  name: string
  today: string
  counts: ReadonlyMap<string, number>
  best: number
}) {
  return (
    <>
      <span className={css.mese}>{name}</span>
      {texts.iniziali.map((_, i) => {
        const day = addDays(monday, i)
        const n = counts.get(day) ?? 0
        return (
          <span
            key={day}
            className={cx(css.giorno, day === today && css.adesso, day > today && css.futuro)}
            style={{ '--p': fillOf(n, best) } as CSSProperties}
            title={day > today ? undefined : texts.giorno(day, n)}
          />
        )
      })}
    </>
  )
}
