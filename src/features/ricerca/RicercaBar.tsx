import { type ReactNode, useRef } from 'react'
import { useHotkeys } from 'react-hotkeys-hook'
import { useSnapshot } from 'valtio'
import type { FacetCounts } from '#contract/database'
import { useTopicNames } from '../../components/Topics.tsx'
import { preferences } from '../../domain/preferences.ts'
import { formatNumber } from '../../text/formats.ts'
import { ricercaText as texts } from '../../text/ricerca.ts'
import { Button } from '../../ui/Button.tsx'
import { Kbd } from '../../ui/base.tsx'
import { cx } from '../../ui/cx.ts'
import { SearchField } from '../../ui/Field.tsx'
import { IconFilter, IconX } from '../../ui/icons.ts'
import { activeFilters } from './active-filters.ts'
import { countRicercaFilters, MAX_RICERCA_TEXT, type RicercaFilters, withoutRicercaFilters } from './filters.ts'
import css from './ricerca.module.css'

/** Search words and, under them, a chip for every filter that is on; one touch removes it. */
export function RicercaBar({
  filters,
  counts,
  onChange,
  onReplace,
  onFilters,
}: {
  filters: RicercaFilters
  counts: FacetCounts | null
  onChange: (patch: Partial<RicercaFilters>) => void
  onReplace: (filters: RicercaFilters) => void
  /** Opens the sheet of the filters; null where the panel stands beside the hits. */
  onFilters: (() => void) | null
}) {
  const { tastiera } = useSnapshot(preferences)
  const ref = useRef<HTMLDivElement>(null)
  useHotkeys(
    '/',
    (e) => {
      e.preventDefault()
      ref.current?.querySelector('input')?.focus()
    },
    { enabled: tastiera, useKey: true, ignoreEventWhen: () => document.querySelector('dialog[open]') !== null },
  )
  const active = activeFilters(filters, counts, useTopicNames())
  const count = countRicercaFilters(filters)
  const remove = (without: Partial<RicercaFilters>) => {
    onChange(without)
    ref.current?.querySelector('input')?.focus({ preventScroll: true })
  }
  return (
    <search className={css.barra}>
      <div ref={ref} className={css.campo}>
        <SearchField
          label={texts.campo}
          placeholder={texts.esempio}
          value={filters.testo}
          maxLength={MAX_RICERCA_TEXT}
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onSearch={(text) => onChange({ testo: text })}
          after={tastiera && <SlashKey />}
        />
        {onFilters && (
          <Button
            variant="tenue"
            iconOnly={count === 0}
            label={texts.filtri_detti(count)}
            aria-haspopup="dialog"
            icon={<IconFilter size={20} />}
            onClick={onFilters}
          >
            {count > 0 && formatNumber(count)}
          </Button>
        )}
      </div>
      {active.length > 0 && (
        <ul className={css.etichette} aria-label={texts.attivi}>
          {active.map((e) => (
            <Pill key={e.id}>
              <Button variant="tenue" size="sm" label={texts.togli(e.name)} onClick={() => remove(e.without)}>
                <span className={css.nomeFiltro}>{e.name}</span>
                <IconX size={16} />
              </Button>
            </Pill>
          ))}
          {active.length > 1 && (
            <Pill>
              <Button
                variant="fantasma"
                size="sm"
                onClick={() => {
                  onReplace({ ...withoutRicercaFilters(filters), trova: 'ALL' })
                  ref.current?.querySelector('input')?.focus({ preventScroll: true })
                }}
              >
                {texts.togli_tutti}
              </Button>
            </Pill>
          )}
        </ul>
      )}
    </search>
  )
}

const Pill = ({ children }: { children: ReactNode }) => <li className={css.pillola}>{children}</li>

const SlashKey = () => (
  <span className={cx(css.soloLargo, css.sbarra)} aria-hidden="true">
    <Kbd>/</Kbd>
  </span>
)
