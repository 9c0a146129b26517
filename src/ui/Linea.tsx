import { scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import { useEffect, useRef, useState } from 'react'
import { data } from '../text/formati.ts'
import css from './Linea.module.css'

const ALTEZZA = 220
const SOPRA = 16
const SOTTO = 28
const SINISTRA = 44
const DESTRA = 12
/** Up to this many points each has its dot. */
const CON_PUNTI = 60
const TACCHE = 4

/**
 * A line over days (`nome`: ISO 8601), from zero up. Ask it where the same figures stand beside it as a table. Load it lazily: it
 * brings d3.
 */
export function LineChart({
  titolo,
  punti,
  cifra,
}: {
  titolo: string
  punti: readonly { nome: string; valore: number }[]
  cifra: (n: number) => string
}) {
  const rif = useRef<HTMLElement>(null)
  const [larghezza, setLarghezza] = useState(640)
  useEffect(() => {
    const nodo = rif.current
    if (!nodo) return
    const guarda = new ResizeObserver(([e]) => e && setLarghezza(Math.max(240, Math.round(e.contentRect.width))))
    guarda.observe(nodo)
    return () => guarda.disconnect()
  }, [])
  const giorni = punti.map(({ nome }) => Date.parse(nome))
  const [primo = 0, ultimo = 0] = [giorni[0], giorni.at(-1)]
  const x = scaleLinear()
    .domain([primo, Math.max(ultimo, primo + 1)])
    .range([SINISTRA, larghezza - DESTRA])
  const y = scaleLinear()
    .domain([0, Math.max(...punti.map(({ valore }) => valore), 1)])
    .nice(TACCHE)
    .range([ALTEZZA - SOTTO, SOPRA])
  const tratto = line<(typeof punti)[number]>(
    (_, i) => x(giorni[i] ?? 0),
    ({ valore }) => y(valore),
  )
  return (
    <figure ref={rif} role="img" aria-label={titolo}>
      <svg className={css.grafico} viewBox={`0 0 ${larghezza} ${ALTEZZA}`} aria-hidden="true" focusable="false">
        {y.ticks(TACCHE).map((t) => (
          <g key={t}>
            <line className={css.tacca} x1={SINISTRA} x2={larghezza - DESTRA} y1={y(t)} y2={y(t)} />
            <text className={css.scala} x={SINISTRA - 8} y={y(t) + 4}>
              {cifra(t)}
            </text>
          </g>
        ))}
        <path className={css.linea} d={tratto(punti) ?? ''} />
        {punti.length <= CON_PUNTI &&
          punti.map(({ nome, valore }, i) => (
            <circle key={nome} className={css.punto} cx={x(giorni[i] ?? 0)} cy={y(valore)} r={4} />
          ))}
        <text className={css.primo} x={SINISTRA} y={ALTEZZA - 6}>
          {punti[0] && data(punti[0].nome)}
        </text>
        <text className={css.ultimo} x={larghezza - DESTRA} y={ALTEZZA - 6}>
          {punti.length > 1 && data(punti.at(-1)?.nome ?? '')}
        </text>
      </svg>
    </figure>
  )
}
