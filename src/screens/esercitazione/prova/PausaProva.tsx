import { isConservato } from '../../../state/archivio.ts'
import { pausa } from '../../../text/esercitazione.ts'
import { tempo, pausaProva as testi } from '../../../text/prova.ts'
import { Button } from '../../../ui/Button.tsx'
import { Chip, Digits, Muted, Row } from '../../../ui/base.tsx'
import { IconPause, IconPlay, IconSynced } from '../../../ui/icone.ts'
import { useModale } from '../../../ui/modale.ts'
import css from './prova.module.css'

/** The pause stops the time and covers everything (mock 4c) [EX2]. Esc resumes. */
export function PausaProva({
  date,
  n,
  resto,
  onRiprendi,
  onConsegna,
  onEsci,
}: {
  date: number
  n: number
  /** Milliseconds left; null without a limit. */
  resto: number | null
  onRiprendi: () => void
  onConsegna: () => void
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
        {resto !== null && (
          <p className={css.fermo}>
            <Digits>{tempo(resto)}</Digits>
          </p>
        )}
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
          <Button onClick={onConsegna}>{testi.consegna}</Button>
          <Button variante="fantasma" onClick={onEsci}>
            {testi.esci}
          </Button>
        </div>
        <Row>
          <IconSynced size={20} />
          <Muted piccolo>{isConservato() ? pausa.salvate : pausa.non_salvate}</Muted>
        </Row>
      </div>
    </dialog>
  )
}
