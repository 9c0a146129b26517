import { useEffect } from 'react'
import type { Failure } from '#contract/result'
import { showError } from '../../../session/notices.ts'
import StoreDialog from '../refusals/StoreDialog.tsx'
import { useStore } from './useStore.ts'

/** Shows a failed social login of a phone with its store [EB32]; as any failure where the operator has no application there. */
export default function SocialFailure({ error, onClose }: { error: Failure; onClose: () => void }) {
  const store = useStore()
  useEffect(() => {
    if (store !== null) return
    onClose()
    showError(error)
  }, [store, error, onClose])
  return store ? <StoreDialog error={error} store={store} onClose={onClose} /> : null
}
