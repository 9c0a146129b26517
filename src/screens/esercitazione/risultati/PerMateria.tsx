import { formatNumber } from '../../../text/formats.ts'
import { risultatiText as testi } from '../../../text/risultati.ts'
import { type BarSeries, BarsChart } from '../../../ui/BarsChart.tsx'
import { contiMaterie, type PostoValutato } from './analisi.ts'

const SERIE: readonly BarSeries[] = [
  { name: testi.serie.esatte, tone: 'ok' },
  { name: testi.serie.errate, tone: 'errore' },
  { name: testi.serie.intermedie, tone: 'primario' },
  { name: testi.serie.omesse, tone: 'nulla' },
]

/** A bar for every subject; the same figures stand in a table for screen readers. */
export default function PerMateria({ posti }: { posti: readonly PostoValutato[] }) {
  return (
    <BarsChart
      title={testi.per_materia}
      column={testi.materia}
      series={SERIE}
      rows={contiMaterie(posti).map((m) => ({
        name: m.materia ?? testi.senza_materia,
        values: [m.corrette, m.errate, m.intermedie, m.omesse],
        figure: `${formatNumber(m.corrette)}/${formatNumber(m.totale)}`,
      }))}
    />
  )
}
