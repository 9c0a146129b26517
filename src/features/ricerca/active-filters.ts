import type { FacetCounts } from '#contract/database'
import type { TopicName } from '../../domain/topics.ts'
import { livelloName } from '../../text/livelli.ts'
import { ricercaText as texts } from '../../text/ricerca.ts'
import type { RicercaFilters } from './filters.ts'

/** Filter that is on, with its name and the patch that removes it. */
export type ActiveFilter = { id: string; name: string; without: Partial<RicercaFilters> }

/** Values from which a facet has one chip for the whole group. */
const MANY = 4

type FacetLabels<T> = {
  key: string
  values: readonly T[]
  name: (value: T) => string
  group: (n: number) => string
  without: (values: readonly T[]) => Partial<RicercaFilters>
}

function chipsOf<T extends string | number>({ key, values, name, group, without }: FacetLabels<T>): ActiveFilter[] {
  if (values.length >= MANY) return [{ id: key, name: group(values.length), without: without([]) }]
  return values.map((v) => ({ id: `${key} ${v}`, name: name(v), without: without(values.filter((x) => x !== v)) }))
}

/** Returns the filters that are on, in the order of the panel. Names of banks and subjects come with the counts. */
export function activeFilters(
  f: RicercaFilters,
  counts: FacetCounts | null,
  topics: ReadonlyMap<number, TopicName>,
): ActiveFilter[] {
  const banche = new Map(counts?.per_concorso.map((c) => [c.id_concorso, c.concorso]))
  const materie = new Map(counts?.per_materia.map((m) => [m.id_materia, m.materia]))
  const one = (id: string, active: boolean, name: string, without: Partial<RicercaFilters>): ActiveFilter[] =>
    active ? [{ id, name, without }] : []
  return [
    ...one('trova', f.trova !== 'ALL' && f.testo.trim() !== '', texts.corrispondenze[f.trova], { trova: 'ALL' }),
    ...chipsOf({
      key: 'banca',
      values: f.concorsi,
      name: (id) => banche.get(id) ?? (counts ? texts.sparita : texts.banche),
      group: texts.n_banche,
      without: (concorsi) => ({ concorsi }),
    }),
    ...chipsOf({
      key: 'materia',
      values: f.materie,
      name: (id) => (id === 0 ? texts.senza_materia : (materie.get(id) ?? texts.n_materie(1))),
      group: texts.n_materie,
      without: (m) => ({ materie: m }),
    }),
    ...chipsOf({
      key: 'argomento',
      values: f.argomenti,
      name: (id) => topics.get(id)?.nome ?? texts.n_argomenti(1),
      group: texts.n_argomenti,
      without: (argomenti) => ({ argomenti }),
    }),
    ...chipsOf({
      key: 'livello',
      values: f.livelli,
      name: livelloName,
      group: texts.n_livelli,
      without: (livelli) => ({ livelli }),
    }),
    ...one('preferite', f.preferite, texts.preferite, { preferite: false }),
    ...one('figura', f.figura !== null, f.figura ? texts.con_figura : texts.senza_figura, { figura: null }),
    ...f.risposte.map((r) => ({
      id: `risposta ${r}`,
      name: `${texts.ultima}: ${texts.risposte[r].toLowerCase()}`,
      without: { risposte: f.risposte.filter((x) => x !== r) },
    })),
    ...f.chiavi.map((c) => ({
      id: `chiave ${c}`,
      name: `${texts.chiave}: ${texts.chiavi[c].toLowerCase()}`,
      without: { chiavi: f.chiavi.filter((x) => x !== c) },
    })),
    ...f.stati.map((s) => ({
      id: `stato ${s}`,
      name: texts.stati[s],
      without: { stati: f.stati.filter((x) => x !== s) },
    })),
    ...one('posizioni', f.da !== null || f.a !== null, texts.posizioni(f.da, f.a), { da: null, a: null }),
  ]
}
