import { useState } from 'react'
import type { Refused } from '../auth/sign-in-refusal.ts'
import { CodeDialog } from './CodeDialog.tsx'
import { DeviceLimitDialog } from './DeviceLimitDialog.tsx'

/** Asks for the next proof of a refused login: the second factor's code, then perhaps the device's mail. */
export default function SignInRefusal({ onClose, ...first }: Refused & { onClose: () => void }) {
  const [refused, setRefused] = useState<Refused>(first)
  return refused.error.codice === 'CODICE_RICHIESTO' ? (
    <CodeDialog {...refused} onRefused={setRefused} onClose={onClose} />
  ) : (
    <DeviceLimitDialog {...refused} onClose={onClose} />
  )
}
