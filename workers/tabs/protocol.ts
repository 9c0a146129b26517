import type { DownloadProgress, MethodName } from '#contract/database'
import type { Result } from '#contract/result'
import type { StoreChange } from '#contract/tabs'
import { isMethodName } from './methods.ts'

/** Message on the account's channel, to every tab of the account. */
export type Announcement =
  /** A tab looks for the owner. */
  | { tipo: 'follower-hello'; tab: string }
  /** The owner has the lock and is opening the store: followers wait. */
  | { tipo: 'leader-opening'; leader: string }
  /** The owner serves. */
  | { tipo: 'leader-ready'; leader: string }
  /** The owner reports a change by the tab `from`. */
  | { tipo: 'change'; leader: string; from: string; change: StoreChange }

/**
 * Message on a tab's own channel, from that tab to the owner. A request names its owner: one that lost the lock must
 * not serve it.
 */
export type TabRequest =
  | { tipo: 'call'; to: string; id: number; method: MethodName; args: unknown }
  | { tipo: 'beat'; to: string }

/** Message on a tab's own channel, from the owner. */
export type Reply =
  | { tipo: 'leader-hello'; leader: string }
  | { tipo: 'alive'; leader: string }
  | { tipo: 'progress'; leader: string; id: number; progress: DownloadProgress }
  | { tipo: 'result'; leader: string; id: number; result: Result<unknown> }

/** Names hold the account: accounts never meet (D29). */
export const channelOf = (id_utente: number): string => `idoneo-schede-${id_utente}`
export const portOf = (id_utente: number, tab: string): string => `idoneo-schede-${id_utente}-${tab}`

type Fields = Readonly<Record<string, unknown>>
const fieldsOf = (data: unknown): Fields => (typeof data === 'object' && data !== null ? (data as Fields) : {})
const isName = (v: unknown): v is string => typeof v === 'string' && v.length > 0 && v.length <= 64
const isId = (v: unknown): v is number => Number.isSafeInteger(v)
const isObject = (v: unknown): boolean => typeof v === 'object' && v !== null

/**
 * Parses an announcement; null for any other message, of another version of the product or another script of the
 * origin.
 */
export function readAnnouncement(data: unknown): Announcement | null {
  const m = fieldsOf(data)
  const good =
    (m.tipo === 'follower-hello' && isName(m.tab)) ||
    ((m.tipo === 'leader-opening' || m.tipo === 'leader-ready') && isName(m.leader)) ||
    (m.tipo === 'change' && isName(m.leader) && isName(m.from) && isName(fieldsOf(m.change).tipo))
  return good ? (m as Announcement) : null
}

export function readRequest(data: unknown): TabRequest | null {
  const m = fieldsOf(data)
  if (!isName(m.to)) return null
  const good =
    m.tipo === 'beat' ||
    (m.tipo === 'call' && isId(m.id) && isMethodName(m.method) && (m.args === undefined || isObject(m.args)))
  return good ? (m as TabRequest) : null
}

export function readReply(data: unknown): Reply | null {
  const m = fieldsOf(data)
  if (!isName(m.leader)) return null
  const good =
    m.tipo === 'leader-hello' ||
    m.tipo === 'alive' ||
    (m.tipo === 'progress' && isId(m.id) && isObject(m.progress)) ||
    (m.tipo === 'result' && isId(m.id) && typeof fieldsOf(m.result).ok === 'boolean')
  return good ? (m as Reply) : null
}
