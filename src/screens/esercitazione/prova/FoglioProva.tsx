import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { provaState, voceAt } from '../../../features/prove/prova-state.ts'
import { formatNumber } from '../../../text/formats.ts'
import { provaSheetText as testi } from '../../../text/prova.ts'
import { Muted } from '../../../ui/base.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconFlag } from '../../../ui/icons.ts'
import { Segmented } from '../../../ui/Segmented.tsx'
import comune from '../foglio.module.css'
import css from './prova.module.css'

const PER_RIGA = 7
type Mostra = 'tutte' | 'vuote' | 'rivedere'

/** The answer sheet of a trial: what is answered, blank, flagged; one stop of the Tab key, arrows inside (mock 4b). */
export function FoglioProva({ conFiltri, onScegli }: { conFiltri: boolean; onScegli: (indice: number) => void }) {
  const { n, marked: date, da_rivedere, open_sezione: aperta } = useSnapshot(provaState)
  const [mostra, setMostra] = useState<Mostra>('tutte')
  const posti = [...Array(n).keys()].filter(
    (i) => mostra === 'tutte' || (mostra === 'vuote' ? voceAt(i).risposta === null : voceAt(i).da_rivedere),
  )
  return (
    <>
      {conFiltri && (
        <Segmented
          legend={testi.mostra}
          legendVisible={false}
          options={[
            { value: 'tutte', text: testi.tutte },
            { value: 'vuote', text: testi.vuote(n - date) },
            { value: 'rivedere', text: testi.rivedere(da_rivedere) },
          ]}
          value={mostra}
          onSelect={setMostra}
        />
      )}
      {posti.length === 0 ? (
        <Muted>{mostra === 'vuote' ? testi.nessuna_vuota : testi.nessuna_rivedere}</Muted>
      ) : (
        <Griglia key={mostra} posti={posti} onScegli={onScegli} />
      )}
      {aperta !== null && <Muted small>{testi.sezioni}</Muted>}
      <Legenda n={n} date={date} da_rivedere={da_rivedere} />
    </>
  )
}

/** Where an arrow leads in the list of places; the same place at the ends. */
function moved(tasto: string, qui: number, quanti: number): number {
  const passo = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: PER_RIGA, ArrowUp: -PER_RIGA }[tasto]
  if (tasto === 'Home') return 0
  if (tasto === 'End') return quanti - 1
  const dove = qui + (passo ?? 0)
  return dove >= 0 && dove < quanti ? dove : qui
}

function Griglia({ posti, onScegli }: { posti: readonly number[]; onScegli: (indice: number) => void }) {
  const { indice, open_sezione: aperta, head: testa } = useSnapshot(provaState)
  const rif = useRef<HTMLDivElement>(null)
  const [fermata, setFermata] = useState(Math.max(0, posti.indexOf(indice)))
  useEffect(() => {
    const qui = posti.indexOf(indice)
    if (qui < 0) return
    setFermata(qui)
    rif.current?.querySelector(`[data-n="${qui}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [indice, posti.indexOf])
  const onKeyDown = (e: KeyboardEvent) => {
    const dove = moved(e.key, fermata, posti.length)
    if (dove === fermata && !/^(Arrow|Home|End)/.test(e.key)) return
    e.preventDefault()
    setFermata(dove)
    rif.current?.querySelector<HTMLElement>(`[data-n="${dove}"]`)?.focus()
  }
  const righe = Math.ceil(posti.length / PER_RIGA)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table would be read as data, these are places to go to
    <div ref={rif} className={comune.cerchi} role="grid" aria-label={testi.griglia} onKeyDown={onKeyDown} tabIndex={-1}>
      {[...Array(righe).keys()].map((r) => (
        // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: the cells have the focus
        <div className={comune.riga} role="row" key={r}>
          {posti.slice(r * PER_RIGA, (r + 1) * PER_RIGA).map((i, k) => (
            <Cerchio
              key={i}
              posto={i}
              n={r * PER_RIGA + k}
              qui={i === indice}
              chiuso={aperta !== null && testa?.sezioni[i] !== aperta}
              fermata={r * PER_RIGA + k === fermata}
              onScegli={onScegli}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

function Cerchio({
  posto,
  n,
  qui,
  chiuso,
  fermata,
  onScegli,
}: {
  posto: number
  n: number
  qui: boolean
  /** Its section is not open. */
  chiuso: boolean
  fermata: boolean
  onScegli: (indice: number) => void
}) {
  const { risposta, da_rivedere } = voceAt(posto)
  const nome = testi.posto(posto + 1, risposta !== null, da_rivedere)
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: the button inside has the focus
    <div role="gridcell">
      <button
        type="button"
        data-n={n}
        className={cx(
          comune.cerchio,
          posto >= 999 && comune.fitto,
          risposta !== null && css.piena,
          chiuso && css.chiuso,
        )}
        tabIndex={fermata ? 0 : -1}
        aria-current={qui || undefined}
        aria-disabled={chiuso || undefined}
        aria-label={chiuso ? testi.chiuso(nome) : nome}
        onClick={() => !chiuso && onScegli(posto)}
      >
        {formatNumber(posto + 1)}
        {da_rivedere && <Segno />}
      </button>
    </div>
  )
}

const Segno = () => (
  <span className={css.segno}>
    <IconFlag size={10} fill="currentColor" />
  </span>
)

const Legenda = ({ n, date, da_rivedere }: { n: number; date: number; da_rivedere: number }) => (
  <ul className={comune.legenda}>
    <li>
      <span className={cx(comune.cerchio, comune.mini, css.piena)} />
      <span>
        {testi.legenda.data} <b>{formatNumber(date)}</b>
      </span>
    </li>
    <li>
      <span className={cx(comune.cerchio, comune.mini)} />
      <span>
        {testi.legenda.vuota} <b>{formatNumber(n - date)}</b>
      </span>
    </li>
    <li>
      <span className={cx(comune.cerchio, comune.mini)}>
        <Segno />
      </span>
      <span>
        {testi.legenda.rivedi} <b>{formatNumber(da_rivedere)}</b>
      </span>
    </li>
  </ul>
)
