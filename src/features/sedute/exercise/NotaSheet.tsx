import { useEffect, useMemo, useRef } from 'react'
import { useSnapshot } from 'valtio'
import type { Domanda } from '#contract/database'
import { Button } from '../../../ui/Button.tsx'
import { Muted, Row } from '../../../ui/base.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { IconCheck, IconRetry } from '../../../ui/icons.ts'
import { notaText as testi } from '../domanda-text.ts'
import { createNota } from '../nota.ts'
import css from './others.module.css'

/** Longest note that the store takes, characters. */
const MAX_LENGTH = 4_000

/** Dialog with the person's own note of a question, which saves itself and shows so. Closing saves the rest. */
export function NotaSheet({ domanda, onClose }: { domanda: Domanda; onClose: () => void }) {
  const { id_domanda, id_concorso } = domanda
  const nota = useMemo(() => createNota({ id_domanda, id_concorso }), [id_domanda, id_concorso])
  const ref = useRef<HTMLTextAreaElement>(null)
  const { testo: text, stato } = useSnapshot(nota.view, { sync: true })
  useEffect(() => {
    void nota.open()
    // Save when the page is hidden, because a phone may never show it again.
    const onHidden = () => void (document.visibilityState === 'hidden' && nota.save())
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      document.removeEventListener('visibilitychange', onHidden)
      nota.close()
    }
  }, [nota])
  const failed = stato === 'non_letta' || stato === 'non_salvata'
  return (
    <Dialog title={testi.titolo} onClose={onClose}>
      <label className={css.campo}>
        {testi.etichetta}
        <textarea
          ref={ref}
          className={css.testo}
          data-primo
          value={text ?? ''}
          readOnly={text === null}
          maxLength={MAX_LENGTH}
          onChange={(e) => nota.type(e.currentTarget.value)}
        />
      </label>
      <Muted small>{testi.aiuto}</Muted>
      <Row>
        {stato === 'salvata' && <IconCheck size={16} />}
        <span role="status" className={failed ? css.errore : undefined}>
          {testi[stato]}
        </span>
      </Row>
      {failed && (
        <div>
          <Button
            size="sm"
            icon={<IconRetry size={16} />}
            onClick={() => {
              // Move the focus first, because the button goes once it has worked.
              ref.current?.focus()
              void nota.open()
            }}
          >
            {testi.riprova}
          </Button>
        </div>
      )}
    </Dialog>
  )
}
