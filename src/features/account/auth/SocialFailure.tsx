import { useEffect } from 'react'
import type { Failure } from '#contract/result'
import { showError } from '../../../session/notices.ts'
import StoreDialog from '../refusals/StoreDialog.tsx'
import { useStore } from './useStore.ts'

/** A social login that failed on a phone: with its store where the operator has an application there, as any failure elsewhere [EB32]. */
export default function SocialFailure({ error, onClose }: { error: Failure; onClose: () => void }) {
  const store = useStore()
  useEffect(() => {
    if (store !== null) return
    onClose()
    showError(error)
  }, [store, error, onClose])
  return store ? <StoreDialog error={error} store={store} onClose={onClose} /> : null
}
