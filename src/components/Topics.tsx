import { useEffect, useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import type { Domanda } from '#contract/database'
import { nodiOf } from '#rules/percorso'
import { isPercorso } from '#rules/raccolta'
import { hrefTopic } from '../domain/hrefs.ts'
import { loadTopics, nameTopics, type TopicName, topicsState } from '../domain/topics.ts'
import { topicsText as texts } from '../text/topics.ts'
import { Muted } from '../ui/base.tsx'

/** Returns the names of the topics of the published paths; empty until they are read. */
export function useTopicNames(): ReadonlyMap<number, TopicName> {
  const { value } = useSnapshot(topicsState)
  useEffect(() => {
    if (topicsState.fase === 'mai') void loadTopics()
  }, [])
  return useMemo(() => nameTopics(value?.elementi ?? []), [value])
}

/**
 * Topics of subject paths to which a bank's question is linked, with the way to each (spec §3). A path's own questions show none,
 * because they stand under theirs. With `linked`, a topic leads to the questions of its kind.
 */
export function Topics({ domanda, linked = false }: { domanda: Domanda; linked?: boolean }) {
  return domanda.argomenti.length === 0 || isPercorso(domanda.id_concorso) ? null : (
    <TopicList argomenti={domanda.argomenti} linked={linked} />
  )
}

function TopicList({ argomenti, linked }: { argomenti: readonly string[]; linked: boolean }) {
  const names = useTopicNames()
  const nodi = [...new Set(argomenti.flatMap((id) => nodiOf(id).at(-1) ?? []))]
  const known = nodi.flatMap((id) => {
    const name = names.get(id)
    return name ? { id, way: name.way.join(' › ') } : []
  })
  if (known.length === 0) return null
  return (
    <Muted small>
      {texts.argomenti(known.length)}{' '}
      {known.map(({ id, way }, i) => (
        <span key={id}>
          {i > 0 && '; '}
          {linked ? <Link href={hrefTopic(id)}>{way}</Link> : way}
        </span>
      ))}
    </Muted>
  )
}
