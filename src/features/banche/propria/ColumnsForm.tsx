import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Muted, Row, Stack } from '../../../ui/base.tsx'
import { CORRECTED_ROLES, type CorrectedRole, type Correction } from './correction.ts'
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
  onRead: (correction: Correction) => void
}) {
  const [draft, setDraft] = useState(correction)
  if (names.length === 0 || (Object.keys(correction).length > 0 && !correction.testo)) return null
  const select = (role: CorrectedRole) => (
    <label key={role} className={css.colonna}>
      <span>{texts.ruolo[role]}</span>
      <select value={draft[role] ?? ''} onChange={(e) => setDraft({ ...draft, [role]: e.currentTarget.value })}>
        <option value="">{texts.nessuna}</option>
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
  if (folded)
    return (
      <details className={css.avvisi}>
        <summary>{texts.colonne_aperte}</summary>
        <ColumnsForm correction={correction} names={names} why={why} onRead={onRead} />
      </details>
    )
  return (
    <Stack as="section" aria-labelledby="colonne">
      <div>
        <h3 id="colonne">{texts.colonne}</h3>
        <Muted small>{why}</Muted>
      </div>
      <div className={css.colonne}>{CORRECTED_ROLES.map(select)}</div>
      <Row>
        <Button disabled={!draft.testo} onClick={() => onRead(draft)}>
          {texts.rileggi}
        </Button>
      </Row>
    </Stack>
  )
}
