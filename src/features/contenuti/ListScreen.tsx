import { type ReactNode, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import type { Failure } from '#contract/result'
import type { KeptList } from '../../api/kept-list.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { KeptNotice } from '../../components/KeptNotice.tsx'
import { network } from '../../platform/network.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState, SkeletonCards } from '../../ui/States.tsx'

/** Shows a public list in any of its states: loading, failed, empty, kept, or fresh [BA8]. */
export function ListContent<T>({
  list,
  texts,
  icon,
  children,
}: {
  list: { state: KeptList<{ elementi: T[]; totale: number }>; load: () => Promise<void> }
  /** `proponi`: what a reader of an empty list may write to the help for. */
  texts: { errore: string; vuoto_titolo: string; vuoto_testo: string; proponi?: string }
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
        <EmptyState
          icon={icon}
          title={texts.vuoto_titolo}
          text={texts.vuoto_testo}
          {...(texts.proponi && { actions: <ButtonLink href="/assistenza">{texts.proponi}</ButtonLink> })}
        />
      ) : (
        children(value.elementi as readonly T[])
      )}
    </>
  )
}
