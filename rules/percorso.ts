/** Levels of a topic path [CO12]. */
export const PERCORSO_DEPTH = 7

/** The seven parts of a topic path id, missing ones empty, further ones cut [VA21]. */
export const splitPercorso = (id: string): string[] =>
  Array.from({ length: PERCORSO_DEPTH }, (_, i) => id.split(';')[i]?.trim() ?? '')

/** A topic path id with its fixed seven parts, separated by semicolons [VA21]. */
export const normalizePercorso = (id: string): string => splitPercorso(id).join(';')

/** The sub-path id sent with answers: the last part that is not empty, null when all are [VA22]. */
export const sottoPercorsoId = (id: string): string | null =>
  splitPercorso(id).findLast((parte) => parte !== '') ?? null

/** Nodes of a topic path id, from the first level to its own. */
export const nodiOf = (id: string): number[] =>
  splitPercorso(id)
    .map(Number)
    .filter((n) => n > 0)

/** A node of a path, with those below it in the order in which they are shown. */
export type SottoPercorso = {
  id_sotto_percorso: number
  nome: string
  sotto_percorsi?: readonly SottoPercorso[] | undefined
}

/** Tree as the calls return it: a map by id at each level (spec §3). */
export type MappaPercorso = {
  [id: string]: { id_sotto_percorso: number; nome: string; sotto_percorsi: MappaPercorso }
}

/** A node with its way from the first level, itself included. */
export type NodoPercorso = { nodo: SottoPercorso; livelli: number[]; nomi: string[] }

/** Nodes of a tree, each before those below it. */
export const listNodi = (
  albero: readonly SottoPercorso[],
  sopra: Pick<NodoPercorso, 'livelli' | 'nomi'> = { livelli: [], nomi: [] },
): NodoPercorso[] =>
  albero.flatMap((nodo) => {
    const livelli = [...sopra.livelli, nodo.id_sotto_percorso]
    const nomi = [...sopra.nomi, nodo.nome]
    return [{ nodo, livelli, nomi }, ...listNodi(nodo.sotto_percorsi ?? [], { livelli, nomi })]
  })

/** Name of each node outside its tree: its own, or the whole way to it when another has the same. */
export function nameNodi(albero: readonly SottoPercorso[]): Map<number, string> {
  const nodi = listNodi(albero)
  const times = new Map<string, number>()
  for (const { nodo } of nodi) times.set(nodo.nome, (times.get(nodo.nome) ?? 0) + 1)
  return new Map(
    nodi.map(({ nodo, nomi }) => [nodo.id_sotto_percorso, times.get(nodo.nome) === 1 ? nodo.nome : nomi.join(' › ')]),
  )
}

/** Ids of a node and of all those below it; empty for a node that the tree does not have. */
export const listBelow = (albero: readonly SottoPercorso[], id_sotto_percorso: number): number[] =>
  listNodi(albero)
    .filter(({ livelli }) => livelli.includes(id_sotto_percorso))
    .map(({ nodo }) => nodo.id_sotto_percorso)

/** The tree in the shape of the wire (spec §3 `sotto_percorsi`) [CO12]. */
export const toMappa = (albero: readonly SottoPercorso[]): MappaPercorso =>
  Object.fromEntries(
    albero.map(({ id_sotto_percorso, nome, sotto_percorsi = [] }) => [
      String(id_sotto_percorso),
      { id_sotto_percorso, nome, sotto_percorsi: toMappa(sotto_percorsi) },
    ]),
  )
