import { type ReactNode, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation, useSearch } from 'wouter'
import type { Failure } from '#contract/result'
import { readRaccolta } from '../../../domain/hrefs.ts'
import { store } from '../../../store/opening.ts'
import {
  SedutaElsewhere,
  SedutaError,
  SedutaGoesOn,
  SedutaLoading,
  type StateTexts,
  useOpeningError,
} from './SedutaStates.tsx'

/** Returns the sitting that the address names, and whether another tab has the store. */
export function useSedutaAddress() {
  const [path] = useLocation()
  const query = new URLSearchParams(useSearch())
  return {
    path,
    id: query.get('seduta') ?? '',
    id_concorso: readRaccolta(query) || null,
    elsewhere: useSnapshot(store).stato === 'occupato',
  }
}

/**
 * Opens the sitting of the address and closes it with the screen; children show it once loaded. `open` and `close` are stable.
 */
export function SedutaGate({
  address: { id, id_concorso, elsewhere },
  texts,
  refused,
  problem,
  nextHref,
  altrove,
  open,
  close,
  children,
}: {
  address: ReturnType<typeof useSedutaAddress>
  texts: StateTexts
  /** True when the address names no sitting of this screen, so that none is opened. */
  refused: boolean
  problem: Failure | null
  /** Address where this sitting belongs, when it is not here. */
  nextHref: string | null
  /** True when another device has taken the sitting over; opening it again takes it back. */
  altrove: boolean
  open: (id: string) => Promise<void>
  close: () => void
  /** Null while the sitting loads. */
  children: ReactNode
}) {
  const [, navigate] = useLocation()
  useEffect(() => {
    if (!refused && !elsewhere) void open(id)
    return close
  }, [id, refused, elsewhere, open, close])
  useOpeningError(elsewhere ? null : problem, { id, id_concorso, onRetry: () => void open(id) })
  useEffect(() => {
    if (nextHref !== null) navigate(nextHref, { replace: true })
  }, [nextHref, navigate])
  if (elsewhere) return <SedutaElsewhere />
  if (problem) return <SedutaError texts={texts} error={problem} id_concorso={id_concorso} />
  if (altrove && nextHref === null) return <SedutaGoesOn texts={texts} onTake={() => void open(id)} />
  return children === null || nextHref !== null ? <SedutaLoading texts={texts} /> : children
}
