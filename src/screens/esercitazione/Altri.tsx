import { useEffect, useRef, useState } from 'react'
import type { Domanda } from '#contract/database'
import { type Gettonate, MIN_PERSONE } from '#contract/gettonate'
import type { Failure } from '#contract/result'
import { correctPosition } from '#rules/esito'
import { percentages, readGettonate } from '../../features/sedute/domanda-extra.ts'
import { othersText as testi } from '../../features/sedute/domanda-text.ts'
import type { GivenAnswer } from '../../features/sedute/seduta-state.ts'
import { errorMessage } from '../../text/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, Muted } from '../../ui/base.tsx'
import { IconRetry } from '../../ui/icons.ts'
import { Skeleton } from '../../ui/States.tsx'
import css from './altri.module.css'
import type { Voce } from './disposizione.ts'

/** How the others answered, in the order of this sitting; only after one's own answer. */
export function Altri({ domanda, voci, scelta }: { domanda: Domanda; voci: readonly Voce[]; scelta: GivenAnswer }) {
  const { id_domanda, id_concorso } = domanda
  const [dati, setDati] = useState<Gettonate | null>(null)
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
    void readGettonate({ id_domanda, id_concorso }).then((esito) => {
      if (!vivo) return
      if (esito.ok) setDati(esito.value)
      else setGuasto(esito.error)
    })
    return () => {
      vivo = false
    }
  }, [id_domanda, id_concorso, giro])
  return (
    <Card as="section" aria-label={testi.titolo}>
      <div ref={rif} className={css.altri} role="status">
        {guasto ? (
          <>
            <p>{guasto.codice === 'RETE_ASSENTE' ? testi.offline : errorMessage(guasto).text}</p>
            <div>
              <Button size="sm" icon={<IconRetry size={16} />} onClick={() => setGiro((n) => n + 1)}>
                {testi.riprova}
              </Button>
            </div>
          </>
        ) : !dati ? (
          <>
            <Muted small>{testi.caricamento}</Muted>
            <Skeleton />
          </>
        ) : dati.risposte === null ? (
          <p>{testi.poche(dati.persone, MIN_PERSONE)}</p>
        ) : (
          <Quote dati={dati} voci={voci} mia={scelta.risposta} giusta={correctPosition(domanda)} />
        )}
      </div>
    </Card>
  )
}

function Quote({
  dati,
  voci,
  mia,
  giusta,
}: {
  dati: Gettonate
  voci: readonly Voce[]
  mia: number
  giusta: number | null
}) {
  const quote = percentages(voci.map((v) => dati.risposte?.find((r) => r.risposta === v.posizione)?.n ?? 0))
  return (
    <>
      <ul className={css.quote}>
        {voci.map((v, i) => {
          const p = quote[i] ?? 0
          const detti = [v.posizione === giusta ? testi.giusta : null, v.posizione === mia ? testi.tua : null].filter(
            (x) => x !== null,
          )
          return (
            <li key={v.posizione}>
              <b>{v.lettera}</b>
              <span className={css.asta} aria-hidden="true">
                <i className={v.posizione === giusta ? css.giusta : undefined} style={{ width: `${p}%` }} />
              </span>
              <span className={css.quota}>
                {testi.percento(p)}
                {detti.length > 0 && <Muted small as="span">{` ${detti.join(', ')}`}</Muted>}
              </span>
            </li>
          )
        })}
      </ul>
      <Muted small>{testi.persone(dati.persone)}</Muted>
    </>
  )
}
