import { type KeyboardEvent, useState } from 'react'
import { useSnapshot } from 'valtio'
import { Link, useLocation, useSearch } from 'wouter'
import {
  RUOLI_CODA,
  STATI_CODA,
  type StatoCoda,
  TIPI_CODA,
  type TipoCoda,
  type VoceCoda,
} from '#contract/gestione/coda'
import type { Failure } from '#contract/result'
import { Chip, Muted, Row, Stack } from '../../ui/base.tsx'
import { FieldError } from '../../ui/Field.tsx'
import { IconReport } from '../../ui/icons.ts'
import { SelectField } from '../../ui/LongFields.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { callConsole } from '../api.ts'
import { ConsolePage } from '../ConsoleFrame.tsx'
import { consoleState } from '../console-session.ts'
import frame from '../gestione.module.css'
import { NextPage, ReadState } from '../ReadList.tsx'
import { consoleFailure } from '../text.ts'
import { usePages } from '../usePages.ts'
import { formatAge } from './age.ts'
import css from './coda.module.css'
import { codaText as texts } from './text.ts'

type Filters = { tipo?: TipoCoda; stato?: StatoCoda; id_concorso?: number }

const oneOf = <T extends string>(values: readonly T[], text: string | null): T | undefined =>
  values.find((value) => value === text)

/** Reads the filters of an address; unknown values are left out. */
function readFilters(search: string): Filters {
  const query = new URLSearchParams(search)
  const [tipo, stato] = [oneOf(TIPI_CODA, query.get('tipo')), oneOf(STATI_CODA, query.get('stato'))]
  const id = Number(query.get('banca'))
  return {
    ...(tipo && { tipo }),
    ...(stato && { stato }),
    ...(Number.isInteger(id) && id !== 0 && { id_concorso: id }),
  }
}

/** Entries by pages, with their filters in the address. */
export function Queue() {
  const search = useSearch()
  const [, navigate] = useLocation()
  const filters = readFilters(search)
  const { sessione } = useSnapshot(consoleState)
  const seen = TIPI_CODA.filter((tipo) => sessione && RUOLI_CODA[tipo].includes(sessione.ruolo))
  const pages = usePages('coda', filters, 'da')
  const set = (name: string, value: string) => {
    const query = new URLSearchParams(search)
    if (value === '') query.delete(name)
    else query.set(name, value)
    navigate(`/segnalazioni${query.size > 0 ? `?${query}` : ''}`, { replace: true })
  }
  return (
    <ConsolePage title={texts.titolo} below={<Muted>{texts.sotto}</Muted>}>
      <fieldset className={frame.filtri} aria-label={texts.filtri}>
        <SelectField
          label={texts.stato}
          value={filters.stato ?? 'aperte'}
          onChange={(e) => set('stato', e.currentTarget.value === 'aperte' ? '' : e.currentTarget.value)}
        >
          {STATI_CODA.map((stato) => (
            <option key={stato} value={stato}>
              {texts.stati[stato]}
            </option>
          ))}
        </SelectField>
        <SelectField label={texts.tipo} value={filters.tipo ?? ''} onChange={(e) => set('tipo', e.currentTarget.value)}>
          <option value="">{texts.tutti}</option>
          {seen.map((tipo) => (
            <option key={tipo} value={tipo}>
              {texts.tipi[tipo]}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={texts.banca}
          value={filters.id_concorso ?? ''}
          onChange={(e) => set('banca', e.currentTarget.value)}
        >
          <option value="">{texts.tutte}</option>
          {pages.data?.banche.map((b) => (
            <option key={b.id_concorso} value={b.id_concorso}>
              {texts.banca_aperte(b.concorso, b.aperte)}
            </option>
          ))}
        </SelectField>
      </fieldset>
      <ReadState read={pages}>
        {({ elementi, totale }) => <Entries key={search} known={elementi} total={totale} search={search} />}
      </ReadState>
      <NextPage read={pages} />
    </ConsolePage>
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }

/**
 * Moves the focus among the links of a list; P hands the focused one to `take`. The letters hold in the list alone
 * (WCAG 2.1.4).
 */
function onListKey(event: KeyboardEvent<HTMLUListElement>, take: (place: number) => void): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const links = [...event.currentTarget.querySelectorAll('a')]
  const here = links.indexOf(document.activeElement as HTMLAnchorElement)
  const step = STEPS[event.key]
  if (here < 0 || (step === undefined && event.key !== 'p')) return
  event.preventDefault()
  if (step === undefined) take(here)
  else links[here + step]?.focus()
}

const keyOf = ({ tipo, id }: VoceCoda): string => `${tipo} ${id}`

function Entries({ known, total, search }: { known: readonly VoceCoda[]; total: number; search: string }) {
  const [taken, setTaken] = useState<Readonly<Record<string, VoceCoda>>>({})
  const [failure, setFailure] = useState<Failure | null>(null)
  const rows = known.map((voce) => taken[keyOf(voce)] ?? voce)
  const take = async (voce: VoceCoda | undefined) => {
    // An entry of a colleague is taken on its page, which shows the holder.
    if (!voce || voce.chiusa !== null || (voce.presa_da !== null && !voce.mia)) return
    const result = await callConsole('prendi_voce', { corpo: { tipo: voce.tipo, id: voce.id, prendi: !voce.mia } })
    setFailure(result.ok ? null : result.error)
    if (result.ok) setTaken((before) => ({ ...before, [keyOf(voce)]: result.value.voce }))
  }
  if (rows.length === 0)
    return <EmptyState icon={<IconReport size={24} />} title={texts.vuoto} text={texts.vuoto_testo} />
  return (
    <>
      <Row spread wrap>
        <p role="status">{texts.quante(total)}</p>
        <span className={frame.tasti} id="tasti-coda">
          {texts.tasti}
        </span>
      </Row>
      <ul
        className={css.voci}
        aria-label={texts.elenco}
        aria-describedby="tasti-coda"
        onKeyDown={(event) => onListKey(event, (place) => void take(rows[place]))}
      >
        {rows.map((voce) => (
          <li key={`${voce.tipo} ${voce.id} ${voce.chiusa}`}>
            <EntryLink voce={voce} search={search} />
          </li>
        ))}
      </ul>
      {failure && <FieldError text={consoleFailure(failure)} />}
    </>
  )
}

/** Chips of an entry: kind, how many people, who has it or how it ended. */
export const EntryChips = ({ voce }: { voce: VoceCoda }) => (
  <Row as="span" wrap>
    <Chip tone="primario">{texts.tipi[voce.tipo]}</Chip>
    {voce.quante > 1 && <Chip>{texts.persone(voce.quante)}</Chip>}
    {voce.esito !== null && voce.chiusa !== null ? (
      <Chip tone="ok">{texts.chiusa(texts.esiti[voce.esito])}</Chip>
    ) : voce.presa_da === null ? (
      <Chip tone="avviso">{texts.libera}</Chip>
    ) : (
      <Chip>{voce.mia ? texts.mia : texts.presa(voce.presa_da)}</Chip>
    )}
  </Row>
)

const EntryLink = ({ voce, search }: { voce: VoceCoda; search: string }) => (
  <Link href={`/segnalazioni/${voce.tipo}/${voce.id}${search && `?${search}`}`} className={css.voce}>
    <Stack as="span">
      <Row as="span" spread>
        <b>{texts.argomento(voce.argomento)}</b>
        <Muted as="span" small>
          <time dateTime={voce.creata}>{formatAge(voce.creata, Date.now())}</time>
        </Muted>
      </Row>
      {voce.testo !== null && <span>{voce.testo}</span>}
      {voce.concorso !== null && (
        <Muted as="span" small>
          {voce.concorso}
        </Muted>
      )}
      <EntryChips voce={voce} />
    </Stack>
  </Link>
)
