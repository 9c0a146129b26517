import { Suspense, useEffect, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useSearch } from 'wouter'
import { SEVERAL_BANCHE } from '#contract/database'
import type { ProvaSummary } from '#contract/prova'
import { type LostByCause, lostByCause } from '#rules/coach'
import type { Punteggio } from '#rules/regolamento/punteggio'
import { AbsentDomande } from '../../../components/AbsentDomande.tsx'
import { MovementLine } from '../../../components/dopo/AfterLines.tsx'
import { AppointmentCard } from '../../../components/dopo/AppointmentCard.tsx'
import { FailureState } from '../../../components/ErrorState.tsx'
import { TrendChart } from '../../../components/TrendChart.tsx'
import { useRead } from '../../../components/useRead.ts'
import { hrefAfter, hrefSimulazioni, readRaccolta } from '../../../domain/hrefs.ts'
import { sentSimulazioni } from '../../../sync/sent-simulazioni.ts'
import { errorSentence } from '../../../text/dopo.ts'
import { sheetText } from '../../../text/foglio.ts'
import { spokenTime } from '../../../text/formats.ts'
import { risultatiText as testi } from '../../../text/risultati.ts'
import { historyText } from '../../../text/storia.ts'
import { wayBackText } from '../../../text/way-back.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import { Card, Chip, Muted, Row } from '../../../ui/base.tsx'
import { Facts } from '../../../ui/CardHead.tsx'
import { cx } from '../../../ui/cx.ts'
import { FoldedCard } from '../../../ui/FoldedCard.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { Page } from '../../../ui/Page.tsx'
import { SkeletonCards } from '../../../ui/States.tsx'
import { ClassificaCard } from '../../classifica/index.ts'
import { type RisultatiData, readRisultati } from '../read-risultati.ts'
import {
  countChanges,
  type MarkedPlace,
  markPlaces,
  meanTime,
  passesReview,
  type ReviewFilter,
  thresholdShare,
} from './analysis.ts'
import { CoachCard } from './CoachCard.tsx'
import { coachedPlaces } from './coach.ts'
import { ProvaScore } from './ProvaScore.tsx'
import { ReviewList } from './ReviewList.tsx'
import { RisultatiActions } from './RisultatiActions.tsx'
import css from './risultati.module.css'
import { SezioniScores } from './SezioniScores.tsx'

/** Fewest trials with a meaningful mean. */
const FEW = 3
const share = ({ punti, massimo: max }: ProvaSummary) => (max > 0 ? (100 * punti) / max : 0)

/** Trend of the last trials, with the mean of the last five [SI3][SI4]; `soglia`, 0 to 100, is this trial's. */
function ScoreHistory({ storia, soglia }: { storia: readonly ProvaSummary[]; soglia: number | null }) {
  const lastFive = storia.slice(0, 5)
  const media = Math.round(lastFive.reduce((s, p) => s + share(p), 0) / Math.max(1, lastFive.length))
  return (
    <Card aria-labelledby="storia" className={css.storia}>
      <Row spread wrap>
        <h2 id="storia">{testi.storia}</h2>
        {lastFive.length >= FEW && <Chip>{testi.storia_media(lastFive.length, media)}</Chip>}
      </Row>
      <Muted small>{testi.storia_nota}</Muted>
      <TrendChart
        title={testi.storia}
        soglia={soglia === null ? null : { percent: soglia, name: testi.storia_soglia }}
        columns={[testi.storia_giorno, testi.storia_punti, testi.storia_esito]}
        points={[...storia].reverse().map((p) => ({
          id: p.id,
          name: testi.giorno(p.consegnata),
          short: historyText.giorno(p.consegnata),
          percent: share(p),
          spoken: historyText.voce(p.punti, p.massimo),
          esito:
            p.superata === null ? historyText.esiti.senza : p.superata ? historyText.esiti.si : historyText.esiti.no,
        }))}
      />
    </Card>
  )
}

const MateriaBars = lazyPart(() => import('./MateriaBars.tsx'))

/** Returns the way out; an official trial over several banks was started from the page of one. */
const wayBack = ({ seduta: { id_concorso }, prova }: RisultatiData, origin: string) =>
  prova.simulazione && id_concorso === SEVERAL_BANCHE
    ? { back: hrefSimulazioni(''), where: wayBackText(hrefSimulazioni('')) }
    : { back: origin, where: wayBackText(origin) }

/**
 * Screen `/riepilogo?seduta=ID&prova=1` shows how a delivered trial went, with its review [SI1] (D21: RIVEDI_PROVA, RIEPILOGO).
 */
export default function RisultatiScreen() {
  const query = new URLSearchParams(useSearch())
  const id = query.get('seduta') ?? ''
  const { dati: data, guasto: error, rileggi: reread } = useRead(readRisultati, id)
  // Read again when the server's count arrives; the ticket of a simulation is its id.
  const arrived = useSnapshot(sentSimulazioni).esiti[id] !== undefined
  useEffect(() => {
    if (arrived) void reread()
  }, [arrived, reread])
  const back = hrefAfter({ id_concorso: readRaccolta(query) ?? SEVERAL_BANCHE })
  if (data) return <ReadyRisultati data={data} {...wayBack(data, back)} />
  return (
    <Page title={testi.titolo} back={back}>
      {error ? (
        <FailureState title={testi.errore} error={error}>
          <ButtonLink variant="primario" href={back}>
            {wayBackText(back)}
          </ButtonLink>
        </FailureState>
      ) : (
        <SkeletonCards />
      )}
    </Page>
  )
}

function ReadyRisultati({ data, back, where }: { data: RisultatiData; back: string; where: string }) {
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
            [
              prova.regole.nome?.startsWith(`${name}:`) ? null : (name ?? historyText.piu_banche),
              prova.regole.nome,
              prova.foglio && sheetText.foglio(prova.foglio),
            ]
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
          <ButtonLink href={back}>{where}</ButtonLink>
        </div>
      </div>
    </Page>
  )
}

/** Time on a question, answers that changed, right answers that may be luck. */
function HowItWent({ places }: { places: readonly MarkedPlace[] }) {
  if (places.length === 0) return null
  const media = meanTime(places)
  const lunga = places.reduce((a, b) => (b.voce.ms > a.voce.ms ? b : a))
  const { cambiate: changed, peggiorate: worsened, migliorate: improved, note } = countChanges(places)
  const rows: [string, string][] = [
    [testi.tempo_medio, spokenTime(media)],
    ...(lunga.voce.ms > 0
      ? [[testi.tempo_piu, testi.tempo_piu_valore(lunga.voce.ms, lunga.indice + 1)] as [string, string]]
      : []),
    [testi.cambiate, note ? testi.cambiate_valore(changed, worsened, improved) : testi.cambiate_solo(changed)],
    [testi.fortunate, testi.fortunate_valore(places.filter((p) => p.fortunata).length)],
  ]
  return (
    <FoldedCard id="come-risposto" title={testi.come}>
      <Facts className={css.come} rows={rows} />
    </FoldedCard>
  )
}

/** Points lost against the best answers, by wrong answers (changes of mind too), grades in between, blanks (time too) [CB4]. */
function LostPoints({ punteggio: p, lost }: { punteggio: Punteggio; lost: LostByCause }) {
  const options = [
    { nome: testi.persi_errate, valore: p.persi_errate, classe: css.barraErrate },
    { nome: testi.persi_ripensamenti, valore: lost.ripensamenti, classe: css.barraErrate },
    { nome: testi.persi_intermedie, valore: p.persi_intermedie, classe: css.barraIntermedie },
    { nome: testi.persi_omesse, valore: p.persi_omesse, classe: css.barraOmesse },
    { nome: testi.persi_doppie, valore: lost.doppie, classe: css.barraOmesse },
    { nome: testi.persi_tempo, valore: lost.tempo, classe: css.barraOmesse },
  ].filter((v) => v.valore > 0)
  const max = Math.max(1, ...options.map((v) => v.valore))
  return (
    <Card aria-labelledby="persi">
      <h2 id="persi">{testi.persi}</h2>
      {options.length === 0 && <Muted>{testi.persi_nessuno}</Muted>}
      <dl className={css.persi}>
        {options.map((v) => (
          <div key={v.nome}>
            <dt>{v.nome}</dt>
            <dd>{testi.persi_punti(v.valore)}</dd>
            <span className={css.binario} aria-hidden="true">
              <i className={v.classe} style={{ width: `${(100 * v.valore) / max}%` }} />
            </span>
          </div>
        ))}
      </dl>
    </Card>
  )
}
