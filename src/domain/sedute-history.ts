import { useEffect, useRef, useState } from 'react'
import type { TipoSeduta } from '#contract/database'
import type { EndedSeduta } from '#contract/prova'
import { onStoreChange } from '../store/changes.ts'
import { onStore } from '../store/on-store.ts'

/** Sittings shown at first, and how many more each time. */
const FIRST_SHOWN = 5
const MORE_SHOWN = 20

/** Sittings of a bank that have ended (null: of all), from the one after `salta`; none when the store does not open. */
async function read(id_concorso: number | null, tipi: readonly TipoSeduta[] | null, limit: number, skip: number) {
  // One more than is shown tells whether there are others.
  const result = await onStore((db) =>
    db.listStoria({ id_concorso, limite: limit + 1, salta: skip, ...(tipi && { tipi }) }),
  )
  const loaded = result.ok ? result.value : []
  return { loaded: loaded.slice(0, limit), more: loaded.length > limit }
}

/**
 * The history of a bank, or of all (null), newest first; `onMore` shows more of it, null when there is none. `tipi`: of these kinds
 * alone; the same array as long as they are the same.
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
