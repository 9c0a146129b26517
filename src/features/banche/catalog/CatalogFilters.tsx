import { useSnapshot } from 'valtio'
import { type CatalogFilter, MAX_CATALOG_WORDS, catalog as stato } from '../../../domain/catalog-state.ts'
import { catalogText as texts } from '../../../text/banche.ts'
import { SearchField } from '../../../ui/Field.tsx'
import { Picker } from '../../../ui/Picker.tsx'
import css from './catalog.module.css'

/** Filters by body, profile, year and words; each list is a dialog, the whole screen on a phone. */
export function CatalogFilters({
  filtro: filter,
  onChange,
}: {
  filtro: CatalogFilter
  onChange: (f: CatalogFilter) => void
}) {
  const { enti, profili, anni } = useSnapshot(stato)
  return (
    <search className={css.filtri}>
      <SearchField
        label={texts.cerca}
        value={filter.search}
        maxLength={MAX_CATALOG_WORDS}
        onSearch={(search) => onChange({ ...filter, search })}
      />
      <div className={css.scelte}>
        <Picker
          label={texts.ente}
          allLabel={texts.tutti_enti}
          items={enti.map((e) => ({ value: String(e.id_ente), text: e.ente }))}
          value={filter.id_ente === null ? null : String(filter.id_ente)}
          onSelect={(v) => onChange({ ...filter, id_ente: v === null ? null : Number(v) })}
        />
        <Picker
          label={texts.profilo}
          allLabel={texts.tutti_profili}
          items={profili.map((p) => ({ value: p, text: p }))}
          value={filter.profilo}
          onSelect={(profilo) => onChange({ ...filter, profilo })}
        />
        <Picker
          label={texts.anno}
          allLabel={texts.tutti_anni}
          items={anni.map((a) => ({ value: String(a), text: String(a) }))}
          value={filter.anno === null ? null : String(filter.anno)}
          onSelect={(v) => onChange({ ...filter, anno: v === null ? null : Number(v) })}
        />
      </div>
    </search>
  )
}
