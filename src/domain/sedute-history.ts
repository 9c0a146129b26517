import { useEffect, useRef, useState } from 'react'
import type { TipoSeduta } from '#contract/database'
import type { EndedSeduta } from '#contract/prova'
import { onStoreChange } from '../store/changes.ts'
import { onStore } from '../store/on-store.ts'

/** Sittings shown at first, and how many more each time. */
const FIRST_SHOWN = 5
const MORE_SHOWN = 20

/** Reads the ended sittings of a bank (null: of all), after the first `skip`; none when the store does not open. */
async function read(id_concorso: number | null, tipi: readonly TipoSeduta[] | null, limit: number, skip: number) {
  // Read one more than shown, to detect whether there are others.
  const result = await onStore((db) =>
    db.listStoria({ id_concorso, limite: limit + 1, salta: skip, ...(tipi && { tipi }) }),
  )
  const loaded = result.ok ? result.value : []
  return { loaded: loaded.slice(0, limit), more: loaded.length > limit }
}

/**
 * Returns the history of a bank, or of all (null), newest first; `onMore` shows more of it, null when there is none. `tipi` limits
 * the kinds; the caller passes the same array while they are equal.
 */
export function useSedutaHistory(id_concorso: number | null, tipi: readonly TipoSeduta[] | null = null) {
  const [{ sedute, more }, setHistory] = useState({ sedute: [] as readonly EndedSeduta[], more: false })
  const shown = useRef(FIRST_SHOWN)
  useEffect(() => {
    const left = new AbortController()
    const load = async () => {
      const { loaded, more } = await read(id_concorso, tipi, shown.current, 0)
      if (!left.signal.aborted) setHistory({ sedute: loaded, more })
    }
    shown.current = FIRST_SHOWN
    void load()
    onStoreChange((n) => {
      if (n.tipo === 'giornale') void load()
    }, left.signal)
    return () => left.abort()
  }, [id_concorso, tipi])
  const onMore = async () => {
    const following = await read(id_concorso, tipi, MORE_SHOWN, sedute.length)
    shown.current = sedute.length + following.loaded.length
    setHistory({ sedute: [...sedute, ...following.loaded], more: following.more })
  }
  return { sedute, onMore: more ? () => void onMore() : null }
}
