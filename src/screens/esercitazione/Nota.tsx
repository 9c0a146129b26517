import { useEffect, useMemo, useRef } from 'react'
import { useSnapshot } from 'valtio'
import type { Domanda } from '#contract/database'
import { notaText as testi } from '../../features/sedute/domanda-text.ts'
import { createNota } from '../../features/sedute/nota.ts'
import { Button } from '../../ui/Button.tsx'
import { Muted, Row } from '../../ui/base.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { IconCheck, IconRetry } from '../../ui/icons.ts'
import css from './altri.module.css'

/** As the store takes it. */
const MASSIMA = 4_000

/** The person's own note of a question: it saves itself, and says so. Closing saves what is still to be saved. */
export function Nota({ domanda, onChiudi }: { domanda: Domanda; onChiudi: () => void }) {
  const { id_domanda, id_concorso } = domanda
  const nota = useMemo(() => createNota({ id_domanda, id_concorso }), [id_domanda, id_concorso])
  const rif = useRef<HTMLTextAreaElement>(null)
  const { testo, stato } = useSnapshot(nota.view, { sync: true })
  useEffect(() => {
    void nota.open()
    // A telephone may never show this page again.
    const onNascosta = () => void (document.visibilityState === 'hidden' && nota.save())
    document.addEventListener('visibilitychange', onNascosta)
    return () => {
      document.removeEventListener('visibilitychange', onNascosta)
      nota.close()
    }
  }, [nota])
  const guasta = stato === 'non_letta' || stato === 'non_salvata'
  return (
    <Dialog title={testi.titolo} onClose={onChiudi}>
      <label className={css.campo}>
        {testi.etichetta}
        <textarea
          ref={rif}
          className={css.testo}
          data-primo
          value={testo ?? ''}
          readOnly={testo === null}
          maxLength={MASSIMA}
          onChange={(e) => nota.type(e.currentTarget.value)}
        />
      </label>
      <Row spread wrap>
        <Muted small>{testi.aiuto}</Muted>
        <Row>
          {stato === 'salvata' && <IconCheck size={16} />}
          <span role="status" className={guasta ? css.errore : undefined}>
            {testi[stato]}
          </span>
        </Row>
      </Row>
      {guasta && (
        <div>
          <Button
            size="sm"
            icon={<IconRetry size={16} />}
            onClick={() => {
              // The button goes when it has worked.
              rif.current?.focus()
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
