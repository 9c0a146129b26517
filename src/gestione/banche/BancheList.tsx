import { Link, useSearch } from 'wouter'
import { type BancaGestita, ORDINI_BANCHE, type OrdineBanche } from '#contract/gestione/banche'
import { formatDate, formatNumber } from '../../text/formats.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Chip, Muted, Row } from '../../ui/base.tsx'
import { Field } from '../../ui/Field.tsx'
import { IconFromFile, IconLibrary } from '../../ui/icons.ts'
import { SelectField } from '../../ui/LongFields.tsx'
import { ConsolePage } from '../ConsoleFrame.tsx'
import { FilterForm, FilterSelect } from '../FilterForm.tsx'
import { ReadList } from '../ReadList.tsx'
import type { Column } from '../Table.tsx'
import { usePages } from '../usePages.ts'
import { managedText as texts } from './text.ts'

const NAMES = ['cerca', 'stato', 'ordine'] as const
type Filters = { cerca?: string; stato?: 'pubblicato' | 'ritirato'; ordine?: OrdineBanche }

/** Reads the filters of an address; unknown values are left out. */
function readFilters(search: string): Filters {
  const query = new URLSearchParams(search)
  const [cerca, stato] = [query.get('cerca'), query.get('stato')]
  const ordine = ORDINI_BANCHE.find((name) => name === query.get('ordine'))
  return {
    ...(cerca && { cerca }),
    ...((stato === 'pubblicato' || stato === 'ritirato') && { stato }),
    ...(ordine && { ordine }),
  }
}

/** State of a bank and of its files, as pills. */
export const BancaChips = ({ banca: { stato, integra } }: { banca: BancaGestita }) => (
  <Row as="span" wrap>
    <Chip tone={stato === 'pubblicato' ? 'ok' : 'avviso'}>
      {stato === 'pubblicato' ? texts.pubblicata : stato === 'ritirato' ? texts.ritirata : texts.bozza}
    </Chip>
    {integra !== true && <Chip tone="errore">{integra === false ? texts.guasto : texts.non_verificato}</Chip>}
  </Row>
)

const COLUMNS: readonly Column<BancaGestita>[] = [
  {
    name: texts.banca,
    cell: (b) => (
      <>
        <Link href={`/banche/${b.id_concorso}`}>{b.concorso}</Link>
        <Muted as="div" small>
          {[b.ente, b.anno].filter((x) => x !== null).join(', ')}
        </Muted>
      </>
    ),
  },
  { name: texts.stato, cell: (b) => <BancaChips banca={b} /> },
  { name: texts.domande, cell: (b) => formatNumber(b.domande) },
  { name: texts.persone, cell: (b) => formatNumber(b.persone) },
  { name: texts.segnalate, cell: (b) => formatNumber(b.segnalate) },
  { name: texts.contestate, cell: (b) => texts.quota(b.contestate, b.domande) },
  {
    name: texts.aggiornata,
    cell: (b) => (
      <>
        {formatDate(b.aggiornata)}
        {b.versione !== null && (
          <Muted as="div" small>
            {texts.versione(b.versione)}
          </Muted>
        )}
      </>
    ),
  },
]

/** Banks by pages, with their filters in the address. */
export function BancheList() {
  const filters = readFilters(useSearch())
  const pages = usePages('banche', filters, 'da')
  return (
    <ConsolePage
      title={texts.titolo}
      below={<Muted>{texts.sotto}</Muted>}
      aside={
        <ButtonLink href="/banche/importa" variant="primario" icon={<IconFromFile size={20} />}>
          {texts.importa}
        </ButtonLink>
      }
    >
      <FilterForm path="/banche" names={NAMES}>
        <Field label={texts.cerca} name="cerca" type="search" defaultValue={filters.cerca} maxLength={200} />
        <FilterSelect
          label={texts.stato}
          name="stato"
          chosen={filters.stato}
          options={{ pubblicato: texts.pubblicate, ritirato: texts.ritirate }}
          all={texts.tutte}
        />
        <SelectField label={texts.ordine} name="ordine" defaultValue={filters.ordine ?? ''}>
          {ORDINI_BANCHE.map((ordine, i) => (
            <option key={ordine} value={i === 0 ? '' : ordine}>
              {texts.ordini[ordine]}
            </option>
          ))}
        </SelectField>
      </FilterForm>
      {!!pages.data?.totale && <p role="status">{texts.quante(pages.data.totale)}</p>}
      <ReadList
        read={pages}
        label={texts.titolo}
        columns={COLUMNS}
        keyOf={(b) => b.id_concorso}
        empty={{ icon: <IconLibrary size={24} />, title: texts.vuoto, text: texts.vuoto_testo }}
      />
    </ConsolePage>
  )
}
