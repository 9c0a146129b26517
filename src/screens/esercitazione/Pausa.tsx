import { isConservato } from '../../state/archivio.ts'
import { pausa as testi } from '../../text/esercitazione.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip, Muted, Row } from '../../ui/base.tsx'
import { IconPause, IconPlay, IconSynced } from '../../ui/icone.ts'
import { useModale } from '../../ui/modale.ts'
import css from './esercitazione.module.css'

/** The pause covers the question: nobody thinks off the clock [EX2]. Esc resumes. */
export function Pausa({
  date,
  n,
  onRiprendi,
  onConcludi,
  onEsci,
}: {
  date: number
  n: number
  onRiprendi: () => void
  onConcludi: () => void
  onEsci: () => void
}) {
  const rif = useModale()
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
        <Chip icona={<IconPause size={16} />}>{testi.in_pausa}</Chip>
        <div>
          <h2 id="in-pausa" className={css.titolo}>
            {testi.titolo}
          </h2>
          <Muted id="in-pausa-testo">{testi.testo(date, n)}</Muted>
        </div>
        <div className={css.uscite}>
          <Button variante="primario" misura="lg" data-primo icona={<IconPlay size={20} />} onClick={onRiprendi}>
            {testi.riprendi}
          </Button>
          <Button onClick={onConcludi}>{testi.concludi}</Button>
          <Button variante="fantasma" onClick={onEsci}>
            {testi.esci}
          </Button>
        </div>
        <Row>
          <IconSynced size={20} />
          <Muted piccolo>{isConservato() ? testi.salvate : testi.non_salvate}</Muted>
        </Row>
      </div>
    </dialog>
  )
}
