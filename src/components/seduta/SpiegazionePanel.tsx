import { readSpiegazione } from '../../domain/spiegazioni.ts'
import { isDurable } from '../../store/opening.ts'
import { errorMessage } from '../../text/errors.ts'
import { esercitazioneText as testi } from '../../text/esercitazione.ts'
import { Card, Muted } from '../../ui/base.tsx'
import { Skeleton } from '../../ui/States.tsx'
import { namesLetters } from './answer-order.ts'
import css from './domanda.module.css'
import { RetryLine } from './RetryLine.tsx'
import { useAskedPanel } from './useAskedPanel.ts'

/** Explanation of the right answer (D20). With `shuffled` its letters may differ from those on screen. */
export function SpiegazionePanel({ id_domanda, shuffled }: { id_domanda: number; shuffled: boolean }) {
  const { data, error, ref, retry } = useAskedPanel(() => readSpiegazione(id_domanda), id_domanda)
  return (
    <Card as="section" aria-label={testi.spiegazione}>
      <div ref={ref} className={css.spiegazione} role="status">
        {error ? (
          <>
            <p>{error.codice === 'RETE_ASSENTE' ? testi.spiegazione_offline(isDurable()) : errorMessage(error).text}</p>
            {errorMessage(error).actions.includes('riprova') && <RetryLine onRetry={retry} />}
          </>
        ) : data ? (
          <>
            <p>{data.spiegazione}</p>
            {shuffled && namesLetters(data.spiegazione) && <Muted small>{testi.spiegazione_lettere}</Muted>}
            {data.fonte !== null && <Muted small>{testi.fonte(data.fonte)}</Muted>}
          </>
        ) : (
          <>
            <Muted small>{testi.spiegazione_caricamento}</Muted>
            <Skeleton />
            <Skeleton width="70%" />
          </>
        )}
      </div>
    </Card>
  )
}
