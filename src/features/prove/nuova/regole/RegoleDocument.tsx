import { useId, useRef, useState } from 'react'
import type { WrittenRegolamento } from '#rules/regolamento/types'
import { showToast } from '../../../../session/notices.ts'
import { regoleDocumentText as testi } from '../../../../text/regole.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Muted, Row } from '../../../../ui/base.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { FieldError } from '../../../../ui/Field.tsx'
import { FileInput } from '../../../../ui/FileInput.tsx'
import { saveFile } from '../../../../ui/save-file.ts'
import type { AvailableMateria, FormState } from '../form-state.ts'
import { unknownMaterie, writeDocument } from './document.ts'
import { readDocument } from './read-document.ts'
import css from './regole.module.css'

/** Rules as the document of docs/operators/punteggi.md, to copy, save as a file, write or open. */
export default function RegoleDocument({
  form,
  available,
  onUse,
  onClose,
}: {
  form: FormState
  available: readonly AvailableMateria[]
  onUse: (regole: WrittenRegolamento) => void
  onClose: () => void
}) {
  const [text, setTesto] = useState(() => JSON.stringify(writeDocument(form, available), null, 2))
  const [message, setMessage] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const file = useRef<HTMLInputElement>(null)
  const id = useId()
  const write = (fresh: string) => {
    setTesto(fresh)
    setMessage(null)
  }
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setSaid(testi.copiato),
      () => setSaid(testi.non_copiato),
    )
  const use = () => {
    const parsed = readDocument(text)
    if (!parsed.ok) return setMessage(parsed.frase)
    onUse(parsed.regole)
    onClose()
    const ignote = unknownMaterie(parsed.regole, available)
    showToast({ text: ignote.length === 0 ? testi.usate : testi.usate_senza(ignote) })
  }
  return (
    <Dialog
      title={testi.titolo}
      size="largo"
      onClose={onClose}
      actions={
        <Button variant="primario" onClick={use}>
          {testi.usa}
        </Button>
      }
    >
      <div className={css.blocco}>
        <Muted small>{testi.aiuto}</Muted>
        <Row wrap>
          <Button size="sm" onClick={() => file.current?.click()}>
            {testi.apri}
          </Button>
          <Button size="sm" onClick={() => void copy()}>
            {testi.copia}
          </Button>
          <Button size="sm" onClick={() => saveFile(testi.file, text, 'application/json')}>
            {testi.scarica}
          </Button>
        </Row>
        <FileInput
          ref={file}
          label={testi.apri}
          accept="application/json,.json"
          onFile={(selected) => selected.text().then(write, () => setMessage(testi.non_letto))}
        />
        <label className={css.legenda} htmlFor={id}>
          {testi.testo}
        </label>
        <textarea
          id={id}
          className={css.documento}
          rows={12}
          spellCheck={false}
          autoCapitalize="none"
          value={text}
          aria-invalid={message !== null || undefined}
          aria-describedby={`${id}-e`}
          onChange={(e) => write(e.currentTarget.value)}
        />
        <FieldError id={`${id}-e`} text={message} />
        <Muted small role="status">
          {said}
        </Muted>
      </div>
    </Dialog>
  )
}
