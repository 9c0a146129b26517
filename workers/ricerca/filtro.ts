import type { Conteggi, Filtro, Ordine, Selection } from '#contract/database'
import type { StoreContext } from '../core/context.ts'
import { readsOf } from './facet-mask.ts'
import { countIn, nameSums, newSums } from './facets.ts'
import { loadBank } from './loaded-bank.ts'
import { selectIn } from './select.ts'

/** Returns ids and official positions of the questions that a filter leaves, in the requested order. */
export function selectDomande(
  ctx: StoreContext,
  { filtro, ordine, seme }: { filtro: Filtro; ordine: Ordine; seme: number },
): Selection {
  const { id_domande, posizioni } = selectIn(ctx, [filtro.id_concorso], filtro, ordine, seme)
  return { id_domande, posizioni }
}

/** Counts one bank: each facet with all the other filters on and its own off. */
export function countDomande(ctx: StoreContext, { filtro }: { filtro: Filtro }): Conteggi {
  const bank = loadBank(ctx, filtro.id_concorso)
  const sums = newSums()
  const { chiavi } = readsOf(filtro)
  const { materie } = countIn(ctx, bank, filtro, sums, { scelta: true, chiavi })
  const { totale, per_livello, preferiti, con_immagine } = nameSums(sums)
  const per_materia = bank.materie.map((materia, i) => ({ ...materia, n: materie[i + 1] as number }))
  return { totale, per_livello, preferiti, con_immagine, per_materia }
}
