import type { Rung } from '#contract/database'
import { Corruption } from '../core/corruption.ts'
import { faultOf, StoreFault } from '../core/guard.ts'
import type { Connection, Driver } from '../core/platform.ts'
import type { LogContents, LoggedStatement } from '../core/recovery-sources.ts'
import type { MemoryConnection, MemoryEngine } from '../engine/memory-engine.ts'
import { recordingConnection } from '../engine/recorder.ts'
import type { Idb } from './idb.ts'
import { claimLog, dropReserve, keepReserve, readBank, readBanks } from './idb-log.ts'

/** Transactions after which a snapshot takes the log's place, and the quiet before it is taken, milliseconds. */
export type SnapshotPace = { every: number; quiet: number; wait: (milliseconds: number) => Promise<void> }

/**
 * A database in memory over a durable log of its transactions. `settle` appends what committed since the
 * last time in one transaction of IndexedDB; opening is snapshot and replay.
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
  /** What to write after ATTACH, by bank file. */
  const banks = new Map<string, string>()
  const loadBanks = async () => {
    for (const [name, content] of await readBanks(idb, id_utente))
      if (!banks.has(name)) banks.set(name, engine.putBank(name, content))
  }
  await loadBanks()
  let db: MemoryConnection | undefined
  /** Last transaction of the log, and how many are in it since the snapshot. */
  let upTo = contents.upTo
  let length = contents.transactions.length
  let statements: LoggedStatement[] = []
  let removedBanks: string[] = []
  let tail: Promise<unknown> = Promise.resolve()
  let fault: unknown
  let closed = false
  let planned = false
  /** The answers' reserve was given up, and is made again of what the log's room becomes. */
  let reserveGiven = false

  /**
   * On a full disk the answers' reserve is given up once, and the log goes on in its room; what deleting needs is never touched for
   * an answer.
   */
  async function write(...what: Parameters<typeof log.append>): Promise<void> {
    try {
      await log.append(...what)
    } catch (error) {
      const full = faultOf(error).codice === 'INDEXEDDB_NOT_ENOUGH_SPACE'
      if (!full || !(await dropReserve(idb, id_utente, 'risposte').catch(() => false))) throw error
      reserveGiven = true
      await log.append(...what)
    }
  }

  async function append(): Promise<void> {
    if (fault !== undefined) throw fault
    if (statements.length === 0 && removedBanks.length === 0) return
    const [mine, gone] = [statements, removedBanks]
    statements = []
    removedBanks = []
    const n = upTo + (mine.length > 0 ? 1 : 0)
    try {
      await write(n, mine, gone)
    } catch (error) {
      fault = withoutBank(error)
      throw fault
    }
    if (mine.length === 0) return
    upTo = n
    length++
    if (length >= pace.every && !planned) plan()
  }

  function settle(): Promise<void> {
    const turn = tail.then(append)
    tail = turn.catch(() => {})
    return turn
  }

  /** A snapshot when nothing has been written for a while: never between a tap and its answer. */
  function plan(): void {
    planned = true
    const before = upTo
    void pace.wait(pace.quiet).then(() => {
      if (closed || fault !== undefined) {
        planned = false
        return
      }
      if (upTo !== before || statements.length > 0) return plan()
      planned = false
      // A snapshot that fails leaves the log as it is: the next one is tried as the log goes on.
      void takeSnapshot().catch(() => {})
    })
  }

  /** Only while memory is exactly what the log says: nothing is being appended, nothing waits to be. */
  async function takeSnapshot(): Promise<void> {
    const turn = tail.then(async () => {
      if (!db || closed || statements.length > 0 || fault !== undefined) return
      await log.snapshot(db.bytes(), upTo)
      length = 0
      if (!reserveGiven) return
      await keepReserve(idb, id_utente, 'risposte')
      reserveGiven = false
    })
    // Whoever lets go of the store waits for it: nothing is written after the account was given up or removed.
    tail = turn.catch(() => {})
    await turn
  }

  void pace
    .wait(pace.quiet)
    .then(async () => {
      for (const reserve of ['riserva', 'risposte'] as const) if (!closed) await keepReserve(idb, id_utente, reserve)
    })
    .catch(() => {})

  return {
    rung,
    journal: 'memory',
    connect(): Connection {
      const { snapshot = null, checksums = null, transactions = [], broken = null } = contents ?? {}
      if (broken) throw new Corruption(broken)
      contents = undefined
      const opened = engine.connect(snapshot)
      db = opened
      // Cascades are part of what the statements did.
      opened.exec('PRAGMA page_size=8192; PRAGMA main.journal_mode=MEMORY; PRAGMA foreign_keys=ON')
      try {
        if (snapshot && !checksums) checkWhole(opened)
        for (const transaction of transactions) replay(opened, transaction)
      } catch (error) {
        opened.close()
        if (isNoMemory(error)) throw error
        throw new Corruption(`the log cannot be run again: ${String(error)}`)
      }
      return recordingConnection(opened, (mine) => statements.push(...mine))
    },
    address: (name) => banks.get(name) ?? `missing-${name}`,
    listBanks: () => [...banks.keys()],
    async writeBank(name, content) {
      await tail
      removedBanks = removedBanks.filter((gone) => gone !== name)
      await log.writeBank(name, content)
      const old = banks.get(name)
      if (old !== undefined) engine.dropBank(old)
      banks.set(name, engine.putBank(name, content))
    },
    deleteBank(name) {
      const address = banks.get(name)
      if (address === undefined) return
      engine.dropBank(address)
      banks.delete(name)
      // With the transaction that gave it up, so that no row ever names a file that is gone.
      removedBanks.push(name)
    },
    async readBank(name) {
      const content = await readBank(idb, id_utente, name)
      if (!content) throw new StoreFault('INDEXEDDB_GENERIC_ERROR', `${name} is not here`)
      return content
    },
    copyUtente: async () => (db as MemoryConnection).bytes(),
    settle,
    reload,
    logRecovery: {
      async readRemains() {
        await tail
        return log.read()
      },
      async replace(bytes) {
        // A number that no row and no snapshot ever had.
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
      closed = true
      await tail
      for (const address of banks.values()) engine.dropBank(address)
      banks.clear()
    },
  }

  async function reload(): Promise<void> {
    await tail
    statements = []
    removedBanks = []
    contents = await log.read()
    upTo = contents.upTo
    length = contents.transactions.length
    // Files whose deletion was not kept are back.
    await loadBanks()
    fault = undefined
  }

  function replay(into: Connection, transaction: readonly LoggedStatement[]): void {
    into.transaction(() => {
      // A text without arguments may hold several statements.
      for (const { sql, valori: values } of transaction) values.length > 0 ? into.run(sql, ...values) : into.exec(sql)
    })
  }
}

/** Nothing is damaged: the same log runs where there is room for it. */
export const isNoMemory = (error: unknown): boolean =>
  error instanceof RangeError || /out of memory/i.test((error as Error | null)?.message ?? '')

/** A snapshot of before pages had sums. */
function checkWhole(db: Connection): void {
  const found = db.get<{ integrity_check: string }>('PRAGMA main.integrity_check(1)')?.integrity_check
  if (found !== 'ok') throw new Corruption(found ?? 'no answer')
}

/** Codes as they are; a full disk is told without naming a bank, because it was no download that met it. */
function withoutBank(error: unknown): StoreFault {
  const { codice, detail } = faultOf(error)
  return new StoreFault(codice, detail)
}
