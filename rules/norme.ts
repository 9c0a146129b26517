import { CONTRACTS } from './act-spellings.ts'
import type { CitedAct } from './atto-citato.ts'
import { LIVELLI, type Livello } from './livello.ts'

/** Acts that a question cites. */
export type QuestionNorms = { id_domanda: number; atti: readonly CitedAct[] }
/** Questions that cite a norm, those to practise first in front, and their number by level. */
type Citing = { id_domande: number[]; per_livello: Record<Livello, number> }
type ArticoloCitato = Citing & { articolo: string }
/** `data`: the act's day (ISO) where some question gives it. */
export type AttoCitato = Citing & { atto: string; data: string | null; articoli: ArticoloCitato[] }

type Gathered = { data: string | null; ids: number[]; articoli: Map<string, number[]> }

/**
 * Acts that questions cite, most cited first, and their articles by number [LN5]. Questions keep the given order within a level:
 * the never answered ones first, then from the worst level to the best.
 */
export function collectNorme(
  questions: readonly QuestionNorms[],
  livelloOf: (id_domanda: number) => Livello,
): AttoCitato[] {
  const code = codeOfContracts(questions)
  const gathered = new Map<string, Gathered>()
  for (const { id_domanda, atti } of questions)
    for (const { atto, data, articoli } of atti) {
      const name = atto === CONTRACTS ? code : atto
      const act: Gathered = gathered.get(name) ?? { data: null, ids: [], articoli: new Map() }
      gathered.set(name, act)
      act.data ??= data
      if (act.ids.at(-1) !== id_domanda) act.ids.push(id_domanda)
      for (const articolo of articoli) {
        const ids = act.articoli.get(articolo) ?? []
        if (ids.at(-1) !== id_domanda) ids.push(id_domanda)
        act.articoli.set(articolo, ids)
      }
    }
  const citing = (ids: number[]): Citing => {
    const byLivello = new Map(LIVELLI.map((l) => [l, [] as number[]]))
    for (const id of ids) byLivello.get(livelloOf(id))?.push(id)
    return {
      id_domande: [...byLivello.values()].flat(),
      per_livello: Object.fromEntries([...byLivello].map(([l, own]) => [l, own.length])) as Record<Livello, number>,
    }
  }
  return [...gathered]
    .map(([atto, { data, ids, articoli }]) => ({
      atto,
      data,
      ...citing(ids),
      articoli: [...articoli].sort(byNumber).map(([articolo, own]) => ({ articolo, ...citing(own) })),
    }))
    .sort((a, b) => b.id_domande.length - a.id_domande.length || (a.atto < b.atto ? -1 : 1))
}

const collator = new Intl.Collator('it', { numeric: true })
const byNumber = ([a]: [string, unknown], [b]: [string, unknown]) => collator.compare(a, b)

/** The code that a bank means by its name alone: the most cited of its numbers, where it cites any [LN3]. */
function codeOfContracts(questions: readonly QuestionNorms[]): string {
  const counts = new Map(['D.Lgs. 36/2023', 'D.Lgs. 50/2016', 'D.Lgs. 163/2006'].map((atto) => [atto, 0]))
  for (const { atti } of questions)
    for (const { atto } of atti) {
      const n = counts.get(atto)
      if (n !== undefined) counts.set(atto, n + 1)
    }
  const [[atto, n] = [CONTRACTS, 0]] = [...counts].sort((a, b) => b[1] - a[1])
  return n > 0 ? atto : CONTRACTS
}
