import { useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { VList, type VListHandle } from 'virtua'
import type { Esito } from '#contract/database'
import css from '../../../components/seduta/answer-sheet.module.css'
import { LegendEntry, PER_ROW, SheetCircle, SheetPlaces } from '../../../components/seduta/SheetParts.tsx'
import { foglioText as testi } from '../../../text/esercitazione.ts'
import { IconCheck, IconFlag, IconInfo, IconStar, IconX } from '../../../ui/icons.ts'
import { marksAt, sedutaMarks } from '../marks.ts'
import { esitoAt, isPreferitaAt, sedutaState } from '../seduta-state.ts'

/** Rows up to which the sheet is drawn whole; more are drawn as they come into sight. */
const WHOLE_ROWS = 40
/** Style of the sheet of a whole bank, which scrolls inside its own window. */
const LONG_STYLE = { height: 'min(56dvh, 520px)', width: 'auto' }
const CLASSES = { corretta: css.ok, errata: css.errata, nulla: css.nulla }
const ICONS = { corretta: IconCheck, errata: IconX, nulla: IconInfo }

/** Answer sheet with a circle for every question of the sitting, to see the outcomes and to jump. */
export function AnswerSheet({
  withFilters = false,
  onSelect,
}: {
  withFilters?: boolean
  onSelect: (indice: number) => void
}) {
  const { n, indice, errate, corrette, nulle } = useSnapshot(sedutaState)
  const { by_place: byPlace } = useSnapshot(sedutaMarks)
  const [shown, setShown] = useState<'tutte' | 'da_fare' | 'errate' | 'rivedi'>('tutte')
  const daRivedere = (i: number) => marksAt(byPlace, i).da_rivedere
  const rows = Object.values(byPlace).filter((s) => s.da_rivedere).length
  const passes = {
    tutte: () => true,
    da_fare: (i: number) => esitoAt(i) === null,
    errate: (i: number) => esitoAt(i) === 'errata',
    rivedi: daRivedere,
  }
  const places = [...Array(n).keys()].filter(passes[shown])
  const empty = {
    tutte: testi.tutte_fatte,
    da_fare: testi.tutte_fatte,
    errate: testi.nessuna_errata,
    rivedi: testi.nessuna_rivedi,
  }
  return (
    <>
      <SheetPlaces
        withFilters={withFilters}
        options={[
          { value: 'tutte', text: testi.tutte },
          { value: 'da_fare', text: testi.da_fare(n - corrette - errate - nulle) },
          { value: 'errate', text: testi.errate(errate) },
          ...(rows > 0 || shown === 'rivedi' ? [{ value: 'rivedi' as const, text: testi.rivedi(rows) }] : []),
        ]}
        shown={shown}
        onShow={setShown}
        empty={places.length === 0 ? empty[shown] : null}
      >
        <Circles key={shown} places={places} indice={indice} onSelect={onSelect} />
      </SheetPlaces>
      <Legend nulle={nulle > 0} />
    </>
  )
}

function Circles({
  places,
  indice,
  onSelect,
}: {
  places: readonly number[]
  indice: number
  onSelect: (indice: number) => void
}) {
  const list = useRef<VListHandle>(null)
  const wholeRef = useRef<HTMLDivElement>(null)
  const rows = Math.ceil(places.length / PER_ROW)
  const isLong = rows > WHOLE_ROWS
  const here = Math.floor(places.indexOf(indice) / PER_ROW)
  useEffect(() => {
    if (here < 0) return
    if (isLong) list.current?.scrollToIndex(here, { align: 'nearest' })
    else wholeRef.current?.children[here]?.scrollIntoView({ block: 'nearest' })
  }, [isLong, here])
  const row = (r: number) => (
    <div className={css.riga} key={r}>
      {places.slice(r * PER_ROW, (r + 1) * PER_ROW).map((i) => (
        <Circle key={i} place={i} here={i === indice} onSelect={onSelect} />
      ))}
    </div>
  )
  if (!isLong)
    return (
      <div className={css.cerchi} ref={wholeRef}>
        {[...Array(rows).keys()].map(row)}
      </div>
    )
  return (
    <VList ref={list} className={css.lunga ?? ''} style={LONG_STYLE} data={[...Array(rows).keys()]} itemSize={52}>
      {row}
    </VList>
  )
}

function Circle({ place, here, onSelect }: { place: number; here: boolean; onSelect: (indice: number) => void }) {
  const result = esitoAt(place)
  const preferita = isPreferitaAt(place)
  const { da_rivedere } = marksAt(useSnapshot(sedutaMarks).by_place, place)
  return (
    <SheetCircle
      place={place}
      here={here}
      look={result ? CLASSES[result] : undefined}
      name={testi.posto(place + 1, result && testi.stati[result], preferita, da_rivedere)}
      onClick={() => onSelect(place)}
    >
      {result && <EsitoSign result={result} size={10} />}
      {da_rivedere && <FlagSign size={10} />}
      {preferita && <StarSign size={10} />}
    </SheetCircle>
  )
}

const EsitoSign = ({ result, size }: { result: Esito; size: number }) => {
  const Icon = ICONS[result]
  return (
    <span className={css.segno}>
      <Icon size={size} strokeWidth={4} />
    </span>
  )
}
const FlagSign = ({ size }: { size: number }) => (
  <span className={css.bandiera}>
    <IconFlag size={size} fill="currentColor" />
  </span>
)
const StarSign = ({ size }: { size: number }) => (
  <span className={css.stella}>
    <IconStar size={size} fill="currentColor" />
  </span>
)

const Legend = ({ nulle }: { nulle: boolean }) => (
  <ul className={css.legenda} aria-hidden="true">
    {(['corretta', 'errata', ...(nulle ? (['nulla'] as const) : [])] as const).map((result) => (
      <LegendEntry key={result} look={CLASSES[result]} sign={<EsitoSign result={result} size={8} />}>
        {testi.legenda[result]}
      </LegendEntry>
    ))}
    <LegendEntry sign={<StarSign size={8} />}>{testi.legenda.preferita}</LegendEntry>
    <LegendEntry sign={<FlagSign size={8} />}>{testi.legenda.rivedi}</LegendEntry>
  </ul>
)
