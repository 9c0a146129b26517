import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import type { BancaLocale, FacetCounts, SearchHits, SedutaSummary } from '#contract/database'
import type { Failure } from '#contract/result'
import { ErrorState } from '../../components/ErrorState.tsx'
import { OpenSedute } from '../../components/OpenSedute.tsx'
import { loadBanche, bancheState as stato } from '../../domain/banche-state.ts'
import { HREF_SQL, hrefSeduta } from '../../domain/hrefs.ts'
import { openSeduteActions } from '../../domain/open-sedute.ts'
import { showError } from '../../session/notices.ts'
import { savedRicercheText, ricercaText as texts } from '../../text/ricerca.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Muted, VisuallyHidden } from '../../ui/base.tsx'
import { CheckBox } from '../../ui/Field.tsx'
import { heightVar } from '../../ui/height-var.ts'
import { IconPlay, IconSaved, IconSql } from '../../ui/icons.ts'
import { Page } from '../../ui/Page.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { SkipLink } from '../../ui/SkipLink.tsx'
import { SkeletonCards } from '../../ui/States.tsx'
import { useWide } from '../../ui/useWide.ts'
import { EmptyResults, NoBanche } from './EmptyResults.tsx'
import { FilterPanel } from './FilterPanel.tsx'
import { queryWords, type RicercaFilters, toRicercaFiltro } from './filters.ts'
import { HitList } from './HitList.tsx'
import { lastListPosition } from './list-position.ts'
import { JumpTo, ResultsHeader } from './ResultsHeader.tsx'
import { RicercaBar } from './RicercaBar.tsx'
import css from './ricerca.module.css'
import { leaveRicerca, readOpenRicercaSedute, ricercaState, searchRicerca, startFoundSeduta } from './ricerca-state.ts'
import { SavedRicerche } from './SavedRicerche.tsx'
import { Suggestion } from './Suggestion.tsx'
import { useRicercaFilters } from './useRicercaFilters.ts'
import { NO_SELECTION, type Selection, useSelection } from './useSelection.ts'

/** Quiet milliseconds of typing before a search; a touch on a filter searches at once. */
const QUIET_MS = 120

const RESULTS_ID = 'risultati'

const barHeight = heightVar('--avvio')

/**
 * Screen `/ricerca` finds every question on the device by words and filters, and starts a sitting with the chosen ones [SC13].
 */
export default function RicercaScreen() {
  const { list, fase, error } = useSnapshot(stato)
  const [savedOpen, setSavedOpen] = useState(false)
  const filters = useRicercaFilters()
  useEffect(() => {
    void loadBanche()
    return leaveRicerca
  }, [])
  const present = (list as BancaLocale[]).filter((b) => b.n_domande > 0)
  const savedButton = (
    <Button
      variant="fantasma"
      iconOnly
      label={savedRicercheText.titolo}
      aria-haspopup="dialog"
      icon={<IconSaved size={20} />}
      onClick={() => setSavedOpen(true)}
    />
  )
  return (
    <Page
      title={texts.titolo}
      bar={
        <>
          <ButtonLink variant="fantasma" iconOnly href={HREF_SQL} label={texts.sql} icon={<IconSql size={20} />} />
          {savedButton}
        </>
      }
      aside={
        <span className={css.soloLargo}>
          <ButtonLink variant="fantasma" href={HREF_SQL} icon={<IconSql size={20} />}>
            {texts.sql}
          </ButtonLink>
          <Button aria-haspopup="dialog" icon={<IconSaved size={20} />} onClick={() => setSavedOpen(true)}>
            {savedRicercheText.titolo}
          </Button>
        </span>
      }
    >
      {fase === 'guasto' && error ? (
        <ErrorState title={texts.errore} error={error as Failure} onRetry={() => void loadBanche()} />
      ) : fase === 'mai' || fase === 'istantanea' ? (
        <SkeletonCards />
      ) : present.length === 0 ? (
        <NoBanche inList={list.length > 0} />
      ) : (
        <Searching {...filters} banche={present} />
      )}
      {savedOpen && (
        <SavedRicerche filters={filters.filters} onOpen={filters.replace} onClose={() => setSavedOpen(false)} />
      )}
    </Page>
  )
}

function Searching({
  filters,
  change,
  replace,
  banche,
}: ReturnType<typeof useRicercaFilters> & { banche: BancaLocale[] }) {
  const view = useSnapshot(ricercaState)
  const trovate = view.trovate as SearchHits | null
  const counts = view.counts as FacetCounts | null
  const error = view.error as Failure | null
  const wide = useWide()
  const [sheetOpen, setSheetOpen] = useState(false)
  const jump = useRef<(place: number) => void>(() => {})
  const { ordine, seme: seed } = filters
  const asked = JSON.stringify([toRicercaFiltro(filters), ordine, ordine === 'CASUALE' ? seed : 0])
  const selection = useSelection(trovate, () => lastListPosition(asked)?.chosen ?? NO_SELECTION)
  const retry = useAsking(filters, asked)
  const { suggestion } = view
  const query = suggestion?.shown ? suggestion.query : queryWords(filters)
  const names = useMemo(
    () => (banche.length > 1 ? new Map(banche.map((b) => [b.id_concorso, b.concorso])) : null),
    [banche],
  )
  const n = trovate?.id_domande.length ?? 0
  const searched = filters.concorsi.length > 0 ? filters.concorsi.length : banche.length
  const panel = <FilterPanel banche={banche} filters={filters} counts={counts} onChange={change} />
  return (
    <>
      <RicercaBar
        filters={filters}
        counts={counts}
        onChange={change}
        onReplace={replace}
        onFilters={wide ? null : () => setSheetOpen(true)}
      />
      <RicercaOpenSedute />
      <div className={css.colonne}>
        {wide && (
          <aside className={css.lato} aria-label={texts.filtri}>
            <SkipLink target={RESULTS_ID}>{texts.vai_ai_risultati}</SkipLink>
            {panel}
          </aside>
        )}
        <div className={css.risultati} id={RESULTS_ID} tabIndex={-1}>
          {view.fase === 'guasto' && error ? (
            <ErrorState title={texts.errore} error={error} onRetry={retry} />
          ) : !trovate ? (
            <SkeletonCards label={texts.cerco} />
          ) : (
            <>
              {suggestion && (
                <Suggestion {...suggestion} typed={filters.testo.trim()} onSearch={(testo) => change({ testo })} />
              )}
              <ResultsHeader
                n={n}
                banche={searched}
                filters={filters}
                onChange={change}
                onJump={wide ? (place) => jump.current(place) : null}
              />
              {n > 0 && <SelectionBar found={trovate.id_domande} selection={selection} />}
              {n === 0 ? (
                <EmptyResults
                  filters={filters}
                  apart={suggestion?.apart ? suggestion.query : null}
                  onReplace={replace}
                />
              ) : (
                <HitList
                  trovate={trovate}
                  searchKey={asked}
                  query={query}
                  banche={names}
                  selection={selection}
                  jump={jump}
                />
              )}
            </>
          )}
        </div>
      </div>
      {sheetOpen && !wide && (
        <FilterSheet
          n={n}
          found={counts?.totale ?? n}
          onJump={(place) => jump.current(place)}
          onClose={() => setSheetOpen(false)}
        >
          {panel}
        </FilterSheet>
      )}
    </>
  )
}

/** Sheet of the filters on a phone, with the jump to a result by its number. */
function FilterSheet({
  n,
  found,
  onJump,
  onClose,
  children,
}: {
  n: number
  /** Number of questions that the filters leave. */
  found: number
  onJump: (place: number) => void
  onClose: () => void
  children: ReactNode
}) {
  const goTo = (place: number) => {
    onClose()
    // Wait a frame, so that the sheet returns the focus before the list takes it.
    requestAnimationFrame(() => onJump(place))
  }
  return (
    <Sheet title={texts.filtri} onClose={onClose}>
      {children}
      <JumpTo n={n} onJump={goTo} />
      <div className={css.fondo}>
        <Button variant="primario" fullWidth onClick={onClose}>
          {texts.mostra(found)}
        </Button>
      </div>
    </Sheet>
  )
}

/** Searches with the filters, after a moment of quiet for a typed word. Returns a function that searches again. */
function useAsking(filters: RicercaFilters, asked: string): () => void {
  const error = useSnapshot(ricercaState).error as Failure | null
  const { ordine, seme: seed } = filters
  const lastText = useRef(filters.testo)
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` is the whole query, `round` repeats it
  useEffect(() => {
    const ask = () => void searchRicerca({ filtro: toRicercaFiltro(filters), ordine, seme: seed })
    if (lastText.current === filters.testo) return ask()
    lastText.current = filters.testo
    const t = setTimeout(ask, QUIET_MS)
    return () => clearTimeout(t)
  }, [asked, round])
  const retry = () => setRound((n) => n + 1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure is shown once
  useEffect(() => {
    if (error) showError(error, { riprova: retry })
  }, [error])
  return retry
}

/** Open sittings over several banks. */
function RicercaOpenSedute() {
  const { open } = useSnapshot(ricercaState)
  const [, navigate] = useLocation()
  useEffect(() => void readOpenRicercaSedute(), [])
  return <OpenSedute aperte={open as readonly SedutaSummary[]} {...openSeduteActions(navigate)} />
}

/** Bar over the hits, always in sight, that starts the selected questions, or every hit without a selection (decision 0138). */
function SelectionBar({ found, selection }: { found: Int32Array; selection: Selection }) {
  const [, navigate] = useLocation()
  const [busy, setBusy] = useState(false)
  const none = selection.n === 0
  const start = async () => {
    setBusy(true)
    const result = await startFoundSeduta(none ? found : selection.ids())
    setBusy(false)
    if (result.ok) navigate(hrefSeduta(result.value))
    else showError(result.error, { riprova: () => void start() })
  }
  return (
    <section ref={barHeight} className={css.azioni} aria-label={texts.azioni}>
      <SelectAll n={found.length} selection={selection} />
      <p role="status">
        <b>{none ? texts.nessuna_scelta(found.length) : texts.selezionate(selection.n)}</b>
        <Muted small as="span">
          {none ? texts.senza_scelta(found.length) : texts.su(found.length)}
        </Muted>
      </p>
      <Button variant="primario" busy={busy} icon={<IconPlay size={20} />} onClick={() => void start()}>
        {texts.esercitati}
      </Button>
    </section>
  )
}

/** Selects every question, or clears a selection. */
function SelectAll({ n, selection }: { n: number; selection: Selection }) {
  const ref = useRef<HTMLInputElement>(null)
  const all = selection.n === n
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = selection.n > 0 && !all
  })
  return (
    <label className={css.spunta}>
      <CheckBox ref={ref} checked={all} onChange={() => (selection.n > 0 ? selection.none() : selection.all())} />
      <VisuallyHidden>{texts.seleziona_tutte}</VisuallyHidden>
    </label>
  )
}
