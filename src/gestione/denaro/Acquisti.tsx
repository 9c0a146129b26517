import { useState } from 'react'
import { useSearch } from 'wouter'
import type { AcquistoGestito } from '#contract/gestione/denaro'
import { formatEuro } from '../../text/formats.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip, Row, Stack } from '../../ui/base.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { IconPremium } from '../../ui/icons.ts'
import { callConsole } from '../api.ts'
import { FilterForm, FilterSelect } from '../FilterForm.tsx'
import { ReadList } from '../ReadList.tsx'
import type { Column } from '../Table.tsx'
import { ActEnd, useAct } from '../useAct.tsx'
import { usePages } from '../usePages.ts'
import { formatMoment } from '../when.ts'
import { denaroText as texts } from './text.ts'

type Filters = { stato?: AcquistoGestito['stato']; cerca?: string }
const STATI = Object.keys(texts.stati) as AcquistoGestito['stato'][]
const TONES = { aperto: 'neutro', pagato: 'ok', annullato: 'neutro', rimborsato: 'avviso', recesso: 'avviso' } as const

function readFilters(search: string): Filters {
  const query = new URLSearchParams(search)
  const stato = STATI.find((known) => known === query.get('stato'))
  const cerca = query.get('cerca')
  return { ...(stato && { stato }), ...(cerca && { cerca }) }
}

function Filtering({ filters }: { filters: Filters }) {
  return (
    <FilterForm path="/denaro" names={['stato', 'cerca']}>
      <FilterSelect label={texts.stato} name="stato" chosen={filters.stato} options={texts.stati} />
      <Field label={texts.cerca} name="cerca" defaultValue={filters.cerca} autoCapitalize="none" spellCheck={false} />
    </FilterForm>
  )
}

const INFO: readonly Column<AcquistoGestito>[] = [
  { name: texts.numero, cell: (a) => a.id },
  { name: texts.chi, cell: (a) => a.email ?? texts.account_eliminato },
  { name: texts.durata, cell: (a) => a.durata },
  { name: texts.prezzo, cell: (a) => formatEuro(a.prezzo) },
  {
    name: texts.stato,
    cell: (a) => (
      <Row wrap>
        <Chip tone={TONES[a.stato]}>{texts.stati[a.stato]}</Chip>
        {a.fornitore === 'PROVA' && <Chip>{texts.di_prova}</Chip>}
      </Row>
    ),
  },
  { name: texts.data, cell: (a) => formatMoment(a.rimborsato ?? a.pagato ?? a.creato) },
  { name: texts.codice, cell: (a) => a.codice_promo },
  {
    name: texts.rimborso,
    cell: ({ rimborso }) =>
      rimborso && (
        <Row wrap>
          <Chip tone={rimborso.abbandonato ? 'errore' : 'avviso'}>
            {rimborso.abbandonato ? texts.rimborso_abbandonato : texts.rimborso_attesa}
          </Chip>
          {rimborso.motivo !== null && <span>{rimborso.motivo}</span>}
        </Row>
      ),
  },
]

/** Purchases: filters in the address, a page after the other, and the refund of a paid one. */
export function Acquisti({ onChange }: { onChange: () => void }) {
  const filters = readFilters(useSearch())
  const pages = usePages('acquisti_gestiti', filters)
  const [refunding, setRefunding] = useState<AcquistoGestito | null>(null)
  const act = useAct(() => pages.reload().then(onChange))
  const refund = ({ id, fornitore }: AcquistoGestito) =>
    void act.run(
      `${id}`,
      () => callConsole('rimborsa', { corpo: { id_acquisto: id } }),
      () => (fornitore === 'PROVA' ? texts.rimborsato_prova(id) : texts.rimborsato(id)),
    )
  const actions: Column<AcquistoGestito> = {
    name: texts.azioni,
    cell: (a) =>
      a.stato === 'pagato' && (
        <Button
          size="sm"
          label={texts.rimborsa_uno(a.id)}
          busy={act.busy === `${a.id}`}
          onClick={() => setRefunding(a)}
        >
          {texts.rimborsa}
        </Button>
      ),
  }
  const question = refunding?.fornitore === 'PROVA' ? texts.rimborsa_prova : texts.rimborsa_domanda
  return (
    <Stack>
      <Filtering filters={filters} />
      <ActEnd act={act} />
      <ReadList
        read={pages}
        label={texts.acquisti}
        columns={[...INFO, actions]}
        keyOf={(a) => a.id}
        empty={{ icon: <IconPremium size={24} />, title: texts.vuoto, text: texts.vuoto_testo }}
      />
      {refunding && (
        <ConfirmDialog
          title={texts.rimborsa_titolo(refunding.prezzo)}
          no={texts.lascia}
          yes={texts.rimborsa}
          danger
          onNo={() => setRefunding(null)}
          onYes={() => {
            setRefunding(null)
            refund(refunding)
          }}
        >
          {question(refunding.id, refunding.email)}
        </ConfirmDialog>
      )}
    </Stack>
  )
}
