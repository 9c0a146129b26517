import type { SqlCell } from '#contract/sql'
import { cx } from '../../ui/cx.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { cellText } from './cells.ts'
import css from './sql.module.css'
import { sqlText as texts } from './text.ts'

/** One row whole: every column with all of its text. */
export const RowDialog = ({
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
