import { numero } from '../../../text/formati.ts'
import { prova as testi } from '../../../text/prova.ts'
import { Button } from '../../../ui/Button.tsx'
import { Kbd } from '../../../ui/base.tsx'
import { IconBack, IconForward, IconGrid } from '../../../ui/icone.ts'
import css from './prova.module.css'

/** The way on, under the thumb; on the phone the sheet beside it, on the last question the delivery. */
export const BarraProva = ({
  n,
  date,
  prima,
  ultima,
  indietro,
  tasti,
  onPrecedente,
  onProssima,
  onFoglio,
  onConsegna,
}: {
  n: number
  date: number
  /** First and last question. */
  prima: boolean
  ultima: boolean
  /** False where the rules only go forward. */
  indietro: boolean
  /** Shortcuts are on: they are named. */
  tasti: boolean
  onPrecedente: () => void
  onProssima: () => void
  onFoglio: () => void
  onConsegna: () => void
}) => (
  <nav className={css.dock} aria-label={testi.navigazione}>
    {indietro && (
      <Button
        quadrato
        etichetta={testi.precedente}
        icona={<IconBack size={20} />}
        disabled={prima}
        onClick={onPrecedente}
      />
    )}
    <span className={css.soloStretto}>
      <Button etichetta={testi.foglio_apri(date, n)} icona={<IconGrid size={20} />} onClick={onFoglio}>
        {numero(date)}/{numero(n)}
      </Button>
    </span>
    {tasti && (
      <p className={css.tasti} aria-hidden="true">
        <Kbd>F</Kbd> {testi.tasto_rivedi} · <Kbd>Canc</Kbd> {testi.tasto_annulla}
      </p>
    )}
    <Button variante="primario" onClick={ultima ? onConsegna : onProssima}>
      {ultima ? testi.consegna_breve : testi.prossima}
      <IconForward size={20} />
    </Button>
  </nav>
)
