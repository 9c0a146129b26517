import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { marksOf } from '#rules/prova/machine'
import comune from '../../../components/seduta/answer-sheet.module.css'
import { LegendEntry, PER_ROW, SheetCircle, SheetPlaces } from '../../../components/seduta/SheetParts.tsx'
import { formatNumber } from '../../../text/formats.ts'
import { provaSheetText as testi } from '../../../text/prova.ts'
import { Muted } from '../../../ui/base.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconFlag } from '../../../ui/icons.ts'
import { provaState, voceAt } from '../prova-state.ts'
import css from './prova.module.css'

type Shown = 'tutte' | 'vuote' | 'rivedere'

/** Answer sheet of a trial with answered, blank and flagged places; one stop of the Tab key, arrows inside (mock 4b). */
export function ProvaSheet({ withFilters, onSelect }: { withFilters: boolean; onSelect: (indice: number) => void }) {
  const { n, marked, da_rivedere, doppie, open_sezione: open } = useSnapshot(provaState)
  const [shown, setShown] = useState<Shown>('tutte')
  const places = [...Array(n).keys()].filter(
    (i) => shown === 'tutte' || (shown === 'vuote' ? voceAt(i).risposta === null : voceAt(i).da_rivedere),
  )
  return (
    <>
      <SheetPlaces
        withFilters={withFilters}
        options={[
          { value: 'tutte', text: testi.tutte },
          { value: 'vuote', text: testi.vuote(n - marked) },
          { value: 'rivedere', text: testi.rivedere(da_rivedere) },
        ]}
        shown={shown}
        onShow={setShown}
        empty={places.length > 0 ? null : shown === 'vuote' ? testi.nessuna_vuota : testi.nessuna_rivedere}
      >
        <Grid key={shown} places={places} onSelect={onSelect} />
      </SheetPlaces>
      {open !== null && <Muted small>{testi.sezioni}</Muted>}
      <Legend n={n} marked={marked} da_rivedere={da_rivedere} doppie={doppie} />
    </>
  )
}

/** Returns the place to which an arrow leads; the same place at the ends. */
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
  /** True when the section of the place is not open. */
  closed: boolean
  tabStop: boolean
  onSelect: (indice: number) => void
}) {
  const { da_rivedere, ...voce } = voceAt(place)
  const marks = marksOf(voce).length
  const name = testi.posto(place + 1, marks, da_rivedere)
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: the button inside has the focus
    <div role="gridcell">
      <SheetCircle
        place={place}
        here={here}
        look={cx(marks > 0 && css.piena, closed && css.chiuso)}
        name={closed ? testi.chiuso(name) : name}
        data-n={n}
        tabIndex={tabStop ? 0 : -1}
        aria-disabled={closed || undefined}
        onClick={() => !closed && onSelect(place)}
      >
        {da_rivedere && <Flag />}
        {marks > 1 && <Double />}
      </SheetCircle>
    </div>
  )
}

const Flag = () => (
  <span className={comune.stella}>
    <IconFlag size={10} fill="currentColor" />
  </span>
)

/** Sign of two marks on a paper sheet. */
const Double = () => <span className={css.doppia}>2</span>

const Counted = ({ text, count }: { text: string; count: number }) => (
  <span>
    {text} <b>{formatNumber(count)}</b>
  </span>
)

const Legend = ({
  n,
  marked,
  da_rivedere,
  doppie,
}: {
  n: number
  marked: number
  da_rivedere: number
  doppie: number
}) => (
  <ul className={comune.legenda}>
    <LegendEntry look={css.piena}>
      <Counted text={testi.legenda.data} count={marked} />
    </LegendEntry>
    <LegendEntry>
      <Counted text={testi.legenda.vuota} count={n - marked} />
    </LegendEntry>
    <LegendEntry sign={<Flag />}>
      <Counted text={testi.legenda.rivedi} count={da_rivedere} />
    </LegendEntry>
    {doppie > 0 && (
      <LegendEntry look={css.piena} sign={<Double />}>
        <Counted text={testi.legenda.doppia} count={doppie} />
      </LegendEntry>
    )}
  </ul>
)
