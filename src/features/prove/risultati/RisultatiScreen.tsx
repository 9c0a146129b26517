import { Suspense, useEffect, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useSearch } from 'wouter'
import { SEVERAL_BANCHE } from '#contract/database'
import { lostByCause } from '#rules/coach'
import { AbsentDomande } from '../../../components/AbsentDomande.tsx'
import { MovementLine } from '../../../components/dopo/AfterLines.tsx'
import { AppointmentCard } from '../../../components/dopo/AppointmentCard.tsx'
import { FailureState } from '../../../components/ErrorState.tsx'
import { useRead } from '../../../components/useRead.ts'
import { hrefOrigin, readRaccolta } from '../../../domain/hrefs.ts'
import { sentSimulazioni } from '../../../sync/sent-simulazioni.ts'
import { errorSentence } from '../../../text/dopo.ts'
import { sheetText } from '../../../text/foglio.ts'
import { risultatiText as testi } from '../../../text/risultati.ts'
import { historyText } from '../../../text/storia.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import { Card, Muted, Row } from '../../../ui/base.tsx'
import { cx } from '../../../ui/cx.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { Page } from '../../../ui/Page.tsx'
import { SkeletonCards } from '../../../ui/States.tsx'
import { ClassificaCard } from '../../classifica/index.ts'
import { type RisultatiData, readRisultati } from '../read-risultati.ts'
import { markPlaces, passesReview, type ReviewFilter, thresholdShare } from './analysis.ts'
import { CoachCard } from './CoachCard.tsx'
import { coachedPlaces } from './coach.ts'
import { HowItWent } from './HowItWent.tsx'
import { LostPoints } from './LostPoints.tsx'
import { ProvaScore } from './ProvaScore.tsx'
import { ReviewList } from './ReviewList.tsx'
import { RisultatiActions } from './RisultatiActions.tsx'
import css from './risultati.module.css'
import { ScoreHistory } from './ScoreHistory.tsx'
import { SezioniScores } from './SezioniScores.tsx'

const MateriaBars = lazyPart(() => import('./MateriaBars.tsx'))

const direction = (id_concorso: number) => (id_concorso ? testi.banca : testi.ricerca)

/** `/riepilogo?seduta=ID&prova=1`: how a delivered trial went, and its review [SI1] (D21: RIVEDI_PROVA, RIEPILOGO). */
export default function RisultatiScreen() {
  const query = new URLSearchParams(useSearch())
  const id = query.get('seduta') ?? ''
  const { dati: data, guasto: error, rileggi: reread } = useRead(readRisultati, id)
  // The server's count may come while the result is on screen: the ticket of a simulation is its id.
  const arrived = useSnapshot(sentSimulazioni).esiti[id] !== undefined
  useEffect(() => {
    if (arrived) void reread()
  }, [arrived, reread])
  const back = hrefOrigin(readRaccolta(query) ?? SEVERAL_BANCHE)
  if (data) return <ReadyRisultati data={data} canGoBack={back} />
  return (
    <Page title={testi.titolo} back={back}>
      {error ? (
        <FailureState title={testi.errore} error={error}>
          <ButtonLink variant="primario" href={back}>
            {direction(readRaccolta(query) ?? SEVERAL_BANCHE)}
          </ButtonLink>
        </FailureState>
      ) : (
        <SkeletonCards />
      )}
    </Page>
  )
}

function ReadyRisultati({ data, canGoBack: back }: { data: RisultatiData; canGoBack: string }) {
  const { seduta, consegna, regole, nome: name, prova } = data
  const places = useMemo(() => markPlaces(regole, data.posti), [regole, data.posti])
  const lost = useMemo(
    () => lostByCause(coachedPlaces(regole, places), consegna.motivo === 'tempo'),
    [regole, places, consegna.motivo],
  )
  const { esito: result } = consegna.punteggio
  const [filter, setFilter] = useState<ReviewFilter | null>(null)
  const { movement, appointment } = data.dopo
  const errors = places.filter((p) => passesReview(p, 'errate'))
  const sentence = errorSentence(
    errors.map((p) => p.domanda),
    places.map((p) => p.domanda),
  )
  const withSezioni = consegna.punteggio.sezioni.length > 1
  const withHistory = data.storia.length > 1
  return (
    <Page
      title={testi.esiti[result]}
      back={back}
      above={
        <Muted small>
          {testi.sopra(
            [name ?? historyText.piu_banche, prova.regole.nome, prova.foglio && sheetText.foglio(prova.foglio)]
              .filter(Boolean)
              .join(' · '),
            consegna.at,
          )}
        </Muted>
      }
      below={consegna.motivo === 'tempo' && <Muted small>{testi.a_tempo}</Muted>}
    >
      <div className={css.griglia}>
        <ProvaScore data={data}>
          {sentence !== null && <p>{sentence}</p>}
          {movement && <MovementLine movement={movement} />}
          <RisultatiActions data={data} places={places} onReview={() => setFilter('tutte')} />
        </ProvaScore>
        <div className={css.accanto}>
          <LostPoints punteggio={consegna.punteggio} lost={lost} />
          {places.length > 0 && <CoachCard data={data} places={places.filter((p) => p.voce.doppia === undefined)} />}
          <HowItWent places={places} />
        </div>
        {withSezioni && <SezioniScores punteggio={consegna.punteggio} />}
        {places.length > 0 && (
          <Card aria-labelledby="per-materia" className={cx(css.materie, withSezioni === withHistory && css.largo)}>
            <Row spread className={css.testa}>
              <h2 id="per-materia">{testi.per_materia}</h2>
              <Muted small as="span">
                {testi.per_materia_nota}
              </Muted>
            </Row>
            <Suspense fallback={null}>
              <MateriaBars places={places} />
            </Suspense>
          </Card>
        )}
        <ClassificaCard prova={prova} />
        {withHistory && <ScoreHistory storia={data.storia} soglia={thresholdShare(data)} />}
        {places.length > 0 ? (
          <ReviewList seduta={seduta} places={places} filter={filter} onFilter={setFilter} />
        ) : (
          <AbsentDomande />
        )}
        {appointment && <AppointmentCard id_concorso={seduta.id_concorso} appointment={appointment} />}
        <div className={css.fine}>
          <ButtonLink href={back}>{direction(seduta.id_concorso)}</ButtonLink>
        </div>
      </div>
    </Page>
  )
}
