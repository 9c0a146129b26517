import type { Database, Sqlite3Static } from '@sqlite.org/sqlite-wasm'
import type { NumberedDomanda } from '#contract/domanda'
import {
  APPLICATION_ID,
  BANCA_FORMAT,
  BANCA_SCHEMA,
  difficoltaFlag,
  HTML_FLAG,
  IMAGE_FLAG,
  SPIEGATA_FLAG,
} from '#contract/package'
import { hasChiave } from '#rules/esito'
import { listNodi, type SottoPercorso } from '#rules/percorso'
import { buildIndex } from '#rules/search-index'
import { alphabeticText, searchableText } from '#rules/text'
import { findVicini, VICINO } from '#rules/vicini'
import { hashHex } from './hash.ts'

export type BancaToWrite = {
  id_concorso: number
  concorso: string
  /** Content hash of the whole bank, the same in a demo sample; computed from these questions when absent. */
  versione?: string
  domande: readonly NumberedDomanda[]
  materie: readonly { id_materia: number; materia: string }[]
  /** Questions of the whole bank: more than `domande` in a demo sample. */
  totali: number
  /** Tree of a subject path, whose nodes replace subjects; a bank has none. */
  albero?: readonly SottoPercorso[]
  /** False when the file lists no neighbours of its questions. */
  vicini?: boolean
}

/** Fields of a node in their order: the database keeps them in another, and a rebuilt file must have the same bytes. */
const NODE_FIELDS = ['id_sotto_percorso', 'nome', 'sotto_percorsi'] satisfies (keyof SottoPercorso)[]

/** Returns the content hash (SHA-256, hex) of a bank. The hash changes exactly when the content of its file changes. */
export function computeVersione(
  banca: Pick<BancaToWrite, 'id_concorso' | 'concorso' | 'domande' | 'materie' | 'albero'>,
): string {
  const domande = sorted(banca.domande).map((d) => [
    d.posizione,
    d.id_domanda,
    d.id_ufficiale,
    d.id_materia,
    d.testo,
    d.risposte,
    d.corretta,
    d.punti,
    d.chiave,
    d.stato,
    d.immagine,
    d.alt,
    d.argomenti,
    d.html,
    // Keep the hash of older banks, from before difficulties and explanations were carried.
    ...(d.difficolta ? [d.difficolta] : []),
    ...(d.spiegata ? ['spiegata'] : []),
  ])
  const materie = [...banca.materie].sort((a, b) => a.id_materia - b.id_materia).map((m) => [m.id_materia, m.materia])
  const contenuto = JSON.stringify([
    BANCA_FORMAT,
    banca.id_concorso,
    banca.concorso,
    materie,
    domande,
    // Hash the tree node by node, because the database keeps its fields in an order of its own.
    ...(banca.albero ? [listNodi(banca.albero).map(({ nodo, livelli }) => [livelli, nodo.nome])] : []),
  ])
  return hashHex(new TextEncoder().encode(contenuto))
}

/**
 * Returns true when a bank has this version. A bank published before packages listed explained questions has the hash
 * without them.
 */
export const isVersioneOf = (banca: Parameters<typeof computeVersione>[0], versione: string | null): boolean =>
  computeVersione(banca) === versione ||
  computeVersione({ ...banca, domande: banca.domande.map(({ spiegata: _, ...d }) => d) }) === versione

/**
 * Builds the finished SQLite file of a bank (decision 0004, D16) with its search index. The same input gives the same
 * bytes. Questions keep their official positions. Throws on input that the tables refuse (a repeated id or position).
 */
export function buildBanca(sqlite3: Sqlite3Static, banca: BancaToWrite): Uint8Array {
  const db = new sqlite3.oo1.DB(':memory:', 'c')
  try {
    db.exec('PRAGMA page_size=8192; PRAGMA journal_mode=OFF; PRAGMA encoding="UTF-8"')
    db.exec(`PRAGMA application_id=${APPLICATION_ID}; PRAGMA user_version=${BANCA_FORMAT}`)
    db.exec(BANCA_SCHEMA)
    db.exec('BEGIN')
    const domande = sorted(banca.domande)
    insertManifesto(db, banca)
    insertMaterie(db, banca)
    insertDomande(db, domande)
    insertIndice(db, domande)
    if (banca.vicini !== false) insertVicini(db, domande)
    db.exec('COMMIT; VACUUM')
    return sqlite3.capi.sqlite3_js_db_export(db)
  } finally {
    db.close()
  }
}

const sorted = (domande: readonly NumberedDomanda[]): NumberedDomanda[] =>
  [...domande].sort((a, b) => a.posizione - b.posizione)

function insertManifesto(db: Database, banca: BancaToWrite): void {
  const righe: Record<string, string> = {
    id_concorso: String(banca.id_concorso),
    concorso: banca.concorso,
    versione: banca.versione ?? computeVersione(banca),
    domande: String(banca.domande.length),
    domande_totali: String(banca.totali),
    spiegazioni: String(banca.domande.filter((d) => d.spiegata).length),
    ...(banca.albero && { albero: JSON.stringify(banca.albero, NODE_FIELDS) }),
  }
  insertAll(db, 'INSERT INTO manifesto(chiave, valore) VALUES (?,?)', Object.entries(righe))
}

function insertMaterie(db: Database, { domande, materie }: BancaToWrite): void {
  const conta = new Map<number, { n: number; con_chiave: number }>()
  for (const domanda of domande) {
    if (domanda.id_materia === null) continue
    const riga = conta.get(domanda.id_materia) ?? { n: 0, con_chiave: 0 }
    riga.n++
    if (hasChiave(domanda)) riga.con_chiave++
    conta.set(domanda.id_materia, riga)
  }
  insertAll(
    db,
    'INSERT INTO materie(id_materia, nome, n, n_con_chiave) VALUES (?,?,?,?)',
    [...materie]
      .sort((a, b) => a.id_materia - b.id_materia)
      .map(({ id_materia, materia }) => {
        const { n, con_chiave } = conta.get(id_materia) ?? { n: 0, con_chiave: 0 }
        return [id_materia, materia, n, con_chiave]
      }),
  )
}

function insertDomande(db: Database, domande: readonly NumberedDomanda[]): void {
  const ranghi = rankAlphabetical(domande)
  const json = (lista: readonly unknown[] | null) => (lista && lista.length > 0 ? JSON.stringify(lista) : null)
  insertAll(
    db,
    `INSERT INTO domande(posizione, id_domanda, id_ufficiale, id_materia, alfabetico, flags, testo, risposta1, risposta2,
      risposta3, risposta4, risposta5, corretta, punti, chiave, stato, immagine, alt, argomenti)
      VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)`,
    domande.map((d, i) => [
      d.posizione,
      d.id_domanda,
      d.id_ufficiale,
      d.id_materia,
      ranghi[i] as number,
      (d.immagine === null ? 0 : IMAGE_FLAG) |
        (d.html ? HTML_FLAG : 0) |
        (d.spiegata ? SPIEGATA_FLAG : 0) |
        difficoltaFlag(d.difficolta),
      d.testo,
      ...[0, 1, 2, 3, 4].map((n) => d.risposte[n] ?? null),
      d.corretta,
      json(d.punti),
      d.chiave,
      d.stato,
      d.immagine,
      d.alt,
      json(d.argomenti),
    ]),
  )
}

/** Returns the rank of each question (1..n) in Italian collation; equal texts in official order. */
export function rankAlphabetical(domande: readonly NumberedDomanda[]): Int32Array {
  const { compare } = new Intl.Collator('it')
  const testi = domande.map(alphabeticText)
  const ordine = testi.map((_, i) => i).sort((a, b) => compare(testi[a] as string, testi[b] as string) || a - b)
  const ranghi = new Int32Array(domande.length)
  for (const [rango, i] of ordine.entries()) ranghi[i] = rango + 1
  return ranghi
}

function insertIndice(db: Database, domande: readonly NumberedDomanda[]): void {
  const voci = buildIndex(domande.map((d) => ({ posizione: d.posizione, testo: searchableText(d) })))
  insertAll(
    db,
    'INSERT INTO indice(chiave, valore) VALUES (?,?)',
    voci.map(({ chiave, valore }) => [chiave, valore]),
  )
}

/** Inserts the neighbours of questions. Annulled questions have none, because their matter is not to be learnt. */
function insertVicini(db: Database, all: readonly NumberedDomanda[]): void {
  const domande = all.filter((d) => d.stato !== 'annullata')
  const idOf = (i: number) => (domande[i] as NumberedDomanda).id_domanda
  insertAll(
    db,
    'INSERT INTO vicini(id_domanda, posto, id_vicina, tipo) VALUES (?,?,?,?)',
    findVicini(domande).map((v, posto) => [idOf(v.di), posto, idOf(v.vicina), VICINO.indexOf(v.tipo)]),
  )
}

function insertAll(db: Database, sql: string, righe: readonly (string | number | null | Uint8Array)[][]): void {
  const comando = db.prepare(sql)
  try {
    for (const riga of righe) comando.bind(riga).stepReset()
  } finally {
    comando.finalize()
  }
}

/** Opens a bank file from its bytes, in memory and read-only. The caller closes it. Throws when SQLite refuses it. */
export function openBanca(sqlite3: Sqlite3Static, byte: Uint8Array): Database {
  const { capi, wasm, oo1 } = sqlite3
  const db = new oo1.DB(':memory:', 'c')
  const memoria = wasm.allocFromTypedArray(byte)
  const stato = capi.sqlite3_deserialize(
    db.pointer as number,
    'main',
    memoria,
    byte.length,
    byte.length,
    capi.SQLITE_DESERIALIZE_FREEONCLOSE | capi.SQLITE_DESERIALIZE_READONLY,
  )
  if (stato !== 0) {
    db.close()
    throw new Error(`openBanca: SQLite answers ${stato}`)
  }
  return db
}
