import { useEffect, useState } from 'react'

/** Seconds before a mail can be asked for again (D17b). */
export const MAIL_WAIT_S = 60

/** Returns the seconds left of `wait`, counted from `from` (ms since 1970). */
export function useCountdown(from: number, wait = MAIL_WAIT_S): number {
  const [now, setNow] = useState(() => Date.now())
  const left = Math.max(0, Math.ceil((from + wait * 1000 - now) / 1000))
  const still = left === 0
  useEffect(() => {
    setNow(Date.now())
    if (still) return
    const t = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(t)
  }, [still])
  return left
}
