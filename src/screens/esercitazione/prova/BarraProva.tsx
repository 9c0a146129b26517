import { formatNumber } from '../../../text/formats.ts'
import { provaText as testi } from '../../../text/prova.ts'
import { Button } from '../../../ui/Button.tsx'
import { Kbd } from '../../../ui/base.tsx'
import { IconBack, IconForward, IconGrid } from '../../../ui/icons.ts'
import comune from '../seduta.module.css'
import css from './prova.module.css'

/** The way on, under the thumb; on the phone the sheet beside it, on the last question the delivery. */
export const BarraProva = ({
  n,
  date,
  prima,
  avanti,
  indietro,
  tasti,
  onPrecedente,
  onProssima,
  onFoglio,
  onSezione,
  onConsegna,
}: {
  n: number
  date: number
  /** Nothing to go back to. */
  prima: boolean
  /** What comes after this question. */
  avanti: 'prossima' | 'sezione' | 'consegna'
  /** False where the rules only go forward. */
  indietro: boolean
  /** Shortcuts are on: they are named. */
  tasti: boolean
  onPrecedente: () => void
  onProssima: () => void
  onFoglio: () => void
  onSezione: () => void
  onConsegna: () => void
}) => (
  <nav className={css.dock} aria-label={testi.navigazione}>
    {indietro && (
      <Button iconOnly label={testi.precedente} icon={<IconBack size={20} />} disabled={prima} onClick={onPrecedente} />
    )}
    <span className={comune.soloStretto}>
      <Button label={testi.foglio_apri(date, n)} icon={<IconGrid size={20} />} onClick={onFoglio}>
        {formatNumber(date)}/{formatNumber(n)}
      </Button>
    </span>
    {tasti && (
      <p className={css.tasti} aria-hidden="true">
        <Kbd>F</Kbd> {testi.tasto_rivedi} · <Kbd>Canc</Kbd> {testi.tasto_annulla}
      </p>
    )}
    <Button variant="primario" onClick={{ prossima: onProssima, sezione: onSezione, consegna: onConsegna }[avanti]}>
      {{ prossima: testi.prossima, sezione: testi.sezione_dopo, consegna: testi.consegna_breve }[avanti]}
      <IconForward size={20} />
    </Button>
  </nav>
)
