import type { MappaPercorso } from '#rules/percorso'
import { call } from '../api/client.ts'
import { createKeptList } from '../api/kept-list.ts'
import { fetchPages } from '../api/pages.ts'

/** Published paths with their trees, kept for the time without a network. They name the topics linked to questions. */
export const { state: topicsState, load: loadTopics } = createKeptList('percorsi', () =>
  fetchPages((page) => call('percorsi', { query: page })),
)

/** A topic: its own name, and the names on the way to it from its path. */
export type TopicName = { nome: string; way: readonly string[] }

/** Returns the name of each node of the paths, in the order of their trees. */
export function nameTopics(
  percorsi: readonly { argomento: string; sotto_percorsi: MappaPercorso }[],
): Map<number, TopicName> {
  const names = new Map<number, TopicName>()
  const add = (mappa: MappaPercorso, above: readonly string[]): void => {
    for (const { id_sotto_percorso, nome, sotto_percorsi } of Object.values(mappa)) {
      const way = [...above, nome]
      names.set(id_sotto_percorso, { nome, way })
      add(sotto_percorsi, way)
    }
  }
  for (const { argomento, sotto_percorsi } of percorsi) add(sotto_percorsi, [argomento])
  return names
}
