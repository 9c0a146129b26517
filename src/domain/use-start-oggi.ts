import { useState } from 'react'
import { useLocation } from 'wouter'
import { showError } from '../session/notices.ts'
import { hrefBanca, hrefSeduta } from './hrefs.ts'
import { startOggi, startWeak } from './start-oggi.ts'

/** Questions that one tap on a subject asks. */
const SUBJECT_QUESTIONS = 10

/** What a tap begins: today's sitting of the bank, or a subject of it (0: questions of none), or what is weak in one. */
type Asked = { sola?: number; debole?: number }

/** The ways into a sitting of a bank, one at a time: it is gone to, and a failure is told with the way to try again. */
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
