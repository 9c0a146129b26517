import { useSearch } from 'wouter'
import type { ConsoleResponseOf } from '#contract/gestione'
import type { ChiaveInstallazione, VoceConfigurazione } from '#contract/gestione/installazione'
import { Band, Chip, Muted, Stack } from '../../ui/base.tsx'
import { Field } from '../../ui/Field.tsx'
import { IconFilter, IconWarn } from '../../ui/icons.ts'
import { FilterForm, FilterSelect } from '../FilterForm.tsx'
import { type Column, Table } from '../Table.tsx'
import { installazioneText as texts } from './text.ts'

type Provenienza = VoceConfigurazione['provenienza']
const SOURCES = Object.keys(texts.provenienze) as Provenienza[]

const COLUMNS: readonly Column<VoceConfigurazione>[] = [
  { name: texts.nome, cell: (v) => <code>{v.nome}</code> },
  {
    name: texts.valore,
    cell: ({ provenienza, segreto, valore }) =>
      provenienza === 'predefinito' ? (
        <Muted as="span">{texts.predefinito}</Muted>
      ) : segreto ? (
        <Chip>{texts.impostata}</Chip>
      ) : (
        <code>{valore}</code>
      ),
  },
  { name: texts.provenienza, cell: (v) => texts.provenienze[v.provenienza] },
]

function readFilters(search: string): { cerca: string; da: Provenienza | null } {
  const query = new URLSearchParams(search)
  return { cerca: query.get('cerca') ?? '', da: SOURCES.find((known) => known === query.get('da')) ?? null }
}

type SettingsProps = { configurazione: ConsoleResponseOf<'installazione'>['configurazione'] }

const Wrong = ({ errore }: { errore: string }) => (
  <Band tone="errore" icon={<IconWarn size={20} />}>
    {texts.errore(errore)}
  </Band>
)

/** Lists the settings with the source of each value; a secret only shows that it is set. */
export function Settings({ configurazione }: SettingsProps) {
  const search = useSearch()
  const { cerca, da } = readFilters(search)
  if (configurazione.errore !== null) return <Wrong errore={configurazione.errore} />
  const rows = configurazione.elementi.filter(
    (v) => v.nome.includes(cerca.toUpperCase()) && (da === null || v.provenienza === da),
  )
  return (
    <Stack>
      <Muted>{texts.come}</Muted>
      <FilterForm path="/installazione" fixed={[['parte', 'configurazione']]} names={['cerca', 'da']}>
        <Field label={texts.cerca} name="cerca" defaultValue={cerca} spellCheck={false} />
        <FilterSelect label={texts.provenienza} name="da" chosen={da} options={texts.provenienze} all={texts.tutte} />
      </FilterForm>
      <Table
        label={texts.configurazione}
        columns={COLUMNS}
        rows={rows}
        keyOf={(v) => v.nome}
        empty={{ icon: <IconFilter size={24} />, title: texts.vuoto, text: texts.vuoto_testo }}
      />
    </Stack>
  )
}

const KEYS: readonly Column<ChiaveInstallazione>[] = [
  { name: texts.chiave, cell: (c) => <code>{c.nome}</code> },
  { name: texts.a_cosa, cell: (c) => texts.usi(c.nome) },
  {
    name: texts.provenienza,
    cell: ({ provenienza }) =>
      provenienza === 'predefinito' ? <Muted as="span">{texts.non_impostata}</Muted> : texts.provenienze[provenienza],
  },
  { name: texts.impronta, cell: ({ impronta }) => impronta && <code>{impronta}</code> },
  {
    name: texts.cambiarla,
    cell: ({ nome, ricarica, provenienza }) =>
      ricarica
        ? texts.con_rilettura
        : nome === 'BACKUP_CHIAVE' && provenienza !== 'predefinito'
          ? texts.con_backup
          : texts.con_riavvio,
  },
]

/** Lists the keys, set ones first: source and way to change, never the value. */
export function Keys({ configurazione: { chiavi, errore } }: SettingsProps) {
  if (errore !== null) return <Wrong errore={errore} />
  const isUnset = (c: ChiaveInstallazione) => Number(c.provenienza === 'predefinito')
  return (
    <Stack>
      <Muted>{texts.chiavi_come}</Muted>
      <Table
        label={texts.chiavi}
        columns={KEYS}
        rows={[...chiavi].sort((a, b) => isUnset(a) - isUnset(b))}
        keyOf={(c) => c.nome}
      />
    </Stack>
  )
}
