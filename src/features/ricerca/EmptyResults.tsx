import { useSnapshot } from 'valtio'
import { parseQuery } from '#rules/text'
import { hrefCatalog } from '../../domain/hrefs.ts'
import { network } from '../../platform/network.ts'
import { bancheText } from '../../text/banche.ts'
import { fieldText } from '../../text/common.ts'
import { ricercaText as texts } from '../../text/ricerca.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { IconDownload, IconPlus, IconSearch } from '../../ui/icons.ts'
import { EmptyState } from '../../ui/States.tsx'
import { countRicercaFilters, type RicercaFilters, withoutRicercaFilters } from './filters.ts'

/** Empty result, with ways to widen the search in one touch each. */
export function EmptyResults({
  filters,
  apart,
  onReplace,
}: {
  filters: RicercaFilters
  /** Corrected words, when no question has them together. */
  apart: string | null
  onReplace: (filters: RicercaFilters) => void
}) {
  const words = parseQuery(filters.testo).length
  const anyWord = words > 1 && filters.trova !== 'ANY'
  const filtered = countRicercaFilters(filters) > 0
  return (
    <EmptyState
      icon={<IconSearch size={24} />}
      title={texts.vuoto}
      text={apart === null ? textOf(filters, anyWord, filtered) : texts.vuoto_insieme(apart)}
      actions={
        <>
          {anyWord && (
            <Button
              variant="primario"
              onClick={() => onReplace({ ...filters, testo: apart ?? filters.testo, trova: 'ANY' })}
            >
              {apart === null ? texts.cerca_almeno : texts.cerca_separate}
            </Button>
          )}
          {!anyWord && !filtered && (
            <Button onClick={() => onReplace({ ...filters, testo: '' })}>{fieldText.svuota}</Button>
          )}
          {filtered && (
            <Button variant={anyWord ? 'bordo' : 'primario'} onClick={() => onReplace(withoutRicercaFilters(filters))}>
              {texts.togli_filtri}
            </Button>
          )}
        </>
      }
    />
  )
}

/** Returns the advice, first about the words, then about the filter without images, then about any other. */
function textOf({ figura }: RicercaFilters, anyWord: boolean, filtered: boolean): string {
  if (anyWord) return texts.vuoto_almeno
  if (figura === false) return texts.vuoto_senza_figura
  return filtered ? texts.vuoto_filtri : texts.vuoto_parole
}

/** Empty state of a device without banks, with the way to the first one. */
export function NoBanche({ inList }: { inList: boolean }) {
  const { online } = useSnapshot(network)
  return (
    <EmptyState
      icon={<IconSearch size={24} />}
      title={texts.senza_banche}
      text={!online ? texts.offline : inList ? texts.da_scaricare : texts.senza_banche_testo}
      actions={
        inList ? (
          <ButtonLink variant="primario" href="/banche-dati" icon={<IconDownload size={20} />}>
            {texts.scarica}
          </ButtonLink>
        ) : (
          <ButtonLink variant="primario" href={hrefCatalog()} icon={<IconPlus size={20} />}>
            {bancheText.aggiungi}
          </ButtonLink>
        )
      }
    />
  )
}
