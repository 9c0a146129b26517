import { scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import { useRef } from 'react'
import { formatDate } from '../text/formats.ts'
import css from './LineChart.module.css'
import { useWidth } from './useWidth.ts'

const HEIGHT = 220
const TOP = 16
const BOTTOM = 28
const LEFT = 44
const RIGHT = 12
/** Up to this many points each has its dot. */
const MAX_DOTS = 60
const TICKS = 4

/** A line over days (`name`: ISO 8601), from zero up. Use it beside a table of the same figures. Load it lazily: it brings d3. */
export function LineChart({
  title,
  points,
  format,
}: {
  title: string
  points: readonly { name: string; value: number }[]
  format: (n: number) => string
}) {
  const ref = useRef<HTMLElement>(null)
  const width = useWidth(ref)
  const days = points.map(({ name }) => Date.parse(name))
  const [first = 0, last = 0] = [days[0], days.at(-1)]
  const x = scaleLinear()
    .domain([first, Math.max(last, first + 1)])
    .range([LEFT, width - RIGHT])
  const y = scaleLinear()
    .domain([0, Math.max(...points.map(({ value }) => value), 1)])
    .nice(TICKS)
    .range([HEIGHT - BOTTOM, TOP])
  const path = line<(typeof points)[number]>(
    (_, i) => x(days[i] ?? 0),
    ({ value }) => y(value),
  )
  return (
    <figure ref={ref} role="img" aria-label={title}>
      <svg className={css.grafico} viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden="true" focusable="false">
        {y.ticks(TICKS).map((t) => (
          <g key={t}>
            <line className={css.tacca} x1={LEFT} x2={width - RIGHT} y1={y(t)} y2={y(t)} />
            <text className={css.scala} x={LEFT - 8} y={y(t) + 4}>
              {format(t)}
            </text>
          </g>
        ))}
        <path className={css.linea} d={path(points) ?? ''} />
        {points.length <= MAX_DOTS &&
          points.map(({ name, value }, i) => (
            <circle key={name} className={css.punto} cx={x(days[i] ?? 0)} cy={y(value)} r={4} />
          ))}
        <text className={css.primo} x={LEFT} y={HEIGHT - 6}>
          {points[0] && formatDate(points[0].name)}
        </text>
        <text className={css.ultimo} x={width - RIGHT} y={HEIGHT - 6}>
          {points.length > 1 && formatDate(points.at(-1)?.name ?? '')}
        </text>
      </svg>
    </figure>
  )
}
