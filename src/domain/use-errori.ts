import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { type ErroriLocali, MARTELLA, SEVERAL_BANCHE, type Seduta } from '#contract/database'
import type { Result } from '#contract/result'
import { MARTELLA_MASSIMO } from '#rules/martella'
import { showError } from '../session/notices.ts'
import { changesFigures, coalesce, onStoreChange } from '../store/changes.ts'
import { onStore } from '../store/on-store.ts'
import { startSeduta } from './banca-state.ts'
import { hrefSeduta } from './hrefs.ts'
import { preferences } from './preferences.ts'

/**
 * Returns the errors of a bank or (null) of every bank, and the start of their drill. Reads again when answers change them. `known`:
 * the first reading has ended, well or not.
 */
export function useErrori(id_concorso: number | null) {
  const [read, setRead] = useState<{ of: number | null; errori: ErroriLocali | null } | null>(null)
  const [busy, setBusy] = useState(false)
  const [, navigate] = useLocation()
  const load = useCallback(
    async (signal: AbortSignal) => {
      const result = await onStore((db) => db.readErrori({ id_concorso }))
      if (signal.aborted) return
      if (result.ok) setRead({ of: id_concorso, errori: result.value })
      else setRead((before) => (before?.of === id_concorso ? before : { of: id_concorso, errori: null }))
    },
    [id_concorso],
  )
  useEffect(() => {
    const end = new AbortController()
    void load(end.signal)
    const again = coalesce(() => load(end.signal))
    onStoreChange((change) => changesFigures(change) && again(), end.signal)
    return () => end.abort()
  }, [load])
  const start = async (id_domande: Iterable<number>): Promise<void> => {
    if (busy) return
    setBusy(true)
    const seduta = await startMartella(id_concorso ?? SEVERAL_BANCHE, id_domande)
    setBusy(false)
    if (seduta.ok) navigate(hrefSeduta(seduta.value))
    else showError(seduta.error, { riprova: () => void start(id_domande) })
  }
  const known = read?.of === id_concorso
  return { errori: known ? read.errori : null, known, busy, start }
}

/** Starts a drill of the first questions given; `id_concorso` is SEVERAL_BANCHE where they may be of any bank. */
function startMartella(id_concorso: number, id_domande: Iterable<number>): Promise<Result<Seduta>> {
  const { mescola, avanti_da_sola } = preferences
  return startSeduta({
    filtro: { id_concorso },
    ordine: MARTELLA,
    mescola,
    avanti_da_sola,
    scelte: Int32Array.from([...id_domande].slice(0, MARTELLA_MASSIMO)),
  })
}
