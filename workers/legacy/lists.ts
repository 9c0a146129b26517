import { COLUMNS } from '#contract/statistica-columns'
import { instantOf } from '#rules/dates'
import { idOfRaccolta } from '#rules/raccolta'
import type { Statistica } from '#rules/statistica'
import type { Connection } from '../core/platform.ts'
import { dateOf, flagOf, numberOf, textOf, UNKNOWN_DATE, whole } from './convert.ts'
import type { OldContent, RawRecord } from './read.ts'

type OldLists = Pick<OldContent, 'banche' | 'banche_meta' | 'percorsi' | 'percorsi_meta'>

/** Returns a name that may be text or an object that holds it under its own key. */
const nameIn = (value: unknown, key: string): string | null =>
  textOf(typeof value === 'object' && value !== null ? (value as RawRecord)[key] : value)
/** Returns a valid id: a bank or a path with another key is skipped and stops no other. */
const idOf = (value: unknown) => whole(value, 0, Number.MAX_SAFE_INTEGER)
const json = (value: unknown): string => JSON.stringify(typeof value === 'object' && value !== null ? value : {})

/** Copies the lists of the old database, as added and not downloaded banks; present rows stay. */
export function copyLists(
  db: Connection,
  { banche, banche_meta, percorsi, percorsi_meta }: OldLists,
  at: string,
): void {
  for (const b of banche) {
    const id = idOf(b.id_concorso)
    if (id === null) continue
    db.run(
      `INSERT OR IGNORE INTO banche(id_concorso, concorso, ente, anno, profilo, con_immagini, data_ultimo_aggiornamento,
         n_domande_totali) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      id,
      textOf(b.concorso) ?? '',
      nameIn(b.ente, 'ente') ?? '',
      numberOf(b.anno),
      textOf(b.profilo),
      b.url_immagini ? 1 : 0,
      dateOf(b.data_ultimo_aggiornamento, at) ?? UNKNOWN_DATE,
      numberOf(b.numero_domande) ?? 0,
    )
  }
  for (const m of banche_meta) copyMeta(db, 'banche_meta', 'banche', 'id_concorso', m)
  for (const p of percorsi) {
    const id = idOf(p.id_argomento)
    if (id === null || id === 0) continue
    db.run(
      'INSERT OR IGNORE INTO percorsi VALUES (?, ?, ?, ?, ?, ?, 0)',
      id,
      textOf(p.argomento) ?? '',
      flagOf(p.premium),
      dateOf(p.data_ultimo_aggiornamento, at) ?? UNKNOWN_DATE,
      numberOf(p.stato) ?? 0,
      json(p.sotto_percorsi),
    )
    // Write a path's row (decision 0059): with it the path can be downloaded and its records found (decision 0094).
    db.run(
      `INSERT OR IGNORE INTO banche(id_concorso, concorso, ente, con_immagini, data_ultimo_aggiornamento, n_domande_totali)
       VALUES (?, ?, '', ?, ?, ?)`,
      idOfRaccolta({ contesto: 'PERCORSO', id }),
      textOf(p.argomento) ?? '',
      p.url_immagini ? 1 : 0,
      dateOf(p.data_ultimo_aggiornamento, at) ?? UNKNOWN_DATE,
      numberOf(p.numero_domande) ?? 0,
    )
  }
  for (const m of percorsi_meta) copyMeta(db, 'percorsi_meta', 'percorsi', 'id_argomento', m)
}

function copyMeta(db: Connection, table: string, parent: string, key: string, m: RawRecord): void {
  const id = idOf(m[key])
  // Skip metadata without their bank or path.
  if (id === null || !db.get(`SELECT 1 FROM ${parent} WHERE ${key} = ?`, id)) return
  const materie = table === 'banche_meta' ? ', materie' : ''
  db.run(
    `INSERT OR IGNORE INTO ${table}(${key}, n_domande_by_materia, n_domande_by_materia_orig, n_domande_assegnate,
       n_domande_assegnate_by_materia, n_domande_con_risposta${materie}) VALUES (?, ?, ?, ?, ?, ?${materie && ", '[]'"})`,
    id,
    json(m.n_domande_by_materia),
    json(m.n_domande_by_materia_orig ?? m.n_domande_by_materia),
    numberOf(m.n_domande_assegnate) ?? 0,
    json(m.n_domande_assegnate_by_materia),
    numberOf(m.n_domande_con_risposta) ?? 0,
  )
}

/** Copies records of paths unchanged: they wait in the specification's own store for their path (decision 0094). */
export function copyPercorsi(db: Connection, statistiche: readonly Statistica[]): void {
  const names = [...COLUMNS, 'eseguita_ms', 'presente']
  const sql = `INSERT OR IGNORE INTO statistiche_percorsi(${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`
  for (const s of statistiche) db.run(sql, ...COLUMNS.map((name) => s[name]), instantOf(s.data_eseguita), 1)
}
