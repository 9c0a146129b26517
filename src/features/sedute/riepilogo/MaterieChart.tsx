import { formatNumber } from '../../../text/formats.ts'
import { type BarSeries, BarsChart } from '../../../ui/BarsChart.tsx'
import type { MateriaCounts } from './counts.ts'
import { riepilogoText as texts } from './text.ts'

const SERIES: readonly BarSeries[] = [
  { name: texts.serie.esatte, tone: 'ok' },
  { name: texts.serie.errate, tone: 'errore' },
  { name: texts.serie.neutre, tone: 'primario' },
  { name: texts.serie.non_date, tone: 'nulla' },
]

/** Bar for each subject; a table gives screen readers the same figures. */
export default function MaterieChart({ materie }: { materie: readonly MateriaCounts[] }) {
  return (
    <BarsChart
      title={texts.per_materia}
      column={texts.materia}
      series={SERIES}
      rows={materie.map((m) => ({
        name: m.materia ?? texts.senza_materia,
        values: [m.corrette, m.errate, m.nulle, m.non_date],
        figure: `${formatNumber(m.corrette)}/${formatNumber(m.totale)}`,
      }))}
    />
  )
}
