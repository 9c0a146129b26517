import type { Failure } from '#contract/result'
import { ErrorState } from '../../../components/ErrorState.tsx'
import { accountFailure } from '../../../session/failures.ts'
import { profileText } from '../../../text/account.ts'
import { Muted } from '../../../ui/base.tsx'
import { SkeletonCards } from '../../../ui/States.tsx'

/** In the place of what the server has not told: it takes a network, it failed, or it is on its way. */
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
