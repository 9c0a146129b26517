import { type DragEvent, useRef, useState } from 'react'
import { bankFileText as texts } from '../text/bank-file.ts'
import css from './BankFile.module.css'
import { Button } from './Button.tsx'
import { Muted } from './base.tsx'
import { FileInput } from './FileInput.tsx'
import { IconFromFile } from './icons.ts'

/** A file picked or dropped. */
export function FileDrop({ onFile }: { onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const drop = (e: DragEvent) => {
    e.preventDefault()
    setOver(false)
    const [file] = e.dataTransfer.files
    if (file) onFile(file)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the mouse's way of what the button does for all
    <div
      className={css.drop}
      data-over={over || undefined}
      onDragOver={(e) => {
        e.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <FileInput ref={input} label={texts.scegli} accept="" onFile={onFile} />
      <Button data-primo variant="primario" icon={<IconFromFile size={20} />} onClick={() => input.current?.click()}>
        {texts.scegli}
      </Button>
      <Muted small>{texts.trascina}</Muted>
    </div>
  )
}
