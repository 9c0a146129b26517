import { bankFileText } from '../../../text/bank-file.ts'
import { Muted } from '../../../ui/base.tsx'
import { ColumnRoles } from '../../../ui/ColumnRoles.tsx'
import type { Correction } from '../../../ui/column-roles.ts'
import css from './propria.module.css'
import { propriaText as texts } from './text.ts'

/** What each column is, to be corrected by the person and read again. */
export function ColumnsForm({
  correction,
  names,
  why,
  folded = false,
  onRead,
}: {
  correction: Correction
  names: readonly string[]
  /** When a correction is of use. */
  why: string
  /** The file was read well: the boxes stay behind a line. */
  folded?: boolean
  onRead: (colonne: Record<string, string>) => void
}) {
  if (names.length === 0 || (Object.keys(correction).length > 0 && !correction.testo)) return null
  const form = (
    <ColumnRoles
      head={
        <div>
          <h3 id="colonne">{bankFileText.colonne}</h3>
          <Muted small>{why}</Muted>
        </div>
      }
      correction={correction}
      names={names}
      onRead={onRead}
    />
  )
  if (!folded) return form
  return (
    <details className={css.avvisi}>
      <summary>{texts.colonne_aperte}</summary>
      {form}
    </details>
  )
}
