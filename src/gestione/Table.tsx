import type { ReactNode } from 'react'
import { Muted } from '../ui/base.tsx'
import { EmptyState } from '../ui/States.tsx'
import css from './gestione.module.css'

export type Column<R> = { name: string; cell: (row: R) => ReactNode }

/** A table of the console, or `empty` where it has no rows. On a phone each row is a card whose cells name their columns. */
export function Table<R>({
  label,
  columns,
  rows,
  keyOf,
  empty,
}: {
  label: string
  columns: readonly Column<R>[]
  rows: readonly R[]
  keyOf: (row: R) => string | number
  empty?: string | Pick<Parameters<typeof EmptyState>[0], 'icon' | 'title' | 'text'>
}) {
  if (rows.length === 0) return typeof empty === 'object' ? <EmptyState {...empty} /> : empty && <Muted>{empty}</Muted>
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
