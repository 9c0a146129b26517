import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation, useSearch } from 'wouter'
import type { Failure } from '#contract/result'
import type { Percorso } from '#contract/schemas'
import { ACCESS_RIGHTS } from '#rules/access'
import { BancaRow } from '../../../components/BancaRow.tsx'
import { ErrorState } from '../../../components/ErrorState.tsx'
import { bancheState, loadBanche } from '../../../domain/banche-state.ts'
import { MAX_CATALOG_WORDS } from '../../../domain/catalog-state.ts'
import { readRaccolta } from '../../../domain/hrefs.ts'
import { livelloState, loadLivello } from '../../../domain/livello.ts'
import { network } from '../../../platform/network.ts'
import { findPercorsi, percorsoAsConcorso } from '../../../sync/raccolte.ts'
import { formatDomande } from '../../../text/formats.ts'
import { materieText, materieCatalogText as texts } from '../../../text/materie.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { Card, Chip, Muted, Row } from '../../../ui/base.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { SearchField } from '../../../ui/Field.tsx'
import { IconCheck, IconOffline, IconPlus, IconPremium, IconSubjects } from '../../../ui/icons.ts'
import { Page } from '../../../ui/Page.tsx'
import { EmptyState, SkeletonCards } from '../../../ui/States.tsx'
import { ConcorsoDialog } from './ConcorsoDialog.tsx'
import css from './catalog.module.css'

/** Quiet milliseconds before a typed word is searched. */
const QUIET_MS = 250

/** Returns true where this account may have premium paths, or its tier is unknown and the server decides. */
const useMayHavePremium = (): boolean => {
  const { stato } = useSnapshot(livelloState)
  return stato === null || (stato.materie_premium ?? ACCESS_RIGHTS[stato.livello].materie_premium)
}

/** Lists at `/aggiungi-materia` the published paths, the premium ones marked and locked before the touch [RT10][SC20]. */
export default function AddMateriaScreen() {
  const asked = readRaccolta(new URLSearchParams(useSearch()))
  const [, navigate] = useLocation()
  const { online } = useSnapshot(network)
  const [search, setSearch] = useState('')
  const { found, error, retry } = usePercorsi(search, online)
  const [chosen, setChosen] = useState<Percorso | null>(null)
  const may = useMayHavePremium()
  useEffect(() => {
    void loadBanche()
  }, [])
  useEffect(() => {
    if (online) void loadLivello()
  }, [online])
  // Open the summary of the path that the address names.
  useEffect(() => {
    const wanted = found?.find((p) => -p.id_argomento === asked)
    if (wanted) setChosen(wanted)
  }, [found, asked])
  const close = () => {
    setChosen(null)
    if (asked !== null) navigate('/aggiungi-materia', { replace: true })
  }
  return (
    <Page title={texts.titolo} back="/materie">
      {!online && !found ? (
        <EmptyState icon={<IconOffline size={24} />} title={texts.errore} text={materieText.offline_aggiungi} />
      ) : (
        <>
          <search className={css.filtri}>
            <SearchField label={texts.cerca} value={search} maxLength={MAX_CATALOG_WORDS} onSearch={setSearch} />
          </search>
          {error ? (
            <ErrorState title={texts.errore} error={error} onRetry={retry} />
          ) : !found ? (
            <SkeletonCards />
          ) : (
            <Results found={found} may={may} searched={search.trim() !== ''} onSelect={setChosen} />
          )}
        </>
      )}
      {chosen &&
        (chosen.premium && !may ? (
          <LockedDialog percorso={chosen} onClose={close} />
        ) : (
          <ConcorsoDialog concorso={percorsoAsConcorso(chosen)} onClose={close} />
        ))}
    </Page>
  )
}

/** Finds the published paths with these words; results stay while other words are searched. */
function usePercorsi(search: string, online: boolean) {
  const [found, setFound] = useState<Percorso[] | null>(null)
  const [error, setError] = useState<Failure | null>(null)
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks again
  useEffect(() => {
    if (!online) return
    let alive = true
    const ask = async () => {
      const result = await findPercorsi(search.trim())
      if (!alive) return
      if (result.ok) setFound(result.value)
      setError(result.ok ? null : result.error)
    }
    const t = setTimeout(() => void ask(), search === '' ? 0 : QUIET_MS)
    return () => {
      alive = false
      clearTimeout(t)
    }
  }, [search, online, round])
  return { found, error, retry: () => setRound((n) => n + 1) }
}

function Results({
  found,
  may,
  searched,
  onSelect,
}: {
  found: readonly Percorso[]
  may: boolean
  searched: boolean
  onSelect: (p: Percorso) => void
}) {
  const own = new Set(useSnapshot(bancheState).list.map((b) => b.id_concorso))
  if (found.length === 0)
    return (
      <EmptyState
        icon={<IconSubjects size={24} />}
        title={searched ? texts.vuoto_titolo : texts.catalogo_vuoto_titolo}
        text={searched ? texts.vuoto_testo : texts.catalogo_vuoto_testo}
      />
    )
  return (
    <Card aria-labelledby="tutte">
      <div className={css.testa}>
        <h2 id="tutte">{texts.tutte}</h2>
        <Muted small role="status">
          {texts.trovate(found.length)}
        </Muted>
      </div>
      <div>
        {found.map((p) => (
          <BancaRow
            key={p.id_argomento}
            title={p.argomento}
            below={
              <Row as="span" wrap>
                <span>{formatDomande(p.numero_domande)}</span>
                {p.premium && (
                  <Chip tone="primario" icon={<IconPremium size={16} />}>
                    {texts.premium}
                  </Chip>
                )}
              </Row>
            }
            trailing={<Action percorso={p} own={own.has(-p.id_argomento)} may={may} onSelect={() => onSelect(p)} />}
          />
        ))}
      </div>
    </Card>
  )
}

/** Shows the effect of a touch before it: the path is there already, is added, or requires Premium. */
function Action({
  percorso: { argomento, premium },
  own,
  may,
  onSelect,
}: {
  percorso: Percorso
  own: boolean
  may: boolean
  onSelect: () => void
}) {
  if (own)
    return (
      <Chip tone="ok" icon={<IconCheck size={16} />}>
        {texts.tua}
      </Chip>
    )
  if (premium && !may)
    return (
      <Button size="sm" label={texts.bloccata(argomento)} icon={<IconPremium size={16} />} onClick={onSelect}>
        {texts.premium}
      </Button>
    )
  return (
    <Button
      variant="tenue"
      size="sm"
      label={texts.aggiungi_nome(argomento)}
      icon={<IconPlus size={16} />}
      onClick={onSelect}
    >
      {texts.aggiungi}
    </Button>
  )
}

/** Explains a premium path to an account that may not have it. */
const LockedDialog = ({ percorso, onClose }: { percorso: Percorso; onClose: () => void }) => (
  <Dialog
    title={percorso.argomento}
    onClose={onClose}
    actions={
      <ButtonLink variant="primario" href="/premium" icon={<IconPremium size={20} />}>
        {texts.scopri}
      </ButtonLink>
    }
  >
    <Row wrap>
      <Chip tone="primario" icon={<IconPremium size={16} />}>
        {texts.premium}
      </Chip>
      <Muted small as="span">
        {formatDomande(percorso.numero_domande)}
      </Muted>
    </Row>
    {percorso.descrizione !== null && <p>{percorso.descrizione}</p>}
    <p>{texts.bloccata_testo}</p>
  </Dialog>
)
