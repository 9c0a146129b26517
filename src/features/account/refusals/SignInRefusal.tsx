import { useState } from 'react'
import type { Refused } from '../auth/sign-in-refusal.ts'
import { CodeDialog } from './CodeDialog.tsx'
import { DeviceLimitDialog } from './DeviceLimitDialog.tsx'

/** What a login that was refused needs beside what it proved: the code of the second factor, then perhaps a mail for the device. */
export default function SignInRefusal({ onClose, ...first }: Refused & { onClose: () => void }) {
  const [refused, setRefused] = useState<Refused>(first)
  return refused.error.codice === 'CODICE_RICHIESTO' ? (
    <CodeDialog {...refused} onRefused={setRefused} onClose={onClose} />
  ) : (
    <DeviceLimitDialog {...refused} onClose={onClose} />
  )
}
