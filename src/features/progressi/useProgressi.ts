import { startTransition, useCallback, useEffect, useState } from 'react'
import type { ProgressiLocali } from '#contract/database'
import type { ProvaSummary } from '#contract/prova'
import type { Failure } from '#contract/result'
import { correctedIso } from '../../platform/server-now.ts'
import { changesFigures, coalesce, onStoreChange } from '../../store/changes.ts'
import { onStore } from '../../store/on-store.ts'

/** Trials of which the course is told. */
const TRIALS_TOLD = 20

export type Loaded = { id_concorso: number | null; progressi: ProgressiLocali; prove: readonly ProvaSummary[] }

/** How practice went, of a bank or (null) of all; read again when another tab changes the figures. */
export function useProgressi(id_concorso: number | null) {
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [error, setError] = useState<Failure | null>(null)
  const read = useCallback(
    async (signal?: AbortSignal) => {
      const [progressi, prove] = await Promise.all([
        onStore((db) => db.readProgressi({ id_concorso, at: correctedIso() })),
        onStore((db) => db.listProve({ id_concorso, limite: TRIALS_TOLD })),
      ])
      if (signal?.aborted) return
      setError(progressi.ok ? null : progressi.error)
      if (!progressi.ok) return
      const read = { id_concorso, progressi: progressi.value, prove: prove.ok ? prove.value : [] }
      // A dozen cards are drawn in slices: in one go they hold a slow phone for more than a frame.
      startTransition(() => setLoaded(read))
    },
    [id_concorso],
  )
  useEffect(() => {
    const end = new AbortController()
    void read(end.signal)
    const again = coalesce(() => read(end.signal))
    onStoreChange((change) => changesFigures(change) && again(), end.signal)
    return () => end.abort()
  }, [read])
  // What another bank had shown is not this one's.
  return { loaded: loaded?.id_concorso === id_concorso ? loaded : null, error, reload: () => void read() }
}
