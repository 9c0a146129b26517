import { VisuallyHidden } from './base.tsx'

/** The figures of a chart as a table for screen readers. Each row: its heading, then its cells. */
export const ChartTable = ({
  title,
  columns,
  rows,
}: {
  title: string
  columns: readonly string[]
  rows: readonly { id: string; cells: readonly [string, ...string[]] }[]
}) => (
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
        {rows.map(({ id, cells: [name, ...cells] }) => (
          <tr key={id}>
            <th scope="row">{name}</th>
            {cells.map((cell, i) => (
              <td key={columns[i + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </VisuallyHidden>
)
