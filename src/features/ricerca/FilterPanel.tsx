import { type ReactNode, useState } from 'react'
import type { BancaLocale, FacetCounts } from '#contract/database'
import { STATI_RISPOSTA } from '#rules/filtro'
import { LivelloGlyph } from '../../components/Livelli.tsx'
import { useTopicNames } from '../../components/Topics.tsx'
import { BEST_FIRST, livelloName } from '../../text/livelli.ts'
import { ricercaText as texts } from '../../text/ricerca.ts'
import { IconDown, IconImage, IconStar } from '../../ui/icons.ts'
import { NumberField } from '../../ui/NumberField.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { Facet, type FacetValue } from './Facet.tsx'
import { CHIAVE_VALUES, type RicercaFilters, STATO_VALUES, toggleFilter, WORD_MATCHES } from './filters.ts'
import css from './panel.module.css'

/** Highest position accepted, because no bank has more questions. */
const MAX_POSITION = 999_999

/** Range of official positions; an empty end means the bank's own. */
function PositionRange({
  da,
  a,
  onChange,
}: Pick<RicercaFilters, 'da' | 'a'> & { onChange: (patch: Partial<RicercaFilters>) => void }) {
  return (
    <div className={css.posizioni}>
      <NumberField
        max={MAX_POSITION}
        label={texts.dalla}
        value={da}
        onChange={(n) => onChange({ da: n, a: n !== null && a !== null ? Math.max(n, a) : a })}
      />
      <NumberField
        max={MAX_POSITION}
        label={texts.alla}
        value={a}
        onChange={(n) => onChange({ a: n, da: n !== null && da !== null ? Math.min(n, da) : da })}
      />
    </div>
  )
}

type Props = {
  /** Banks on the device, whose names are known before the counts. */
  banche: readonly Pick<BancaLocale, 'id_concorso' | 'concorso'>[]
  filters: RicercaFilters
  counts: FacetCounts | null
  onChange: (patch: Partial<RicercaFilters>) => void
}

/** Shows every filter with the questions it would leave, each facet counted with the other filters on. */
export function FilterPanel(props: Props) {
  const { filters, counts, onChange } = props
  const banche = (counts?.per_concorso ?? props.banche.map((b) => ({ ...b, n: null }))).map((b) => ({
    value: b.id_concorso,
    name: b.concorso,
    n: b.n,
  }))
  return (
    <div className={css.pannello}>
      <div className={css.trova}>
        <Segmented
          legend={texts.trova}
          options={WORD_MATCHES.map((value) => ({ value, text: texts.corrispondenze[value] }))}
          value={filters.trova}
          onSelect={(trova) => onChange({ trova })}
        />
      </div>
      {banche.length > 1 && (
        <Facet
          legend={texts.banche}
          values={banche}
          chosen={filters.concorsi}
          onSelect={(id) => onChange({ concorsi: toggleFilter(filters.concorsi, id) })}
        />
      )}
      <Facet
        legend={texts.livelli}
        values={[...BEST_FIRST].reverse().map((l) => ({
          value: l,
          name: livelloName(l),
          n: counts?.per_livello[l] ?? null,
          mark: <LivelloGlyph livello={l} />,
        }))}
        chosen={filters.livelli}
        onSelect={(l) => onChange({ livelli: toggleFilter(filters.livelli, l) })}
      />
      <OnlyFacet {...props} />
      <Facet
        legend={texts.materie}
        values={subjectsOf(counts)}
        chosen={filters.materie}
        onSelect={(id) => onChange({ materie: toggleFilter(filters.materie, id) })}
      />
      <TopicFacet {...props} />
      <MoreFacets {...props} />
    </div>
  )
}

/** Topics of subject paths, in the order of their trees; a chosen topic stays in sight whatever its count. */
function TopicFacet({ filters: { argomenti }, counts, onChange }: Props) {
  const names = useTopicNames()
  const left = new Map(counts?.per_argomento.map(({ id_sotto_percorso, n }) => [id_sotto_percorso, n]))
  const times = new Map<string, number>()
  for (const id of left.keys()) {
    const nome = names.get(id)?.nome ?? ''
    times.set(nome, (times.get(nome) ?? 0) + 1)
  }
  const values = [...names]
    .filter(([id]) => left.has(id) || argomenti.includes(id))
    .map(([id, { nome, way }]) => ({
      value: id,
      name: (times.get(nome) ?? 0) > 1 ? way.slice(-2).join(' › ') : nome,
      n: left.get(id) ?? null,
    }))
  return (
    <Facet
      legend={texts.argomenti}
      values={values}
      chosen={argomenti}
      onSelect={(id) => onChange({ argomenti: toggleFilter(argomenti, id) })}
    />
  )
}

/** Lists the subjects, one entry for each; subjects with one name in common add their bank. */
function subjectsOf(counts: FacetCounts | null): FacetValue<number>[] {
  if (!counts) return []
  const banche = new Map(counts.per_concorso.map((b) => [b.id_concorso, b.concorso]))
  const ids = new Map<string, Set<number>>()
  for (const m of counts.per_materia) ids.set(m.materia, (ids.get(m.materia) ?? new Set()).add(m.id_materia))
  const values = new Map<number, FacetValue<number> & { n: number }>()
  for (const { id_materia, id_concorso, materia, n } of counts.per_materia) {
    const known = values.get(id_materia)
    if (known) {
      known.n += n
      continue
    }
    const single = ids.get(materia)?.size === 1
    const name = id_materia === 0 ? texts.senza_materia : materia
    values.set(id_materia, {
      value: id_materia,
      name: single || id_materia === 0 ? name : texts.materia_di(materia, banche.get(id_concorso) ?? ''),
      n,
    })
  }
  return [...values.values()]
}

const FIGURE_VALUES = [true, false] as const

function OnlyFacet({ filters, counts, onChange }: Props) {
  const { preferite, figura } = filters
  const mark = (icon: ReactNode) => <span className={css.icona}>{icon}</span>
  const chosen = [...(preferite ? (['preferite'] as const) : []), ...(figura ? (['figura'] as const) : [])]
  return (
    <Facet
      legend={texts.solo}
      values={[
        {
          value: 'preferite' as const,
          name: texts.preferite,
          n: counts?.preferiti ?? null,
          mark: mark(<IconStar size={20} />),
        },
        {
          value: 'figura' as const,
          name: texts.con_figura,
          n: counts?.con_immagine ?? null,
          mark: mark(<IconImage size={20} />),
        },
      ]}
      chosen={chosen}
      onSelect={(which) =>
        onChange(which === 'preferite' ? { preferite: !preferite } : { figura: figura ? null : true })
      }
    />
  )
}

/** Rare filters, folded away unless one of them is on. */
function MoreFacets({ filters, counts, onChange }: Props) {
  const { risposte, chiavi, stati, figura, da, a } = filters
  const on = risposte.length + chiavi.length + stati.length > 0 || figura === false || da !== null || a !== null
  const [open, setOpen] = useState(on)
  return (
    <details className={css.altri} open={open} onToggle={(e) => setOpen(e.currentTarget.open)}>
      <summary>
        {texts.altri}
        <IconDown size={20} />
      </summary>
      <div className={css.pannello}>
        <Facet
          legend={texts.ultima}
          values={STATI_RISPOSTA.map((r) => ({
            value: r,
            name: texts.risposte[r],
            n: counts?.per_risposta[r] ?? null,
          }))}
          chosen={risposte}
          onSelect={(r) => onChange({ risposte: toggleFilter(risposte, r) })}
        />
        <Facet
          legend={texts.chiave}
          values={CHIAVE_VALUES.map((c) => ({ value: c, name: texts.chiavi[c], n: counts?.per_chiave[c] ?? null }))}
          chosen={chiavi}
          onSelect={(c) => onChange({ chiavi: toggleFilter(chiavi, c) })}
        />
        <Facet
          legend={texts.stato}
          values={STATO_VALUES.map((s) => ({ value: s, name: texts.stati[s], n: counts?.per_stato[s] ?? null }))}
          chosen={stati}
          onSelect={(s) => onChange({ stati: toggleFilter(stati, s) })}
        />
        <Facet
          legend={texts.figura}
          values={FIGURE_VALUES.map((con) => ({
            value: con ? 'con' : 'senza',
            name: con ? texts.con_figura : texts.senza_figura,
            n: (con ? counts?.con_immagine : counts?.senza_immagine) ?? null,
          }))}
          chosen={figura === null ? [] : [figura ? 'con' : 'senza']}
          onSelect={(v) => onChange({ figura: figura === (v === 'con') ? null : v === 'con' })}
        />
        <PositionRange da={da} a={a} onChange={onChange} />
      </div>
    </details>
  )
}
