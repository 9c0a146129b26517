import { ref } from 'valtio'
import { type BancaLocale, SEVERAL_BANCHE } from '#contract/database'
import { type Failure, fail, ok, type Result } from '#contract/result'
import {
  type Copies,
  type CopySizes,
  MAX_BANCHE_SQL,
  MAX_COPIES_BYTES,
  type SqlResultSet,
  type SqlTable,
} from '#contract/sql'
import { bancheState, reloadBanche } from '../../domain/banche-state.ts'
import { preferences } from '../../domain/preferences.ts'
import { newId, newSeed } from '../../platform/ids.ts'
import { nowIso } from '../../platform/network.ts'
import { accountSignal, accountState } from '../../session/account.ts'
import { onStore } from '../../store/on-store.ts'
import { keepSqlQuery } from './history.ts'
import type { SqlWorker } from './worker.ts'

/** State of the SQL window. */
export const sqlState = accountState(() => ({
  /** Draft of the person, for the next visit. */
  draft: '',
  fase: 'mai' as 'mai' | 'pesa' | 'pronta' | 'guasto',
  /** Failure to open the store or its copies. */
  error: null as Failure | null,
  peso: null as CopySizes | null,
  scelte: [] as number[],
  tables: [] as SqlTable[],
  /** Instant of the copies, ISO 8601; null while there are none. */
  copied: null as string | null,
  /** Work under way; `da` is performance.now() at its start. */
  running: null as { what: 'copia' | 'interroga'; da: number } | null,
  /** Last result; `ms` is the time of the query without the copies. */
  outcome: null as { sql: string; ms: number; result: SqlResultSet } | null,
  /** Failure of the last query. */
  rejection: null as { sql: string; error: Failure } | null,
}))

const work = {
  copies: null as { of: string; file: Copies } | null,
  worker: null as { of: string; live: SqlWorker } | null,
  /** Number of the visit, changed on leaving, so that later results are dropped. */
  visit: 0,
  opening: null as Promise<Result<SqlWorker>> | null,
  asked: null as string | null,
}

/** Measures the copies and chooses the banks used last, as many as may be copied. */
export async function enterSql(): Promise<void> {
  const current = ++work.visit
  accountSignal().addEventListener('abort', leaveSql, { once: true })
  sqlState.fase = 'pesa'
  sqlState.error = null
  const peso = await onStore((db) => db.measureCopie())
  if (peso.ok && bancheState.fase !== 'pronte') await reloadBanche()
  if (current !== work.visit) return
  if (!peso.ok) {
    sqlState.fase = 'guasto'
    sqlState.error = ref(peso.error)
    return
  }
  sqlState.peso = ref(peso.value)
  const here = new Set(peso.value.banche.map((b) => b.id_concorso))
  const kept = sqlState.scelte.filter((id) => here.has(id))
  sqlState.scelte = kept.length > 0 ? kept : chooseBanche(peso.value, bancheState.list as BancaLocale[])
  sqlState.fase = 'pronta'
  await openSql()
}

/** Chooses banks in the order of their last use, while they fit. */
function chooseBanche(peso: CopySizes, elenco: readonly Pick<BancaLocale, 'id_concorso'>[]): number[] {
  const place = new Map(elenco.map((b, i) => [b.id_concorso, i]))
  const last = elenco.length
  const sorted = [...peso.banche].sort(
    (a, b) => (place.get(a.id_concorso) ?? last) - (place.get(b.id_concorso) ?? last),
  )
  let left = MAX_COPIES_BYTES - peso.utente
  const chosen: number[] = []
  for (const { id_concorso, byte } of sorted) {
    if (byte > left || chosen.length === MAX_BANCHE_SQL) continue
    left -= byte
    chosen.push(id_concorso)
  }
  return chosen
}

/** Leaves the window and drops its worker, copies and results. */
export function leaveSql(): void {
  work.visit++
  dropWorker()
  work.copies = null
  Object.assign(sqlState, { fase: 'mai', copied: null, running: null, outcome: null, rejection: null, tables: [] })
}

function dropWorker() {
  work.worker?.live.terminate()
  work.worker = null
}

/** Includes a bank or leaves it out; the copies are made again when they are needed. */
export function includeBanca(id_concorso: number, included: boolean): void {
  const others = sqlState.scelte.filter((id) => id !== id_concorso)
  sqlState.scelte = included ? [...others, id_concorso] : others
}

/** Copies the store as it is now, in place of the earlier copies. */
export async function renewCopies(): Promise<void> {
  if (sqlState.running) return
  dropWorker()
  work.copies = null
  await openSql()
}

const key = () => [...sqlState.scelte].sort((a, b) => a - b).join()

/** Returns a worker over the copies of the chosen banks. Keeps the present worker or copies when they are of the same banks. */
async function openSql(): Promise<Result<SqlWorker>> {
  while (work.opening) await work.opening
  const of = key()
  if (work.worker?.of === of) return ok(work.worker.live)
  const current = work.visit
  sqlState.running = { what: 'copia', da: performance.now() }
  work.opening = openWith(of, current).catch((error: unknown) => fail('SQL_NON_APERTA', { detail: String(error) }))
  const result = await work.opening
  work.opening = null
  if (current !== work.visit) return fail('SQL_ANNULLATA')
  sqlState.running = null
  sqlState.error = result.ok ? null : ref(result.error)
  return result
}

async function openWith(of: string, current: number): Promise<Result<SqlWorker>> {
  dropWorker()
  if (work.copies?.of !== of) {
    const at = nowIso()
    const copied = await onStore((db) => db.copyStore({ id_concorsi: [...sqlState.scelte] }))
    if (!copied.ok) return copied
    if (current !== work.visit) return fail('SQL_ANNULLATA')
    work.copies = { of, file: copied.value }
    sqlState.copied = at
  }
  const { startSqlWorker: startSql } = await import('./worker.ts')
  if (current !== work.visit || !work.copies) return fail('SQL_ANNULLATA')
  const live = startSql()
  work.worker = { of, live }
  const opened = await live.open({ copie: work.copies.file })
  if (!opened.ok) {
    if (work.worker?.live === live) dropWorker()
    return opened
  }
  sqlState.tables = ref(opened.value)
  return ok(live)
}

/** Runs one query at a time. A query asked during the copies waits for them; the last one asked runs. */
export async function runSql(sql: string): Promise<void> {
  if (sqlState.running?.what === 'interroga') return
  const waiting = work.asked !== null
  work.asked = sql
  if (waiting) return
  const current = work.visit
  const opened = await openSql()
  const last = work.asked
  work.asked = null
  if (current !== work.visit || !opened.ok) return
  await query(opened.value, last, current)
}

async function query(live: SqlWorker, sql: string, current: number): Promise<void> {
  const from = performance.now()
  sqlState.running = { what: 'interroga', da: from }
  keepSqlQuery(sql)
  const result = await live.query({ sql })
  // Drop a broken worker, so that the next query starts another.
  if (!result.ok && result.error.codice === 'SQL_NON_APERTA' && work.worker?.live === live) dropWorker()
  if (current !== work.visit) return
  sqlState.running = null
  sqlState.outcome = result.ok ? ref({ sql, ms: performance.now() - from, result: result.value }) : null
  sqlState.rejection = result.ok ? null : ref({ sql, error: result.error })
}

/** Cancels the work under way by terminating its worker; the copies stay for the next query. */
export function cancelSql(): void {
  dropWorker()
}

/** Starts a sitting with these questions, in this order. */
export const startSqlSeduta = (id_domande: readonly number[]) =>
  onStore((db) =>
    db.createSeduta({
      id: newId(),
      tipo: 'ESERCITAZIONE',
      id_concorso: SEVERAL_BANCHE,
      filtro: { id_concorso: SEVERAL_BANCHE },
      ordine: 'UFFICIALE',
      seme: newSeed(),
      mescola: preferences.mescola,
      avanti_da_sola: preferences.avanti_da_sola,
      scelte: Int32Array.from(id_domande),
      at: nowIso(),
    }),
  )
