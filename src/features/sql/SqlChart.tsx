import { BarsChart } from '../../ui/BarsChart.tsx'
import { Muted, Stack } from '../../ui/base.tsx'
import { LineChart } from '../../ui/LineChart.tsx'
import type { ChartData } from './chart.ts'
import { sqlText as texts } from './text.ts'

const format = new Intl.NumberFormat('it-IT', { useGrouping: 'always', maximumFractionDigits: 2 })

/** Chart of two columns; the table beside it has the same figures. */
export default function SqlChart({ data }: { data: ChartData }) {
  const [first, second] = data.columns
  const title = texts.grafico(first, second)
  const max = Math.max(...data.points.map(({ value }) => value))
  return (
    <Stack>
      {data.tipo === 'linea' ? (
        <LineChart title={title} points={data.points} format={format.format} />
      ) : (
        <BarsChart
          title={title}
          column={first}
          series={[{ name: second, tone: 'primario' }]}
          rows={data.points.map(({ name, value }) => ({ name, values: [value], figure: format.format(value) }))}
          max={max}
        />
      )}
      {data.more && <Muted small>{texts.grafico_prime(data.points.length)}</Muted>}
    </Stack>
  )
}
