import { useState } from 'react'
import { useSearch } from 'wouter'
import type { Invio } from '#contract/gestione/posta'
import { ok, type Result } from '#contract/result'
import { Button } from '../../ui/Button.tsx'
import { Chip, Row, Stack } from '../../ui/base.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { FieldError } from '../../ui/Field.tsx'
import { IconMail } from '../../ui/icons.ts'
import { SelectField } from '../../ui/LongFields.tsx'
import { EmptyState, SkeletonCards } from '../../ui/States.tsx'
import { callConsole } from '../api.ts'
import { Failed } from '../Failed.tsx'
import { FilterForm } from '../FilterForm.tsx'
import { type Column, Table } from '../Table.tsx'
import { consoleFailure } from '../text.ts'
import { ActEnd, useAct } from '../useAct.tsx'
import { usePages } from '../usePages.ts'
import { formatMoment } from '../when.ts'
import { postaText as texts } from './text.ts'

const TIPI = Object.keys(texts.tipi) as Invio['tipo'][]
const STATI = Object.keys(texts.stati) as Invio['stato'][]
const TONES = { attesa: 'neutro', riprova: 'avviso', abbandonata: 'errore' } as const

function readFilters(search: string): { tipo?: Invio['tipo']; stato?: Invio['stato'] } {
  const query = new URLSearchParams(search)
  const tipo = TIPI.find((known) => known === query.get('tipo'))
  const stato = STATI.find((known) => known === query.get('stato'))
  return { ...(tipo && { tipo }), ...(stato && { stato }) }
}

/** Rows of the outbox: filters in the address, a page after the other. `acts`: the role sends again and deletes. */
export function Invii({ acts, onChange }: { acts: boolean; onChange: () => void }) {
  const search = useSearch()
  return <FilteredInvii key={search} filters={readFilters(search)} acts={acts} onChange={onChange} />
}

const INFO: readonly Column<Invio>[] = [
  { name: texts.scritto, cell: (r) => formatMoment(r.creata) },
  { name: texts.tipo, cell: (r) => texts.uno[r.tipo] },
  { name: texts.a, cell: (r) => r.destinatario },
  { name: texts.oggetto, cell: (r) => r.oggetto ?? (r.id_acquisto === null ? null : texts.acquisto(r.id_acquisto)) },
  { name: texts.stato, cell: (r) => <Chip tone={TONES[r.stato]}>{texts.stati[r.stato]}</Chip> },
  { name: texts.tentativi, cell: (r) => r.tentativi },
  { name: texts.prossimo, cell: (r) => (r.prossimo ? formatMoment(r.prossimo) : texts.mai) },
  { name: texts.motivo, cell: (r) => r.motivo },
]

type Filters = ReturnType<typeof readFilters>

function Filtering({ filters }: { filters: Filters }) {
  return (
    <FilterForm path="/posta" names={['tipo', 'stato']}>
      <SelectField label={texts.tipo} name="tipo" defaultValue={filters.tipo ?? ''}>
        <option value="">{texts.tutti}</option>
        {TIPI.map((tipo) => (
          <option key={tipo} value={tipo}>
            {texts.tipi[tipo]}
          </option>
        ))}
      </SelectField>
      <SelectField label={texts.stato} name="stato" defaultValue={filters.stato ?? ''}>
        <option value="">{texts.tutti}</option>
        {STATI.map((stato) => (
          <option key={stato} value={stato}>
            {texts.stati[stato]}
          </option>
        ))}
      </SelectField>
    </FilterForm>
  )
}

function FilteredInvii({ filters, acts, onChange }: { filters: Filters; acts: boolean; onChange: () => void }) {
  const { rows, failure, refused, more, reload } = usePages('invii', filters)
  const [deleting, setDeleting] = useState<Invio | null>(null)
  const act = useAct()
  /** Runs an act and reads again, also where it was refused: the row may be gone. */
  const run = (name: string, work: () => Promise<Result<string>>) =>
    void act.run(name, async () => {
      const result = await work()
      await reload()
      onChange()
      return result
    })
  const runOne = (name: 'riprova_invio' | 'elimina_invio', id: number, done: string) =>
    run(`${name} ${id}`, async () => {
      const result = await callConsole(name, { corpo: { id } })
      return result.ok ? ok(done) : result
    })
  const retryAll = () =>
    run('tutti', async () => {
      const result = await callConsole('riprova_abbandonati', { corpo: {} })
      return result.ok ? ok(texts.rimessi(result.value.rimessi)) : result
    })
  const actions: Column<Invio> = {
    name: texts.azioni,
    cell: (row) => (
      <InvioActions
        row={row}
        busy={act.busy === `riprova_invio ${row.id}`}
        onRetry={() => runOne('riprova_invio', row.id, texts.rimandato)}
        onDelete={() => setDeleting(row)}
      />
    ),
  }
  return (
    <Stack>
      <Row spread wrap>
        <h2 id="invii">{texts.invii}</h2>
        {acts && (
          <Button busy={act.busy === 'tutti'} onClick={retryAll}>
            {texts.tutti_abbandonati}
          </Button>
        )}
      </Row>
      <Filtering filters={filters} />
      <ActEnd act={act} />
      {failure ? (
        <Failed failure={failure} onRetry={() => void reload()} />
      ) : !rows ? (
        <SkeletonCards />
      ) : rows.length === 0 ? (
        <EmptyState icon={<IconMail size={24} />} title={texts.vuoto} text={texts.vuoto_testo} />
      ) : (
        <Table label={texts.invii} columns={acts ? [...INFO, actions] : INFO} rows={rows} keyOf={(r) => r.id} />
      )}
      {refused && <FieldError text={consoleFailure(refused)} />}
      {more && (
        <Row>
          <Button onClick={() => void more()}>{texts.ancora}</Button>
        </Row>
      )}
      {deleting && (
        <ConfirmDialog
          title={texts.elimina_titolo}
          no={texts.tieni}
          yes={texts.elimina}
          danger
          onNo={() => setDeleting(null)}
          onYes={() => {
            setDeleting(null)
            runOne('elimina_invio', deleting.id, texts.eliminato)
          }}
        >
          {texts.elimina_domanda(deleting.oggetto ?? '', deleting.destinatario ?? '')}
        </ConfirmDialog>
      )}
    </Stack>
  )
}

const InvioActions = ({
  row: { id, riprovabile, eliminabile },
  busy,
  onRetry,
  onDelete,
}: {
  row: Invio
  busy: boolean
  onRetry: () => void
  onDelete: () => void
}) =>
  (riprovabile || eliminabile) && (
    <Row wrap>
      {riprovabile && (
        <Button size="sm" label={texts.di(texts.rimanda, id)} busy={busy} onClick={onRetry}>
          {texts.rimanda}
        </Button>
      )}
      {eliminabile && (
        <Button size="sm" label={texts.di(texts.elimina, id)} onClick={onDelete}>
          {texts.elimina}
        </Button>
      )}
    </Row>
  )
