import { type ReactNode, Suspense, useEffect, useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation, useSearch } from 'wouter'
import type { BancaLocale, SedutaSummary } from '#contract/database'
import type { Failure } from '#contract/result'
import { isPercorso, isPropria } from '#rules/raccolta'
import { FailureState } from '../../../components/ErrorState.tsx'
import { OfflineChip } from '../../../components/OfflineChip.tsx'
import { OpenSedute } from '../../../components/OpenSedute.tsx'
import { SedutaHistory } from '../../../components/SedutaHistory.tsx'
import { bancaState, enterBanca, lastBanca } from '../../../domain/banca-state.ts'
import { bancheState } from '../../../domain/banche-state.ts'
import { hrefAdd, hrefBanca, hrefEnded, hrefList, readRaccolta } from '../../../domain/hrefs.ts'
import { openSeduteActions } from '../../../domain/open-sedute.ts'
import { useSedutaHistory } from '../../../domain/sedute-history.ts'
import { showError } from '../../../session/notices.ts'
import { bancaText } from '../../../text/banca.ts'
import { catalogText } from '../../../text/banche.ts'
import { statesText } from '../../../text/common.ts'
import { formatDate } from '../../../text/formats.ts'
import { bancaTextOf, materiaText } from '../../../text/materie.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { Chip, Muted, Row } from '../../../ui/base.tsx'
import { IconPlus, IconQuestions, IconRetry, IconUpdate } from '../../../ui/icons.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { Page } from '../../../ui/Page.tsx'
import { SkeletonCards } from '../../../ui/States.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { UpdateReport } from '../UpdateReport.tsx'
import { AlberoTab } from './AlberoTab.tsx'
import { Availability } from './Availability.tsx'
import { BancaRisorse } from './BancaRisorse.tsx'
import css from './banca.module.css'
import { DomandeTab } from './DomandeTab.tsx'
import { Study } from './Study.tsx'
import { useBancaView } from './useBancaView.ts'
import { type BancaTab, tabsOf } from './view.ts'

const ProveTab = lazyPart(() => import('./ProveTab.tsx'))
const ProgressiTab = lazyPart(() => import('./ProgressiTab.tsx'))

/** Lists every sitting of the bank that has ended [SC18][SI3]. */
const BancaHistory = ({ id_concorso }: { id_concorso: number }) => (
  <SedutaHistory {...useSedutaHistory(id_concorso)} href={hrefEnded} />
)

/** Failures that a retry cannot change. */
const NOT_OWN: ReadonlySet<string> = new Set(['CONCORSO_NON_TUO', 'PERCORSO_NON_TUO'])
const FINAL_ERRORS: ReadonlySet<string> = new Set([...NOT_OWN, 'CONCORSO_NON_TROVATO', 'PERCORSO_NON_TROVATO'])

/** Renames the store's errors of a bank to those of a path. */
function asPercorsoError(error: Failure): Failure {
  if (error.codice === 'CONCORSO_NON_TUO') return { ...error, codice: 'PERCORSO_NON_TUO' }
  return error.codice === 'CONCORSO_NON_TROVATO' ? { ...error, codice: 'PERCORSO_NON_TROVATO' } : error
}

const listOf = (isPath: boolean) => (isPath ? '/materie' : '/banche-dati')

/**
 * Shows at `/banca-dati?id_concorso=N` how a bank is known and every setting of an exercise on it [RT4].
 * Shows at `/materia?id_argomento=N` a path likewise, with its tree [RT12]. Without a number opens the one in hand.
 */
export default function BancaScreen() {
  const isPath = useLocation()[0].startsWith('/materia')
  const search = useSearch()
  const query = new URLSearchParams(search)
  if (!query.has('id_concorso') && !query.has('id_argomento')) return <LastBanca isPath={isPath} search={search} />
  return <AskedBanca isPath={isPath} asked={readRaccolta(query)} />
}

/** Opens the bank or path selected or used last where the address names none, else their list. */
function LastBanca({ isPath, search }: { isPath: boolean; search: string }) {
  const [, navigate] = useLocation()
  useEffect(() => {
    let here = true
    void lastBanca(isPath).then((id) => {
      if (!here) return
      navigate(id === null ? listOf(isPath) : hrefBanca(id) + (search && `&${search}`), { replace: true })
    })
    return () => {
      here = false
    }
  }, [isPath, search, navigate])
  return <Opening isPath={isPath} />
}

const Opening = ({ isPath, name }: { isPath: boolean; name?: string | undefined }) => (
  <Page title={name ?? (isPath ? materiaText : bancaText).titolo} back={listOf(isPath)}>
    <SkeletonCards />
  </Page>
)

/** Shows the bank or path of that number, or why it cannot be shown. */
function AskedBanca({ isPath, asked }: { isPath: boolean; asked: number | null }) {
  const [, navigate] = useLocation()
  const href = listOf(isPath)
  const texts = isPath ? materiaText : bancaText
  const id_concorso = asked && isPercorso(asked) === isPath ? asked : null
  const { fase, error, id_concorso: loadedId } = useSnapshot(bancaState)
  const { list } = useSnapshot(bancheState)
  useEffect(() => {
    void enterBanca(id_concorso)
  }, [id_concorso])
  const refused = useMemo(
    () => (error && isPath ? asPercorsoError(error as Failure) : (error as Failure | null)),
    [error, isPath],
  )
  useEffect(() => {
    const leave = () => navigate(href, { replace: true })
    if (fase === 'guasto' && refused) showError(refused, { banche_dati: leave, materie: leave })
  }, [fase, refused, href, navigate])
  const banca = (list as BancaLocale[]).find((b) => b.id_concorso === id_concorso)

  if (loadedId === id_concorso && fase === 'guasto' && refused)
    return (
      <Page title={texts.titolo} back={href}>
        <FailureState title={texts.errore} error={refused}>
          {id_concorso !== null && NOT_OWN.has(refused.codice) && (
            <ButtonLink variant="primario" href={hrefAdd(id_concorso)} icon={<IconPlus size={20} />}>
              {catalogText.aggiungi}
            </ButtonLink>
          )}
          <ButtonLink variant={NOT_OWN.has(refused.codice) ? 'bordo' : 'primario'} href={href}>
            {texts.elenco}
          </ButtonLink>
          {!FINAL_ERRORS.has(refused.codice) && (
            <Button icon={<IconRetry size={20} />} onClick={() => void enterBanca(id_concorso)}>
              {statesText.riprova}
            </Button>
          )}
        </FailureState>
      </Page>
    )
  if (loadedId !== id_concorso || fase !== 'pronta' || !banca) return <Opening isPath={isPath} name={banca?.concorso} />
  return <ReadyBanca key={banca.id_concorso} banca={banca} />
}

function ReadyBanca({ banca }: { banca: BancaLocale }) {
  const { n_domande, n_domande_totali, stato } = banca
  const texts = bancaTextOf(banca.id_concorso)
  const partial = n_domande > 0 && n_domande < n_domande_totali
  return (
    <Page
      title={banca.concorso}
      back={hrefList(banca.id_concorso)}
      above={<Muted small>{[banca.ente, banca.anno].filter((x) => x !== null).join(' · ')}</Muted>}
      below={
        <Row wrap>
          <Chip icon={<IconQuestions size={16} />}>
            {partial ? texts.parziale(n_domande, n_domande_totali) : texts.domande(n_domande_totali)}
          </Chip>
          {n_domande > 0 && <OfflineChip banca={banca} />}
          {stato === 3 && (
            <Chip tone="primario" icon={<IconUpdate size={16} />}>
              {texts.aggiornamento}
            </Chip>
          )}
          <span className={css.largo}>
            <Chip>{texts.aggiornata(formatDate(banca.data_ultimo_aggiornamento))}</Chip>
          </span>
        </Row>
      }
    >
      <Availability banca={banca} />
      <UpdateReport banca={banca} />
      {n_domande > 0 ? (
        <>
          <BancaOpenSedute />
          <BancaTabs banca={banca} />
        </>
      ) : (
        <BancaHistory id_concorso={banca.id_concorso} />
      )}
      {!isPercorso(banca.id_concorso) && !isPropria(banca.id_concorso) && (
        <BancaRisorse id_concorso={banca.id_concorso} />
      )}
    </Page>
  )
}

/** Shows the tabs of a bank. Choices hold across the tabs, and on the way back. */
function BancaTabs({ banca }: { banca: BancaLocale }) {
  const view = useBancaView(banca.id_concorso)
  const texts = bancaTextOf(banca.id_concorso)
  useEffect(() => {
    // Fetch the later tabs while the first one is read; a tab whose fetch failed is fetched again when chosen.
    for (const tab of [ProveTab, ProgressiTab]) tab.fetch().catch(() => null)
  }, [])
  const content: Record<BancaTab, () => ReactNode> = {
    argomenti: () => <AlberoTab banca={banca} />,
    studia: () => <Study banca={banca} view={view} />,
    simulazioni: () => <ProveTab banca={banca} />,
    domande: () => <DomandeTab banca={banca} view={view} />,
    progressi: () => <ProgressiTab banca={banca} />,
  }
  return (
    <div>
      <Tabs
        label={texts.schede}
        tabs={tabsOf(banca.id_concorso).map((id) => ({
          id,
          title: texts.scheda[id],
          content: () => <Suspense fallback={<SkeletonCards count={2} />}>{content[id]()}</Suspense>,
        }))}
        chosen={view.tab}
        onSelect={view.setTab}
      />
    </div>
  )
}

/** Lists the sittings left open on this bank. */
function BancaOpenSedute() {
  const { open } = useSnapshot(bancaState)
  const [, navigate] = useLocation()
  return <OpenSedute aperte={open as readonly SedutaSummary[]} {...openSeduteActions(navigate)} />
}
