import type { ErrorCode } from '../errors.ts'
import type { Result } from '../result.ts'
import type { StoreChange } from './change.ts'
import type { DownloadProgress } from './data.ts'

/** Properties of a store method beside its arguments and its value; everything that routes it derives from here. */
type Options<A, T> = {
  /** No time limit as long as the leader lives. */
  long?: true
  /** The store checks its `at`: an unreadable one would poison every later comparison. */
  dated?: true
  /** Reports its progress. */
  progress?: true
  /** Waits until the store was compared with its mirror; by default, writes do. */
  waitsForMirror?: boolean
  /** Makes room: on a full disk the reserve is given up for it. */
  frees?: true
  /** Arrays of the value that are moved to the page and not copied. */
  moves?(value: T): readonly ArrayBufferView[]
  /** Change that the other tabs must receive once it succeeded; null: nothing changed. */
  changed?(args: A, value: T): StoreChange | null
  /** False: after a change of leader the person decides again, so that the method is not asked twice. */
  repeatable?(args: A): boolean
  /** Error of a repeated attempt that finds the work of the first one done. */
  doneWhen?: ErrorCode
}

export type StoreMethod<A, T> = Options<A, T> & {
  kind: 'read' | 'write'
  /** Types alone. */
  types?(args: A): T
}

/** Declares a method that changes nothing. */
export const read = <A, T>(options: Options<A, T> = {}): StoreMethod<A, T> => ({ kind: 'read', ...options })

/** Declares a method that writes. It is idempotent, because a tab asks the next leader again for unacknowledged calls. */
export const write = <A, T>(options: Options<A, T> = {}): StoreMethod<A, T> => ({ kind: 'write', ...options })

/** Declares a write that reports its progress. */
export const download = <A, T>(options: Options<A, T> = {}): StoreMethod<A, T> & { progress: true } => ({
  ...write(options),
  progress: true,
})

export type ArgsOf<M> = M extends StoreMethod<infer A, infer _> ? A : never
export type ValueOf<M> = M extends StoreMethod<infer _, infer T> ? T : never
export type OnProgress = (progress: DownloadProgress) => void

/** Methods of some declarations, as the holder of the store calls them. */
export type StoreOf<D> = {
  [K in keyof D]: D[K] extends { progress: true }
    ? (args: ArgsOf<D[K]>, onProgress: OnProgress) => Promise<Result<ValueOf<D[K]>>>
    : ArgsOf<D[K]> extends void
      ? () => Promise<Result<ValueOf<D[K]>>>
      : (args: ArgsOf<D[K]>) => Promise<Result<ValueOf<D[K]>>>
}
