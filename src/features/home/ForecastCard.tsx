import { type CSSProperties, Suspense, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { BancaLocale, PrevisioneLocale } from '#contract/database'
import type { Esame } from '#rules/esame'
import type { Graduatoria } from '#rules/graduatoria'
import { Button } from '../../ui/Button.tsx'
import base from '../../ui/base.module.css'
import { Card, Muted, Row } from '../../ui/base.tsx'
import { cx } from '../../ui/cx.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Skeleton } from '../../ui/States.tsx'
import css from './forecast.module.css'
import { oggiState } from './oggi-state.ts'
import { forecastText } from './text.ts'

const ExamRulesDialog = lazyPart(() => import('./ExamRulesDialog.tsx'))

/** Shows the score that the exam would give today, or the data that a prediction lacks [PV1][PV4]. */
export function ForecastCard({ banca }: { banca: BancaLocale }) {
  const { esame, previsione, graduatoria } = useSnapshot(oggiState)
  const [asking, setAsking] = useState(false)
  return (
    <Card className={css.carta} aria-labelledby="previsione">
      {esame && previsione === null ? (
        <Waiting />
      ) : !esame ? (
        // A bank seen for the first time has no rules in most cases: their question holds the place until they are read.
        <Row spread wrap className={cx(css.chiedi, esame === undefined && base.attesa)}>
          <span>
            <b id="previsione">{forecastText.chiedi}</b>
            <Muted small as="span">
              {forecastText.chiedi_testo}
            </Muted>
          </span>
          <Button size="sm" onClick={() => setAsking(true)}>
            {forecastText.scegli}
          </Button>
        </Row>
      ) : (
        previsione && (
          <Forecast
            esame={esame as Esame}
            previsione={previsione as PrevisioneLocale}
            graduatoria={graduatoria as Graduatoria | null}
            onRules={() => setAsking(true)}
          />
        )
      )}
      {asking && (
        <Suspense>
          <ExamRulesDialog banca={banca} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </Card>
  )
}

/** Holds the place of the sentence at its height. */
const Waiting = () => (
  <>
    <h2 id="previsione" className={css.frase} aria-busy="true">
      {forecastText.titolo}
    </h2>
    <Skeleton height={12} />
    <Skeleton width="60%" height={14} />
  </>
)

function Forecast({
  esame,
  previsione: { oggi, ieri, mancano_risposte, posto },
  graduatoria,
  onRules,
}: {
  esame: Esame
  previsione: PrevisioneLocale
  graduatoria: Graduatoria | null
  onRules: () => void
}) {
  const rules = (
    <Muted small>
      {forecastText.con(esame.fonte, esame.domande)}{' '}
      <button type="button" className={css.regole} onClick={onRules}>
        {forecastText.regole}
      </button>
    </Muted>
  )
  if (!oggi)
    return (
      <>
        <h2 id="previsione" className={css.frase}>
          {forecastText.mancano_risposte(mancano_risposte)}
        </h2>
        {rules}
      </>
    )
  const { mediana, da, a, p_soglia, mancano } = oggi
  const { soglia, massimo, domande } = esame
  return (
    <>
      <h2 id="previsione" className={css.frase}>
        {forecastText.oggi} <b>{forecastText.voto(mediana, massimo)}</b>.{' '}
        {soglia !== null &&
          (mancano !== null && mancano > 0
            ? forecastText.soglia_mancano(soglia, mancano, domande)
            : forecastText.soglia_passi(soglia, p_soglia ?? 0))}
      </h2>
      <Scale da={da} a={a} at={mediana} soglia={soglia} massimo={massimo} />
      <p className={css.sotto}>
        <span>{forecastText.fra(da, a)}</span>
        {ieri !== null && Math.round(ieri / 500) !== Math.round(mediana / 500) && (
          <span>{forecastText.ieri(ieri)}</span>
        )}
        {soglia !== null && <b className={css.soglia}>{forecastText.soglia(soglia)}</b>}
      </p>
      {posto && graduatoria && <p className={css.posto}>{forecastText.posto(graduatoria, posto)}</p>}
      {rules}
    </>
  )
}

/** Draws the band of eight exams of ten, its median and the threshold, up to the best score. */
function Scale({
  da,
  a,
  at,
  soglia,
  massimo,
}: {
  da: number
  a: number
  at: number
  soglia: number | null
  massimo: number
}) {
  const share = (points: number) => `${(100 * Math.min(massimo, Math.max(0, points))) / massimo}%`
  const place = { '--da': share(da), '--a': share(a), '--qui': share(at), '--soglia': share(soglia ?? 0) }
  return (
    <div
      className={css.scala}
      style={place as CSSProperties}
      role="img"
      aria-label={forecastText.barra(da, a, massimo)}
    >
      <span className={css.fascia} />
      {soglia !== null && <span className={css.tacca} />}
      <span className={css.punto} />
    </div>
  )
}
