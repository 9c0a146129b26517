import type { Rung } from '#contract/database'
import { faultOf, StoreFault } from '../guard.ts'
import { Danno } from '../recupero/guasto.ts'
import type { Idb } from './idb.ts'
import type { InMemoria, Motore, Voce } from './motore.ts'
import type { Connection, Driver } from './platform.ts'
import { recordingConnection } from './recorder.ts'
import { claimRegistro, dropReserve, keepReserve, type Letto, readBank, readBanks } from './registro.ts'

/** Transactions after which a snapshot takes the log's place, and the quiet before it is taken, milliseconds. */
export type Ritmo = { ogni: number; quiete: number; wait: (milliseconds: number) => Promise<void> }

/**
 * A database in memory over a durable log of its transactions (data-engine §8, D32). `settle` appends what committed since the
 * last time in one transaction of IndexedDB; opening is snapshot and replay.
 */
export async function logDriver(
  idb: Idb,
  id_utente: number,
  motore: Motore,
  gradino: Rung,
  ritmo: Ritmo,
): Promise<Driver> {
  const registro = await claimRegistro(idb, id_utente)
  let letto: Letto | undefined = await registro.read()
  /** What to write after ATTACH, by bank file. */
  const banks = new Map<string, string>()
  const loadBanks = async () => {
    for (const [name, content] of await readBanks(idb, id_utente))
      if (!banks.has(name)) banks.set(name, motore.putBank(name, content))
  }
  await loadBanks()
  let db: InMemoria | undefined
  /** Last transaction of the log, and how many are in it since the snapshot. */
  let fino = letto.fino
  let lungo = letto.transazioni.length
  let voci: Voce[] = []
  let tolte: string[] = []
  let tail: Promise<unknown> = Promise.resolve()
  let fault: unknown
  let closed = false
  let planned = false
  /** The answers' reserve was given up, and is made again of what the log's room becomes. */
  let ceduta = false

  /**
   * On a full disk the answers' reserve is given up once, and the log goes on in its room; what deleting needs is never touched for
   * an answer (reliability R5).
   */
  async function write(...what: Parameters<typeof registro.append>): Promise<void> {
    try {
      await registro.append(...what)
    } catch (error) {
      const full = faultOf(error).codice === 'INDEXEDDB_NOT_ENOUGH_SPACE'
      if (!full || !(await dropReserve(idb, id_utente, 'risposte').catch(() => false))) throw error
      ceduta = true
      await registro.append(...what)
    }
  }

  async function append(): Promise<void> {
    if (fault !== undefined) throw fault
    if (voci.length === 0 && tolte.length === 0) return
    const [mine, gone] = [voci, tolte]
    voci = []
    tolte = []
    const n = fino + (mine.length > 0 ? 1 : 0)
    try {
      await write(n, mine, gone)
    } catch (error) {
      fault = withoutBank(error)
      throw fault
    }
    if (mine.length === 0) return
    fino = n
    lungo++
    if (lungo >= ritmo.ogni && !planned) plan()
  }

  function settle(): Promise<void> {
    const turn = tail.then(append)
    tail = turn.catch(() => {})
    return turn
  }

  /** A snapshot when nothing has been written for a while: never between a tap and its answer. */
  function plan(): void {
    planned = true
    const before = fino
    void ritmo.wait(ritmo.quiete).then(() => {
      if (closed || fault !== undefined) {
        planned = false
        return
      }
      if (fino !== before || voci.length > 0) return plan()
      planned = false
      // A snapshot that fails leaves the log as it is: the next one is tried as the log goes on.
      void takeSnapshot().catch(() => {})
    })
  }

  /** Only while memory is exactly what the log says: nothing is being appended, nothing waits to be. */
  async function takeSnapshot(): Promise<void> {
    const turn = tail.then(async () => {
      if (!db || closed || voci.length > 0 || fault !== undefined) return
      await registro.snapshot(db.bytes(), fino)
      lungo = 0
      if (!ceduta) return
      await keepReserve(idb, id_utente, 'risposte')
      ceduta = false
    })
    // Whoever lets go of the store waits for it: nothing is written after the account was given up or removed.
    tail = turn.catch(() => {})
    await turn
  }

  void ritmo
    .wait(ritmo.quiete)
    .then(async () => {
      for (const nome of ['riserva', 'risposte'] as const) if (!closed) await keepReserve(idb, id_utente, nome)
    })
    .catch(() => {})

  return {
    gradino,
    journal: 'memory',
    connect(): Connection {
      const { istantanea = null, somme = null, transazioni = [], rotto = null } = letto ?? {}
      if (rotto) throw new Danno(rotto)
      letto = undefined
      const opened = motore.connect(istantanea)
      db = opened
      // Cascades are part of what the statements did.
      opened.exec('PRAGMA page_size=8192; PRAGMA main.journal_mode=MEMORY; PRAGMA foreign_keys=ON')
      try {
        if (istantanea && !somme) checkWhole(opened)
        for (const transazione of transazioni) replay(opened, transazione)
      } catch (error) {
        opened.close()
        if (isNoMemory(error)) throw error
        throw new Danno(`the log cannot be run again: ${String(error)}`)
      }
      return recordingConnection(opened, (mine) => voci.push(...mine))
    },
    address: (name) => banks.get(name) ?? `missing-${name}`,
    listBanks: () => [...banks.keys()],
    async writeBank(name, content) {
      await tail
      tolte = tolte.filter((gone) => gone !== name)
      await registro.writeBank(name, content)
      const old = banks.get(name)
      if (old !== undefined) motore.dropBank(old)
      banks.set(name, motore.putBank(name, content))
    },
    deleteBank(name) {
      const address = banks.get(name)
      if (address === undefined) return
      motore.dropBank(address)
      banks.delete(name)
      // With the transaction that gave it up, so that no row ever names a file that is gone.
      tolte.push(name)
    },
    async readBank(name) {
      const content = await readBank(idb, id_utente, name)
      if (!content) throw new StoreFault('INDEXEDDB_GENERIC_ERROR', `${name} is not here`)
      return content
    },
    copyUtente: async () => (db as InMemoria).bytes(),
    settle,
    reload,
    bottega: {
      async readResti() {
        await tail
        return registro.read()
      },
      async replace(bytes) {
        // A number that no row and no snapshot ever had.
        await registro.snapshot(bytes, (await registro.read()).fino + 1)
        await reload()
      },
      replay,
      banco(bytes) {
        const made = motore.connect(bytes ?? null)
        return { db: made, bytes: () => made.bytes() }
      },
    },
    freeReserve: () => dropReserve(idb, id_utente, 'riserva'),
    async release() {
      closed = true
      await tail
      for (const address of banks.values()) motore.dropBank(address)
      banks.clear()
    },
  }

  async function reload(): Promise<void> {
    await tail
    voci = []
    tolte = []
    letto = await registro.read()
    fino = letto.fino
    lungo = letto.transazioni.length
    // Files whose deletion was not kept are back.
    await loadBanks()
    fault = undefined
  }

  function replay(into: Connection, transazione: readonly Voce[]): void {
    into.transaction(() => {
      // A text without arguments may hold several statements.
      for (const { sql, valori } of transazione) valori.length > 0 ? into.run(sql, ...valori) : into.exec(sql)
    })
  }
}

/** Nothing is damaged: the same log runs where there is room for it. */
export const isNoMemory = (error: unknown): boolean =>
  error instanceof RangeError || /out of memory/i.test((error as Error | null)?.message ?? '')

/** A snapshot of before pages had sums. */
function checkWhole(db: Connection): void {
  const found = db.get<{ integrity_check: string }>('PRAGMA main.integrity_check(1)')?.integrity_check
  if (found !== 'ok') throw new Danno(found ?? 'no answer')
}

/** Codes as they are; a full disk is told without naming a bank, because it was no download that met it. */
function withoutBank(error: unknown): StoreFault {
  const { codice, detail: dettaglio } = faultOf(error)
  return new StoreFault(codice, dettaglio)
}
