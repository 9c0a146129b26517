import { useState } from 'react'
import { useSearch } from 'wouter'
import type { ContenutoGestito, TipoPubblicato } from '#contract/gestione/contenuti'
import { ok } from '#contract/result'
import { formatDate } from '../../text/formats.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip, Muted, Row, Stack } from '../../ui/base.tsx'
import { Field } from '../../ui/Field.tsx'
import { IconNews, IconUpload } from '../../ui/icons.ts'
import { SelectField } from '../../ui/LongFields.tsx'
import { EmptyState, SkeletonCards } from '../../ui/States.tsx'
import { callConsole } from '../api.ts'
import { Failed } from '../Failed.tsx'
import { FilterForm } from '../FilterForm.tsx'
import { type Column, Table } from '../Table.tsx'
import { ActEnd, useAct } from '../useAct.tsx'
import { useConsoleRead } from '../useConsoleRead.ts'
import { PublishFile } from './PublishFile.tsx'
import { contenutiText as texts } from './text.ts'

const STATES = ['in_elenco', 'programmati', 'finiti', 'ritirati'] as const
type State = (typeof STATES)[number]
const TONES = { in_elenco: 'ok', programmati: 'primario', finiti: 'neutro', ritirati: 'avviso' } as const

/** Where an entry is on a day, `YYYY-MM-DD`: withdrawn, still to come, over, or in its list. */
function stateOf({ ritirato, dal, al, scadenza }: ContenutoGestito, now: Date): State {
  const today = now.toLocaleDateString('sv', { timeZone: 'Europe/Rome' })
  if (ritirato !== null) return 'ritirati'
  if (dal !== null && dal > today) return 'programmati'
  const isOver = (al !== null && al < today) || (scadenza !== null && new Date(scadenza) < now)
  return isOver ? 'finiti' : 'in_elenco'
}

function sayWhen({ dal, al }: ContenutoGestito): string {
  const parts = [...(dal ? [texts.dal(formatDate(dal))] : []), ...(al ? [texts.al(formatDate(al))] : [])]
  return parts.join(' ') || texts.sempre
}

const columnsOf = (tipo: TipoPubblicato, now: Date): readonly Column<ContenutoGestito>[] => [
  { name: texts.titolo_colonna, cell: (c) => c.titolo },
  {
    name: texts.stato,
    cell: (c) => {
      const state = stateOf(c, now)
      return <Chip tone={TONES[state]}>{texts[state]}</Chip>
    },
  },
  ...(tipo === 'bandi'
    ? [{ name: texts.scade, cell: (c: ContenutoGestito) => c.scadenza && formatDate(c.scadenza) }]
    : [{ name: texts.inserito, cell: (c: ContenutoGestito) => c.inserito && formatDate(c.inserito) }]),
  ...(tipo === 'banner' ? [{ name: texts.periodo, cell: sayWhen }] : []),
]

function readFilters(search: string): { cerca: string; stato: State | null } {
  const query = new URLSearchParams(search)
  return { cerca: query.get('cerca') ?? '', stato: STATES.find((known) => known === query.get('stato')) ?? null }
}

function Filtering({ tipo, search }: { tipo: TipoPubblicato; search: string }) {
  const { cerca, stato } = readFilters(search)
  return (
    <FilterForm path="/contenuti" fixed={[['tipo', tipo]]} names={['cerca', 'stato']}>
      <Field label={texts.cerca} name="cerca" defaultValue={cerca} />
      <SelectField label={texts.stato} name="stato" defaultValue={stato ?? ''}>
        <option value="">{texts.tutti}</option>
        {STATES.map((known) => (
          <option key={known} value={known}>
            {texts[known]}
          </option>
        ))}
      </SelectField>
    </FilterForm>
  )
}

/** Entries of a kind: filters in the address, withdrawing, and publishing from a file. */
export function Entries({ tipo }: { tipo: TipoPubblicato }) {
  const search = useSearch()
  const { cerca, stato } = readFilters(search)
  const { data, failure, reload } = useConsoleRead('contenuti_gestiti', { query: { tipo } })
  const [isPublishing, setPublishing] = useState(false)
  const act = useAct()
  const now = new Date()
  const setWithdrawn = ({ id, titolo }: ContenutoGestito, ritirato: boolean) =>
    void act.run(`${id}`, async () => {
      const result = await callConsole('ritira_contenuto', { corpo: { tipo, id, ritirato } })
      await reload()
      return result.ok ? ok(ritirato ? texts.ritirato(titolo) : texts.ripristinato(titolo)) : result
    })
  const rows = data?.elementi.filter(
    (c) => c.titolo.toLowerCase().includes(cerca.toLowerCase()) && (stato === null || stateOf(c, now) === stato),
  )
  const actions: Column<ContenutoGestito> = {
    name: texts.azioni,
    cell: (c) => {
      const name = c.ritirato === null ? texts.ritira : texts.ripristina
      return (
        <Button
          size="sm"
          label={texts.di(name, c.titolo)}
          busy={act.busy === `${c.id}`}
          onClick={() => setWithdrawn(c, c.ritirato === null)}
        >
          {name}
        </Button>
      )
    },
  }
  return (
    <Stack>
      <Row>
        <Button icon={<IconUpload size={20} />} onClick={() => setPublishing(true)}>
          {texts.pubblica}
        </Button>
      </Row>
      <Filtering tipo={tipo} search={search} />
      <ActEnd act={act} />
      {failure ? (
        <Failed failure={failure} onRetry={() => void reload()} />
      ) : !rows ? (
        <SkeletonCards />
      ) : rows.length === 0 ? (
        <EmptyState icon={<IconNews size={24} />} title={texts.vuoto} text={texts.vuoto_testo} />
      ) : (
        <Table label={texts.tipi[tipo]} columns={[...columnsOf(tipo, now), actions]} rows={rows} keyOf={(c) => c.id} />
      )}
      {data && data.elementi.length < data.totale && (
        <Muted small>{texts.primi(data.elementi.length, data.totale)}</Muted>
      )}
      {isPublishing && (
        <PublishFile
          tipo={tipo}
          onClose={() => setPublishing(false)}
          onPublished={(what) => {
            setPublishing(false)
            void act.run('pubblica', async () => {
              await reload()
              return ok(texts.pubblicato(what))
            })
          }}
        />
      )}
    </Stack>
  )
}
