import { useEffect, useState } from 'react'
import type { EndedSeduta } from '#contract/prova'
import { onStore } from '../../store/on-store.ts'

/** Sittings shown at first, and how many more each time. */
const FIRST_SHOWN = 5
const MORE_SHOWN = 20

/** Sittings of a bank that have ended (null: of all), from the one after `salta`; none when the store does not open. */
async function read(id_concorso: number | null, limit: number, skip: number) {
  // One more than is shown tells whether there are others.
  const result = await onStore((db) => db.listStoria({ id_concorso, limite: limit + 1, salta: skip }))
  const loaded = result.ok ? result.value : []
  return { loaded: loaded.slice(0, limit), more: loaded.length > limit }
}

/** The history of a bank, or of all (null), newest first; `onAltre` shows more of it, null when there is none. */
export function useSedutaHistory(id_concorso: number | null) {
  const [{ sedute, more }, setHistory] = useState({ sedute: [] as readonly EndedSeduta[], more: false })
  useEffect(() => {
    let vivo = true
    void read(id_concorso, FIRST_SHOWN, 0).then(({ loaded, more }) => vivo && setHistory({ sedute: loaded, more }))
    return () => {
      vivo = false
    }
  }, [id_concorso])
  const onMore = async () => {
    const following = await read(id_concorso, MORE_SHOWN, sedute.length)
    setHistory({ sedute: [...sedute, ...following.loaded], more: following.more })
  }
  return { sedute, onMore: more ? () => void onMore() : null }
}
