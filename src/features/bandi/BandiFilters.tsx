import { type ReactNode, useState } from 'react'
import { type BandoFilter, NO_BANDO_FILTER } from '#rules/bando'
import { Button } from '../../ui/Button.tsx'
import { SearchField, Switch } from '../../ui/Field.tsx'
import { IconFilter } from '../../ui/icons.ts'
import { Picker } from '../../ui/Picker.tsx'
import { useWide } from '../../ui/useWide.ts'
import css from './bandi.module.css'
import { filterOptions, bandiText as texts } from './text.ts'

/** Days that the filter offers. */
const DAYS = [1, 7, 15, 30, 60]
/** Characters of the words searched, as the server takes them. */
const MAX_WORDS = 200

/** Counts the filters in force, without the words. */
export const countFilters = ({ search: _search, ...f }: BandoFilter): number =>
  Object.values(f).filter((v) => v !== null && v !== false).length

type Change = (f: BandoFilter) => void

/** Shows the six filters and the words; a phone folds the filters behind a button with the number in force [SC22]. */
export function BandiFilters({ filter, onChange }: { filter: BandoFilter; onChange: Change }) {
  const wide = useWide()
  const [open, setOpen] = useState(false)
  const n = countFilters(filter)
  return (
    <search className={css.filtri}>
      <div className={wide ? undefined : css.cerca}>
        <SearchField
          label={texts.cerca}
          value={filter.search}
          maxLength={MAX_WORDS}
          onSearch={(search) => onChange({ ...filter, search })}
        />
        {!wide && (
          <Button
            variant={n > 0 ? 'tenue' : 'bordo'}
            icon={<IconFilter size={20} />}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {texts.filtri(n)}
          </Button>
        )}
      </div>
      {(wide || open) && (
        <Choices filter={filter} onChange={onChange}>
          {n > 0 && (
            <Button
              variant="fantasma"
              size="sm"
              onClick={() => onChange({ ...NO_BANDO_FILTER, search: filter.search })}
            >
              {texts.azzera}
            </Button>
          )}
        </Choices>
      )}
    </search>
  )
}

function Choices({ filter, onChange, children }: { filter: BandoFilter; onChange: Change; children: ReactNode }) {
  const picker = <K extends keyof typeof filterOptions>(field: K, label: string, allLabel: string) => (
    <Picker
      label={label}
      allLabel={allLabel}
      items={Object.entries(filterOptions[field]).map(([value, text]) => ({ value, text }))}
      value={filter[field]}
      onSelect={(value) => onChange({ ...filter, [field]: value })}
    />
  )
  return (
    <>
      <div className={css.scelte}>
        <Picker
          label={texts.giorni}
          allLabel={texts.sempre}
          items={DAYS.map((n) => ({ value: String(n), text: texts.entro(n) }))}
          value={filter.giorni === null ? null : String(filter.giorni)}
          onSelect={(v) => onChange({ ...filter, giorni: v === null ? null : Number(v) })}
        />
        {picker('livello_istruzione', texts.livello, texts.tutti_livelli)}
        {picker('settore', texts.settore, texts.tutti_settori)}
        {picker('area_geografica', texts.area, texts.tutte_aree)}
        {picker('tipo_ente', texts.tipo_ente, texts.tutti_tipi)}
      </div>
      <div className={css.ancora}>
        <Switch
          checked={filter.in_evidenza}
          onChange={(e) => onChange({ ...filter, in_evidenza: e.currentTarget.checked })}
        >
          {texts.evidenza}
        </Switch>
        {children}
      </div>
    </>
  )
}
