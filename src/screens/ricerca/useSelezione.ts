import { useEffect, useMemo, useRef, useState } from 'react'
import type { Trovate } from '#contract/database'

export type Selezione = {
  n: number
  has: (id_domanda: number) => boolean
  /** One place in or out; the next range starts from it. */
  toggle: (posto: number) => void
  /** Everything from the place touched last to this one, both included. */
  range: (posto: number) => void
  all: () => void
  none: () => void
  /** The ids in the order in which they were found. */
  ids: () => Int32Array
}

export const NIENTE: ReadonlySet<number> = new Set()

/** What the person selected among the hits. Another search keeps of it only what it finds again: nothing unseen is started. */
export function useSelezione(trovate: Trovate | null, iniziali: () => ReadonlySet<number> = () => NIENTE): Selezione {
  const [scelte, setScelte] = useState(iniziali)
  const ancora = useRef(0)
  useEffect(() => {
    ancora.current = 0
    setScelte((prima) => {
      if (prima.size === 0 || !trovate) return prima
      const qui = trovate.id_domande.filter((id) => prima.has(id))
      return qui.length === prima.size ? prima : new Set(qui)
    })
  }, [trovate])
  return useMemo(() => {
    const ids = trovate?.id_domande ?? new Int32Array()
    return {
      n: scelte.size,
      has: (id) => scelte.has(id),
      toggle(posto) {
        ancora.current = posto
        const id = ids[posto]
        if (id === undefined) return
        setScelte((prima) => {
          const nuove = new Set(prima)
          if (!nuove.delete(id)) nuove.add(id)
          return nuove
        })
      },
      range(posto) {
        const [da, a] = [Math.min(ancora.current, posto), Math.max(ancora.current, posto)]
        setScelte((prima) => new Set([...prima, ...ids.subarray(da, a + 1)]))
      },
      all: () => setScelte(new Set(ids)),
      none: () => setScelte(NIENTE),
      ids: () => ids.filter((id) => scelte.has(id)),
    }
  }, [scelte, trovate])
}
