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

/** As the store takes it. */
const MAX_LENGTH = 4_000

/** The person's own note of a question: it saves itself, and says so. Closing saves what is still to be saved. */
export function NotaSheet({ domanda, onClose }: { domanda: Domanda; onClose: () => void }) {
  const { id_domanda, id_concorso } = domanda
  const nota = useMemo(() => createNota({ id_domanda, id_concorso }), [id_domanda, id_concorso])
  const ref = useRef<HTMLTextAreaElement>(null)
  const { testo: text, stato } = useSnapshot(nota.view, { sync: true })
  useEffect(() => {
    void nota.open()
    // A telephone may never show this page again.
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
      <Row spread wrap>
        <Muted small>{testi.aiuto}</Muted>
        <Row>
          {stato === 'salvata' && <IconCheck size={16} />}
          <span role="status" className={failed ? css.errore : undefined}>
            {testi[stato]}
          </span>
        </Row>
      </Row>
      {failed && (
        <div>
          <Button
            size="sm"
            icon={<IconRetry size={16} />}
            onClick={() => {
              // The button goes when it has worked.
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
