import { type ReactNode, useState } from 'react'
import { bankFileText as texts } from '../text/bank-file.ts'
import css from './BankFile.module.css'
import { Button } from './Button.tsx'
import { Row, Stack } from './base.tsx'
import { CORRECTED_ROLES, type Correction, toColumns } from './column-roles.ts'
import { SelectField } from './LongFields.tsx'

/** Corrects the roles of a file’s columns by hand; `onRead` gets the columns by role, as importing takes them. */
export function ColumnRoles({
  head,
  correction,
  names,
  onRead,
}: {
  /** The heading `colonne`, and when a correction helps. */
  head: ReactNode
  correction: Correction
  names: readonly string[]
  onRead: (colonne: Record<string, string>) => void
}) {
  const [draft, setDraft] = useState(correction)
  return (
    <Stack as="section" aria-labelledby="colonne">
      {head}
      <div className={css.columns}>
        {CORRECTED_ROLES.map((role) => (
          <SelectField
            key={role}
            label={texts.ruolo[role]}
            value={draft[role] ?? ''}
            onChange={(e) => setDraft({ ...draft, [role]: e.currentTarget.value })}
          >
            <option value="">{texts.nessuna}</option>
            {names.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
      <Row>
        <Button disabled={!draft.testo} onClick={() => onRead(toColumns(draft))}>
          {texts.rileggi}
        </Button>
      </Row>
    </Stack>
  )
}
