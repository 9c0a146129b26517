import type { Failure } from '#contract/result'
import { ErrorState } from '../../components/ErrorState.tsx'
import { IconOffline } from '../../ui/icons.ts'
import { EmptyState, SkeletonCards } from '../../ui/States.tsx'

/** Placeholder for data that the server has not sent, either offline, failed or loading. */
export const NotLoaded = ({
  online,
  guasto,
  texts,
  onRetry,
}: {
  online: boolean
  guasto: Failure | null
  texts: { offline: string; offline_testo: string; errore: string }
  onRetry: () => void
}) =>
  !online ? (
    <EmptyState icon={<IconOffline size={24} />} title={texts.offline} text={texts.offline_testo} />
  ) : guasto ? (
    <ErrorState title={texts.errore} error={guasto} onRetry={onRetry} />
  ) : (
    <SkeletonCards count={1} />
  )
