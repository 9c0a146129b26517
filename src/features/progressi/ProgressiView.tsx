import { type CSSProperties, Suspense } from 'react'
import { useSnapshot } from 'valtio'
import type { BancaLocale } from '#contract/database'
import { daysBetween, italianDay } from '#rules/italian-day'
import { sumWeeks } from '#rules/progressi'
import { BancaRow } from '../../components/BancaRow.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { LivelloBar } from '../../components/Livelli.tsx'
import { bancheState } from '../../domain/banche-state.ts'
import { hrefProgressi } from '../../domain/hrefs.ts'
import { useStartOggi } from '../../domain/use-start-oggi.ts'
import { formatPercent } from '../../text/formats.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Card, Muted } from '../../ui/base.tsx'
import { IconPlay, IconTrend } from '../../ui/icons.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Staged } from '../../ui/Staged.tsx'
import { EmptyState, SkeletonCards } from '../../ui/States.tsx'
import { BestieNereCard } from './BestieNereCard.tsx'
import { CalendarCard } from './CalendarCard.tsx'
import { CourseCard } from './CourseCard.tsx'
import { LevelsCard } from './LevelsCard.tsx'
import { ProveCard } from './ProveCard.tsx'
import css from './progressi.module.css'
import { SittingsCard } from './SittingsCard.tsx'
import { Totals } from './Totals.tsx'
import { progressiText as texts } from './text.ts'
import { type Loaded, useProgressi } from './useProgressi.ts'

const TimeChart = lazyPart(() => import('./TimeChart.tsx'))
const WEEKS_OF_TIME = 6
/** Before so many days a week is not told: it would be zeros for the most. */
const DAYS_OF_A_WEEK = 7

/** How practice went over time, of a bank or (null) of all: where nothing was answered yet, the way to begin [PG1]. */
export function ProgressiView({ id_concorso }: { id_concorso: number | null }) {
  const { loaded, error, reload } = useProgressi(id_concorso)
  if (error && !loaded) return <ErrorState title={texts.errore} error={error} onRetry={reload} />
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
      </>
    )
  return <Told key={id_concorso} {...loaded} />
}

/** Today's sitting of a bank that has none yet. */
function Begin({ id_concorso }: { id_concorso: number }) {
  const { busy, start } = useStartOggi(id_concorso)
  return (
    <Button variant="primario" icon={<IconPlay size={20} />} busy={busy} onClick={() => void start()}>
      {texts.vuoto_comincia}
    </Button>
  )
}

function Told({ id_concorso, progressi, prove }: Loaded) {
  const { list } = useSnapshot(bancheState)
  const today = italianDay(Date.now())
  const { giorni, settimane, materie } = progressi
  const banche = (list as BancaLocale[]).filter((b) => b.n_domande > 0)
  const banca = banche.find((b) => b.id_concorso === id_concorso) ?? null
  const first = giorni.at(0)?.giorno ?? today
  const early = daysBetween(first, today) < DAYS_OF_A_WEEK
  const weekly = !early && settimane.length > 1
  return (
    <div className={css.griglia}>
      <Staged>
        <Totals giorni={giorni} today={today} />
        {early && <Muted className={css.tutto}>{texts.presto}</Muted>}
        {!early && <CalendarCard giorni={giorni} today={today} />}
        {!early && <TimeCard giorni={giorni} today={today} />}
        {weekly && <LevelsCard settimane={settimane} className={prove.length > 0 ? css.largo : css.tutto} />}
        {prove.length > 0 && <ProveCard prove={prove} className={weekly ? css.stretto : css.largo} />}
        {id_concorso === null && banche.length > 0 && (
          <Card className={prove.length > 0 ? css.stretto : css.tutto} aria-labelledby="banche-progressi">
            <h2 id="banche-progressi">{texts.banche}</h2>
            <div>
              {banche.map((b) => (
                <BancaRow
                  key={b.id_concorso}
                  href={hrefProgressi(b.id_concorso)}
                  title={b.concorso}
                  below={texts.viste(b.n_domande - b.per_livello[-99], b.n_domande)}
                  trailing={formatPercent(b.completamento)}
                >
                  <LivelloBar per_livello={b.per_livello} />
                </BancaRow>
              ))}
            </div>
          </Card>
        )}
        {id_concorso !== null && materie.length > 0 && <CourseCard id_concorso={id_concorso} materie={materie} />}
        {(id_concorso === null || banca) && <BestieNereCard banca={banca} materie={materie} />}
        <SittingsCard id_concorso={id_concorso} />
      </Staged>
    </div>
  )
}

/** Of less no bar is drawn: without any other the chart would be a blank. */
const DRAWN_FROM_MS = 3_000

function TimeCard({ giorni, today }: { giorni: Loaded['progressi']['giorni']; today: string }) {
  const weeks = sumWeeks(giorni, today, WEEKS_OF_TIME)
  // Weeks before the first answer are no zeros.
  const begun = weeks.slice(
    Math.max(
      0,
      weeks.findIndex((w) => w.risposte > 0),
    ),
  )
  return (
    <Card className={css.stretto} aria-labelledby="tempo">
      <div>
        <h2 id="tempo">{texts.tempo_titolo}</h2>
        <Muted small>{texts.tempo_sotto(weeks.at(-1)?.ms ?? 0)}</Muted>
      </div>
      {weeks.some(({ ms }) => ms >= DRAWN_FROM_MS) && (
        <div className={css.tempo} style={{ '--settimane': begun.length } as CSSProperties}>
          <Suspense>
            <TimeChart weeks={begun} />
          </Suspense>
        </div>
      )}
    </Card>
  )
}
