import type { AggiornamentoBanca } from '#contract/database'
import { IMAGE_FLAG, type Manifest } from '#contract/package'
import type { ConcorsoScaricabile } from '#contract/schemas'
import type { StoreContext } from '../core/context.ts'
import { StoreFault } from '../core/guard.ts'
import type { Connection, Driver } from '../core/platform.ts'
import { UNKNOWN_BANK, UNKNOWN_DATE } from '../legacy/convert.ts'
import { takeOldPath } from '../legacy/old-paths.ts'
import type { MateriaLocale } from '../statistiche/completamento.ts'
import { readmit } from '../statistiche/sync.ts'
import { findChangedKeys, type KnownKeys, lowerChangedKeys } from './changed-keys.ts'
import { asked, checkFile } from './check-file.ts'
import { HA_CHIAVE } from './chiave.ts'
import { compareVersions } from './compare-versions.ts'

/** The list's data of a bank. */
type ListedConcorso = { ente: { ente: string } } & Pick<
  ConcorsoScaricabile,
  | 'id_concorso'
  | 'concorso'
  | 'anno'
  | 'profilo'
  | 'con_immagini'
  | 'data_ultimo_aggiornamento'
  | 'versione'
  | 'hash_domande'
  | 'hash_immagini'
>

export type ToRegister = {
  concorso: ListedConcorso
  manifest: Manifest
  file: string
  /** Name of the download that is used up. */
  zip: string
  immagini: { file: string; dimensione: number } | null
  /** The file that this one replaces, for the comparison; null for a new bank. */
  before: string | null
  /** Right answers that the person knows, by the earlier version, and the instant of the update. */
  known: KnownKeys
  at: string
}

/** Schema name of a bank that is not registered yet. */
const NEW_SCHEMA = 'nuova'

/**
 * Registers a written bank file in one transaction: row, metadata and the records' copies of its questions. Until the
 * commit nothing refers to the file [PK6]. PACCHETTO_CORROTTO when the file is not the bank of the manifest. Returns
 * the changes when an earlier version was registered.
 */
export function registerBanca(ctx: StoreContext, fresh: ToRegister): AggiornamentoBanca | null {
  const { db, driver } = ctx
  const { known, at } = fresh
  const { id_concorso } = fresh.concorso
  asked(() => attachNew(db, driver, fresh.file))
  try {
    checkFile(db, NEW_SCHEMA, fresh.manifest)
    const materie = asked(() => readMaterie(db))
    const changes = readChanges(ctx, fresh)
    const { chain, lowered } = db.transaction(() => {
      writeRow(db, fresh)
      writeMeta(db, fresh.concorso.id_concorso, materie)
      writeBlocks(db, fresh)
      const chain = takeOldPath(ctx, id_concorso, NEW_SCHEMA)
      alignRecords(db, id_concorso)
      readmit(db, id_concorso, 'DOMANDA_NON_TROVATA')
      db.run('DELETE FROM scaricamenti WHERE nome = ?', fresh.zip)
      const version = fresh.manifest.versione
      return lowerChangedKeys({ db, chain }, { id_concorso, schema: NEW_SCHEMA, version, at, known })
    })
    ctx.chain = chain
    return changes && { ...changes, abbassate: lowered }
  } finally {
    db.forget(`${NEW_SCHEMA}.`)
    db.exec(`DETACH ${NEW_SCHEMA}`)
  }
}

/** Returns the changes that `registerBanca` would make with a written bank file; writes nothing. */
export function previewBanca(
  ctx: StoreContext,
  fresh: Pick<ToRegister, 'concorso' | 'manifest' | 'file' | 'before' | 'known'>,
): AggiornamentoBanca | null {
  const { db, driver } = ctx
  asked(() => attachNew(db, driver, fresh.file))
  try {
    checkFile(db, NEW_SCHEMA, fresh.manifest)
    const changes = readChanges(ctx, fresh)
    return changes && { ...changes, abbassate: findChangedKeys(db, NEW_SCHEMA, fresh.known).length }
  } finally {
    db.forget(`${NEW_SCHEMA}.`)
    db.exec(`DETACH ${NEW_SCHEMA}`)
  }
}

/** Returns the changes of the new version; null when there was none, or it only gained questions. */
function readChanges(
  { db, driver }: StoreContext,
  { before, concorso, manifest }: Pick<ToRegister, 'before' | 'concorso' | 'manifest'>,
) {
  const row = db.get<{ versione: string | null }>(
    'SELECT versione FROM banche WHERE id_concorso = ?',
    concorso.id_concorso,
  )
  if (before === null || !row?.versione || row.versione === manifest.versione) return null
  return compareVersions(db, driver, { before, schema: NEW_SCHEMA })
}

/**
 * Registers again a bank file without a row, by its own manifest. Data in an old row of the bank stays, and the next
 * list fills the rest. The bytes are checked where their hashes are lost. PACCHETTO_CORROTTO when it is incomplete.
 */
export function registerLeftover(
  { db, driver }: Pick<StoreContext, 'db' | 'driver'>,
  { id_concorso, file, immagini }: { id_concorso: number; file: string } & Pick<ToRegister, 'immagini'>,
): void {
  asked(() => attachNew(db, driver, file))
  try {
    const manifestData = asked(() => readManifestData(db))
    checkFile(db, NEW_SCHEMA, { id_concorso, domande: manifestData.domande })
    const known = db.get('SELECT 1 FROM banche_blocchi WHERE id_concorso = ? AND file = ?', id_concorso, file)
    if (!known) asked(() => checkBytes(db))
    const materie = asked(() => readMaterie(db))
    db.transaction(() => {
      db.run(
        `INSERT INTO banche(id_concorso, concorso, ente, con_immagini, data_ultimo_aggiornamento, n_domande_totali, versione,
           file, n_domande, dimensione, file_immagini, dimensione_immagini)
         VALUES (?, ?, '', ?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET versione = excluded.versione, hash = NULL, file = excluded.file,
           n_domande = excluded.n_domande, n_domande_totali = excluded.n_domande_totali, dimensione = excluded.dimensione,
           hash_immagini = NULL, file_immagini = excluded.file_immagini, dimensione_immagini = excluded.dimensione_immagini`,
        id_concorso,
        manifestData.concorso,
        manifestData.con_immagini,
        UNKNOWN_DATE,
        manifestData.domande_totali,
        manifestData.versione,
        file,
        manifestData.domande,
        manifestData.dimensione,
        immagini?.file ?? null,
        immagini?.dimensione ?? 0,
      )
      writeMeta(db, id_concorso, materie)
      alignRecords(db, id_concorso)
    })
  } finally {
    db.forget(`${NEW_SCHEMA}.`)
    db.exec(`DETACH ${NEW_SCHEMA}`)
  }
}

type ManifestData = Pick<Manifest, 'concorso' | 'versione' | 'domande' | 'domande_totali' | 'dimensione'>

/** Reads the bank file's own metadata. */
function readManifestData(db: Connection): ManifestData & { con_immagini: number } {
  const di = (chiave: string) => `(SELECT valore FROM ${NEW_SCHEMA}.manifesto WHERE chiave = '${chiave}')`
  const row = db.get<ManifestData & { con_immagini: number }>(
    `SELECT ${di('concorso')} AS concorso, ${di('versione')} AS versione, CAST(${di('domande')} AS INTEGER) AS domande,
       CAST(${di('domande_totali')} AS INTEGER) AS domande_totali,
       EXISTS (SELECT 1 FROM ${NEW_SCHEMA}.domande WHERE flags & ${IMAGE_FLAG}) AS con_immagini,
       (SELECT page_count * page_size FROM pragma_page_count('${NEW_SCHEMA}'), pragma_page_size('${NEW_SCHEMA}')) AS dimensione`,
  )
  if (!row || Object.values(row).includes(null as never)) throw new StoreFault('PACCHETTO_CORROTTO', 'no manifest')
  return row
}

function checkBytes(db: Connection): void {
  const [found] = db.all<{ integrity_check: string }>(`PRAGMA ${NEW_SCHEMA}.integrity_check(1)`)
  if (found?.integrity_check !== 'ok') throw new StoreFault('PACCHETTO_CORROTTO', found?.integrity_check)
}

function attachNew(db: Connection, driver: Driver, file: string): void {
  db.run(`ATTACH ? AS ${NEW_SCHEMA}`, driver.address(file))
}

/** Returns subjects with their counts in the bank's order; last, without a name, the questions of no subject. */
function readMaterie(db: Connection): MateriaLocale[] {
  return db.all<MateriaLocale>(
    `SELECT * FROM (SELECT id_materia, nome AS materia, n, n_con_chiave FROM ${NEW_SCHEMA}.materie
       UNION ALL
       SELECT NULL, '', count(*), sum(${HA_CHIAVE}) FROM ${NEW_SCHEMA}.domande d WHERE id_materia IS NULL HAVING count(*) > 0)
     ORDER BY id_materia IS NULL, abs(id_materia)`,
  )
}

function writeRow(db: Connection, { concorso: c, manifest, file, immagini }: ToRegister): void {
  const size = manifest.dimensione
  db.run(
    `INSERT INTO banche(id_concorso, concorso, ente, anno, profilo, con_immagini, data_ultimo_aggiornamento, n_domande_totali,
       versione_pubblicata, versione, hash, file, n_domande, dimensione, hash_immagini, file_immagini, dimensione_immagini)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET concorso = excluded.concorso, ente = excluded.ente, anno = excluded.anno,
       profilo = excluded.profilo, con_immagini = excluded.con_immagini,
       data_ultimo_aggiornamento = excluded.data_ultimo_aggiornamento, n_domande_totali = excluded.n_domande_totali,
       versione_pubblicata = excluded.versione_pubblicata, versione = excluded.versione, hash = excluded.hash,
       file = excluded.file, n_domande = excluded.n_domande, dimensione = excluded.dimensione,
       hash_immagini = excluded.hash_immagini, file_immagini = excluded.file_immagini,
       dimensione_immagini = excluded.dimensione_immagini`,
    c.id_concorso,
    c.concorso,
    c.ente.ente,
    c.anno,
    c.profilo,
    c.con_immagini > 0 ? 1 : 0,
    c.data_ultimo_aggiornamento,
    manifest.domande_totali,
    c.versione,
    manifest.versione,
    c.hash_domande,
    file,
    manifest.domande,
    size,
    immagini ? c.hash_immagini : null,
    immagini?.file ?? null,
    immagini?.dimensione ?? 0,
  )
}

/** Stores the hash of each mebibyte of the file, for as long as the file is here (decision 0021). */
const writeBlocks = (db: Connection, { concorso, file, manifest }: ToRegister): void =>
  void db.run(
    'INSERT OR REPLACE INTO banche_blocchi VALUES (?, ?, ?)',
    concorso.id_concorso,
    file,
    JSON.stringify(manifest.blocchi),
  )

/**
 * Writes the bank's metadata (spec §3): keys that the person assigned are counted beside the official ones (D17a). Few
 * rows have one, so they are read first (CROSS JOIN keeps the order): the reverse order reads every question.
 */
function writeMeta(db: Connection, id_concorso: number, materie: MateriaLocale[]): void {
  const assegnate = db.all<{ id_materia: number | null; n: number }>(
    `SELECT d.id_materia, count(*) AS n FROM main.chiavi_utente k CROSS JOIN ${NEW_SCHEMA}.domande d ON d.id_domanda = k.id_domanda
     WHERE k.id_concorso = ? AND NOT ${HA_CHIAVE} GROUP BY d.id_materia`,
    id_concorso,
  )
  const mine = (id: number | null) => assegnate.find(({ id_materia }) => id_materia === id)?.n ?? 0
  const byMateria = (count: (m: MateriaLocale) => number) =>
    JSON.stringify(Object.fromEntries(materie.map((m) => [m.id_materia ?? '', count(m)])))
  db.run(
    'INSERT OR REPLACE INTO banche_meta VALUES (?, ?, ?, ?, ?, ?, ?)',
    id_concorso,
    byMateria((m) => m.n_con_chiave + mine(m.id_materia)),
    byMateria((m) => m.n_con_chiave),
    assegnate.reduce((sum, { n }) => sum + n, 0),
    byMateria((m) => mine(m.id_materia)),
    materie.reduce((sum, m) => sum + m.n_con_chiave, 0),
    JSON.stringify(materie.map((m) => ({ ...m, n_con_chiave: m.n_con_chiave + mine(m.id_materia) }))),
  )
}

type AlignedRow = [id_domanda: number, id_materia: number | null, posizione: number, immagine: number, risposta: number]

/**
 * Aligns the records' copies with the new file; records of questions that left it stay, hidden. Each record looks its
 * question up: the cost follows the records, not the bank. Changes are read first and written as arguments: the log
 * could not replay a write that reads the attached file. A record of the old database without a bank gets this bank
 * when its question is here.
 */
export function alignRecords(db: Connection, id_concorso: number, schema: string = NEW_SCHEMA): void {
  const rows = db.all<{ id: number; m: number | null; p: number | null; i: number; r: number }>(
    `SELECT s.id_domanda AS id, d.id_materia AS m, d.posizione AS p, d.flags & ${IMAGE_FLAG} AS i,
       ${HA_CHIAVE} OR d.id_domanda IN (SELECT id_domanda FROM main.chiavi_utente) AS r
     FROM main.statistiche s LEFT JOIN ${schema}.domande d ON d.id_domanda = s.id_domanda
     WHERE s.id_concorso = ? AND (s.presente, s.id_materia, s.indice_uff, s.has_image, s.has_risposta)
       IS NOT (d.id_domanda IS NOT NULL, d.id_materia, d.posizione, i, r)
       OR s.id_concorso = ${UNKNOWN_BANK} AND d.id_domanda IS NOT NULL`,
    id_concorso,
  )
  const here = rows.flatMap(({ id, m, p, i, r }): AlignedRow[] => (p === null ? [] : [[id, m, p, i, r]]))
  const gone = rows.flatMap(({ id, p }) => (p === null ? [id] : []))
  if (gone.length > 0)
    db.run(
      'UPDATE statistiche SET presente = 0 WHERE presente = 1 AND id_domanda IN (SELECT value FROM json_each(?))',
      JSON.stringify(gone),
    )
  if (here.length > 0)
    db.run(
      `UPDATE statistiche SET presente = 1, (id_materia, indice_uff, has_image, has_risposta) = (c.m, c.p, c.i, c.r),
         id_concorso = ?, sincronizzata = iif(id_concorso = ${UNKNOWN_BANK} AND sincronizzata IS NULL
           AND (livello_conoscenza <> -99 OR isPreferitiUpdated = 1), 0, sincronizzata)
       FROM (SELECT value ->> 0 AS id, value ->> 1 AS m, value ->> 2 AS p, value ->> 3 AS i, value ->> 4 AS r
             FROM json_each(?)) c
       WHERE statistiche.id_domanda = c.id`,
      id_concorso,
      JSON.stringify(here),
    )
}
