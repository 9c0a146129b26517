import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Chip, Digits, Muted, Row } from '../../ui/base.tsx'
import { IconPause, IconPlay, IconSynced } from '../../ui/icons.ts'
import { useModal } from '../../ui/modal.ts'
import css from './seduta.module.css'

type Frasi = { in_pausa: string; titolo: string; riprendi: string; concludi: string; esci: string }

/** The pause of any sitting covers the question: nobody thinks off the clock [EX2]. Esc resumes. */
export function Pausa({
  frasi,
  testo,
  fermo,
  nota,
  onRiprendi,
  onConcludi,
  onEsci,
}: {
  frasi: Frasi
  testo: string
  /** The time that stands still, where there is one. */
  fermo?: string
  /** What is kept, at the foot. */
  nota?: ReactNode
  onRiprendi: () => void
  onConcludi: () => void
  onEsci: () => void
}) {
  const rif = useModal()
  return (
    <dialog
      ref={rif}
      className={css.pausa}
      aria-labelledby="in-pausa"
      aria-describedby="in-pausa-testo"
      onCancel={(e) => {
        e.preventDefault()
        onRiprendi()
      }}
    >
      <div className={css.coperta}>
        <Chip icon={<IconPause size={16} />}>{frasi.in_pausa}</Chip>
        {fermo !== undefined && (
          <p className={css.fermo}>
            <Digits>{fermo}</Digits>
          </p>
        )}
        <div>
          <h2 id="in-pausa" className={css.titolo}>
            {frasi.titolo}
          </h2>
          <Muted id="in-pausa-testo">{testo}</Muted>
        </div>
        <div className={css.uscite}>
          <Button variant="primario" size="lg" data-primo icon={<IconPlay size={20} />} onClick={onRiprendi}>
            {frasi.riprendi}
          </Button>
          <Button onClick={onConcludi}>{frasi.concludi}</Button>
          <Button variant="fantasma" onClick={onEsci}>
            {frasi.esci}
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
