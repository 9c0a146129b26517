import { useEffect, useMemo, useRef, useState } from 'react'
import type { SqlCell } from '#contract/sql'
import { cx } from '../../ui/cx.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { type ColumnSort, cellText, numberOf, sortRows } from './cells.ts'
import css from './sql.module.css'
import { sqlText as texts } from './text.ts'

/** Dialog with a row whole, every column with its full text. */
const RowDialog = ({
  number,
  columns,
  cells,
  onClose,
}: {
  number: number
  columns: readonly string[]
  cells: readonly SqlCell[]
  onClose: () => void
}) => (
  <Dialog title={texts.riga(number)} size="largo" onClose={onClose}>
    <dl className={css.intera}>
      {columns.map((name, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns may share a name and never move
        <div key={i}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd className={cx(cells[i] === null && css.assente)}>{cellText(cells[i] ?? null)}</dd>
        </div>
      ))}
    </dl>
  </Dialog>
)

/** Height of a row in pixels, the same as in the style sheet. */
const ROW_PX = 44
/** Rows kept above and below the view. */
const OVERSCAN = 12
/** Rows that decide the width of a column. */
const SAMPLE = 200
/** Narrowest and widest column, characters. */
const NARROWEST = 6
const WIDEST = 44

type Column = { name: string; ch: number; numeric: boolean }

/** Measures name, width (characters) and kind of each column once, because rows come and go in a scroll. */
const measure = (columns: readonly string[], rows: readonly SqlCell[][]): Column[] =>
  columns.map((name, i) => {
    const cells = rows.slice(0, SAMPLE).map((row) => row[i] ?? null)
    const lengths = cells.map((cell) => cellText(cell).length)
    return {
      name,
      ch: Math.min(WIDEST, Math.max(NARROWEST, name.length + 3, ...lengths)),
      numeric: cells.some((cell) => numberOf(cell) !== null) && cells.every((c) => c === null || numberOf(c) !== null),
    }
  })

const NUMBERS_REM = 4.5
const SIDES_PX = 28

/** Rows of a result. Only those in sight are in the page; a touch on a row's number opens it whole. */
export function ResultTable({ columns, rows }: { columns: readonly string[]; rows: SqlCell[][] }) {
  const [sorting, setSorting] = useState<ColumnSort | null>(null)
  const [opened, setOpened] = useState<number | null>(null)
  const [view, setView] = useState({ da: 0, a: 30 })
  const ref = useRef<HTMLElement>(null)
  const sorted = useMemo(() => (sorting ? sortRows(rows, sorting) : rows), [rows, sorting])
  const widths = useMemo(() => measure(columns, rows), [columns, rows])
  // Widest column takes the room left in a wide window.
  const elastic = widths.reduce((max, m, i) => (m.ch > (widths[max]?.ch ?? 0) ? i : max), 0)
  const total = widths.reduce((sum, { ch }) => sum + ch, 0)
  useEffect(() => {
    const node = ref.current
    if (!node) return
    const look = () => {
      const da = Math.max(0, Math.floor(node.scrollTop / ROW_PX) - OVERSCAN)
      const a = Math.ceil((node.scrollTop + node.clientHeight) / ROW_PX) + OVERSCAN
      setView((before) => (before.da === da && before.a === a ? before : { da, a }))
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(node)
    node.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      node.removeEventListener('scroll', look)
    }
  }, [])
  const sort = (column: number) =>
    setSorting((o) =>
      o?.column !== column ? { column, direction: 1 } : o.direction === 1 ? { column, direction: -1 } : null,
    )
  const da = Math.min(view.da, Math.max(0, rows.length - 1))
  const a = Math.min(view.a, rows.length)
  const inView = sorted.slice(da, a).map((row, i) => ({ riga: row, posto: da + i }))
  const direction = (i: number) =>
    sorting?.column !== i ? undefined : sorting.direction === 1 ? ('ascending' as const) : ('descending' as const)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section ref={ref} className={css.quadro} aria-label={texts.tabella} tabIndex={0}>
        <table
          className={css.tabella}
          aria-rowcount={rows.length + 1}
          style={{ minWidth: `calc(${total}ch + ${NUMBERS_REM}rem + ${SIDES_PX * columns.length}px)` }}
        >
          <colgroup>
            <col style={{ width: `${NUMBERS_REM}rem` }} />
            {widths.map(({ ch }, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns may share a name and never move
              <col key={i} style={i === elastic ? undefined : { width: `calc(${ch}ch + ${SIDES_PX}px)` }} />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              <td />
              {widths.map(({ name, numeric }, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns may share a name and never move
                <th key={i} scope="col" aria-sort={direction(i)} className={cx(numeric && css.numero)}>
                  <button type="button" title={texts.ordina(name)} onClick={() => sort(i)}>
                    <span>{name}</span>
                    <span aria-hidden="true">{direction(i) ? (sorting?.direction === 1 ? '▲' : '▼') : ''}</span>
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Gap rows={da} />
            {inView.map(({ riga: row, posto: index }) => (
              <tr key={index} aria-rowindex={index + 2}>
                <td>
                  <button
                    type="button"
                    className={css.apri}
                    aria-label={texts.apri_riga(index + 1)}
                    onClick={() => setOpened(index)}
                  >
                    {index + 1}
                  </button>
                </td>
                {columns.map((_, k) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns may share a name and never move
                  <Cell key={k} cell={row[k] ?? null} />
                ))}
              </tr>
            ))}
            <Gap rows={rows.length - a} />
          </tbody>
        </table>
      </section>
      {opened !== null && (
        <RowDialog number={opened + 1} columns={columns} cells={sorted[opened] ?? []} onClose={() => setOpened(null)} />
      )}
    </>
  )
}

/** Space of the rows that are not in the page. */
const Gap = ({ rows }: { rows: number }) =>
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row takes no focus
  rows > 0 ? <tr aria-hidden="true" className={css.vuoto} style={{ height: rows * ROW_PX }} /> : null

/** Longest text of a cell in the page; the row opened whole has the rest. */
const SHORT = 300

const Cell = ({ cell }: { cell: SqlCell }) => (
  <td
    className={cx(
      numberOf(cell) !== null && css.numero,
      (cell === null || (typeof cell === 'object' && 'byte' in cell)) && css.assente,
    )}
  >
    {cellText(cell).slice(0, SHORT)}
  </td>
)
