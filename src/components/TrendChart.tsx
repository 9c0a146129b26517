import { ChartTable } from '../ui/ChartTable.tsx'
import css from './TrendChart.module.css'

/**
 * Point of the trend. `percent` is 0 to 100; `soglia`, on the same scale, is set where trials of different rules stand together.
 */
export type TrendPoint = {
  id: string
  name: string
  short: string
  percent: number
  spoken: string
  esito: string
  soglia?: number | null
}

const WIDTH = 400
const HEIGHT = 160
const LEFT = 34
const TOP = 14
const BOTTOM = 26
/** Half the length of the threshold of a single point. */
const OWN_SOGLIA = 13

/** Line of the trials, oldest first, with a dot for each; a table gives screen readers the same figures. */
export function TrendChart({
  title,
  columns,
  points,
  soglia,
}: {
  title: string
  columns: readonly [string, string, string]
  points: readonly TrendPoint[]
  /** Line across at this height, 0 to 100, and its name. */
  soglia?: { percent: number; name: string } | null
}) {
  const x = (i: number) =>
    points.length === 1 ? (WIDTH + LEFT) / 2 : LEFT + 10 + ((WIDTH - LEFT - 30) * i) / (points.length - 1)
  const y = (percent: number) => TOP + ((HEIGHT - TOP - BOTTOM) * (100 - Math.max(0, Math.min(100, percent)))) / 100
  const last = points.length - 1
  return (
    <figure aria-label={title}>
      <svg className={css.grafico} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" focusable="false">
        {[0, 50, 100].map((t) => (
          <g key={t}>
            <line className={css.tacca} x1={LEFT} x2={WIDTH} y1={y(t)} y2={y(t)} />
            <text className={css.scala} x={LEFT - 6} y={y(t) + 4}>
              {t}
            </text>
          </g>
        ))}
        {soglia && (
          <>
            <line className={css.soglia} x1={LEFT} x2={WIDTH} y1={y(soglia.percent)} y2={y(soglia.percent)} />
            <text className={css.fine} x={WIDTH - 2} y={y(soglia.percent) + (soglia.percent > 85 ? 14 : -5)}>
              {soglia.name}
            </text>
          </>
        )}
        {points.map(
          (p, i) =>
            typeof p.soglia === 'number' && (
              <line
                key={p.id}
                className={css.soglia}
                x1={x(i) - OWN_SOGLIA}
                x2={x(i) + OWN_SOGLIA}
                y1={y(p.soglia)}
                y2={y(p.soglia)}
              />
            ),
        )}
        <polyline className={css.linea} points={points.map((p, i) => `${x(i)},${y(p.percent)}`).join(' ')} />
        {points.map((p, i) => (
          <circle
            key={p.id}
            className={i === last ? css.ultimo : css.punto}
            cx={x(i)}
            cy={y(p.percent)}
            r={i === last ? 7 : 5}
          />
        ))}
        <text className={css.giorno} x={LEFT} y={HEIGHT - 6}>
          {points.length > 1 && points[0]?.short}
        </text>
        <text className={last > 0 ? css.fine : css.solo} x={last > 0 ? WIDTH - 2 : x(0)} y={HEIGHT - 6}>
          {points[last]?.short}
        </text>
      </svg>
      <ChartTable
        title={title}
        columns={columns}
        rows={points.map((p) => ({ id: p.id, cells: () => [p.name, p.spoken, p.esito] }))}
      />
    </figure>
  )
}
