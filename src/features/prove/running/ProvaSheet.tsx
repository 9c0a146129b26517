import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { formatNumber } from '../../../text/formats.ts'
import { provaSheetText as testi } from '../../../text/prova.ts'
import { Muted } from '../../../ui/base.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconFlag } from '../../../ui/icons.ts'
import { Segmented } from '../../../ui/Segmented.tsx'
import comune from '../../sedute/parts/answer-sheet.module.css'
import { provaState, voceAt } from '../prova-state.ts'
import css from './prova.module.css'

const PER_ROW = 7
type Shown = 'tutte' | 'vuote' | 'rivedere'

/** The answer sheet of a trial: what is answered, blank, flagged; one stop of the Tab key, arrows inside (mock 4b). */
export function ProvaSheet({ withFilters, onSelect }: { withFilters: boolean; onSelect: (indice: number) => void }) {
  const { n, marked, da_rivedere, open_sezione: open } = useSnapshot(provaState)
  const [shown, setShown] = useState<Shown>('tutte')
  const places = [...Array(n).keys()].filter(
    (i) => shown === 'tutte' || (shown === 'vuote' ? voceAt(i).risposta === null : voceAt(i).da_rivedere),
  )
  return (
    <>
      {withFilters && (
        <Segmented
          legend={testi.mostra}
          legendVisible={false}
          options={[
            { value: 'tutte', text: testi.tutte },
            { value: 'vuote', text: testi.vuote(n - marked) },
            { value: 'rivedere', text: testi.rivedere(da_rivedere) },
          ]}
          value={shown}
          onSelect={setShown}
        />
      )}
      {places.length === 0 ? (
        <Muted>{shown === 'vuote' ? testi.nessuna_vuota : testi.nessuna_rivedere}</Muted>
      ) : (
        <Grid key={shown} places={places} onSelect={onSelect} />
      )}
      {open !== null && <Muted small>{testi.sezioni}</Muted>}
      <Legend n={n} marked={marked} da_rivedere={da_rivedere} />
    </>
  )
}

/** Where an arrow leads in the list of places; the same place at the ends. */
function moved(key: string, here: number, count: number): number {
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: PER_ROW, ArrowUp: -PER_ROW }[key]
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const target = here + (step ?? 0)
  return target >= 0 && target < count ? target : here
}

function Grid({ places, onSelect }: { places: readonly number[]; onSelect: (indice: number) => void }) {
  const { indice, open_sezione: open, head } = useSnapshot(provaState)
  const ref = useRef<HTMLDivElement>(null)
  const [tabStop, setTabStop] = useState(Math.max(0, places.indexOf(indice)))
  useEffect(() => {
    const here = places.indexOf(indice)
    if (here < 0) return
    setTabStop(here)
    ref.current?.querySelector(`[data-n="${here}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [indice, places.indexOf])
  const onKeyDown = (e: KeyboardEvent) => {
    const target = moved(e.key, tabStop, places.length)
    if (target === tabStop && !/^(Arrow|Home|End)/.test(e.key)) return
    e.preventDefault()
    setTabStop(target)
    ref.current?.querySelector<HTMLElement>(`[data-n="${target}"]`)?.focus()
  }
  const rows = Math.ceil(places.length / PER_ROW)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table would be read as data, these are places to go to
    <div ref={ref} className={comune.cerchi} role="grid" aria-label={testi.griglia} onKeyDown={onKeyDown} tabIndex={-1}>
      {[...Array(rows).keys()].map((r) => (
        // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: the cells have the focus
        <div className={comune.riga} role="row" key={r}>
          {places.slice(r * PER_ROW, (r + 1) * PER_ROW).map((i, k) => (
            <Circle
              key={i}
              place={i}
              n={r * PER_ROW + k}
              here={i === indice}
              closed={open !== null && head?.sezioni[i] !== open}
              tabStop={r * PER_ROW + k === tabStop}
              onSelect={onSelect}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

function Circle({
  place,
  n,
  here,
  closed,
  tabStop,
  onSelect,
}: {
  place: number
  n: number
  here: boolean
  /** Its section is not open. */
  closed: boolean
  tabStop: boolean
  onSelect: (indice: number) => void
}) {
  const { risposta, da_rivedere } = voceAt(place)
  const name = testi.posto(place + 1, risposta !== null, da_rivedere)
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: the button inside has the focus
    <div role="gridcell">
      <button
        type="button"
        data-n={n}
        className={cx(
          comune.cerchio,
          place >= 999 && comune.fitto,
          risposta !== null && css.piena,
          closed && css.chiuso,
        )}
        tabIndex={tabStop ? 0 : -1}
        aria-current={here || undefined}
        aria-disabled={closed || undefined}
        aria-label={closed ? testi.chiuso(name) : name}
        onClick={() => !closed && onSelect(place)}
      >
        {formatNumber(place + 1)}
        {da_rivedere && <Flag />}
      </button>
    </div>
  )
}

const Flag = () => (
  <span className={css.segno}>
    <IconFlag size={10} fill="currentColor" />
  </span>
)

const Legend = ({ n, marked, da_rivedere }: { n: number; marked: number; da_rivedere: number }) => (
  <ul className={comune.legenda}>
    <li>
      <span className={cx(comune.cerchio, comune.mini, css.piena)} />
      <span>
        {testi.legenda.data} <b>{formatNumber(marked)}</b>
      </span>
    </li>
    <li>
      <span className={cx(comune.cerchio, comune.mini)} />
      <span>
        {testi.legenda.vuota} <b>{formatNumber(n - marked)}</b>
      </span>
    </li>
    <li>
      <span className={cx(comune.cerchio, comune.mini)}>
        <Flag />
      </span>
      <span>
        {testi.legenda.rivedi} <b>{formatNumber(da_rivedere)}</b>
      </span>
    </li>
  </ul>
)
