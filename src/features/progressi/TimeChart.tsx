import type { Giorno } from '#contract/database'
import { BarsChart } from '../../ui/BarsChart.tsx'
import { studyTime, progressiText as texts } from './text.ts'

/** Tenth of a minute, so that even a short first try has a bar. */
const TENTH_MS = 6_000

/** Time on the questions, a bar a week. */
export default function TimeChart({ weeks }: { weeks: readonly Giorno[] }) {
  const minutes = weeks.map(({ ms }) => Math.round(ms / TENTH_MS) / 10)
  return (
    <BarsChart
      title={texts.tempo_titolo}
      column={texts.settimana}
      series={[{ name: texts.tempo_serie, tone: 'primario' }]}
      rows={weeks.map(({ giorno, ms }, i) => ({
        name: i === weeks.length - 1 ? texts.adesso : texts.settimana_del(giorno),
        values: [minutes[i] ?? 0],
        figure: studyTime(ms),
      }))}
      max={Math.max(1, ...minutes)}
    />
  )
}
