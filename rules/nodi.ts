import { completamentoMateria } from './completamento.ts'
import { LIVELLI, type Livello } from './livello.ts'
import type { SottoPercorso } from './percorso.ts'
import { materiaOfNodo } from './raccolta.ts'

/** Counts of the questions of a subject, or of a node alone, by level. */
export type Known = {
  id_materia: number | null
  totale: number
  assegnate: number
  non_risposte: number
  viste: number
  per_livello: Record<Livello, number>
}

/** A node with all that is below it: its counts, and its subjects. */
export type NodoRow = Omit<Known, 'id_materia'> & {
  id_sotto_percorso: number
  nome: string
  percentuale: number
  /** Subjects (rules/raccolta) of the questions at the node and below. */
  materie: number[]
  sotto: NodoRow[]
}

/**
 * The tree of a path with the completion of each node, its own questions and those below it [CP1]; nodes without any are left
 * out.
 */
export function countNodi(albero: readonly SottoPercorso[], rows: readonly Known[]): NodoRow[] {
  const own = new Map(rows.map((row) => [row.id_materia, row]))
  const count = (nodo: SottoPercorso): NodoRow => {
    const sotto = (nodo.sotto_percorsi ?? []).map(count).filter(({ totale }) => totale > 0)
    const id_materia = materiaOfNodo(nodo.id_sotto_percorso)
    const mine = own.get(id_materia)
    const parts = mine ? [mine, ...sotto] : sotto
    const sum = (of: (part: Omit<Known, 'id_materia'>) => number) => parts.reduce((n, part) => n + of(part), 0)
    const assegnate = sum((p) => p.assegnate)
    const non_risposte = sum((p) => p.non_risposte)
    return {
      id_sotto_percorso: nodo.id_sotto_percorso,
      nome: nodo.nome,
      totale: sum((p) => p.totale),
      assegnate,
      non_risposte,
      viste: sum((p) => p.viste),
      per_livello: Object.fromEntries(LIVELLI.map((l) => [l, sum((p) => p.per_livello[l])])) as Record<Livello, number>,
      percentuale: completamentoMateria({ assegnate, non_risposte }),
      materie: [...(mine ? [id_materia] : []), ...sotto.flatMap(({ materie }) => materie)],
      sotto,
    }
  }
  return albero.map(count).filter(({ totale }) => totale > 0)
}
