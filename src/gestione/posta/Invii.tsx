import { useState } from 'react'
import { useSearch } from 'wouter'
import type { Invio } from '#contract/gestione/posta'
import { Button } from '../../ui/Button.tsx'
import { Chip, Row, Stack } from '../../ui/base.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { IconMail } from '../../ui/icons.ts'
import { callConsole } from '../api.ts'
import { FilterForm, FilterSelect } from '../FilterForm.tsx'
import { ReadList } from '../ReadList.tsx'
import type { Column } from '../Table.tsx'
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
      <FilterSelect label={texts.tipo} name="tipo" chosen={filters.tipo} options={texts.tipi} />
      <FilterSelect label={texts.stato} name="stato" chosen={filters.stato} options={texts.stati} />
    </FilterForm>
  )
}

/** Rows of the outbox: filters in the address, a page after the other. `acts`: the role sends again and deletes. */
export function Invii({ acts, onChange }: { acts: boolean; onChange: () => void }) {
  const filters = readFilters(useSearch())
  const pages = usePages('invii', filters)
  const [deleting, setDeleting] = useState<Invio | null>(null)
  const act = useAct(() => pages.reload().then(onChange))
  const runOne = (name: 'riprova_invio' | 'elimina_invio', id: number, done: string) =>
    void act.run(
      `${name} ${id}`,
      () => callConsole(name, { corpo: { id } }),
      () => done,
    )
  const retryAll = () =>
    void act.run(
      'tutti',
      () => callConsole('riprova_abbandonati', { corpo: {} }),
      ({ rimessi }) => texts.rimessi(rimessi),
    )
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
      <ReadList
        read={pages}
        label={texts.invii}
        columns={acts ? [...INFO, actions] : INFO}
        keyOf={(r) => r.id}
        empty={{ icon: <IconMail size={24} />, title: texts.vuoto, text: texts.vuoto_testo }}
      />
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
