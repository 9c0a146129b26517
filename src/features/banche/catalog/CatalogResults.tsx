import { useSnapshot } from 'valtio'
import type { Concorso, StatoLivello } from '#contract/schemas'
import { BancaRow } from '../../../components/BancaRow.tsx'
import { ErrorState } from '../../../components/ErrorState.tsx'
import { bancheState } from '../../../domain/banche-state.ts'
import { type CatalogFilter, loadMoreCatalog, catalog as stato } from '../../../domain/catalog-state.ts'
import { demoCostOf } from '../../../domain/demo-cost.ts'
import { livelloState } from '../../../domain/livello.ts'
import { catalogText as texts } from '../../../text/banche.ts'
import { formatDomande } from '../../../text/formats.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card, Chip, Dotted, Muted, Row } from '../../../ui/base.tsx'
import { IconCheck, IconLibrary, IconLock, IconPlus } from '../../../ui/icons.ts'
import { EmptyState, SkeletonCards } from '../../../ui/States.tsx'
import { AskBanca, askText } from '../../richieste/index.ts'
import css from './catalog.module.css'

const isEmpty = (f: CatalogFilter) =>
  f.id_ente === null && f.profilo === null && f.anno === null && f.search.trim() === ''

/** Lists featured banks first while no filter is set, then every bank page by page. */
export function CatalogResults({
  filtro: filter,
  onSelect,
  onRetry,
  onReset,
}: {
  filtro: CatalogFilter
  onSelect: (c: Concorso) => void
  onRetry: () => void
  onReset: () => void
}) {
  const { elementi, totale: total, in_evidenza, fase, error, loading_more } = useSnapshot(stato)
  const own = new Set(useSnapshot(bancheState).list.map((b) => b.id_concorso))
  const allowance = useSnapshot(livelloState).stato
  // Mark before the tap a bank of which the demo gets nothing more.
  const locked = (c: Concorso) => demoCostOf(c, allowance as StatoLivello | null)?.riceve === 0
  const itemOf = (c: Concorso) => (
    <BancaRow
      key={c.id_concorso}
      title={c.concorso}
      below={<Dotted parts={[c.ente.ente, c.anno, c.profilo, formatDomande(c.numero_domande)]} />}
      trailing={
        own.has(c.id_concorso) ? (
          <Chip tone="ok" icon={<IconCheck size={16} />}>
            {texts.tua}
          </Chip>
        ) : (
          <Button
            variant="tenue"
            size="sm"
            label={locked(c) ? texts.aggiungi_premium(c.concorso) : texts.aggiungi_nome(c.concorso)}
            icon={locked(c) ? <IconLock size={16} /> : <IconPlus size={16} />}
            onClick={() => onSelect(c)}
          >
            {texts.aggiungi}
          </Button>
        )
      }
    />
  )
  if (fase === 'guasto' && error) return <ErrorState title={texts.errore} error={error} onRetry={onRetry} />
  if (fase !== 'pronto') return <SkeletonCards />
  if (total === 0)
    return (
      <EmptyState
        icon={<IconLibrary size={24} />}
        title={isEmpty(filter) ? texts.catalogo_vuoto_titolo : texts.vuoto_titolo}
        text={isEmpty(filter) ? texts.catalogo_vuoto_testo : texts.vuoto_testo}
        actions={
          <>
            {!isEmpty(filter) && <Button onClick={onReset}>{texts.azzera}</Button>}
            <AskBanca ente={filter.search.trim()} />
          </>
        }
      />
    )
  const featured = isEmpty(filter) ? (in_evidenza as Concorso[]) : []
  const others = (elementi as Concorso[]).filter((c) => !featured.some((e) => e.id_concorso === c.id_concorso))
  const missing = total - elementi.length
  return (
    <div className={css.griglia}>
      {featured.length > 0 && (
        <Card aria-labelledby="evidenza">
          <div className={css.testa}>
            <h2 id="evidenza">{texts.evidenza}</h2>
          </div>
          <div>{featured.map(itemOf)}</div>
        </Card>
      )}
      {(others.length > 0 || missing > 0) && (
        <Card aria-labelledby="tutte">
          <div className={css.testa}>
            <h2 id="tutte">{texts.tutte}</h2>
            <Muted small role="status">
              {texts.trovate(total)}
            </Muted>
          </div>
          <div>{others.map(itemOf)}</div>
          {missing > 0 && (
            <div className={css.altre}>
              <Button busy={loading_more} onClick={() => void loadMoreCatalog()}>
                {texts.altre(missing)}
              </Button>
            </div>
          )}
        </Card>
      )}
      <Row wrap>
        <Muted small>{askText.invito}</Muted>
        <AskBanca />
      </Row>
    </div>
  )
}
