import type { CellaSql } from '#contract/sql'
import { sql as testi } from '../../text/sql.ts'
import { cx } from '../../ui/cx.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { cellText } from './celle.ts'
import css from './sql.module.css'

/** One row whole: every column with all of its text. */
export const Riga = ({
  numero,
  colonne,
  celle,
  onChiudi,
}: {
  numero: number
  colonne: readonly string[]
  celle: readonly CellaSql[]
  onChiudi: () => void
}) => (
  <Dialog titolo={testi.riga(numero)} misura="largo" onChiudi={onChiudi}>
    <dl className={css.intera}>
      {colonne.map((nome, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns may share a name and never move
        <div key={i}>
          <dt>
            <code>{nome}</code>
          </dt>
          <dd className={cx(celle[i] === null && css.assente)}>{cellText(celle[i] ?? null)}</dd>
        </div>
      ))}
    </dl>
  </Dialog>
)
