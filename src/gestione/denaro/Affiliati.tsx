import { useSearch } from 'wouter'
import type { ConsoleResponseOf } from '#contract/gestione'
import { formatEuro, formatNumber } from '../../text/formats.ts'
import { Stack } from '../../ui/base.tsx'
import { Field } from '../../ui/Field.tsx'
import { IconOthers } from '../../ui/icons.ts'
import { FilterForm } from '../FilterForm.tsx'
import { ReadList } from '../ReadList.tsx'
import type { Column } from '../Table.tsx'
import { useConsoleRead } from '../useConsoleRead.ts'
import { denaroText as texts } from './text.ts'

type Line = ConsoleResponseOf<'affiliati'>['elementi'][number]

const COLUMNS: readonly Column<Line>[] = [
  { name: texts.nome_codice, cell: (r) => <code>{r.codice}</code> },
  { name: texts.registrazioni, cell: (r) => formatNumber(r.registrazioni) },
  { name: texts.verificate, cell: (r) => formatNumber(r.verificate) },
  { name: texts.acquisti, cell: (r) => formatNumber(r.acquisti) },
  { name: texts.importo, cell: (r) => formatEuro(r.importo) },
]

const DAY = /^\d{4}-\d\d-\d\d$/
function readDays(search: string): { da?: string; a?: string } {
  const query = new URLSearchParams(search)
  const [da, a] = [query.get('da') ?? '', query.get('a') ?? '']
  return { ...(DAY.test(da) && { da }), ...(DAY.test(a) && { a }) }
}

/** Purchases of each affiliate code, within the days in the address. */
export function Affiliati() {
  const days = readDays(useSearch())
  return (
    <Stack>
      <FilterForm path="/denaro" fixed={[['parte', 'affiliati']]} names={['da', 'a']}>
        <Field label={texts.da} name="da" type="date" defaultValue={days.da} />
        <Field label={texts.a} name="a" type="date" defaultValue={days.a} />
      </FilterForm>
      <ReadList
        read={useConsoleRead('affiliati', { query: days })}
        label={texts.affiliati}
        columns={COLUMNS}
        keyOf={(r) => r.codice}
        empty={{ icon: <IconOthers size={24} />, title: texts.affiliati_vuoto, text: texts.affiliati_vuoto_testo }}
      />
    </Stack>
  )
}
