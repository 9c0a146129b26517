import type { Classifica } from '#contract/simulazioni'
import { bandOf } from '../../../features/simulazioni/classifica.ts'
import { formatNumber } from '../../../text/formats.ts'
import { formatPunteggio, classificaText as testi } from '../../../text/simulazioni.ts'
import { VisuallyHidden } from '../../../ui/base.tsx'
import css from './classifica.module.css'

const LARGHEZZA = 400
const ALTEZZA = 120
const BARRA = 8
/** Room above the tallest bar for the word that marks one's own, and above it for the threshold's. */
const SOPRA = 36

/**
 * How many people have each score, where the threshold and the person are; the same figures stand in a table for screen readers.
 * `soglia` in points; null where there is none.
 */
export function Distribuzione({
  classifica: { distribuzione, punteggio: mio },
  soglia,
}: {
  classifica: Classifica
  soglia: number | null
}) {
  const primo = distribuzione[0]?.da ?? 0
  const campo = Math.max(0.001, (distribuzione.at(-1)?.da ?? 0) - primo)
  const picco = distribuzione.reduce((a, b) => (b.n > a.n ? b : a))
  const mia = mio === null ? -1 : bandOf(distribuzione, mio)
  const x = (da: number) => ((da - primo) / campo) * (LARGHEZZA - BARRA)
  const detta = testi.distribuzione_detta(distribuzione.length, picco, distribuzione[mia]?.da ?? null, soglia)
  const linea = soglia === null || soglia <= primo || soglia > primo + campo ? null : x(soglia)
  return (
    <figure className={css.figura}>
      <figcaption>{testi.distribuzione}</figcaption>
      <svg viewBox={`0 0 ${LARGHEZZA} ${ALTEZZA + SOPRA}`} role="img" aria-label={detta}>
        {distribuzione.map(({ da, n }, i) => {
          const alta = Math.max(3, (n / picco.n) * ALTEZZA)
          return (
            <rect
              key={da}
              className={i === mia ? css.mia : soglia !== null && da >= soglia ? css.sopra : css.barra}
              x={x(da)}
              y={SOPRA + ALTEZZA - alta}
              width={BARRA}
              height={alta}
              rx={2}
            />
          )
        })}
        {linea !== null && soglia !== null && (
          <>
            <line className={css.soglia} x1={linea - 1} x2={linea - 1} y1={0} y2={SOPRA + ALTEZZA} />
            <text
              className={css.soglia_nome}
              x={linea + (linea > LARGHEZZA / 2 ? -6 : 4)}
              y={12}
              textAnchor={linea > LARGHEZZA / 2 ? 'end' : 'start'}
            >
              {testi.soglia(soglia)}
            </text>
          </>
        )}
        {distribuzione[mia] && (
          <text
            className={css.tu}
            x={Math.min(LARGHEZZA - 10, Math.max(10, x(distribuzione[mia].da) + BARRA / 2))}
            y={SOPRA + ALTEZZA - Math.max(3, (distribuzione[mia].n / picco.n) * ALTEZZA) - 5}
          >
            {testi.tu}
          </text>
        )}
      </svg>
      <p className={css.capi} aria-hidden="true">
        <span>{formatPunteggio(primo)}</span>
        <span>{formatPunteggio(distribuzione.at(-1)?.da ?? 0)}</span>
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
