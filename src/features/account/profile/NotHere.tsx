import type { Failure } from '#contract/result'
import { ErrorState } from '../../../components/ErrorState.tsx'
import { profileText } from '../../../text/account.ts'
import { Muted } from '../../../ui/base.tsx'
import { SkeletonCards } from '../../../ui/States.tsx'
import { accountFailure } from '../failures.ts'

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
