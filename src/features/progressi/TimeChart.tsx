import type { Giorno } from '#contract/database'
import { BarsChart } from '../../ui/BarsChart.tsx'
import { studyTime, progressiText as texts } from './text.ts'

const MINUTE_MS = 60_000

/** Time on the questions, a bar a week. */
export default function TimeChart({ weeks }: { weeks: readonly Giorno[] }) {
  const minutes = weeks.map(({ ms }) => Math.round(ms / MINUTE_MS))
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
