import type { FacetCounts, MeantQuery, SearchHits, StoreArgs } from '#contract/database'
import type { FiltroRicerca } from '#rules/filtro'
import { questionsWith, wordsNear } from '#rules/search-index'
import { correctQuery } from '#rules/spelling'
import type { StoreContext } from '../core/context.ts'
import { countIn, nameSums, newSums } from './facets.ts'
import { indexOf } from './keywords.ts'
import { loadBank } from './loaded-bank.ts'
import { selectIn } from './select.ts'

type ListedBank = { id_concorso: number; concorso: string }

/** Lists the banks on the device, in the order of the list. */
const listHere = ({ db }: StoreContext): ListedBank[] =>
  db.all<ListedBank>(
    `SELECT id_concorso, concorso FROM banche WHERE file IS NOT NULL
     ORDER BY coalesce(ultimo_uso_ms, 0) DESC, concorso, id_concorso`,
  )

/** Returns the banks of a filter, each once, in its order: those on the device, all of them when it names none. */
function chosenOf({ concorsi = [] }: FiltroRicerca, here: readonly ListedBank[]): number[] {
  const ids = here.map(({ id_concorso }) => id_concorso)
  return concorsi.length === 0 ? ids : [...new Set(concorsi)].filter((id) => ids.includes(id))
}

/** Returns questions of several banks, in the requested order. */
export const searchDomande = (ctx: StoreContext, { filtro, ordine, seme }: StoreArgs<'searchDomande'>): SearchHits =>
  selectIn(ctx, chosenOf(filtro, listHere(ctx)), filtro, ordine, seme)

/**
 * Puts the words right by the vocabularies of the banks that are searched [PP5]. `apart` where no question has the right words
 * together; null where none has any of them either.
 */
export function suggestQuery(ctx: StoreContext, { filtro }: StoreArgs<'suggestQuery'>): MeantQuery | null {
  const chosen = chosenOf(filtro, listHere(ctx))
  const indexes = chosen.map((id) => indexOf(ctx, loadBank(ctx, id)))
  const queries = correctQuery(filtro.testo ?? '', {
    questionsWith: (part) => indexes.reduce((sum, index) => sum + questionsWith(index, part), 0),
    near: (word, reach) => indexes.flatMap((index) => [...wordsNear(index, word, reach)]),
  })
  const finds = (of: FiltroRicerca) => selectIn(ctx, chosen, of, 'UFFICIALE', 0).id_domande.length > 0
  const { testo = '', corrispondenza = 'ALL' } = filtro
  // Words that find questions without the other filters are right: the filters are what leaves nothing.
  if (finds({ testo, corrispondenza })) return null
  const together = queries.find((right) => finds({ ...filtro, testo: right }))
  if (together !== undefined) return { query: together, apart: false }
  if (queries.some((right) => finds({ testo: right, corrispondenza }))) return null
  const apart = queries.find((right) => finds({ ...filtro, testo: right, corrispondenza: 'ANY' }))
  return apart === undefined ? null : { query: apart, apart: true }
}

/** Counts several banks: each facet with all the other filters on and its own off, the choice of banks included. */
export function countRicerca(ctx: StoreContext, { filtro }: { filtro: FiltroRicerca }): FacetCounts {
  const here = listHere(ctx)
  const chosen = new Set(chosenOf(filtro, here))
  const sums = newSums()
  const per_concorso: FacetCounts['per_concorso'] = []
  const per_materia: FacetCounts['per_materia'] = []
  for (const { id_concorso, concorso } of here) {
    const bank = loadBank(ctx, id_concorso)
    const scelta = chosen.has(id_concorso)
    const { n, materie } = countIn(ctx, bank, filtro, sums, { scelta, chiavi: true })
    per_concorso.push({ id_concorso, concorso, n })
    if (!scelta) continue
    for (const [i, materia] of bank.materie.entries())
      per_materia.push({ id_concorso, ...materia, n: materie[i + 1] as number })
    if (bank.withoutMateria) per_materia.push({ id_concorso, id_materia: 0, materia: '', n: materie[0] as number })
  }
  return { ...nameSums(sums), per_concorso, per_materia }
}
