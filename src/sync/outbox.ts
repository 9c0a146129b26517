import { ok, type Result } from '#contract/result'
import { network } from '../platform/network.ts'
import { readKey, writeKey } from '../platform/web-storage.ts'
import { currentUserId, session } from '../session/session.ts'

/** Codes of a server that was not reached, or not ready: the same may be sent again. */
const UNREACHED = ['RETE_ASSENTE', 'REMOTE_REQUEST_FAILED', 'SERVIZIO_NON_PRONTO']

export type Outbox<T> = {
  /** What waits for the network, the oldest first; it stays with its account until it is sent. */
  waiting(): T[]
  /** Sends one, or keeps it when the server cannot be reached: `sent` says which. A refusal is the caller's to tell. */
  send(item: T): Promise<Result<{ sent: boolean }>>
  /** Sends what waits, one by one; what is refused for now is tried again at the next visit. */
  flush(): Promise<void>
}

/** Small things that a person sends and that may leave later. `useless`: codes after which sending the same again would never do. */
export function createOutbox<T>({
  key,
  id,
  isItem,
  call,
  useless,
}: {
  key: (id_utente: number) => string
  id: (item: T) => string
  isItem: (kept: unknown) => kept is T
  call: (item: T) => Promise<Result<unknown>>
  useless: readonly string[]
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
  const keep = (change: (list: T[]) => T[]): void => {
    const id_utente = currentUserId()
    if (id_utente === null) return
    const list = change(waiting())
    writeKey('locale', key(id_utente), list.length === 0 ? null : JSON.stringify(list))
  }
  const others = (item: T) => (list: T[]) => list.filter((other) => id(other) !== id(item))
  return {
    waiting,
    async send(item) {
      keep((list) => [...others(item)(list), item])
      if (!network.online) return ok({ sent: false })
      const result = await call(item)
      if (!result.ok && UNREACHED.includes(result.error.codice)) return ok({ sent: false })
      keep(others(item))
      return result.ok ? ok({ sent: true }) : result
    },
    async flush() {
      if (!network.online || !session.credentials || session.expired) return
      for (const item of waiting()) {
        const result = await call(item)
        if (!result.ok && !useless.includes(result.error.codice)) return
        keep(others(item))
      }
    },
  }
}
