import type { Classifica } from '#contract/simulazioni'
import { formatNumber } from '../../text/formats.ts'
import { formatPunteggio, classificaText as testi } from '../../text/simulazioni.ts'
import { VisuallyHidden } from '../../ui/base.tsx'
import css from './classifica.module.css'
import { bandOf } from './read-classifica.ts'

const WIDTH = 400
const HEIGHT = 120
/** Room above the tallest bar for the word that marks one's own, and above it for the threshold's. */
const ABOVE = 36

/**
 * Draws how many people have each score, with the threshold and the person; a table repeats the figures for screen readers.
 * Axis runs from zero, or below with penalties, to the best score. `soglia` in points; null where there is none.
 */
export function DistributionChart({
  classifica: { distribuzione, punteggio: own },
  soglia,
  massimo,
}: {
  classifica: Classifica
  soglia: number | null
  massimo: number
}) {
  const starts = distribuzione.map(({ da }) => da)
  // Derive the width of a band from the nearest two, because the server omits empty bands.
  const band = Math.max(1, Math.min(...starts.slice(1).map((da, i) => da - (starts[i] ?? 0))))
  const first = Math.min(0, starts[0] ?? 0)
  const top = starts.at(-1) ?? 0
  const end = top < massimo ? massimo : top + band
  const span = end - first
  const widthOf = (da: number) => (Math.min(band, end - da) / span) * WIDTH
  const peak = distribuzione.reduce((a, b) => (b.n > a.n ? b : a))
  const ownBand = own === null ? -1 : bandOf(distribuzione, own)
  const x = (da: number) => ((da - first) / span) * WIDTH
  const description = testi.distribuzione_detta(distribuzione.length, peak, distribuzione[ownBand]?.da ?? null, soglia)
  const line = soglia === null || soglia <= first || soglia > end ? null : x(soglia)
  return (
    <figure className={css.figura}>
      <figcaption>{testi.distribuzione}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT + ABOVE}`} role="img" aria-label={description}>
        {distribuzione.map(({ da, n }, i) => {
          const barHeight = Math.max(3, (n / peak.n) * HEIGHT)
          return (
            <rect
              key={da}
              className={i === ownBand ? css.mia : soglia !== null && da >= soglia ? css.sopra : css.barra}
              x={x(da)}
              y={ABOVE + HEIGHT - barHeight}
              width={Math.max(2, widthOf(da) - 2)}
              height={barHeight}
              rx={2}
            />
          )
        })}
        {line !== null && soglia !== null && (
          <>
            <line className={css.soglia} x1={line - 1} x2={line - 1} y1={0} y2={ABOVE + HEIGHT} />
            <text
              className={css.soglia_nome}
              x={line + (line > WIDTH / 2 ? -6 : 4)}
              y={12}
              textAnchor={line > WIDTH / 2 ? 'end' : 'start'}
            >
              {testi.soglia(soglia)}
            </text>
          </>
        )}
        {distribuzione[ownBand] && (
          <text
            className={css.tu}
            x={Math.min(
              WIDTH - 10,
              Math.max(10, x(distribuzione[ownBand].da) + widthOf(distribuzione[ownBand].da) / 2),
            )}
            y={ABOVE + HEIGHT - Math.max(3, (distribuzione[ownBand].n / peak.n) * HEIGHT) - 5}
          >
            {testi.tu}
          </text>
        )}
      </svg>
      <p className={css.capi} aria-hidden="true">
        <span>{formatPunteggio(first)}</span>
        <span>{formatPunteggio(end)}</span>
      </p>
      <VisuallyHidden>
        <table>
          <caption>{testi.distribuzione}</caption>
          <thead>
            <tr>
              <th scope="col">{testi.fascia}</th>
              <th scope="col">{testi.persone}</th>
            </tr>
          </thead>
          <tbody>
            {distribuzione.map(({ da, n }) => (
              <tr key={da}>
                <th scope="row">{formatPunteggio(da)}</th>
                <td>{formatNumber(n)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  )
}
