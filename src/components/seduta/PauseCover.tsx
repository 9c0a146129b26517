import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Chip, Digits, Muted, Row } from '../../ui/base.tsx'
import { IconPause, IconPlay, IconSynced } from '../../ui/icons.ts'
import { useModal } from '../../ui/modal.ts'
import css from './seduta.module.css'

type PauseTexts = { in_pausa: string; titolo: string; riprendi: string; concludi: string; esci: string }

/** Cover of the question in the pause of any sitting, so that a pause gives no time to think [EX2]. Esc resumes. */
export function PauseCover({
  texts,
  testo: text,
  stoppedAt,
  nota,
  onRiprendi: onResume,
  onConcludi: onConclude,
  onEsci: onLeave,
}: {
  texts: PauseTexts
  testo: string
  /** Time left, at a standstill, where there is one. */
  stoppedAt?: string
  /** Note on the kept work, at the foot. */
  nota?: ReactNode
  onRiprendi: () => void
  onConcludi: () => void
  onEsci: () => void
}) {
  const ref = useModal()
  return (
    <dialog
      ref={ref}
      className={css.pausa}
      aria-labelledby="in-pausa"
      aria-describedby="in-pausa-testo"
      onCancel={(e) => {
        e.preventDefault()
        onResume()
      }}
    >
      <div className={css.coperta}>
        <Chip icon={<IconPause size={16} />}>{texts.in_pausa}</Chip>
        {stoppedAt !== undefined && (
          <p className={css.fermo}>
            <Digits>{stoppedAt}</Digits>
          </p>
        )}
        <div>
          <h2 id="in-pausa" className={css.titolo}>
            {texts.titolo}
          </h2>
          <Muted id="in-pausa-testo">{text}</Muted>
        </div>
        <div className={css.uscite}>
          <Button variant="primario" size="lg" data-primo icon={<IconPlay size={20} />} onClick={onResume}>
            {texts.riprendi}
          </Button>
          <Button onClick={onConclude}>{texts.concludi}</Button>
          <Button variant="fantasma" onClick={onLeave}>
            {texts.esci}
          </Button>
        </div>
        {nota !== undefined && (
          <Row>
            <IconSynced size={20} />
            <Muted small>{nota}</Muted>
          </Row>
        )}
      </div>
    </dialog>
  )
}
