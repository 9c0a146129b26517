import { type ReactNode, useEffect } from 'react'
import { modi as testi } from '../../../text/modi.ts'
import { useArrivo } from '../../../ui/arrivo.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { Chip, Muted } from '../../../ui/base.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { IconCheck, IconPause, IconPlay } from '../../../ui/icone.ts'
import { useModale } from '../../../ui/modale.ts'
import comune from '../esercitazione.module.css'
import css from './modi.module.css'

/** The pause covers the question; Esc resumes [EX2]. */
export function PausaModo({
  testo,
  onRiprendi,
  onConcludi,
  onEsci,
}: {
  testo: string
  onRiprendi: () => void
  onConcludi: () => void
  onEsci: () => void
}) {
  const rif = useModale()
  return (
    <dialog
      ref={rif}
      className={comune.pausa}
      aria-labelledby="in-pausa"
      onCancel={(e) => {
        e.preventDefault()
        onRiprendi()
      }}
    >
      <div className={comune.coperta}>
        <Chip icona={<IconPause size={16} />}>{testi.in_pausa}</Chip>
        <div>
          <h2 id="in-pausa" className={comune.titolo}>
            {testi.riprendi_quando}
          </h2>
          <Muted>{testo}</Muted>
        </div>
        <div className={comune.uscite}>
          <Button variante="primario" misura="lg" data-primo icona={<IconPlay size={20} />} onClick={onRiprendi}>
            {testi.riprendi}
          </Button>
          <Button onClick={onConcludi}>{testi.concludi}</Button>
          <Button variante="fantasma" onClick={onEsci}>
            {testi.dopo}
          </Button>
        </div>
      </div>
    </dialog>
  )
}

/** Leaving asks first; the place is kept whatever is chosen [EX3]. */
export const UscitaModo = ({
  onResta,
  onDopo,
  onConcludi,
}: {
  onResta: () => void
  onDopo: () => void
  onConcludi: () => void
}) => (
  <Dialog titolo={testi.uscita_titolo} ruolo="avviso" onChiudi={onResta}>
    <p>{testi.uscita_testo}</p>
    <div className={comune.vie}>
      <Button variante="primario" data-primo onClick={onDopo}>
        {testi.dopo}
      </Button>
      <Button onClick={onConcludi}>{testi.concludi}</Button>
      <Button variante="fantasma" onClick={onResta}>
        {testi.resta}
      </Button>
    </div>
  </Dialog>
)

/** What was done, and what to do with it. */
export function FineModo({
  titolo,
  testo,
  origine,
  azione,
}: {
  titolo: string
  testo: string
  origine: string
  azione: ReactNode
}) {
  const rif = useArrivo<HTMLElement>(titolo)
  useEffect(() => {
    rif.current?.focus({ preventScroll: true })
  }, [rif])
  return (
    <main className={comune.sola} tabIndex={-1} ref={rif}>
      <div className={css.fine}>
        <span className={css.fatto}>
          <IconCheck size={28} />
        </span>
        <h1>{titolo}</h1>
        <Muted>{testo}</Muted>
        <div className={css.vie}>
          {azione}
          <ButtonLink href={origine}>{testi.banca}</ButtonLink>
        </div>
      </div>
    </main>
  )
}
