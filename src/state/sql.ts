import { proxy, ref } from 'valtio'
import { type BancaLocale, PIU_BANCHE } from '#contract/database'
import { type Failure, fail, ok, type Result } from '#contract/result'
import {
  type Copie,
  MAX_BANCHE_SQL,
  MAX_COPIE_BYTE,
  type PesoCopie,
  type RisultatoSql,
  type TabellaSql,
} from '#contract/sql'
import type { LavoratoreSql } from '../db/sql.ts'
import { banche, reloadBanche } from './banche.ts'
import { onCambioUtente } from './credenziale.ts'
import { newId, newSeme } from './identita.ts'
import { preferenze } from './preferenze.ts'
import { oraIso } from './rete.ts'
import { onArchivio } from './scrittura.ts'
import { keepInterrogazione } from './sql-storia.ts'

/** The SQL window on screen. */
export const finestra = proxy({
  /** What the person was writing, for when they come back. */
  bozza: '',
  fase: 'mai' as 'mai' | 'pesa' | 'pronta' | 'guasto',
  /** The store or its copies did not open. */
  guasto: null as Failure | null,
  peso: null as PesoCopie | null,
  scelte: [] as number[],
  tabelle: [] as TabellaSql[],
  /** Instant of the copies, ISO 8601; null while there are none. */
  copiate: null as string | null,
  /** What is under way; `da` is performance.now() of its start. */
  in_corso: null as { cosa: 'copia' | 'interroga'; da: number } | null,
  /** `ms`: how long the query took, the copies not counted. */
  esito: null as { sql: string; ms: number; risultato: RisultatoSql } | null,
  /** Why the last query gave nothing. */
  rifiuto: null as { sql: string; guasto: Failure } | null,
})

let copie: { di: string; file: Copie } | null = null
let lavoratore: { di: string; vivo: LavoratoreSql } | null = null
/** Changes when the screen is left: what comes back later is nobody's. */
let visita = 0

/** Reads what copies would weigh and chooses the banks used last, as many as may be copied. */
export async function enterSql(): Promise<void> {
  const questa = ++visita
  finestra.fase = 'pesa'
  finestra.guasto = null
  const peso = await onArchivio((db) => db.measureCopie())
  if (peso.ok && banche.fase !== 'pronte') await reloadBanche()
  if (questa !== visita) return
  if (!peso.ok) {
    finestra.fase = 'guasto'
    finestra.guasto = ref(peso.error)
    return
  }
  finestra.peso = ref(peso.value)
  const here = new Set(peso.value.banche.map((b) => b.id_concorso))
  const kept = finestra.scelte.filter((id) => here.has(id))
  finestra.scelte = kept.length > 0 ? kept : chooseBanche(peso.value, banche.elenco as BancaLocale[])
  finestra.fase = 'pronta'
  await openSql()
}

/** Banks in the order of their last use, while they fit. */
export function chooseBanche(peso: PesoCopie, elenco: readonly Pick<BancaLocale, 'id_concorso'>[]): number[] {
  const place = new Map(elenco.map((b, i) => [b.id_concorso, i]))
  const last = elenco.length
  const ordinate = [...peso.banche].sort(
    (a, b) => (place.get(a.id_concorso) ?? last) - (place.get(b.id_concorso) ?? last),
  )
  let left = MAX_COPIE_BYTE - peso.utente
  const scelte: number[] = []
  for (const { id_concorso, byte } of ordinate) {
    if (byte > left || scelte.length === MAX_BANCHE_SQL) continue
    left -= byte
    scelte.push(id_concorso)
  }
  return scelte
}

/** Leaves the window: nothing of it stays in memory but the choice of banks. */
export function leaveSql(): void {
  visita++
  dropLavoratore()
  copie = null
  Object.assign(finestra, { fase: 'mai', copiate: null, in_corso: null, esito: null, rifiuto: null, tabelle: [] })
}

onCambioUtente(() => {
  leaveSql()
  Object.assign(finestra, { bozza: '', scelte: [], peso: null })
})

function dropLavoratore() {
  lavoratore?.vivo.termina()
  lavoratore = null
}

/** Includes a bank or leaves it out; the copies are made again when they are needed. */
export function chooseBanca(id_concorso: number, inclusa: boolean): void {
  const altre = finestra.scelte.filter((id) => id !== id_concorso)
  finestra.scelte = inclusa ? [...altre, id_concorso] : altre
}

/** Copies the store as it is now, in the place of the copies before. */
export async function renewCopie(): Promise<void> {
  if (finestra.in_corso) return
  dropLavoratore()
  copie = null
  await openSql()
}

const key = () => [...finestra.scelte].sort((a, b) => a - b).join()

let apertura: Promise<Result<LavoratoreSql>> | null = null

/** A worker over the copies of the chosen banks: the one that is there, one over the same copies, or one over new ones. */
async function openSql(): Promise<Result<LavoratoreSql>> {
  while (apertura) await apertura
  const di = key()
  if (lavoratore?.di === di) return ok(lavoratore.vivo)
  const questa = visita
  finestra.in_corso = { cosa: 'copia', da: performance.now() }
  apertura = openWith(di, questa).catch((error: unknown) => fail('SQL_NON_APERTA', { detail: String(error) }))
  const esito = await apertura
  apertura = null
  if (questa !== visita) return fail('SQL_ANNULLATA')
  finestra.in_corso = null
  finestra.guasto = esito.ok ? null : ref(esito.error)
  return esito
}

async function openWith(di: string, questa: number): Promise<Result<LavoratoreSql>> {
  dropLavoratore()
  if (copie?.di !== di) {
    const at = oraIso()
    const prese = await onArchivio((db) => db.copyArchivio({ id_concorsi: [...finestra.scelte] }))
    if (!prese.ok) return prese
    if (questa !== visita) return fail('SQL_ANNULLATA')
    copie = { di, file: prese.value }
    finestra.copiate = at
  }
  const { startSql } = await import('../db/sql.ts')
  if (questa !== visita || !copie) return fail('SQL_ANNULLATA')
  const vivo = startSql()
  lavoratore = { di, vivo }
  const aperta = await vivo.open({ copie: copie.file })
  if (!aperta.ok) {
    if (lavoratore?.vivo === vivo) dropLavoratore()
    return aperta
  }
  finestra.tabelle = ref(aperta.value)
  return ok(vivo)
}

let chiesta: string | null = null

/** Runs one query; one at a time. Asked while the copies are made it waits for them, the last one asked. */
export async function runSql(sql: string): Promise<void> {
  if (finestra.in_corso?.cosa === 'interroga') return
  const waiting = chiesta !== null
  chiesta = sql
  if (waiting) return
  const questa = visita
  const aperto = await openSql()
  const ultima = chiesta
  chiesta = null
  if (questa !== visita || !aperto.ok) return
  await query(aperto.value, ultima, questa)
}

async function query(vivo: LavoratoreSql, sql: string, questa: number): Promise<void> {
  const da = performance.now()
  finestra.in_corso = { cosa: 'interroga', da }
  keepInterrogazione(sql)
  const esito = await vivo.query({ sql })
  // Its worker broke: the next query has another.
  if (!esito.ok && esito.error.codice === 'SQL_NON_APERTA' && lavoratore?.vivo === vivo) dropLavoratore()
  if (questa !== visita) return
  finestra.in_corso = null
  finestra.esito = esito.ok ? ref({ sql, ms: performance.now() - da, risultato: esito.value }) : null
  finestra.rifiuto = esito.ok ? null : ref({ sql, guasto: esito.error })
}

/** Cancels what is under way: its worker is terminated; the copies stay for the next one. */
export function cancelSql(): void {
  dropLavoratore()
}

/** Starts a sitting with these questions, in this order. */
export const startScelte = (id_domande: readonly number[]) =>
  onArchivio((db) =>
    db.createSeduta({
      id: newId(),
      tipo: 'ESERCITAZIONE',
      id_concorso: PIU_BANCHE,
      filtro: { id_concorso: PIU_BANCHE },
      ordine: 'UFFICIALE',
      seme: newSeme(),
      mescola: preferenze.mescola,
      avanti_da_sola: preferenze.avanti_da_sola,
      scelte: Int32Array.from(id_domande),
      at: oraIso(),
    }),
  )
