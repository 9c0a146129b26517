// The peers are installed only when a benchmark runs: what is used of them is declared here, so that types need no peer.
declare module 'dexie' {
  interface Collection<T, K> {
    equals(value: unknown): Collection<T, K>
    between(lower: unknown, upper: unknown, withLower: boolean, withUpper: boolean): Collection<T, K>
    filter(test: (row: T) => boolean): Collection<T, K>
    primaryKeys(): Promise<K[]>
    toArray(): Promise<T[]>
    count(): Promise<number>
  }
  export interface Table<T, K> {
    get(key: K): Promise<T | undefined>
    put(row: T): Promise<K>
    bulkGet(keys: readonly K[]): Promise<(T | undefined)[]>
    bulkAdd(rows: readonly T[]): Promise<K>
    bulkPut(rows: readonly T[]): Promise<K>
    where(index: string): Collection<T, K>
  }
  export default class Dexie {
    static delete(name: string): Promise<void>
    constructor(name: string, options?: { chromeTransactionDurability?: 'strict' | 'relaxed' | 'default' })
    version(n: number): { stores(schema: Record<string, string>): void }
    open(): Promise<unknown>
    close(): void
    transaction<R>(mode: 'rw' | 'r', ...tablesAndWork: [...unknown[], () => Promise<R>]): Promise<R>
  }
}

declare module '@tanstack/db' {
  type Transaction = { isPersisted: { promise: Promise<void> } }
  export class BTreeIndex<K> {
    equalityLookup(value: unknown): Set<K>
    rangeQuery(range: { from?: unknown; to?: unknown }): Set<K>
  }
  export interface Collection<T, K> {
    preload(): Promise<void>
    cleanup(): Promise<void>
    createIndex(of: (row: T) => unknown, options: { indexType: typeof BTreeIndex }): BTreeIndex<K>
    get(key: K): T | undefined
    values(): IterableIterator<T>
    insert(rows: T[]): Transaction
    update(keys: K[], change: (drafts: T[]) => void): Transaction
  }
  export function createCollection<T, K>(options: unknown): Collection<T, K>
}
declare module '@tanstack/browser-db-sqlite-persistence' {
  type Database = { close?(): Promise<void> }
  export function openBrowserWASQLiteOPFSDatabase(options: { databaseName: string }): Promise<Database>
  export function createBrowserWASQLitePersistence(options: { database: Database }): unknown
  export function persistedCollectionOptions<T, K>(options: {
    id: string
    getKey: (row: T) => K
    persistence: unknown
    schemaVersion: number
  }): unknown
}
