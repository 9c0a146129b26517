import { type KeyboardEvent, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { ConsoleResponseOf } from '#contract/gestione'
import { type RigaDubbia, type SceltaDubbia, STATI_DUBBIA } from '#contract/gestione/importazioni'
import { ActionBar, ActionColumns } from '../../ui/ActionBar.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Band, Card, Chip, Muted, Row, Stack } from '../../ui/base.tsx'
import { FoldedCard } from '../../ui/FoldedCard.tsx'
import { IconBack, IconCheck, IconForward, IconMinus, IconWarn } from '../../ui/icons.ts'
import { EmptyState } from '../../ui/States.tsx'
import { callConsole } from '../api.ts'
import { ConsolePage } from '../ConsoleFrame.tsx'
import { FilterForm, FilterSelect } from '../FilterForm.tsx'
import frame from '../gestione.module.css'
import { ReadState } from '../ReadList.tsx'
import { filterText } from '../text.ts'
import { ActEnd, useAct } from '../useAct.tsx'
import { useConsoleRead } from '../useConsoleRead.ts'
import css from './banche.module.css'
import { ReadQuestion } from './ReadingTable.tsx'
import { dubbieText as texts } from './text.ts'

const TONES = { da_vedere: 'avviso', accettata: 'ok', esclusa: 'errore' } as const
const stateOf = (scelta: SceltaDubbia | null) => scelta ?? 'da_vedere'

function readFilters(search: string) {
  const query = new URLSearchParams(search)
  const [stato, tipo] = [STATI_DUBBIA.find((known) => known === query.get('stato')), query.get('tipo')]
  return { ...(stato && { stato }), ...(tipo && { tipo }) }
}

/** The doubtful rows of a reading, one at a time: as the file has it, as it was understood, and why it is in doubt. */
export function DoubtfulRows({ id }: { id: number }) {
  const path = `/banche/importa/${id}`
  const filters = readFilters(useSearch())
  const read = useConsoleRead('dubbie_importazione', { query: { id, ...filters } })
  return (
    <ConsolePage title={texts.titolo} back={path} below={<Muted>{texts.sotto}</Muted>}>
      <Row>
        <ButtonLink href={path} variant="tenue" size="sm" icon={<IconBack size={16} />}>
          {texts.torna}
        </ButtonLink>
      </Row>
      <ReadState read={read}>
        {(data) => <Rows key={JSON.stringify(filters)} id={id} data={data} filters={filters} />}
      </ReadState>
    </ConsolePage>
  )
}

type Data = ConsoleResponseOf<'dubbie_importazione'>
type Filters = ReturnType<typeof readFilters>

const KEYS: Readonly<Record<string, 1 | -1 | SceltaDubbia>> = {
  ...{ ArrowRight: 1, j: 1, ArrowLeft: -1, k: -1 },
  ...{ a: 'accettata', e: 'esclusa' },
}

/** Walks the rows by the place in the address. Rows stay where they are while one chooses; the filters apply anew to the next read. */
function useRows(id: number, rows: readonly RigaDubbia[]) {
  const [, navigate] = useLocation()
  const search = useSearch()
  const [chosen, setChosen] = useState<Readonly<Record<number, SceltaDubbia | null>>>({})
  const act = useAct()
  const at = Math.max(
    0,
    rows.findIndex(({ posto }) => String(posto) === new URLSearchParams(search).get('posto')),
  )
  const found = rows[at]
  const row = found && { ...found, scelta: found.posto in chosen ? (chosen[found.posto] ?? null) : found.scelta }
  const go = (step: 1 | -1) => {
    const next = rows[at + step]
    if (!next) return
    const query = new URLSearchParams(search)
    query.set('posto', String(next.posto))
    navigate(`/banche/importa/${id}/dubbie?${query}`, { replace: true })
  }
  /** Chooses and moves to the next row; the present choice is undone. */
  const choose = async (wanted: SceltaDubbia) => {
    if (!row) return
    const { posto, riga } = row
    const scelta = row.scelta === wanted ? null : wanted
    const corpo = { id, posto, scelta }
    const say = () => texts.fatta(riga, scelta)
    if (!(await act.run(wanted, () => callConsole('scegli_dubbia', { corpo }), say))) return
    setChosen((known) => ({ ...known, [posto]: scelta }))
    if (scelta !== null) go(1)
  }
  return { at, row, act, go, choose }
}

function Rows({ id, data, filters }: { id: number; data: Data; filters: Filters }) {
  const { at, row, act, go, choose } = useRows(id, data.elementi)
  const onKey = (event: KeyboardEvent) => {
    const meant = KEYS[event.key]
    const modified = event.ctrlKey || event.metaKey || event.altKey
    if (meant === undefined || modified || event.target instanceof HTMLSelectElement) return
    event.preventDefault()
    if (typeof meant === 'number') go(meant)
    else void choose(meant)
  }
  const filtering = (
    <FoldedCard id="filtri" title={filterText.filtri}>
      <FilterForm path={`/banche/importa/${id}/dubbie`} names={['stato', 'tipo']}>
        <FilterSelect label={texts.stato} name="stato" chosen={filters.stato} options={texts.stati} all={texts.tutte} />
        <FilterSelect
          label={texts.dubbio}
          name="tipo"
          chosen={filters.tipo}
          options={Object.fromEntries(data.tipi.map(({ tipo, righe }) => [tipo, texts.con_tipo(tipo, righe)]))}
        />
      </FilterForm>
    </FoldedCard>
  )
  if (!row)
    return (
      <>
        {data.totale > 0 && filtering}
        <EmptyState
          icon={<IconCheck size={24} />}
          title={data.totale > 0 ? texts.vuoto : texts.nessuna}
          text={data.totale > 0 ? texts.vuoto_testo : texts.nessuna_testo}
        />
      </>
    )
  return (
    <section aria-label={texts.titolo} tabIndex={-1} onKeyDown={onKey}>
      <ActionColumns
        choices={
          <>
            {filtering}
            {data.elencate < data.totale && <Muted small>{texts.prime(data.elencate, data.totale)}</Muted>}
          </>
        }
        bar={<Choices row={row} at={at} of={data.elementi.length} act={act} go={go} choose={choose} />}
        more={<Doubt row={row} />}
      />
    </section>
  )
}

type ChoicesProps = Omit<ReturnType<typeof useRows>, 'row'> & { row: RigaDubbia; of: number }

const Choices = ({ row, at, of, act, go, choose }: ChoicesProps) => (
  <ActionBar
    label={texts.scegli}
    title={texts.posto(at + 1, of)}
    notes={
      <Row as="span" wrap>
        <span>{texts.riga(row.riga, row.foglio)}</span>
        <Chip tone={TONES[stateOf(row.scelta)]}>{texts.stato_di[stateOf(row.scelta)]}</Chip>
      </Row>
    }
  >
    <Row className={css.mosse}>
      <Button
        iconOnly
        label={texts.precedente}
        aria-disabled={at === 0}
        icon={<IconBack size={20} />}
        onClick={() => go(-1)}
      />
      <Button
        iconOnly
        label={texts.successiva}
        aria-disabled={at === of - 1}
        icon={<IconForward size={20} />}
        onClick={() => go(1)}
      />
    </Row>
    <Row className={css.scelte}>
      <Button
        variant="primario"
        aria-pressed={row.scelta === 'accettata'}
        icon={<IconCheck size={20} />}
        onClick={() => void choose('accettata')}
      >
        {texts.accetta}
      </Button>
      <Button
        aria-pressed={row.scelta === 'esclusa'}
        icon={<IconMinus size={20} />}
        onClick={() => void choose('esclusa')}
      >
        {texts.escludi}
      </Button>
    </Row>
    <span className={frame.tasti}>{texts.tasti}</span>
    <ActEnd act={act} />
  </ActionBar>
)

const Doubt = ({ row: { perche, file, capita } }: { row: RigaDubbia }) => (
  <>
    {perche.map(({ tipo, testo }) => (
      <Band key={`${tipo} ${testo}`} icon={<IconWarn size={20} />}>
        {testo}
      </Band>
    ))}
    <Card aria-labelledby="nel-file">
      <Stack>
        <h2 id="nel-file">{texts.nel_file}</h2>
        <Muted small>{[file.numero, file.materia].filter((x) => x !== null).join(' · ')}</Muted>
        <p className={css.domanda}>{file.testo}</p>
        <ul className={css.scritte}>
          {file.risposte.map(({ lettera, testo, segnata }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two answers may be equal
            <li key={i}>
              {lettera !== null && `${lettera}) `}
              {testo} {segnata && <Chip>{texts.segnata}</Chip>}
            </li>
          ))}
        </ul>
        <p>
          {texts.chiave_scritta(
            file.chiave,
            file.risposte.some(({ segnata }) => segnata),
          )}
        </p>
      </Stack>
    </Card>
    <Card aria-labelledby="capita">
      <Stack>
        <h2 id="capita">{texts.capita}</h2>
        <ReadQuestion {...capita} />
        {capita.corretta === null && (
          <Row>
            <Chip tone="avviso">{texts.senza_chiave}</Chip>
          </Row>
        )}
        {capita.immagine !== null && <Muted small>{texts.immagine(capita.immagine)}</Muted>}
      </Stack>
    </Card>
  </>
)
