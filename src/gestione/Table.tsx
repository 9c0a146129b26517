import type { ReactNode } from 'react'
import css from './gestione.module.css'

export type Column<R> = { name: string; cell: (row: R) => ReactNode }

/** A table of the console; on a phone each row is a card whose cells name their columns. */
export function Table<R>({
  label,
  columns,
  rows,
  keyOf,
}: {
  label: string
  columns: readonly Column<R>[]
  rows: readonly R[]
  keyOf: (row: R) => string | number
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard too
    <section className={css.scorre} aria-label={label} tabIndex={0}>
      <table className={css.tabella}>
        <thead>
          <tr>
            {columns.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ name, cell }) => {
                const content = cell(row)
                return (
                  <td key={name} data-colonna={name}>
                    {content !== null && content !== undefined && content !== '' && <div>{content}</div>}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
