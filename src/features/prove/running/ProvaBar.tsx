import { ForwardButton, PreviousButton, SedutaDock } from '../../../components/seduta/SedutaDock.tsx'
import comune from '../../../components/seduta/seduta.module.css'
import { formatNumber } from '../../../text/formats.ts'
import { provaText as testi } from '../../../text/prova.ts'
import { Button } from '../../../ui/Button.tsx'
import { Kbd } from '../../../ui/base.tsx'
import { IconGrid } from '../../../ui/icons.ts'
import css from './prova.module.css'

/** Bar under the thumb with the way on; on a phone also the sheet, on the last question the delivery. */
export const ProvaBar = ({
  n,
  marked,
  isFirst,
  next,
  canGoBack,
  showKeys,
  canErase,
  onPrevious,
  onNext,
  onSheet,
  onSezione,
  onDeliver,
}: {
  n: number
  marked: number
  /** True when there is no question before. */
  isFirst: boolean
  /** Next step after this question. */
  next: 'prossima' | 'sezione' | 'consegna'
  /** False where the rules only go forward. */
  canGoBack: boolean
  /** True when shortcuts are on, so that the bar names them. */
  showKeys: boolean
  /** True when a mark can be erased. */
  canErase: boolean
  onPrevious: () => void
  onNext: () => void
  onSheet: () => void
  onSezione: () => void
  onDeliver: () => void
}) => (
  <SedutaDock as="nav" className={css.dock} label={testi.navigazione}>
    {canGoBack && <PreviousButton label={testi.precedente} disabled={isFirst} onClick={onPrevious} />}
    <span className={comune.soloStretto}>
      <Button label={testi.foglio_apri(marked, n)} icon={<IconGrid size={20} />} onClick={onSheet}>
        {formatNumber(marked)}/{formatNumber(n)}
      </Button>
    </span>
    {showKeys && (
      <p className={css.tasti} aria-hidden="true">
        <Kbd>F</Kbd> {testi.tasto_rivedi}
        {canErase && (
          <>
            {' '}
            · <Kbd>Canc</Kbd> {testi.tasto_annulla}
          </>
        )}
      </p>
    )}
    <ForwardButton onClick={{ prossima: onNext, sezione: onSezione, consegna: onDeliver }[next]}>
      {{ prossima: testi.prossima, sezione: testi.sezione_dopo, consegna: testi.consegna_breve }[next]}
    </ForwardButton>
  </SedutaDock>
)
