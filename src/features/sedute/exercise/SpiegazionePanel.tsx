import { useEffect, useRef, useState } from 'react'
import type { Failure } from '#contract/result'
import { isDurable } from '../../../store/opening.ts'
import { errorMessage } from '../../../text/errors.ts'
import { esercitazioneText as testi } from '../../../text/esercitazione.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card, Muted } from '../../../ui/base.tsx'
import { IconRetry } from '../../../ui/icons.ts'
import { Skeleton } from '../../../ui/States.tsx'
import { namesLetters } from '../parts/answer-order.ts'
import css from '../parts/domanda.module.css'
import { type Spiegazione as Dati, readSpiegazione } from '../spiegazioni.ts'

/** Why the right answer is right (D20). `mescolate`: its letters may not be the ones on screen. */
export function SpiegazionePanel({ id_domanda, shuffled }: { id_domanda: number; shuffled: boolean }) {
  const [data, setDati] = useState<Dati | null>(null)
  const [error, setError] = useState<Failure | null>(null)
  const [round, setRound] = useState(0)
  const ref = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what arrives is taller than what was awaited
  useEffect(() => {
    ref.current?.scrollIntoView({ block: 'nearest' })
  }, [data, error])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round is a new try
  useEffect(() => {
    let alive = true
    setError(null)
    void readSpiegazione(id_domanda).then((result) => {
      if (!alive) return
      if (result.ok) setDati(result.value)
      else setError(result.error)
    })
    return () => {
      alive = false
    }
  }, [id_domanda, round])
  return (
    <Card as="section" aria-label={testi.spiegazione}>
      <div ref={ref} className={css.spiegazione} role="status">
        {error ? (
          <>
            <p>{error.codice === 'RETE_ASSENTE' ? testi.spiegazione_offline(isDurable()) : errorMessage(error).text}</p>
            {errorMessage(error).actions.includes('riprova') && (
              <div>
                <Button size="sm" icon={<IconRetry size={16} />} onClick={() => setRound((n) => n + 1)}>
                  {testi.riprova}
                </Button>
              </div>
            )}
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
