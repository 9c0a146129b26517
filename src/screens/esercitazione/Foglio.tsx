import { useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { VList, type VListHandle } from 'virtua'
import { marksAt, sedutaMarks } from '../../features/sedute/marks.ts'
import { esitoAt, isPreferitaAt, sedutaState } from '../../features/sedute/seduta-state.ts'
import { foglioText as testi } from '../../text/esercitazione.ts'
import { formatNumber } from '../../text/formats.ts'
import { Muted } from '../../ui/base.tsx'
import { cx } from '../../ui/cx.ts'
import { IconCheck, IconFlag, IconInfo, IconStar, IconX } from '../../ui/icons.ts'
import { Segmented } from '../../ui/Segmented.tsx'
import css from './foglio.module.css'

/** More rows than these are drawn only as they come into sight. */
const RIGHE_INTERE = 40
const PER_RIGA = 7
/** The sheet of a whole bank scrolls inside its own window. */
const LUNGA = { height: 'min(56dvh, 520px)', width: 'auto' }
const CLASSE = { corretta: css.ok, errata: css.errata, nulla: css.nulla }
const ICONA = { corretta: IconCheck, errata: IconX, nulla: IconInfo }

/** The answer sheet: a circle for every question of the sitting, to see how it goes and to jump (ui.md §3.2). */
export function Foglio({ conFiltri = false, onScegli }: { conFiltri?: boolean; onScegli: (indice: number) => void }) {
  const { n, indice, errate, corrette, nulle } = useSnapshot(sedutaState)
  const { by_place: per_posto } = useSnapshot(sedutaMarks)
  const [mostra, setMostra] = useState<'tutte' | 'da_fare' | 'errate' | 'rivedi'>('tutte')
  const daRivedere = (i: number) => marksAt(per_posto, i).da_rivedere
  const quante = Object.values(per_posto).filter((s) => s.da_rivedere).length
  const passa = {
    tutte: () => true,
    da_fare: (i: number) => esitoAt(i) === null,
    errate: (i: number) => esitoAt(i) === 'errata',
    rivedi: daRivedere,
  }
  const posti = [...Array(n).keys()].filter(passa[mostra])
  const vuoto = {
    tutte: testi.tutte_fatte,
    da_fare: testi.tutte_fatte,
    errate: testi.nessuna_errata,
    rivedi: testi.nessuna_rivedi,
  }
  return (
    <>
      {conFiltri && (
        <Segmented
          legend={testi.mostra}
          legendVisible={false}
          options={[
            { value: 'tutte', text: testi.tutte },
            { value: 'da_fare', text: testi.da_fare(n - corrette - errate - nulle) },
            { value: 'errate', text: testi.errate(errate) },
            ...(quante > 0 || mostra === 'rivedi' ? [{ value: 'rivedi' as const, text: testi.rivedi(quante) }] : []),
          ]}
          value={mostra}
          onSelect={setMostra}
        />
      )}
      {posti.length === 0 ? (
        <Muted>{vuoto[mostra]}</Muted>
      ) : (
        <Cerchi key={mostra} posti={posti} indice={indice} onScegli={onScegli} />
      )}
      <Legenda nulle={nulle > 0} />
    </>
  )
}

function Cerchi({
  posti,
  indice,
  onScegli,
}: {
  posti: readonly number[]
  indice: number
  onScegli: (indice: number) => void
}) {
  const lista = useRef<VListHandle>(null)
  const intera = useRef<HTMLDivElement>(null)
  const quante = Math.ceil(posti.length / PER_RIGA)
  const lunga = quante > RIGHE_INTERE
  const qui = Math.floor(posti.indexOf(indice) / PER_RIGA)
  useEffect(() => {
    if (qui < 0) return
    if (lunga) lista.current?.scrollToIndex(qui, { align: 'nearest' })
    else intera.current?.children[qui]?.scrollIntoView({ block: 'nearest' })
  }, [lunga, qui])
  const riga = (r: number) => (
    <div className={css.riga} key={r}>
      {posti.slice(r * PER_RIGA, (r + 1) * PER_RIGA).map((i) => (
        <Cerchio key={i} posto={i} qui={i === indice} onScegli={onScegli} />
      ))}
    </div>
  )
  if (!lunga)
    return (
      <div className={css.cerchi} ref={intera}>
        {[...Array(quante).keys()].map(riga)}
      </div>
    )
  return (
    <VList ref={lista} className={css.lunga ?? ''} style={LUNGA} data={[...Array(quante).keys()]} itemSize={52}>
      {riga}
    </VList>
  )
}

function Cerchio({ posto, qui, onScegli }: { posto: number; qui: boolean; onScegli: (indice: number) => void }) {
  const esito = esitoAt(posto)
  const preferita = isPreferitaAt(posto)
  const { da_rivedere } = marksAt(useSnapshot(sedutaMarks).by_place, posto)
  const Icona = esito && ICONA[esito]
  return (
    <button
      type="button"
      className={cx(css.cerchio, posto >= 999 && css.fitto, esito && CLASSE[esito])}
      aria-current={qui || undefined}
      aria-label={testi.posto(posto + 1, esito && testi.stati[esito], preferita, da_rivedere)}
      onClick={() => onScegli(posto)}
    >
      {formatNumber(posto + 1)}
      {Icona && (
        <span className={css.segno}>
          <Icona size={10} strokeWidth={4} />
        </span>
      )}
      {da_rivedere && (
        <span className={css.bandiera}>
          <IconFlag size={10} fill="currentColor" />
        </span>
      )}
      {preferita && (
        <span className={css.stella}>
          <IconStar size={10} fill="currentColor" />
        </span>
      )}
    </button>
  )
}

const Legenda = ({ nulle }: { nulle: boolean }) => (
  <ul className={css.legenda} aria-hidden="true">
    {(['corretta', 'errata', ...(nulle ? (['nulla'] as const) : [])] as const).map((esito) => {
      const Icona = ICONA[esito]
      return (
        <li key={esito}>
          <span className={cx(css.cerchio, css.mini, CLASSE[esito])}>
            <span className={css.segno}>
              <Icona size={8} strokeWidth={4} />
            </span>
          </span>
          {testi.legenda[esito]}
        </li>
      )
    })}
    <li>
      <span className={cx(css.cerchio, css.mini)}>
        <span className={css.stella}>
          <IconStar size={8} fill="currentColor" />
        </span>
      </span>
      {testi.legenda.preferita}
    </li>
    <li>
      <span className={cx(css.cerchio, css.mini)}>
        <span className={css.bandiera}>
          <IconFlag size={8} fill="currentColor" />
        </span>
      </span>
      {testi.legenda.rivedi}
    </li>
  </ul>
)
