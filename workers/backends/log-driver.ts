import type { Rung } from '#contract/database'
import { Corruption } from '../core/corruption.ts'
import { faultOf, StoreFault } from '../core/guard.ts'
import type { Connection, Driver } from '../core/platform.ts'
import type { LogContents, LoggedStatement } from '../core/recovery-sources.ts'
import type { MemoryConnection, MemoryEngine } from '../engine/memory-engine.ts'
import { recordingConnection } from '../engine/recorder.ts'
import type { Idb } from './idb.ts'
import { claimLog, dropReserve, keepReserve, readBank, readBanks } from './idb-log.ts'

/** Transactions after which a snapshot replaces the log, and the quiet before it, milliseconds. */
export type SnapshotPace = { every: number; quiet: number; wait: (milliseconds: number) => Promise<void> }

type TransactionLog = Awaited<ReturnType<typeof claimLog>>

type Place = { idb: Idb; id_utente: number; log: TransactionLog }

/**
 * Appends, and on a full disk gives up the answers' reserve once and appends again; then returns true. No answer ever
 * uses the reserve of deletions.
 */
async function appendWithinRoom({ idb, id_utente, log }: Place, ...what: Parameters<Place['log']['append']>) {
  try {
    await log.append(...what)
    return false
  } catch (error) {
    const full = faultOf(error).codice === 'INDEXEDDB_NOT_ENOUGH_SPACE'
    if (!full || !(await dropReserve(idb, id_utente, 'risposte').catch(() => false))) throw error
    await log.append(...what)
    return true
  }
}

/**
 * Queues statements on their way from memory to the log, in the order of their commits, and the snapshots that replace
 * it.
 */
function createLogTail(
  { idb, id_utente, log, pace }: Place & { pace: SnapshotPace },
  memory: () => MemoryConnection | undefined,
) {
  /** Last transaction of the log, and how many are in it since the snapshot. */
  let upTo = 0
  let length = 0
  let statements: LoggedStatement[] = []
  let removedBanks: string[] = []
  let tail: Promise<unknown> = Promise.resolve()
  let fault: unknown
  let closed = false
  let planned = false
  /** The answers' reserve was given up; a snapshot frees the room to make it again. */
  let reserveGiven = false

  async function append(): Promise<void> {
    if (fault !== undefined) throw fault
    if (statements.length === 0 && removedBanks.length === 0) return
    const [mine, gone] = [statements, removedBanks]
    statements = []
    removedBanks = []
    const n = upTo + (mine.length > 0 ? 1 : 0)
    try {
      if (await appendWithinRoom({ idb, id_utente, log }, n, mine, gone)) reserveGiven = true
    } catch (error) {
      fault = withoutBank(error)
      throw fault
    }
    if (mine.length === 0) return
    upTo = n
    length++
    if (length >= pace.every && !planned) plan()
  }

  /** Plan a snapshot for a quiet moment: never between a tap and its answer. */
  function plan(): void {
    planned = true
    const before = upTo
    void pace.wait(pace.quiet).then(() => {
      planned = false
      if (closed || fault !== undefined) return
      if (upTo !== before || statements.length > 0) return plan()
      // A failed snapshot leaves the log unchanged; the next append plans another.
      void inTurn(takeSnapshot).catch(() => {})
    })
  }

  /** Take it only while memory equals the log: no append runs or waits. */
  async function takeSnapshot(): Promise<void> {
    const db = memory()
    if (!db || closed || statements.length > 0 || fault !== undefined) return
    await log.snapshot(db.bytes(), upTo)
    length = 0
    if (!reserveGiven) return
    await keepReserve(idb, id_utente, 'risposte')
    reserveGiven = false
  }

  /** Run one task at a time. A release of the store waits for it, so that nothing is written to a removed account. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    const turn = tail.then(work)
    tail = turn.catch(() => {})
    return turn
  }

  return {
    settle: () => inTurn(append),
    settled: () => tail,
    push: (mine: readonly LoggedStatement[]): void => void statements.push(...mine),
    /** Delete the file with the transaction that gave it up, so that no row ever names a missing file. */
    removeBank: (name: string): void => void removedBanks.push(name),
    keepBank(name: string): void {
      removedBanks = removedBanks.filter((gone) => gone !== name)
    },
    /** Drop the waiting statements with the memory that they changed. */
    drop(): void {
      statements = []
      removedBanks = []
    },
    /** Memory equals the read log again. */
    restart(contents: LogContents): void {
      upTo = contents.upTo
      length = contents.transactions.length
    },
    mend(): void {
      fault = undefined
    },
    close(): void {
      closed = true
    },
    isClosed: () => closed,
  }
}

/** Loads bank files into a database in memory; returns the place to attach of each. */
async function loadBanks({ idb, id_utente, engine }: { idb: Idb; id_utente: number; engine: MemoryEngine }) {
  const addresses = new Map<string, string>()
  const load = async () => {
    for (const [name, content] of await readBanks(idb, id_utente))
      if (!addresses.has(name)) addresses.set(name, engine.putBank(name, content))
  }
  await load()
  return {
    /** Files whose deletion was not stored are back. */
    reload: load,
    addressOf: (name: string) => addresses.get(name),
    list: () => [...addresses.keys()],
    put(name: string, content: Uint8Array<ArrayBuffer>): void {
      const old = addresses.get(name)
      if (old !== undefined) engine.dropBank(old)
      addresses.set(name, engine.putBank(name, content))
    },
    drop(name: string): boolean {
      const address = addresses.get(name)
      if (address === undefined) return false
      engine.dropBank(address)
      return addresses.delete(name)
    },
    clear(): void {
      for (const address of addresses.values()) engine.dropBank(address)
      addresses.clear()
    },
  }
}

/**
 * A database in memory over a durable log of its transactions. `settle` appends all commits since the last one in one
 * transaction of IndexedDB; opening is snapshot and replay.
 */
export async function logDriver(
  idb: Idb,
  id_utente: number,
  engine: MemoryEngine,
  rung: Rung,
  pace: SnapshotPace,
): Promise<Driver> {
  const log = await claimLog(idb, id_utente)
  let contents: LogContents | undefined = await log.read()
  let db: MemoryConnection | undefined
  const tail = createLogTail({ idb, id_utente, log, pace }, () => db)
  tail.restart(contents)
  const banks = await loadBanks({ idb, id_utente, engine })

  void pace
    .wait(pace.quiet)
    .then(async () => {
      for (const reserve of ['riserva', 'risposte'] as const)
        if (!tail.isClosed()) await keepReserve(idb, id_utente, reserve)
    })
    .catch(() => {})

  async function reload(): Promise<void> {
    await tail.settled()
    tail.drop()
    contents = await log.read()
    tail.restart(contents)
    await banks.reload()
    tail.mend()
  }

  return {
    rung,
    journal: 'memory',
    connect(): Connection {
      if (contents?.broken) throw new Corruption(contents.broken)
      const read = contents
      contents = undefined
      db = openMemory(engine, read)
      return recordingConnection(db, tail.push)
    },
    address: (name) => banks.addressOf(name) ?? `missing-${name}`,
    listBanks: banks.list,
    async writeBank(name, content) {
      await tail.settled()
      tail.keepBank(name)
      await log.writeBank(name, content)
      banks.put(name, content)
    },
    deleteBank(name) {
      if (banks.drop(name)) tail.removeBank(name)
    },
    async readBank(name) {
      const content = await readBank(idb, id_utente, name)
      if (!content) throw new StoreFault('INDEXEDDB_GENERIC_ERROR', `${name} is not here`)
      return content
    },
    copyUtente: async () => (db as MemoryConnection).bytes(),
    settle: tail.settle,
    reload,
    logRecovery: {
      async readRemains() {
        await tail.settled()
        return log.read()
      },
      async replace(bytes) {
        // Use a number that no row and no snapshot ever had.
        await log.snapshot(bytes, (await log.read()).upTo + 1)
        await reload()
      },
      replay,
      scratch(bytes) {
        const made = engine.connect(bytes ?? null)
        return { db: made, bytes: () => made.bytes() }
      },
    },
    freeReserve: () => dropReserve(idb, id_utente, 'riserva'),
    async release() {
      tail.close()
      await tail.settled()
      banks.clear()
    },
  }
}

/** Rebuilds the database in memory from a log. */
function openMemory(engine: MemoryEngine, contents: LogContents | undefined): MemoryConnection {
  const { snapshot = null, checksums = null, transactions = [] } = contents ?? {}
  const opened = engine.connect(snapshot)
  // Turn foreign keys on: cascades are part of the statements' effect.
  opened.exec('PRAGMA page_size=8192; PRAGMA main.journal_mode=MEMORY; PRAGMA foreign_keys=ON')
  try {
    if (snapshot && !checksums) checkWhole(opened)
    for (const transaction of transactions) replay(opened, transaction)
  } catch (error) {
    opened.close()
    if (isNoMemory(error)) throw error
    throw new Corruption(`the log cannot be run again: ${String(error)}`)
  }
  return opened
}

function replay(into: Connection, transaction: readonly LoggedStatement[]): void {
  into.transaction(() => {
    // A text without arguments may hold several statements.
    for (const { sql, valori: values } of transaction) values.length > 0 ? into.run(sql, ...values) : into.exec(sql)
  })
}

/** Returns whether memory ran out. Nothing is damaged: the same log runs where there is room for it. */
export const isNoMemory = (error: unknown): boolean =>
  error instanceof RangeError || /out of memory/i.test((error as Error | null)?.message ?? '')

/** Skip an older snapshot, whose pages had no sums. */
function checkWhole(db: Connection): void {
  const found = db.get<{ integrity_check: string }>('PRAGMA main.integrity_check(1)')?.integrity_check
  if (found !== 'ok') throw new Corruption(found ?? 'no answer')
}

/** Returns the fault with its own code; a full disk names no bank, because no download met it. */
function withoutBank(error: unknown): StoreFault {
  const { codice, detail } = faultOf(error)
  return new StoreFault(codice, detail)
}
