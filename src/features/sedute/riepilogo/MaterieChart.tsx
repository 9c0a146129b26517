import { formatNumber } from '../../../text/formats.ts'
import { type BarSeries, BarsChart } from '../../../ui/BarsChart.tsx'
import { countMaterie } from './counts.ts'
import type { RiepilogoRow } from './read-riepilogo.ts'
import { riepilogoText as texts } from './text.ts'

const SERIES: readonly BarSeries[] = [
  { name: texts.serie.esatte, tone: 'ok' },
  { name: texts.serie.errate, tone: 'errore' },
  { name: texts.serie.neutre, tone: 'primario' },
  { name: texts.serie.non_date, tone: 'nulla' },
]

/** A bar for every subject; the same figures stand in a table for screen readers. */
export default function MaterieChart({ rows }: { rows: readonly RiepilogoRow[] }) {
  const materie = countMaterie(
    rows.map(({ domanda, risposta }) => ({ id_materia: domanda.id_materia, materia: domanda.materia, risposta })),
  )
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
