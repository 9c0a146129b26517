import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import type { BancaLocale } from '#contract/database'
import type { Failure } from '#contract/result'
import type { Concorso } from '#contract/schemas'
import { daysBetween, italianDay } from '#rules/italian-day'
import { SyncBadge } from '../../components/AppFrame.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { EveCard } from '../../components/vigilia/EveCard.tsx'
import { leadingBanca, loadBanche, bancheState as stato } from '../../domain/banche-state.ts'
import { catalog, loadFeatured } from '../../domain/catalog-state.ts'
import { hrefCatalog, hrefRicerca, isProva } from '../../domain/hrefs.ts'
import { livelloState, loadLivello } from '../../domain/livello.ts'
import { useOpenSedute } from '../../domain/open-sedute.ts'
import { network } from '../../platform/network.ts'
import { session } from '../../session/session.ts'
import { store } from '../../store/opening.ts'
import { journalRoom, syncStatus } from '../../store/sync-status.ts'
import { profileText } from '../../text/account.ts'
import { homeText, bancheText as testiBanche } from '../../text/banche.ts'
import { statesText } from '../../text/common.ts'
import { errorMessage } from '../../text/errors.ts'
import { formatNumber, formatToday, pluralWord } from '../../text/formats.ts'
import { accountTypeText } from '../../text/shell.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import base from '../../ui/base.module.css'
import { Band, Card, Chip, Muted, Row } from '../../ui/base.tsx'
import { cx } from '../../ui/cx.ts'
import { SearchField } from '../../ui/Field.tsx'
import { IconPlus, IconPremium, IconWarn } from '../../ui/icons.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Progress } from '../../ui/Meters.tsx'
import { Page } from '../../ui/Page.tsx'
import { SkeletonCards } from '../../ui/States.tsx'
import { SoonBandi } from '../bandi/index.ts'
import { HomeBanner, MoreLinks } from '../contenuti/index.ts'
import { ExamCard } from './ExamCard.tsx'
import { ForecastCard } from './ForecastCard.tsx'
import css from './home.module.css'
import { LinkedBanca } from './LinkedBanca.tsx'
import { OggiCard, takesButton } from './OggiCard.tsx'
import { OwnBanche } from './OwnBanche.tsx'
import { oggiState, restoreOggi } from './oggi-state.ts'
import { examText } from './text.ts'
import { isBancaHere, UnfinishedProve } from './UnfinishedProve.tsx'

/** Teaches on the empty dashboard: three steps and the first one to take. */
const Tour = () => (
  <Card className={css.eroe} aria-labelledby="tour">
    <h2 id="tour">{homeText.tour_titolo}</h2>
    <Muted>{homeText.tour_testo}</Muted>
    <ol className={css.tour}>
      {homeText.passi.map(([title, text], i) => (
        <li key={title} aria-current={i === 0 ? 'step' : undefined}>
          <span className={css.numero} aria-hidden="true">
            {i + 1}
          </span>
          <b>{title}</b>
          <span>{text}</span>
        </li>
      ))}
    </ol>
    <div className={css.cta}>
      <ButtonLink variant="primario" href={hrefCatalog()} icon={<IconPlus size={20} />}>
        {testiBanche.aggiungi}
      </ButtonLink>
    </div>
  </Card>
)

const HomeSearch = lazyPart(() => import('./HomeSearch.tsx'))
const ElsewhereCard = lazyPart(() => import('./ElsewhereCard.tsx'))
const GainCard = lazyPart(() => import('./GainCard.tsx'))
const LastProve = lazyPart(() => import('./LastProve.tsx'))
const FeaturedConcorsi = lazyPart(() => import('./FeaturedConcorsi.tsx'))
const HomeHistory = lazyPart(() => import('./HomeHistory.tsx'))

/** Greets without name and gender, because the profile has neither. */
const greeting = (hour: number) => homeText.saluti[hour < 5 || hour >= 18 ? 2 : hour < 13 ? 0 : 1]

/** Returns the days to an exam that is still to come; null without one. */
function daysLeft(day: string | null, now: Date): number | null {
  const left = day === null ? 0 : daysBetween(italianDay(now.getTime()), day)
  return left > 0 ? left : null
}

/** Loads featured banks, and their cards where they stand alone (`bare`); returns true once they are loaded, or cannot be. */
function useFeatured(online: boolean, bare: boolean): boolean {
  const [known, setKnown] = useState(!online || catalog.in_evidenza.length > 0)
  useEffect(() => {
    if (!online) return setKnown(true)
    void loadLivello()
    const parts = [loadFeatured(), ...(bare ? [FeaturedConcorsi.fetch()] : [])]
    void Promise.allSettled(parts).then(() => setKnown(true))
  }, [online, bare])
  return known
}

/** Shows at `/` the way to go on, the account's banks, the featured ones, search across banks [RT1][SC11][SC12][SC13]. */
export default function HomeScreen() {
  const { list, fase, error, hidden } = useSnapshot(stato)
  const { in_evidenza } = useSnapshot(catalog)
  const { online } = useSnapshot(network)
  const [search, setSearch] = useState('')
  const [, navigate] = useLocation()
  const [now] = useState(() => new Date())
  const open = useOpenSedute()
  useEffect(() => {
    void loadBanche()
  }, [])
  const own = (list as BancaLocale[]).filter((b) => !hidden.includes(b.id_concorso))
  const current = leadingBanca(own, italianDay(now.getTime()))
  const bare = current === null
  const featured = useFeatured(online, bare)
  const others = own.filter((b) => b !== current)
  if (current) restoreOggi(current.id_concorso)
  const { data_prova } = useSnapshot(oggiState)
  const left = current && daysLeft(data_prova, now)
  const resumed = current && open?.find((a) => a.id_concorso === current.id_concorso && takesButton(a))
  const prove = (open ?? []).filter(
    (a) => (isProva(a) || !takesButton(a) || (a.altrove && !isBancaHere(a))) && a !== resumed,
  )
  const addable = (in_evidenza as Concorso[]).filter((c) => !own.some((b) => b.id_concorso === c.id_concorso))
  return (
    <Page
      title={greeting(now.getHours()) ?? homeText.titolo}
      above={<Muted>{[formatToday(now), ...(left ? [examText.mancano(left)] : [])].join(' · ')}</Muted>}
      bar={<HomeBadge now={now} />}
      aside={
        <search>
          <SearchField
            label={homeText.cerca}
            value={search}
            maxLength={200}
            enterKeyHint="search"
            onSearch={setSearch}
            onKeyDown={(e) => {
              if (e.key === 'Enter' && search.trim() !== '')
                navigate(hrefRicerca(new URLSearchParams({ parole: search.trim() }).toString()))
            }}
          />
        </search>
      }
    >
      {search.trim() !== '' ? (
        <Suspense>
          <HomeSearch text={search.trim()} own={own} />
        </Suspense>
      ) : fase === 'guasto' && error && list.length === 0 ? (
        <ErrorState title={testiBanche.errore} error={error} onRetry={() => void loadBanche()} />
      ) : fase === 'mai' ? (
        <SkeletonCards count={2} />
      ) : (
        <div className={css.griglia}>
          {fase === 'guasto' && error && <StoreNotOpen error={error as Failure} online={online} />}
          <LinkedBanca own={own} />
          {current && <EveCard banca={current} />}
          {current && <ForecastCard banca={current} />}
          <FirstCardGate waits={!current && own.length > 0 && open === null}>
            <div className={css.due}>
              {current ? (
                <OggiCard banca={current} open={open} />
              ) : own.length === 0 ? (
                <Tour />
              ) : (
                <ElsewhereCard own={own} open={open} />
              )}
              <div className={css.lato}>
                {current ? <ExamCard id_concorso={current.id_concorso} /> : <PlanCard />}
                <Suspense>{current && <LastProve id_concorso={current.id_concorso} />}</Suspense>
              </div>
              <div className={css.resto}>
                {/* A banner that comes late must not push the day's work from under a finger. */}
                <HomeBanner />
                <Suspense>{current && <GainCard banca={current} />}</Suspense>
                {prove.length > 0 && <UnfinishedProve prove={prove} />}
                <OwnBanche others={others} none={own.length === 0} />
                <Suspense>{!current && addable.length > 0 && <FeaturedConcorsi concorsi={addable} />}</Suspense>
              </div>
            </div>
            {/* Wait for featured banks, because they would push down the cards below them. */}
            {(featured || !bare) && (
              <>
                <SoonBandi />
                <Suspense>
                  <HomeHistory />
                </Suspense>
                <MoreLinks />
              </>
            )}
          </FirstCardGate>
        </div>
      )}
    </Page>
  )
}

/** Holds the cards below the first one until it is there, because it would push them down. */
const FirstCardGate = ({ waits, children }: { waits: boolean; children: ReactNode }) => (
  <Suspense fallback={<SkeletonCards count={2} />}>{waits ? <SkeletonCards count={2} /> : children}</Suspense>
)

function HomeBadge({ now }: { now: Date }) {
  const sync = useSnapshot(syncStatus)
  const room = useSnapshot(journalRoom)
  const { stato } = useSnapshot(store)
  return (
    <SyncBadge
      compact
      in_attesa={sync.waiting}
      simulazioni={sync.simulazioni}
      running={sync.fase === 'in_corso'}
      last={sync.last}
      open={stato !== 'guasto'}
      full={room.ended !== null}
      now={now.getTime()}
    />
  )
}

/**
 * Shows that the store did not open behind the figures of the last visit.
 * Reloads the whole page with a network, because its code may be that of another version; offline it would not come back.
 */
const StoreNotOpen = ({ error, online }: { error: Failure; online: boolean }) => (
  <div className={css.avviso}>
    <Band
      icon={<IconWarn size={20} />}
      action={
        <Button size="sm" onClick={() => (online ? location.reload() : void loadBanche())}>
          {statesText.riprova}
        </Button>
      }
    >
      {errorMessage(error).text}
    </Band>
  </div>
)

/** Shows beside the first steps what a demo account may still receive (D9). */
function PlanCard() {
  const { stato } = useSnapshot(livelloState)
  const { credentials } = useSnapshot(session)
  const { online } = useSnapshot(network)
  // Hold the place beside the first steps, which would be drawn narrower; nothing shows there when the tier does not come.
  if (!stato && online && credentials?.utente.livello === 0)
    return <DemoAllowance limit={0} left={0} used={0} className={base.attesa} />
  if (stato && stato.quiz_limite !== null && stato.quiz_rimasti !== null)
    return <DemoAllowance limit={stato.quiz_limite} left={stato.quiz_rimasti} used={stato.quiz_usati} />
  return null
}

function DemoAllowance({
  limit,
  left,
  used,
  className,
}: {
  limit: number
  left: number
  used: number
  className?: string | undefined
}) {
  return (
    <Card className={cx(css.piano, className)} aria-labelledby="piano">
      <Row spread>
        <h2 id="piano">{profileText.piano}</h2>
        <Chip tone="avviso">{accountTypeText[0]}</Chip>
      </Row>
      <p className={css.quanti}>
        <b>{formatNumber(left)}</b>
        <span>{used === 0 ? profileText.gratis : pluralWord(left, profileText.rimasta, profileText.rimaste)}</span>
      </p>
      {used > 0 && (
        <>
          <Progress label={profileText.demo_barra} value={used} max={limit} />
          <Muted small>{profileText.quiz_usati(used, limit)}</Muted>
        </>
      )}
      <div>
        <ButtonLink size="sm" href="/premium" icon={<IconPremium size={16} />}>
          {profileText.premium}
        </ButtonLink>
      </div>
    </Card>
  )
}
