import { type ErrorCode, SESSION_END_CODES } from '#contract/errors'
import { ok, type Result } from '#contract/result'
import { network } from '../platform/network.ts'
import { readKey, writeKey } from '../platform/web-storage.ts'
import { isUnanswered } from '../session/failures.ts'
import { showToastLater } from '../session/notices.ts'
import { currentUserId, session } from '../session/session.ts'

/**
 * Returns true when the failure does not concern the item, which may then be sent again. An ended session refused its owner, not
 * the item.
 */
const saysNothing = (codice: ErrorCode): boolean => isUnanswered(codice) || SESSION_END_CODES.has(codice)

/** Codes of a server that failed on this item: the next item may succeed. */
const STUMBLED: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['ERRORE_INTERNO', 'RISPOSTA_NON_VALIDA'])

export type Outbox<T> = {
  /** Returns the waiting items, the oldest first; they stay with their account until they are sent. */
  waiting(): T[]
  /** Sends an item, or keeps it when the server is unreachable or does not decide; `sent` reports which. The caller shows a refusal. */
  send(item: T): Promise<Result<{ sent: boolean }>>
  /** Sends the waiting items one by one. An item refused for now is sent at the next visit; a refusal for good is shown. */
  flush(): Promise<void>
}

/**
 * Creates a queue of small items that may be sent later. `useless`: codes after which a retry would never succeed; `refused`: the
 * text shown for such an item of the queue.
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
  /** Returns true when the browser kept the list. */
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
      // Send an item that was not kept even without a network, because the person must see the failure.
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
