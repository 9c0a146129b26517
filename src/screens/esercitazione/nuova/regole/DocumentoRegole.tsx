import { useId, useRef, useState } from 'react'
import type { WrittenRegolamento } from '#rules/regolamento/types'
import { showToast } from '../../../../app/notices.ts'
import { regoleDocumentText as testi } from '../../../../text/regole.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Muted, Row } from '../../../../ui/base.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { FieldError } from '../../../../ui/Field.tsx'
import type { Disponibile, Modulo } from '../modulo.ts'
import { leggiDocumento, materieIgnote, scriviDocumento } from './documento.ts'
import css from './regole.module.css'

/** The rules as the document of docs/REGOLE.md: copied, kept as a file, written or opened in its place. */
export function DocumentoRegole({
  modulo,
  disponibili,
  onUsa,
  onChiudi,
}: {
  modulo: Modulo
  disponibili: readonly Disponibile[]
  onUsa: (regole: WrittenRegolamento) => void
  onChiudi: () => void
}) {
  const [testo, setTesto] = useState(() => JSON.stringify(scriviDocumento(modulo, disponibili), null, 2))
  const [frase, setFrase] = useState<string | null>(null)
  const [detto, setDetto] = useState('')
  const file = useRef<HTMLInputElement>(null)
  const id = useId()
  const write = (nuovo: string) => {
    setTesto(nuovo)
    setFrase(null)
  }
  const copy = () =>
    navigator.clipboard.writeText(testo).then(
      () => setDetto(testi.copiato),
      () => setDetto(testi.non_copiato),
    )
  const use = () => {
    const letto = leggiDocumento(testo)
    if (!letto.ok) return setFrase(letto.frase)
    onUsa(letto.regole)
    onChiudi()
    const ignote = materieIgnote(letto.regole, disponibili)
    showToast({ text: ignote.length === 0 ? testi.usate : testi.usate_senza(ignote) })
  }
  return (
    <Dialog
      title={testi.titolo}
      size="largo"
      onClose={onChiudi}
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
          <Button size="sm" onClick={() => save(testo)}>
            {testi.scarica}
          </Button>
        </Row>
        <input
          ref={file}
          type="file"
          accept="application/json,.json"
          hidden
          aria-label={testi.apri}
          onChange={(e) => {
            const [scelto] = e.currentTarget.files ?? []
            e.currentTarget.value = ''
            scelto?.text().then(write, () => setFrase(testi.non_letto))
          }}
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
          value={testo}
          aria-invalid={frase !== null || undefined}
          aria-describedby={`${id}-e`}
          onChange={(e) => write(e.currentTarget.value)}
        />
        <FieldError id={`${id}-e`} text={frase} />
        <Muted small role="status">
          {detto}
        </Muted>
      </div>
    </Dialog>
  )
}

function save(testo: string): void {
  const indirizzo = URL.createObjectURL(new Blob([testo], { type: 'application/json' }))
  const a = document.createElement('a')
  a.href = indirizzo
  a.download = testi.file
  a.click()
  // The download reads the address when it starts, after this turn.
  setTimeout(() => URL.revokeObjectURL(indirizzo), 60_000)
}
