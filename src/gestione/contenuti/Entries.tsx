import { useState } from 'react'
import { useSearch } from 'wouter'
import type { ContenutoGestito, TipoPubblicato } from '#contract/gestione/contenuti'
import { ok } from '#contract/result'
import { formatDate } from '../../text/formats.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Chip, Row, Stack } from '../../ui/base.tsx'
import { Field } from '../../ui/Field.tsx'
import { IconNews, IconPlus, IconUpload } from '../../ui/icons.ts'
import { callConsole } from '../api.ts'
import { FilterForm, FilterSelect } from '../FilterForm.tsx'
import { ReadList } from '../ReadList.tsx'
import type { Column } from '../Table.tsx'
import { ActEnd, useAct } from '../useAct.tsx'
import { useConsoleRead } from '../useConsoleRead.ts'
import { entryText } from './entry-text.ts'
import { PublishFile } from './PublishFile.tsx'
import { contenutiText as texts } from './text.ts'

const ENTRY = '/contenuti/voce'

type State = keyof typeof texts.stati
const STATES = Object.keys(texts.stati) as State[]
const TONES = { in_elenco: 'ok', programmati: 'primario', finiti: 'neutro', ritirati: 'avviso' } as const

/** State of an entry at an instant: withdrawn, still to come, over, or in its list. */
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
      return <Chip tone={TONES[state]}>{texts.stati[state]}</Chip>
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
      <FilterSelect label={texts.stato} name="stato" chosen={stato} options={texts.stati} />
    </FilterForm>
  )
}

/** Entries of a kind: filters in the address, writing one, withdrawing, and publishing from a file. */
export function Entries({ tipo }: { tipo: TipoPubblicato }) {
  const search = useSearch()
  const { cerca, stato } = readFilters(search)
  const read = useConsoleRead('contenuti_gestiti', { query: { tipo } })
  const [isPublishing, setPublishing] = useState(false)
  const act = useAct(read.reload)
  const now = new Date()
  const made = new URLSearchParams(search).get('fatta')
  const fresh = read.data?.elementi.find(({ chiave }) => chiave === made)
  const setWithdrawn = ({ id, titolo }: ContenutoGestito, ritirato: boolean) =>
    void act.run(
      `${id}`,
      () => callConsole('ritira_contenuto', { corpo: { tipo, id, ritirato } }),
      () => (ritirato ? texts.ritirato : texts.ripristinato)(titolo),
    )
  const isShown = (c: ContenutoGestito) =>
    c.titolo.toLowerCase().includes(cerca.toLowerCase()) && (stato === null || stateOf(c, now) === stato)
  const actions: Column<ContenutoGestito> = {
    name: texts.azioni,
    cell: (c) => {
      const name = c.ritirato === null ? texts.ritira : texts.ripristina
      return (
        <Row wrap>
          <ButtonLink size="sm" label={texts.di(texts.modifica, c.titolo)} href={`${ENTRY}?tipo=${tipo}&id=${c.id}`}>
            {texts.modifica}
          </ButtonLink>
          <Button
            size="sm"
            label={texts.di(name, c.titolo)}
            busy={act.busy === `${c.id}`}
            onClick={() => setWithdrawn(c, c.ritirato === null)}
          >
            {name}
          </Button>
        </Row>
      )
    },
  }
  return (
    <Stack>
      <Row wrap>
        <ButtonLink variant="primario" icon={<IconPlus size={20} />} href={`${ENTRY}?tipo=${tipo}`}>
          {entryText.nuova[tipo]}
        </ButtonLink>
        <Button icon={<IconUpload size={20} />} onClick={() => setPublishing(true)}>
          {texts.pubblica}
        </Button>
      </Row>
      <Filtering tipo={tipo} search={search} />
      {fresh && act.done === null && <p role="status">{texts.fatta[stateOf(fresh, now)](fresh.titolo)}</p>}
      <ActEnd act={act} />
      <ReadList
        read={read}
        isShown={isShown}
        label={texts.tipi[tipo]}
        columns={[...columnsOf(tipo, now), actions]}
        keyOf={(c) => c.id}
        empty={{ icon: <IconNews size={24} />, title: texts.vuoto, text: texts.vuoto_testo }}
        partial={texts.primi}
      />
      {isPublishing && (
        <PublishFile
          tipo={tipo}
          onClose={() => setPublishing(false)}
          onPublished={(what) => {
            setPublishing(false)
            void act.run('pubblica', async () => ok(what), texts.pubblicato)
          }}
        />
      )}
    </Stack>
  )
}
