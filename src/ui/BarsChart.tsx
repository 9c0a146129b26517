import { scaleBand, scaleLinear } from 'd3-scale'
import { useId, useRef } from 'react'
import { formatNumber } from '../text/formats.ts'
import css from './BarsChart.module.css'
import { ChartTable } from './ChartTable.tsx'
import { useWidth } from './useWidth.ts'

type BarTone = 'primario' | 'ok' | 'errore' | 'nulla'
export type BarSeries = { name: string; tone: BarTone }
/** `values` in the order of the series; `figure` stands at the end of the row. */
export type BarRow = { name: string; values: readonly number[]; figure: string }

const ROW_HEIGHT = 44
/** Average width of a character at 13 px: cuts a label before it meets the figure. */
const CHAR_PX = 7.2

/** Stacked horizontal bars; the same figures stand in a table for screen readers. Load it lazily: it brings d3. */
export function BarsChart({
  title,
  column,
  series,
  rows,
  max,
}: {
  title: string
  /** Heading of the first column of the table. */
  column: string
  series: readonly BarSeries[]
  rows: readonly BarRow[]
  /** Length of a full bar; without it every bar is a share of its own total. */
  max?: number
}) {
  const ref = useRef<HTMLElement>(null)
  const hatch = useId()
  const width = useWidth(ref)
  const y = scaleBand<number>()
    .domain(rows.map((_, i) => i))
    .range([0, rows.length * ROW_HEIGHT])
  return (
    <figure ref={ref} aria-label={title}>
      <svg
        className={css.grafico}
        viewBox={`0 0 ${width} ${rows.length * ROW_HEIGHT}`}
        aria-hidden="true"
        focusable="false"
      >
        {/* Hatch the blank answers: colour alone shows no outcome. */}
        <pattern id={hatch} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect className={css.nulla} width={2} height={6} />
        </pattern>
        {rows.map((row, i) => {
          const total = max ?? row.values.reduce((a, b) => a + b, 0)
          const x = scaleLinear()
            .domain([0, Math.max(1, total)])
            .range([0, width])
          const top = y(i) ?? 0
          const slots = Math.floor((width - row.figure.length * CHAR_PX - 16) / CHAR_PX)
          return (
            <g key={row.name}>
              <text className={css.testo} x={0} y={top + 16}>
                {row.name.length > slots ? `${row.name.slice(0, Math.max(1, slots - 1)).trimEnd()}…` : row.name}
              </text>
              <text className={css.cifra} x={width} y={top + 16}>
                {row.figure}
              </text>
              <rect className={css.fondo} x={0} y={top + 24} width={width} height={10} rx={5} />
              {row.values.map((v, k) => {
                const offset = row.values.slice(0, k).reduce((a, b) => a + b, 0)
                const s = series[k]
                return v > 0 && s ? (
                  <rect
                    key={s.name}
                    className={s.tone === 'nulla' ? undefined : css[s.tone]}
                    fill={s.tone === 'nulla' ? `url(#${hatch})` : undefined}
                    x={x(offset)}
                    y={top + 24}
                    width={Math.max(2, x(v) - 2)}
                    height={10}
                    rx={3}
                  />
                ) : null
              })}
            </g>
          )
        })}
      </svg>
      <ChartTable
        title={title}
        columns={[column, ...series.map((s) => s.name)]}
        rows={rows.map((r) => ({
          id: r.name,
          cells: () => [r.name, ...series.map((_, k) => formatNumber(r.values[k] ?? 0))],
        }))}
      />
    </figure>
  )
}
