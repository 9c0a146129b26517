import type { Conteggi, Filtro, Ordine, Selezione } from '#contract/database'
import type { Archivio } from './archivio.ts'
import { partiOf } from './ricerca/condizioni.ts'
import { countIn, nameSomme, newSomme } from './ricerca/conta.ts'
import { readLetta } from './ricerca/letta.ts'
import { selectIn } from './ricerca/seleziona.ts'

/** Ids and official positions of the questions that a filter leaves, in the order asked for. */
export function selectDomande(
  a: Archivio,
  { filtro, ordine, seme }: { filtro: Filtro; ordine: Ordine; seme: number },
): Selezione {
  const { id_domande, posizioni } = selectIn(a, [filtro.id_concorso], filtro, ordine, seme)
  return { id_domande, posizioni }
}

/** Live counts of one bank: each facet with all the other filters on and its own off. */
export function countDomande(a: Archivio, { filtro }: { filtro: Filtro }): Conteggi {
  const letta = readLetta(a, filtro.id_concorso)
  const somme = newSomme()
  const { chiavi } = partiOf(filtro)
  const { materie } = countIn(a, letta, filtro, somme, { scelta: true, chiavi })
  const { totale, per_livello, preferiti, con_immagine } = nameSomme(somme)
  const per_materia = letta.materie.map((materia, i) => ({ ...materia, n: materie[i + 1] as number }))
  return { totale, per_livello, preferiti, con_immagine, per_materia }
}
