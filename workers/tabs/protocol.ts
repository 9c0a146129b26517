import { type Database, type DownloadProgress, type MethodName, STORE_METHODS } from '#contract/database'
import { fail, ok, type Result } from '#contract/result'
import type { OnProgress, StoreMethod } from '#contract/store/method'
import type { StoreChange } from '#contract/tabs'

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

/** Refuse an undeclared method: another tab may run another version of the product. */
const isMethodName = (name: unknown): name is MethodName =>
  typeof name === 'string' && Object.hasOwn(STORE_METHODS, name)

/** Returns a method's declaration, whatever its arguments are. */
export const methodOf = (name: MethodName): StoreMethod<unknown, unknown> => STORE_METHODS[name]

type Callable = (args: unknown, onProgress?: OnProgress) => Promise<Result<unknown>>

/** Calls a method by its name. Wrong arguments of another version of the product are refused, not thrown. */
export const byName =
  (db: Database, name: MethodName): Callable =>
  async (args, onProgress) => {
    const method: (args: never, onProgress: never) => Promise<Result<unknown>> = db[name]
    try {
      return await method(args as never, onProgress as never)
    } catch (error) {
      return fail('RICHIESTA_NON_VALIDA', { detail: String(error) })
    }
  }

export const isRepeatable = (name: MethodName, args: unknown): boolean => methodOf(name).repeatable?.(args) ?? true

/**
 * Accepts a repetition's failure where an unacknowledged first attempt may have done the work. Any other failure
 * stands.
 */
export function settleRepeated(name: MethodName, result: Result<unknown>): Result<unknown> {
  return !result.ok && result.error.codice === methodOf(name).doneWhen ? ok(null) : result
}

/** Returns the change for the other tabs after a successful method; null when nothing changed. */
export const changeOf = (name: MethodName, args: unknown, value: unknown): StoreChange | null =>
  methodOf(name).changed?.(args, value) ?? null
