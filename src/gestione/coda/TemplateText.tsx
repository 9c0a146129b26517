import { useState } from 'react'
import type { TipoCoda } from '#contract/gestione/coda'
import { SelectField, TextArea } from '../../ui/LongFields.tsx'
import { codaText as texts } from './text.ts'

/** Longest text of a mail, in characters. */
const MAX_TEXT = 2_000

/** The text of a mail, from a template or from nothing; a chosen template replaces it. */
export function TemplateText({
  tipo,
  label,
  text,
  error,
  onText,
}: {
  tipo: TipoCoda
  label: string
  text: string
  error?: string | undefined
  onText: (text: string) => void
}) {
  const [chosen, setChosen] = useState('')
  const choose = (name: string) => {
    setChosen(name)
    onText(texts.modelli[tipo].find((t) => t.nome === name)?.testo ?? '')
  }
  return (
    <>
      <SelectField label={texts.modello} value={chosen} onChange={(e) => choose(e.currentTarget.value)}>
        <option value="">{texts.nessun_modello}</option>
        {texts.modelli[tipo].map(({ nome }) => (
          <option key={nome} value={nome}>
            {nome}
          </option>
        ))}
      </SelectField>
      <TextArea
        label={label}
        rows={6}
        maxLength={MAX_TEXT}
        value={text}
        error={error}
        onChange={(e) => onText(e.currentTarget.value)}
      />
    </>
  )
}
