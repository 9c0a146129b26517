import { type CSSProperties, type ReactNode, Suspense, startTransition, useCallback, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { BancaLocale } from '#contract/database'
import { type Giorno, type ProgressiLocali, SEVERAL_BANCHE } from '#contract/database'
import type { ProvaSummary } from '#contract/prova'
import type { Failure } from '#contract/result'
import { daysBetween, italianDay } from '#rules/italian-day'
import { countStreak, sumWeeks } from '#rules/progressi'
import { BancaRow } from '../../components/BancaRow.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { LivelloBar } from '../../components/Livelli.tsx'
import { SedutaHistory } from '../../components/SedutaHistory.tsx'
import { bancheState, findBanca } from '../../domain/banche-state.ts'
import { hrefProgressi, hrefReview } from '../../domain/hrefs.ts'
import { useSedutaHistory } from '../../domain/sedute-history.ts'
import { useErrori } from '../../domain/use-errori.ts'
import { useStartOggi } from '../../domain/use-start-oggi.ts'
import { correctedIso } from '../../platform/server-now.ts'
import { changesFigures, coalesce, onStoreChange } from '../../store/changes.ts'
import { onStore } from '../../store/on-store.ts'
import { bancheText } from '../../text/banche.ts'
import { formatNumber, formatPercent } from '../../text/formats.ts'
import { historyText } from '../../text/storia.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/base.tsx'
import { FoldedCard } from '../../ui/FoldedCard.tsx'
import { IconPlay, IconTrend } from '../../ui/icons.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Segmented } from '../../ui/Segmented.tsx'
import { Staged } from '../../ui/Staged.tsx'
import { EmptyState, SkeletonCards } from '../../ui/States.tsx'
import { BestieNereCard } from './BestieNereCard.tsx'
import { CalendarCard } from './CalendarCard.tsx'
import { CourseCard } from './CourseCard.tsx'
import { LevelsCard } from './LevelsCard.tsx'
import { ProveCard } from './ProveCard.tsx'
import css from './progressi.module.css'
import { FILTER_KINDS, type HistoryFilter, studyTime, progressiText as texts } from './text.ts'

/** Most trials read for their chart. */
const TRIALS_TOLD = 20

type Loaded = { id_concorso: number | null; progressi: ProgressiLocali; prove: readonly ProvaSummary[] }

/** Reads the practice of a bank or (null) of every bank, and again when another tab changes the figures. */
function useProgressi(id_concorso: number | null) {
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [error, setError] = useState<Failure | null>(null)
  const read = useCallback(
    async (signal?: AbortSignal) => {
      const [progressi, prove] = await Promise.all([
        onStore((db) => db.readProgressi({ id_concorso, at: correctedIso() })),
        onStore((db) => db.listProve({ id_concorso, limite: TRIALS_TOLD })),
      ])
      if (signal?.aborted) return
      setError(progressi.ok ? null : progressi.error)
      if (!progressi.ok) return
      const read = { id_concorso, progressi: progressi.value, prove: prove.ok ? prove.value : [] }
      // Draw the dozen cards in slices, because at once they hold a slow phone for more than a frame.
      startTransition(() => setLoaded(read))
    },
    [id_concorso],
  )
  useEffect(() => {
    const end = new AbortController()
    void read(end.signal)
    const again = coalesce(() => read(end.signal))
    onStoreChange((change) => changesFigures(change) && again(), end.signal)
    return () => end.abort()
  }, [read])
  // Hide the figures of another bank until those of this one are read.
  return { loaded: loaded?.id_concorso === id_concorso ? loaded : null, error, reload: () => void read() }
}

const sum = (days: readonly Giorno[], key: 'risposte' | 'giuste' | 'ms') => days.reduce((n, d) => n + d[key], 0)

/** Totals of answers, right share, time and days, and under them what is still to come. */
function Totals({ giorni, today, note }: { giorni: readonly Giorno[]; today: string; note: string | null }) {
  const answers = sum(giorni, 'risposte')
  const streak = countStreak(giorni, today)
  const figures: readonly [value: string, name: string][] = [
    [formatNumber(answers), texts.risposte(answers)],
    [formatPercent(answers > 0 ? (100 * sum(giorni, 'giuste')) / answers : 0), texts.corrette],
    [studyTime(sum(giorni, 'ms')), texts.tempo],
    [
      formatNumber(giorni.length),
      streak > 1 ? `${texts.giorni(giorni.length)}, ${texts.fila(streak)}` : texts.giorni(giorni.length),
    ],
  ]
  return (
    <Card as="ul" className={css.totali}>
      {figures.map(([value, name]) => (
        <li key={name}>
          <b>{value}</b>
          <span>{name}</span>
        </li>
      ))}
      {note && <li className={css.nota}>{note}</li>}
    </Card>
  )
}

const OPTIONS = (Object.keys(FILTER_KINDS) as HistoryFilter[]).map((value) => ({ value, text: texts.filtri[value] }))
const bancaName = (id_concorso: number) =>
  id_concorso === SEVERAL_BANCHE
    ? historyText.piu_banche
    : (findBanca(id_concorso)?.concorso ?? historyText.banca_tolta)

/** Least sittings that have filters; fewer are seen at a glance. */
const FILTERED_FROM = 3

/** Sittings that have ended, of a bank or of every bank, filtered by kind. */
function SittingsCard({ id_concorso, className }: { id_concorso: number | null; className?: string | undefined }) {
  const [filter, setFilter] = useState<HistoryFilter>('tutte')
  const history = useSedutaHistory(id_concorso, FILTER_KINDS[filter])
  return (
    <SedutaHistory
      {...history}
      className={className}
      href={hrefReview}
      {...(id_concorso === null && { banca: (s) => bancaName(s.id_concorso) })}
      filters={
        (filter !== 'tutte' || history.onMore || history.sedute.length >= FILTERED_FROM) && (
          <Segmented
            legend={texts.filtro}
            legendVisible={false}
            options={OPTIONS}
            value={filter}
            onSelect={setFilter}
          />
        )
      }
      empty={texts.nessuna}
    />
  )
}

const TimeChart = lazyPart(() => import('./TimeChart.tsx'))
const WEEKS_OF_TIME = 6
/** Days since the first answer from which a week is shown; before them it is mostly zeros. */
const DAYS_OF_A_WEEK = 7

/**
 * Practice over time, of a bank or (null) of every bank; before the first answer, the way to begin [PG1]. `after` stands under
 * its cards and appears with them, so that nothing moves.
 */
export function ProgressiView({ id_concorso, after }: { id_concorso: number | null; after?: ReactNode }) {
  const { loaded, error, reload } = useProgressi(id_concorso)
  if (error && !loaded)
    return (
      <>
        <ErrorState title={texts.errore} error={error} onRetry={reload} />
        {after}
      </>
    )
  if (!loaded) return <SkeletonCards />
  if (loaded.progressi.giorni.length === 0 && loaded.prove.length === 0)
    return (
      <>
        <EmptyState
          icon={<IconTrend size={24} />}
          title={texts.vuoto_titolo}
          text={texts.vuoto_testo}
          actions={
            id_concorso === null ? (
              <ButtonLink variant="primario" href="/" icon={<IconPlay size={20} />}>
                {texts.vuoto_azione}
              </ButtonLink>
            ) : (
              <Begin id_concorso={id_concorso} />
            )
          }
        />
        <SittingsCard id_concorso={id_concorso} />
        {after}
      </>
    )
  return <Told key={id_concorso} {...loaded} after={after} />
}

/** Starts today's sitting of a bank that has none yet. */
function Begin({ id_concorso }: { id_concorso: number }) {
  const { busy, start } = useStartOggi(id_concorso)
  return (
    <Button variant="primario" icon={<IconPlay size={20} />} busy={busy} onClick={() => void start()}>
      {texts.vuoto_comincia}
    </Button>
  )
}

function Told({ id_concorso, progressi, prove, after }: Loaded & { after: ReactNode }) {
  const { list } = useSnapshot(bancheState)
  const today = italianDay(Date.now())
  const { giorni, settimane, materie } = progressi
  const banche = (list as BancaLocale[]).filter((b) => b.n_domande > 0)
  const banca = banche.find((b) => b.id_concorso === id_concorso) ?? null
  const first = giorni.at(0)?.giorno ?? today
  const early = daysBetween(first, today) < DAYS_OF_A_WEEK
  const weekly = !early && settimane.length > 1
  const errors = useErrori(id_concorso)
  const errorsCard = (id_concorso === null || banca) && errors.known && (
    <BestieNereCard banca={banca} materie={materie} errors={errors} />
  )
  // Until the weeks are drawn the first column is the shorter one of every bank.
  const errorsFirst = early && id_concorso === null && prove.length > 0
  return (
    <>
      <div className={css.griglia}>
        <Totals giorni={giorni} today={today} note={early ? texts.presto : null} />
        <div className={css.colonna}>
          <Staged>
            {!early && <CalendarCard giorni={giorni} today={today} />}
            {weekly && <LevelsCard settimane={settimane} />}
            {id_concorso === null && banche.length > 0 && <BancheCard banche={banche} />}
            {id_concorso !== null && materie.length > 0 && <CourseCard id_concorso={id_concorso} materie={materie} />}
            {errorsFirst && errorsCard}
          </Staged>
        </div>
        <div className={css.colonna}>
          <Staged>
            {!early && <TimeCard giorni={giorni} today={today} />}
            {prove.length > 0 && <ProveCard prove={prove} />}
            {!errorsFirst && errorsCard}
          </Staged>
        </div>
        {errors.known && <SittingsCard id_concorso={id_concorso} className={css.tutto} />}
      </div>
      {errors.known && after}
    </>
  )
}

/** Shows the progress of each bank, with the way to its own course. */
const BancheCard = ({ banche }: { banche: readonly BancaLocale[] }) => (
  <Card aria-labelledby="banche-progressi">
    <h2 id="banche-progressi">{texts.banche}</h2>
    <div>
      {banche.map((b) => (
        <BancaRow
          key={b.id_concorso}
          href={hrefProgressi(b.id_concorso)}
          title={b.concorso}
          below={bancheText.viste(b.viste, b.n_domande, b.completamento)}
        >
          <LivelloBar per_livello={b.per_livello} />
        </BancaRow>
      ))}
    </div>
  </Card>
)

/** Shortest time that has a bar; without a longer week the chart would be blank. */
const DRAWN_FROM_MS = 3_000

function TimeCard({ giorni, today }: { giorni: Loaded['progressi']['giorni']; today: string }) {
  const weeks = sumWeeks(giorni, today, WEEKS_OF_TIME)
  // Leave out the weeks before the first answer, which are no zeros.
  const begun = weeks.slice(
    Math.max(
      0,
      weeks.findIndex((w) => w.risposte > 0),
    ),
  )
  return (
    <FoldedCard id="tempo" title={texts.tempo_titolo} note={texts.tempo_sotto(weeks.at(-1)?.ms ?? 0)}>
      {weeks.some(({ ms }) => ms >= DRAWN_FROM_MS) && (
        <div className={css.tempo} style={{ '--settimane': begun.length } as CSSProperties}>
          <Suspense>
            <TimeChart weeks={begun} />
          </Suspense>
        </div>
      )}
    </FoldedCard>
  )
}
