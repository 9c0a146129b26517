import { useState } from 'react'
import { useSnapshot } from 'valtio'
import type { BancaLocale } from '#contract/database'
import { isPropria } from '#rules/raccolta'
import { network } from '../../../platform/network.ts'
import { bancheText as texts } from '../../../text/banche.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { RadioBox } from '../../../ui/Field.tsx'
import { propriaText } from '../propria/text.ts'
import css from './banche.module.css'

/** Asks whether to delete from this device only, or also from the account's list (D15). */
export function DeleteBancaDialog({
  banca,
  onClose,
  onDelete,
}: {
  banca: BancaLocale
  onClose: () => void
  onDelete: (fromList: boolean) => void
}) {
  const { online } = useSnapshot(network)
  const own = isPropria(banca.id_concorso)
  const isLocal = banca.stato !== 0
  const [fromList, setFromList] = useState(own || !isLocal)
  const option = (value: boolean, title: string, note: string, disabled: boolean) => (
    <label className={css.opzione}>
      <RadioBox name="elimina" checked={fromList === value} disabled={disabled} onChange={() => setFromList(value)} />
      <b>{title}</b>
      <small>{note}</small>
    </label>
  )
  return (
    <Dialog
      title={own ? propriaText.elimina_titolo : texts.elimina_titolo}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose} data-primo>
            {texts.annulla}
          </Button>
          <Button variant="pericolo" disabled={fromList && !online && !own} onClick={() => onDelete(fromList)}>
            {texts.elimina_conferma}
          </Button>
        </>
      }
    >
      <p>{own ? propriaText.elimina_testo(banca.concorso) : texts.elimina_testo(banca.concorso)}</p>
      {!own && (
        <div className={css.scelta} role="radiogroup" aria-label={texts.elimina_titolo}>
          {isLocal && option(false, texts.elimina_locale, texts.elimina_locale_nota, false)}
          {option(true, texts.elimina_tutto, texts.elimina_tutto_nota, !online)}
        </div>
      )}
    </Dialog>
  )
}
