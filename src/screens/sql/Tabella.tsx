import { useEffect, useMemo, useRef, useState } from 'react'
import type { CellaSql } from '#contract/sql'
import { sql as testi } from '../../text/sql.ts'
import { cx } from '../../ui/cx.ts'
import { cellText, numberOf, type Ordine, sortRighe } from './celle.ts'
import { Riga } from './Riga.tsx'
import css from './sql.module.css'

/** Height of a row, pixels: as in the style sheet. */
const RIGA_PX = 44
/** Rows kept above and below what is seen. */
const MARGINE = 12
/** Rows that decide how wide a column is. */
const CAMPIONE = 200
/** Narrowest and widest column, characters. */
const STRETTA = 6
const LARGA = 44

type Colonna = { nome: string; ch: number; numeri: boolean }

/** Name, width in characters and kind of each column. Fixed from the start: rows come and go while one scrolls. */
const measure = (colonne: readonly string[], righe: readonly CellaSql[][]): Colonna[] =>
  colonne.map((nome, i) => {
    const celle = righe.slice(0, CAMPIONE).map((riga) => riga[i] ?? null)
    const lunghe = celle.map((cella) => cellText(cella).length)
    return {
      nome,
      ch: Math.min(LARGA, Math.max(STRETTA, nome.length + 3, ...lunghe)),
      numeri: celle.some((cella) => numberOf(cella) !== null) && celle.every((c) => c === null || numberOf(c) !== null),
    }
  })

const NUMERI_REM = 4.5
const AI_LATI_PX = 28

/** Rows of a result. Only those in sight are in the page; a touch on a row's number opens it whole. */
export function Tabella({ colonne, righe }: { colonne: readonly string[]; righe: CellaSql[][] }) {
  const [ordine, setOrdine] = useState<Ordine | null>(null)
  const [aperta, setAperta] = useState<number | null>(null)
  const [vista, setVista] = useState({ da: 0, a: 30 })
  const rif = useRef<HTMLElement>(null)
  const ordinate = useMemo(() => (ordine ? sortRighe(righe, ordine) : righe), [righe, ordine])
  const misure = useMemo(() => measure(colonne, righe), [colonne, righe])
  // The widest column takes what is left of a wide window.
  const elastica = misure.reduce((max, m, i) => (m.ch > (misure[max]?.ch ?? 0) ? i : max), 0)
  const totale = misure.reduce((somma, { ch }) => somma + ch, 0)
  useEffect(() => {
    const nodo = rif.current
    if (!nodo) return
    const guarda = () => {
      const da = Math.max(0, Math.floor(nodo.scrollTop / RIGA_PX) - MARGINE)
      const a = Math.ceil((nodo.scrollTop + nodo.clientHeight) / RIGA_PX) + MARGINE
      setVista((prima) => (prima.da === da && prima.a === a ? prima : { da, a }))
    }
    guarda()
    const misura = new ResizeObserver(guarda)
    misura.observe(nodo)
    nodo.addEventListener('scroll', guarda, { passive: true })
    return () => {
      misura.disconnect()
      nodo.removeEventListener('scroll', guarda)
    }
  }, [])
  const sort = (colonna: number) =>
    setOrdine((o) => (o?.colonna !== colonna ? { colonna, verso: 1 } : o.verso === 1 ? { colonna, verso: -1 } : null))
  const da = Math.min(vista.da, Math.max(0, righe.length - 1))
  const a = Math.min(vista.a, righe.length)
  const inVista = ordinate.slice(da, a).map((riga, i) => ({ riga, posto: da + i }))
  const direzione = (i: number) =>
    ordine?.colonna !== i ? undefined : ordine.verso === 1 ? ('ascending' as const) : ('descending' as const)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section ref={rif} className={css.quadro} aria-label={testi.tabella} tabIndex={0}>
        <table
          className={css.tabella}
          aria-rowcount={righe.length + 1}
          style={{ minWidth: `calc(${totale}ch + ${NUMERI_REM}rem + ${AI_LATI_PX * colonne.length}px)` }}
        >
          <colgroup>
            <col style={{ width: `${NUMERI_REM}rem` }} />
            {misure.map(({ ch }, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns may share a name and never move
              <col key={i} style={i === elastica ? undefined : { width: `calc(${ch}ch + ${AI_LATI_PX}px)` }} />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              <td />
              {misure.map(({ nome, numeri }, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns may share a name and never move
                <th key={i} scope="col" aria-sort={direzione(i)} className={cx(numeri && css.numero)}>
                  <button type="button" title={testi.ordina(nome)} onClick={() => sort(i)}>
                    <span>{nome}</span>
                    <span aria-hidden="true">{direzione(i) ? (ordine?.verso === 1 ? '▲' : '▼') : ''}</span>
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Vuoto righe={da} />
            {inVista.map(({ riga, posto }) => (
              <tr key={posto} aria-rowindex={posto + 2}>
                <td>
                  <button
                    type="button"
                    className={css.apri}
                    aria-label={testi.apri_riga(posto + 1)}
                    onClick={() => setAperta(posto)}
                  >
                    {posto + 1}
                  </button>
                </td>
                {colonne.map((_, k) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns may share a name and never move
                  <Cella key={k} cella={riga[k] ?? null} />
                ))}
              </tr>
            ))}
            <Vuoto righe={righe.length - a} />
          </tbody>
        </table>
      </section>
      {aperta !== null && (
        <Riga numero={aperta + 1} colonne={colonne} celle={ordinate[aperta] ?? []} onChiudi={() => setAperta(null)} />
      )}
    </>
  )
}

/** The place of rows that are not in the page. */
const Vuoto = ({ righe }: { righe: number }) =>
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row takes no focus
  righe > 0 ? <tr aria-hidden="true" className={css.vuoto} style={{ height: righe * RIGA_PX }} /> : null

/** Longest text of a cell that is in the page: the rest is in the row opened whole. */
const BREVE = 300

const Cella = ({ cella }: { cella: CellaSql }) => (
  <td
    className={cx(
      numberOf(cella) !== null && css.numero,
      (cella === null || (typeof cella === 'object' && 'byte' in cella)) && css.assente,
    )}
  >
    {cellText(cella).slice(0, BREVE)}
  </td>
)
