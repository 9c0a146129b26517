import { bankFileText } from '../../../text/bank-file.ts'
import { Muted } from '../../../ui/base.tsx'
import { ColumnRoles } from '../../../ui/ColumnRoles.tsx'
import type { Correction } from '../../../ui/column-roles.ts'
import css from './propria.module.css'
import { propriaText as texts } from './text.ts'

/** Asks for the role of each column, to read the file again with the person's corrections. */
export function ColumnsForm({
  correction,
  names,
  why,
  folded = false,
  onRead,
}: {
  correction: Correction
  names: readonly string[]
  /** Sentence that shows when a correction is of use. */
  why: string
  /** Folds the boxes behind a line, for a file that was read well. */
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
