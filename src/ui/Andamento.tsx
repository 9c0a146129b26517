import css from './Andamento.module.css'
import { VisuallyHidden } from './base.tsx'

/** A point of the trend: `quota` 0 to 100, `esito` true or false where there was a threshold. */
export type PuntoAndamento = { id: string; nome: string; breve: string; quota: number; detto: string; esito: string }

const LARGO = 400
const ALTO = 160
const SINISTRA = 34
const SOPRA = 14
const SOTTO = 26

/** How trials went, oldest first: a line with a dot for each; the same figures stand in a table for screen readers. */
export function Andamento({
  titolo,
  colonne,
  punti,
  soglia,
}: {
  titolo: string
  colonne: readonly [string, string, string]
  punti: readonly PuntoAndamento[]
  /** A line across at this height, 0 to 100, and its name. */
  soglia?: { quota: number; nome: string } | null
}) {
  const x = (i: number) =>
    punti.length === 1 ? (LARGO + SINISTRA) / 2 : SINISTRA + 10 + ((LARGO - SINISTRA - 30) * i) / (punti.length - 1)
  const y = (quota: number) => SOPRA + ((ALTO - SOPRA - SOTTO) * (100 - Math.max(0, Math.min(100, quota)))) / 100
  const ultimo = punti.length - 1
  return (
    <figure aria-label={titolo}>
      <svg className={css.grafico} viewBox={`0 0 ${LARGO} ${ALTO}`} aria-hidden="true" focusable="false">
        {[0, 50, 100].map((t) => (
          <g key={t}>
            <line className={css.tacca} x1={SINISTRA} x2={LARGO} y1={y(t)} y2={y(t)} />
            <text className={css.scala} x={SINISTRA - 6} y={y(t) + 4}>
              {t}
            </text>
          </g>
        ))}
        {soglia && (
          <>
            <line className={css.soglia} x1={SINISTRA} x2={LARGO} y1={y(soglia.quota)} y2={y(soglia.quota)} />
            <text className={css.fine} x={LARGO - 2} y={y(soglia.quota) + (soglia.quota > 85 ? 14 : -5)}>
              {soglia.nome}
            </text>
          </>
        )}
        <polyline className={css.linea} points={punti.map((p, i) => `${x(i)},${y(p.quota)}`).join(' ')} />
        {punti.map((p, i) => (
          <circle
            key={p.id}
            className={i === ultimo ? css.ultimo : css.punto}
            cx={x(i)}
            cy={y(p.quota)}
            r={i === ultimo ? 7 : 5}
          />
        ))}
        <text className={css.giorno} x={SINISTRA} y={ALTO - 6}>
          {punti.length > 1 && punti[0]?.breve}
        </text>
        <text className={css.fine} x={LARGO - 2} y={ALTO - 6}>
          {punti[ultimo]?.breve}
        </text>
      </svg>
      <VisuallyHidden>
        <table>
          <caption>{titolo}</caption>
          <thead>
            <tr>
              {colonne.map((c) => (
                <th scope="col" key={c}>
                  {c}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {punti.map((p) => (
              <tr key={p.id}>
                <th scope="row">{p.nome}</th>
                <td>{p.detto}</td>
                <td>{p.esito}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  )
}
