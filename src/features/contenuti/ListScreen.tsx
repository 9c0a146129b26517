import { type ReactNode, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import type { Failure } from '#contract/result'
import type { KeptList } from '../../api/kept-list.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { KeptNotice } from '../../components/KeptNotice.tsx'
import { network } from '../../platform/network.ts'
import { EmptyState, SkeletonCards } from '../../ui/States.tsx'

/** Shows a public list in any of its states: loading, failed, empty, kept, or fresh [BA8]. */
export function ListContent<T>({
  list,
  texts,
  icon,
  children,
}: {
  list: { state: KeptList<{ elementi: T[]; totale: number }>; load: () => Promise<void> }
  texts: { errore: string; vuoto_titolo: string; vuoto_testo: string }
  icon: ReactNode
  children: (elementi: readonly T[]) => ReactNode
}) {
  const { value, fase, error, kept_ms } = useSnapshot(list.state)
  const { online } = useSnapshot(network)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew when the network is back
  useEffect(() => {
    void list.load()
  }, [online, list])
  if (fase === 'guasto')
    return <ErrorState title={texts.errore} error={error as Failure} onRetry={() => void list.load()} />
  if (value === null) return <SkeletonCards />
  return (
    <>
      <KeptNotice kept_ms={kept_ms} failed={error !== null} />
      {value.elementi.length === 0 ? (
        <EmptyState icon={icon} title={texts.vuoto_titolo} text={texts.vuoto_testo} />
      ) : (
        children(value.elementi as readonly T[])
      )}
    </>
  )
}
