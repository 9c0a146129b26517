import type { Failure } from '#contract/result'
import { ErrorState } from '../../../components/ErrorState.tsx'
import { accountFailure } from '../../../session/failures.ts'
import { profileText } from '../../../text/account.ts'
import { Muted } from '../../../ui/base.tsx'
import { SkeletonCards } from '../../../ui/States.tsx'

/** Stands for data that the server has not sent: no network, a failure, or a request under way. */
export const NotHere = ({
  online,
  guasto,
  title,
  onRetry,
}: {
  online: boolean
  guasto: Failure | null
  title: string
  onRetry: () => void
}) =>
  !online ? (
    <Muted small>{profileText.serve_rete}</Muted>
  ) : guasto ? (
    <ErrorState title={title} error={accountFailure(guasto)} onRetry={onRetry} />
  ) : (
    <SkeletonCards count={1} />
  )
