import { useEffect, useMemo, useRef, useState } from 'react'
import type { SearchHits } from '#contract/database'

export type Selection = {
  n: number
  has: (id_domanda: number) => boolean
  /** Adds or removes one place; the next range starts from it. */
  toggle: (place: number) => void
  /** Adds every place from the one touched last to this one, both included. */
  range: (place: number) => void
  all: () => void
  none: () => void
  /** Returns the ids in the order of the hits. */
  ids: () => Int32Array
}

export const NO_SELECTION: ReadonlySet<number> = new Set()

/**
 * Selection of the person among the hits. Another search keeps only the selected hits it finds, so that nothing unseen is
 * started.
 */
export function useSelection(
  trovate: SearchHits | null,
  initial: () => ReadonlySet<number> = () => NO_SELECTION,
): Selection {
  const [chosen, setChosen] = useState(initial)
  const anchor = useRef(0)
  useEffect(() => {
    anchor.current = 0
    setChosen((before) => {
      if (before.size === 0 || !trovate) return before
      const kept = trovate.id_domande.filter((id) => before.has(id))
      return kept.length === before.size ? before : new Set(kept)
    })
  }, [trovate])
  return useMemo(() => {
    const ids = trovate?.id_domande ?? new Int32Array()
    return {
      n: chosen.size,
      has: (id) => chosen.has(id),
      toggle(place) {
        anchor.current = place
        const id = ids[place]
        if (id === undefined) return
        setChosen((before) => {
          const next = new Set(before)
          if (!next.delete(id)) next.add(id)
          return next
        })
      },
      range(place) {
        const [da, a] = [Math.min(anchor.current, place), Math.max(anchor.current, place)]
        setChosen((before) => new Set([...before, ...ids.subarray(da, a + 1)]))
      },
      all: () => setChosen(new Set(ids)),
      none: () => setChosen(NO_SELECTION),
      ids: () => ids.filter((id) => chosen.has(id)),
    }
  }, [chosen, trovate])
}
