import { useEffect, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation, useSearch } from 'wouter'
import type { Bando } from '#contract/bandi'
import type { Failure } from '#contract/result'
import { bandoFilter, NO_BANDO_FILTER } from '#rules/bando'
import { ErrorState } from '../../components/ErrorState.tsx'
import { KeptNotice } from '../../components/KeptNotice.tsx'
import { loadBanche } from '../../domain/banche-state.ts'
import { HREF_BANDI } from '../../domain/hrefs.ts'
import { network } from '../../platform/network.ts'
import { Button } from '../../ui/Button.tsx'
import { Band, Card, Muted } from '../../ui/base.tsx'
import { IconCalls, IconInfo } from '../../ui/icons.ts'
import { Page } from '../../ui/Page.tsx'
import { EmptyState, SkeletonCards } from '../../ui/States.tsx'
import { AppBanner } from './AppBanner.tsx'
import { BandiFilters, countFilters } from './BandiFilters.tsx'
import { BandoDialog } from './BandoDialog.tsx'
import { BandoRow } from './BandoRow.tsx'
import css from './bandi.module.css'
import { bandiList, nowForDeadlines } from './bandi-state.ts'
import { bandiText as texts } from './text.ts'

/** Calls drawn at first, and more at each touch. */
const PAGE = 40

/** Lists at `/bandi-in-scadenza` the open calls by six filters, first to expire first. Opens one by its address [RT14][SC22]. */
export default function BandiScreen() {
  const { value, fase, error, kept_ms } = useSnapshot(bandiList.state)
  const { online } = useSnapshot(network)
  const [, navigate] = useLocation()
  const id = Number(new URLSearchParams(useSearch()).get('id_bando')) || null
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew when the network is back
  useEffect(() => {
    void bandiList.load()
  }, [online])
  useEffect(() => {
    void loadBanche()
  }, [])
  const bandi = value?.elementi as readonly Bando[] | undefined
  const chosen = bandi?.find((b) => b.id_bando === id)
  return (
    <Page title={texts.titolo} back="/">
      {value && <AppBanner app={value.app} />}
      <KeptNotice kept_ms={kept_ms} failed={error !== null} />
      {id !== null && bandi && !chosen && <Band icon={<IconInfo size={20} />}>{texts.scheda.non_trovato}</Band>}
      {fase === 'guasto' ? (
        <ErrorState title={texts.errore} error={error as Failure} onRetry={() => void bandiList.load()} />
      ) : bandi === undefined ? (
        <SkeletonCards />
      ) : bandi.length === 0 ? (
        <EmptyState icon={<IconCalls size={24} />} title={texts.vuoto_titolo} text={texts.vuoto_testo} />
      ) : (
        <BandiList bandi={bandi} />
      )}
      {chosen && <BandoDialog bando={chosen} onClose={() => navigate(HREF_BANDI, { replace: true })} />}
    </Page>
  )
}

function BandiList({ bandi }: { bandi: readonly Bando[] }) {
  const [filter, setFilter] = useState(NO_BANDO_FILTER)
  const [shown, setShown] = useState(PAGE)
  const now = nowForDeadlines()
  const open = useMemo(() => bandi.filter(bandoFilter(NO_BANDO_FILTER, now)), [bandi, now])
  const found = useMemo(() => open.filter(bandoFilter(filter, now)), [open, filter, now])
  const asked = countFilters(filter) > 0 || filter.search.trim() !== ''
  const change = (f: typeof filter) => {
    setFilter(f)
    setShown(PAGE)
  }
  return (
    <>
      <BandiFilters filter={filter} onChange={change} />
      <Muted small role="status">
        {texts.trovati(found.length, open.length)}
      </Muted>
      {found.length === 0 ? (
        <EmptyState
          icon={<IconCalls size={24} />}
          title={asked ? texts.nessuno_titolo : texts.vuoto_titolo}
          text={asked ? texts.nessuno_testo : texts.vuoto_testo}
          {...(asked && { actions: <Button onClick={() => change(NO_BANDO_FILTER)}>{texts.azzera}</Button> })}
        />
      ) : (
        <Card as="div">
          {found.slice(0, shown).map((b) => (
            <BandoRow key={b.id_bando} bando={b} />
          ))}
          {found.length > shown && (
            <div className={css.altri}>
              <Button onClick={() => setShown(shown + PAGE)}>
                {texts.altri(Math.min(PAGE, found.length - shown))}
              </Button>
            </div>
          )}
        </Card>
      )}
    </>
  )
}
