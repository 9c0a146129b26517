import { type ErrorCode, SESSION_END_CODES } from '#contract/errors'
import { ok, type Result } from '#contract/result'
import { network } from '../platform/network.ts'
import { readKey, writeKey } from '../platform/web-storage.ts'
import { isUnanswered } from '../session/failures.ts'
import { showToastLater } from '../session/notices.ts'
import { currentUserId, session } from '../session/session.ts'

/** Nothing was said of the thing itself: the same may be sent again. A session that ended refused its owner, not it. */
const saysNothing = (codice: ErrorCode): boolean => isUnanswered(codice) || SESSION_END_CODES.has(codice)

/** The server was there and stumbled on this one: the next may do. */
const STUMBLED: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['ERRORE_INTERNO', 'RISPOSTA_NON_VALIDA'])

export type Outbox<T> = {
  /** What waits for the network, the oldest first; it stays with its account until it is sent. */
  waiting(): T[]
  /** Sends one, or keeps it when the server cannot be reached or answers nothing: `sent` says which. A refusal is the caller's to tell. */
  send(item: T): Promise<Result<{ sent: boolean }>>
  /** Sends what waits, one by one; what is refused for now is tried again at the next visit, what is refused for good is told. */
  flush(): Promise<void>
}

/**
 * Small things that a person sends and that may leave later. `useless`: codes after which sending the same again would never do;
 * `refused`: what is said then, of one that waited.
 */
export function createOutbox<T>({
  key,
  id,
  isItem,
  call,
  useless,
  refused,
}: {
  key: (id_utente: number) => string
  id: (item: T) => string
  isItem: (kept: unknown) => kept is T
  call: (item: T) => Promise<Result<unknown>>
  useless: readonly string[]
  refused: string
}): Outbox<T> {
  const waiting = (): T[] => {
    const id_utente = currentUserId()
    if (id_utente === null) return []
    try {
      const kept: unknown = JSON.parse(readKey('locale', key(id_utente)) ?? '[]')
      return Array.isArray(kept) ? kept.filter(isItem) : []
    } catch {
      return []
    }
  }
  /** Whether the browser kept it. */
  const keep = (id_utente: number | null, change: (list: T[]) => T[]): boolean => {
    if (id_utente === null || id_utente !== currentUserId()) return false
    const list = change(waiting())
    return writeKey('locale', key(id_utente), list.length === 0 ? null : JSON.stringify(list))
  }
  const others = (item: T) => (list: T[]) => list.filter((other) => id(other) !== id(item))
  return {
    waiting,
    async send(item) {
      const owner = currentUserId()
      const kept = keep(owner, (list) => [...others(item)(list), item])
      // Not kept, it is asked for also without a network: the failure is what the person must hear.
      if (!network.online && kept) return ok({ sent: false })
      const result = await call(item)
      if (!result.ok && kept && saysNothing(result.error.codice)) return ok({ sent: false })
      keep(owner, others(item))
      return result.ok ? ok({ sent: true }) : result
    },
    async flush() {
      if (!network.online || !session.credentials || session.expired) return
      const owner = currentUserId()
      for (const item of waiting()) {
        const result = await call(item)
        if (owner !== currentUserId()) return
        if (!result.ok && STUMBLED.has(result.error.codice)) continue
        if (!result.ok && !useless.includes(result.error.codice)) return
        keep(owner, others(item))
        if (!result.ok) showToastLater({ text: refused })
      }
    },
  }
}
