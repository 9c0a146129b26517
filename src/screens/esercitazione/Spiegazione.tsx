import { useEffect, useRef, useState } from 'react'
import type { Failure } from '#contract/result'
import { type Spiegazione as Dati, readSpiegazione } from '../../features/sedute/spiegazioni.ts'
import { isDurable } from '../../store/opening.ts'
import { errorMessage } from '../../text/errors.ts'
import { esercitazioneText as testi } from '../../text/esercitazione.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, Muted } from '../../ui/base.tsx'
import { IconRetry } from '../../ui/icons.ts'
import { Skeleton } from '../../ui/States.tsx'
import { namesLettere } from './disposizione.ts'
import css from './domanda.module.css'

/** Why the right answer is right (D20). `mescolate`: its letters may not be the ones on screen. */
export function Spiegazione({ id_domanda, mescolate }: { id_domanda: number; mescolate: boolean }) {
  const [dati, setDati] = useState<Dati | null>(null)
  const [guasto, setGuasto] = useState<Failure | null>(null)
  const [giro, setGiro] = useState(0)
  const rif = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what arrives is taller than what was awaited
  useEffect(() => {
    rif.current?.scrollIntoView({ block: 'nearest' })
  }, [dati, guasto])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round is a new try
  useEffect(() => {
    let vivo = true
    setGuasto(null)
    void readSpiegazione(id_domanda).then((esito) => {
      if (!vivo) return
      if (esito.ok) setDati(esito.value)
      else setGuasto(esito.error)
    })
    return () => {
      vivo = false
    }
  }, [id_domanda, giro])
  return (
    <Card as="section" aria-label={testi.spiegazione}>
      <div ref={rif} className={css.spiegazione} role="status">
        {guasto ? (
          <>
            <p>
              {guasto.codice === 'RETE_ASSENTE' ? testi.spiegazione_offline(isDurable()) : errorMessage(guasto).text}
            </p>
            {errorMessage(guasto).actions.includes('riprova') && (
              <div>
                <Button size="sm" icon={<IconRetry size={16} />} onClick={() => setGiro((n) => n + 1)}>
                  {testi.riprova}
                </Button>
              </div>
            )}
          </>
        ) : dati ? (
          <>
            <p>{dati.spiegazione}</p>
            {mescolate && namesLettere(dati.spiegazione) && <Muted small>{testi.spiegazione_lettere}</Muted>}
            {dati.fonte !== null && <Muted small>{testi.fonte(dati.fonte)}</Muted>}
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
