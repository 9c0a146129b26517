import { useState } from 'react'
import { useLocation } from 'wouter'
import { showError } from '../session/notices.ts'
import { hrefBanca, hrefSeduta } from './hrefs.ts'
import { startOggi, startWeak } from './start-oggi.ts'

/** Number of questions started by one tap on a subject. */
const SUBJECT_QUESTIONS = 10

/**
 * Sitting that a tap begins. `sola`: one of a subject (0: questions of none). `debole`: one of a subject's weak questions. Neither:
 * today's of the bank.
 */
type Asked = { sola?: number; debole?: number }

/** Returns the starts of a bank's sittings, one at a time. Shows the started sitting, or the failure with a retry. */
export function useStartOggi(id_concorso: number) {
  const [busy, setBusy] = useState(false)
  const [, navigate] = useLocation()
  const start = async (asked: Asked = {}): Promise<void> => {
    const { sola, debole } = asked
    if (busy) return
    setBusy(true)
    const only = sola === undefined ? undefined : { sola, n: SUBJECT_QUESTIONS }
    const result = await (debole === undefined ? startOggi(id_concorso, only) : startWeak(id_concorso, debole))
    setBusy(false)
    if (!result.ok) showError(result.error, { riprova: () => void start(asked) })
    else navigate(result.value ? hrefSeduta(result.value) : hrefBanca(id_concorso))
  }
  return { busy, start }
}
