import { formatNumber } from '../../../text/formats.ts'
import { risultatiText as testi } from '../../../text/risultati.ts'
import { type BarSeries, BarsChart } from '../../../ui/BarsChart.tsx'
import { countByMateria, type MarkedPlace } from './analysis.ts'

const SERIES: readonly BarSeries[] = [
  { name: testi.serie.esatte, tone: 'ok' },
  { name: testi.serie.errate, tone: 'errore' },
  { name: testi.serie.intermedie, tone: 'primario' },
  { name: testi.serie.omesse, tone: 'nulla' },
]

/** Bar for every subject; a table gives screen readers the same figures. */
export default function MateriaBars({ places }: { places: readonly MarkedPlace[] }) {
  return (
    <BarsChart
      title={testi.per_materia}
      column={testi.materia}
      series={SERIES}
      rows={countByMateria(places).map((m) => ({
        name: m.materia ?? testi.senza_materia,
        values: [m.corrette, m.errate, m.intermedie, m.omesse],
        figure: `${formatNumber(m.corrette)}/${formatNumber(m.totale)}`,
      }))}
    />
  )
}
