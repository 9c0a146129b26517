import { useDeferredValue } from 'react'
import { VisuallyHidden } from './base.tsx'

type TableRow = { id: string; cells: () => readonly [string, ...string[]] }
/** Tables longer than this are drawn after the visible page. */
const LONG = 20

/** The figures of a chart as a table for screen readers. Each row: its heading, then its cells. */
export function ChartTable({
  title,
  columns,
  rows,
}: {
  title: string
  columns: readonly string[]
  rows: readonly TableRow[]
}) {
  const drawn = useDeferredValue(rows, rows.length > LONG ? [] : rows)
  return (
    <VisuallyHidden>
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col" key={column}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {drawn.map(({ id, cells }) => (
            <TableLine key={id} columns={columns} cells={cells} />
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  )
}

function TableLine({ columns, cells }: { columns: readonly string[]; cells: TableRow['cells'] }) {
  const [name, ...others] = cells()
  return (
    <tr>
      <th scope="row">{name}</th>
      {others.map((cell, i) => (
        <td key={columns[i + 1]}>{cell}</td>
      ))}
    </tr>
  )
}
