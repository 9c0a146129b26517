import { scaleBand, scaleLinear } from 'd3-scale'
import { useEffect, useId, useRef, useState } from 'react'
import { numero } from '../text/formati.ts'
import css from './Barre.module.css'
import { VisuallyHidden } from './base.tsx'

export type TonoBarra = 'primario' | 'ok' | 'errore' | 'nulla'
export type SerieBarra = { nome: string; tono: TonoBarra }
/** `valori` in the order of the series; `cifra` is what stands at the end of the row. */
export type RigaBarra = { nome: string; valori: readonly number[]; cifra: string }

const ALTEZZA_RIGA = 44
/** Average width of a character at 13 px: cuts a label before it meets the figure. */
const CARATTERE = 7.2

/** Stacked horizontal bars; the same figures stand in a table for screen readers. Load it lazily: it brings d3. */
export function BarsChart({
  titolo,
  colonna,
  serie,
  righe,
  massimo,
}: {
  titolo: string
  /** Heading of the first column of the table. */
  colonna: string
  serie: readonly SerieBarra[]
  righe: readonly RigaBarra[]
  /** Length of a full bar; without it every bar is a share of its own total. */
  massimo?: number
}) {
  const rif = useRef<HTMLElement>(null)
  const trama = useId()
  const [larghezza, setLarghezza] = useState(640)
  useEffect(() => {
    const nodo = rif.current
    if (!nodo) return
    const guarda = new ResizeObserver(([e]) => e && setLarghezza(Math.max(240, Math.round(e.contentRect.width))))
    guarda.observe(nodo)
    return () => guarda.disconnect()
  }, [])
  const y = scaleBand<number>()
    .domain(righe.map((_, i) => i))
    .range([0, righe.length * ALTEZZA_RIGA])
  return (
    <figure ref={rif} aria-label={titolo}>
      <svg
        className={css.grafico}
        viewBox={`0 0 ${larghezza} ${righe.length * ALTEZZA_RIGA}`}
        aria-hidden="true"
        focusable="false"
      >
        {/* What was left blank is hatched: no outcome is told by its colour alone. */}
        <pattern id={trama} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect className={css.nulla} width={2} height={6} />
        </pattern>
        {righe.map((riga, i) => {
          const totale = massimo ?? riga.valori.reduce((a, b) => a + b, 0)
          const x = scaleLinear()
            .domain([0, Math.max(1, totale)])
            .range([0, larghezza])
          const cima = y(i) ?? 0
          const posti = Math.floor((larghezza - riga.cifra.length * CARATTERE - 16) / CARATTERE)
          return (
            <g key={riga.nome}>
              <text className={css.testo} x={0} y={cima + 16}>
                {riga.nome.length > posti ? `${riga.nome.slice(0, Math.max(1, posti - 1)).trimEnd()}…` : riga.nome}
              </text>
              <text className={css.cifra} x={larghezza} y={cima + 16}>
                {riga.cifra}
              </text>
              <rect className={css.fondo} x={0} y={cima + 24} width={larghezza} height={10} rx={5} />
              {riga.valori.map((v, k) => {
                const prima = riga.valori.slice(0, k).reduce((a, b) => a + b, 0)
                const s = serie[k]
                return v > 0 && s ? (
                  <rect
                    key={s.nome}
                    className={s.tono === 'nulla' ? undefined : css[s.tono]}
                    fill={s.tono === 'nulla' ? `url(#${trama})` : undefined}
                    x={x(prima)}
                    y={cima + 24}
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
      <VisuallyHidden>
        <table>
          <caption>{titolo}</caption>
          <thead>
            <tr>
              <th scope="col">{colonna}</th>
              {serie.map((s) => (
                <th scope="col" key={s.nome}>
                  {s.nome}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {righe.map((r) => (
              <tr key={r.nome}>
                <th scope="row">{r.nome}</th>
                {serie.map((s, k) => (
                  <td key={s.nome}>{numero(r.valori[k] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  )
}
