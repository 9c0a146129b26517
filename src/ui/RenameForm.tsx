import { useState } from 'react'
import { renameText as texts } from '../text/common.ts'
import { Button } from './Button.tsx'
import { Row, Stack } from './base.tsx'
import { Field } from './Field.tsx'

/** Most characters of a name that a person gives. */
const MAX_NAME = 80

/** Renames something that the person keeps. `problemOf`: reason against a name, null for a valid one. */
export function RenameForm({
  name: was,
  problemOf,
  onRename,
  onDone,
}: {
  name: string
  problemOf: (name: string) => string | null
  /** Returns true when done; the form stays open otherwise. */
  onRename: (name: string) => Promise<boolean>
  onDone: () => void
}) {
  const [name, setName] = useState(was)
  const [busy, setBusy] = useState(false)
  const trimmed = name.trim()
  const error = trimmed === '' ? texts.nome_mancante : problemOf(trimmed)
  const rename = async () => {
    if (error !== null || busy) return
    setBusy(true)
    const done = await onRename(trimmed)
    setBusy(false)
    if (done) onDone()
  }
  return (
    <form
      noValidate
      onSubmit={(e) => {
        e.preventDefault()
        void rename()
      }}
    >
      <Stack>
        <Field
          label={texts.nome}
          value={name}
          maxLength={MAX_NAME}
          autoFocus
          error={error}
          onChange={(e) => setName(e.currentTarget.value)}
        />
        <Row wrap>
          <Button type="submit" variant="tenue" size="sm" busy={busy}>
            {texts.conferma}
          </Button>
          <Button variant="fantasma" size="sm" onClick={onDone}>
            {texts.annulla}
          </Button>
        </Row>
      </Stack>
    </form>
  )
}
