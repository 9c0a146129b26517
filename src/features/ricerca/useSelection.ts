import { useEffect, useMemo, useRef, useState } from 'react'
import type { SearchHits } from '#contract/database'

export type Selection = {
  n: number
  has: (id_domanda: number) => boolean
  /** One place in or out; the next range starts from it. */
  toggle: (place: number) => void
  /** Everything from the place touched last to this one, both included. */
  range: (place: number) => void
  all: () => void
  none: () => void
  /** The ids in the order in which they were found. */
  ids: () => Int32Array
}

export const NO_SELECTION: ReadonlySet<number> = new Set()

/** What the person selected among the hits. Another search keeps of it only what it finds again: nothing unseen is started. */
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
