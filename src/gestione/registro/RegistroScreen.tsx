import { useState } from 'react'
import { useSearch } from 'wouter'
import type { VoceRegistro } from '#contract/gestione/registro'
import type { Failure } from '#contract/result'
import { Button } from '../../ui/Button.tsx'
import { Muted } from '../../ui/base.tsx'
import { Field, FieldError } from '../../ui/Field.tsx'
import { IconDownload, IconOrdered } from '../../ui/icons.ts'
import { saveFile } from '../../ui/save-file.ts'
import { fetchConsoleFile } from '../api.ts'
import { ConsolePage } from '../ConsoleFrame.tsx'
import { FilterForm } from '../FilterForm.tsx'
import css from '../gestione.module.css'
import { ReadList } from '../ReadList.tsx'
import type { Column } from '../Table.tsx'
import { consoleFailure } from '../text.ts'
import { usePages } from '../usePages.ts'
import { actText, registroText as texts } from './text.ts'

const NAMES = ['chi', 'atto', 'oggetto', 'da', 'a'] as const
type Filters = Partial<Record<(typeof NAMES)[number], string>>

/** Filters in the address, so that a search is shared and survives a reload. */
function readFilters(search: string): Filters {
  const query = new URLSearchParams(search)
  return Object.fromEntries(NAMES.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])))
}

const when = new Intl.DateTimeFormat('it-IT', { dateStyle: 'short', timeStyle: 'medium' })
/** Characters of a value, and of a request's number, which the export has whole. */
const SHOWN = 160
const REQUEST = 8

function inWords(value: unknown): string {
  if (value === null) return texts.niente
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  value === null ? {} : typeof value === 'object' && !Array.isArray(value) ? { ...value } : { [texts.valore]: value }

/** Fields that an act changed, before and after where it has both. */
function Changes({ prima, dopo }: Pick<VoceRegistro, 'prima' | 'dopo'>) {
  const [before, after] = [fieldsOf(prima), fieldsOf(dopo)]
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return (
    <ul className={css.cambi}>
      {names.map((name) => (
        <li key={name}>
          <Muted as="span">{name}:</Muted>{' '}
          {name in before && name in after
            ? `${inWords(before[name])} → ${inWords(after[name])}`
            : inWords(name in after ? after[name] : before[name])}
        </li>
      ))}
    </ul>
  )
}

const COLUMNS: readonly Column<VoceRegistro>[] = [
  { name: texts.quando, cell: (v) => when.format(new Date(v.quando)) },
  {
    name: texts.colonna_chi,
    cell: (v) => (
      <>
        {v.chi ?? (v.id_gestore === null ? v.blocco : texts.account(v.id_gestore))}
        <Muted small>{v.ruolo}</Muted>
      </>
    ),
  },
  {
    name: texts.atto,
    cell: (v) => (
      <>
        {actText[v.atto] ?? v.atto}
        {actText[v.atto] && <Muted small>{v.atto}</Muted>}
      </>
    ),
  },
  { name: texts.oggetto, cell: (v) => v.oggetto },
  { name: texts.cambiato, cell: (v) => (v.prima === null && v.dopo === null ? null : <Changes {...v} />) },
  {
    name: texts.richiesta,
    cell: (v) => v.id_richiesta && <code className={css.intero}>{v.id_richiesta.slice(0, REQUEST)}</code>,
  },
]

/** The audit: filters, rows by pages, and the same rows as a file. */
export default function RegistroScreen() {
  const filters = readFilters(useSearch())
  const [failure, setFailure] = useState<Failure | null>(null)
  const exportRows = async () => {
    const file = await fetchConsoleFile('esporta_registro', { query: filters })
    setFailure(file.ok ? null : file.error)
    if (file.ok) saveFile(texts.file, file.value, 'text/csv')
  }
  return (
    <ConsolePage
      title={texts.titolo}
      below={<Muted>{texts.sotto}</Muted>}
      aside={
        <Button icon={<IconDownload size={20} />} onClick={() => void exportRows()}>
          {texts.esporta}
        </Button>
      }
    >
      <FilterForm path="/registro" names={NAMES}>
        <Field label={texts.chi} name="chi" type="email" defaultValue={filters.chi} />
        <Field label={texts.atto} name="atto" defaultValue={filters.atto} />
        <Field label={texts.oggetto} name="oggetto" defaultValue={filters.oggetto} />
        <Field label={texts.da} name="da" type="date" defaultValue={filters.da} />
        <Field label={texts.a} name="a" type="date" defaultValue={filters.a} />
      </FilterForm>
      {failure && <FieldError text={consoleFailure(failure)} />}
      <ReadList
        read={usePages('registro', filters)}
        label={texts.titolo}
        columns={COLUMNS}
        keyOf={(v) => v.id}
        empty={{ icon: <IconOrdered size={24} />, title: texts.vuoto, text: texts.vuoto_testo }}
      />
    </ConsolePage>
  )
}
