import { COLUMNS } from '#contract/statistica-columns'
import { isPercorso } from '#rules/raccolta'
import { fullRecord } from '../banche/attach.ts'

/** Schema under which a bank's copy is attached. */
export const schemaOf = (id_concorso: number): string =>
  isPercorso(id_concorso) ? `percorso_${-id_concorso}` : `banca_${id_concorso}`

/**
 * Readable tables of the person's database, in the order of display. The rest (name of the device, downloads under way,
 * cursors of the synchronisation, counters) is technical. A name that is also a view's means the view.
 */
export const USER_TABLES = ['sedute', 'sedute_risposte', 'eventi', 'chiavi_utente', 'note', 'filtri_salvati'] as const

/** Tables that only the views read. */
export const VIEW_TABLES = [
  ...(['banche', 'banche_meta', 'statistiche', 'eventi'] as const),
  ...(['percorsi', 'percorsi_meta', 'statistiche_percorsi'] as const),
] as const
const BANK_TABLES = ['domande', 'materie'] as const
/** Readable tables of a bank's file; of a path's file its manifest too, which has the tree. */
export const bankTables = (id_concorso: number): readonly string[] =>
  isPercorso(id_concorso) ? [...BANK_TABLES, 'manifesto'] : BANK_TABLES

type Banca = { id_concorso: number; concorso: string }

const text = (s: string) => `'${s.replaceAll("'", "''")}'`
const none = (columns: readonly string[]) => `SELECT ${columns.map((c) => `NULL AS ${c}`).join(', ')} WHERE 0`
const union = (parts: string[], columns: readonly string[]) =>
  parts.length > 0 ? parts.join(' UNION ALL ') : none(columns)

const DOMANDE: readonly (readonly [nome: string, valore: string])[] = [
  ['id_domanda', 'd.id_domanda'],
  ['indice_uff', 'd.posizione'],
  ['id_ufficiale', 'd.id_ufficiale'],
  ['id_materia', 'd.id_materia'],
  ['materia', 'm.nome'],
  ['testo', 'd.testo'],
  ['risposta1', 'd.risposta1'],
  ['risposta2', 'd.risposta2'],
  ['risposta3', 'd.risposta3'],
  ['risposta4', 'd.risposta4'],
  ['risposta5', 'd.risposta5'],
  ['corretta', 'd.corretta'],
  ['punti', 'd.punti'],
  ['chiave', 'd.chiave'],
  ['stato', 'd.stato'],
  ['immagine', 'd.immagine'],
  ['argomenti', 'd.argomenti'],
]
const OF_BANK = ['id_concorso', 'concorso']
const MATERIE = ['id_materia', 'materia', 'n', 'n_con_chiave']

const ofBank = ({ id_concorso, concorso }: Banca) => `${id_concorso} AS id_concorso, ${text(concorso)} AS concorso`

const domande = (banche: readonly Banca[]) =>
  union(
    banche.map(
      (b) => `SELECT ${ofBank(b)}, ${DOMANDE.map(([nome, value]) => `${value} AS ${nome}`).join(', ')}
        FROM ${schemaOf(b.id_concorso)}.domande d LEFT JOIN ${schemaOf(b.id_concorso)}.materie m USING (id_materia)`,
    ),
    [...OF_BANK, ...DOMANDE.map(([nome]) => nome)],
  )

const materie = (banche: readonly Banca[]) =>
  union(
    banche.map(
      (b) =>
        `SELECT ${ofBank(b)}, id_materia, nome AS materia, n, n_con_chiave FROM ${schemaOf(b.id_concorso)}.materie`,
    ),
    [...OF_BANK, ...MATERIE],
  )

/** Path and node of a record whose collection is not read (rules/raccolta). */
const TOUCHED: Partial<Record<(typeof COLUMNS)[number], string>> = {
  id_argomento: 'iif(id_concorso < 0, CAST(-id_concorso AS TEXT), id_argomento) AS id_argomento',
  id_sotto_percorso: 'iif(id_concorso < 0, CAST(-id_materia AS TEXT), id_sotto_percorso) AS id_sotto_percorso',
}

/** The full store over the chosen banks [DB9]; of the others that `where` allows, the questions that were touched. */
const statistiche = (banche: readonly Banca[], where = 'TRUE') =>
  [
    ...banche.map(
      ({ id_concorso }) =>
        `SELECT ${fullRecord(id_concorso)} FROM ${schemaOf(id_concorso)}.domande d LEFT JOIN main.statistiche s USING (id_domanda)`,
    ),
    `SELECT ${COLUMNS.map((name) => TOUCHED[name] ?? name).join(', ')} FROM main.statistiche
      WHERE ${where} AND id_concorso NOT IN (${banche.map(({ id_concorso }) => id_concorso).join(', ')})`,
  ].join(' UNION ALL ')

/** The answer options record of the specification (§3) [EN19]: one a question, under the question's number. */
const OPZIONI = [
  ...['id', 'id_domanda', 'id_concorso', 'id_argomento'],
  ...['risposta1', 'risposta2', 'risposta3', 'risposta4', 'risposta5'],
]
const opzioni = (banche: readonly Banca[]) =>
  union(
    banche.map(
      ({ id_concorso: id }) => `SELECT id_domanda AS id, id_domanda, ${isPercorso(id) ? 'NULL' : id} AS id_concorso,
        ${isPercorso(id) ? -id : 'NULL'} AS id_argomento, risposta1, risposta2, risposta3, risposta4, risposta5
        FROM ${schemaOf(id)}.domande`,
    ),
    OPZIONI,
  )

/** Stands before the columns of an older product's rows: the path has no row among the collections. */
const NOT_HERE = '-id_argomento NOT IN (SELECT id_concorso FROM main.banche)'

/**
 * The paths of the specification's store (§3), here collections of a negative number (decision 0059). `premium` is
 * known only for an older product's rows; the tree is in the file of an included path.
 */
const percorsi = (banche: readonly Banca[]) => {
  const alberi = banche
    .filter(({ id_concorso }) => isPercorso(id_concorso))
    .map(
      ({ id_concorso: id }) => `WHEN ${id} THEN (SELECT valore FROM ${schemaOf(id)}.manifesto WHERE chiave = 'albero')`,
    )
  const albero =
    alberi.length > 0 ? `CASE b.id_concorso ${alberi.join(' ')} ELSE p.sotto_percorsi END` : 'p.sotto_percorsi'
  return `SELECT -b.id_concorso AS id_argomento, b.concorso AS argomento, p.premium, b.data_ultimo_aggiornamento, b.stato,
      ${albero} AS sotto_percorsi, b.selezionata
    FROM main.banche b LEFT JOIN main.percorsi p ON p.id_argomento = -b.id_concorso WHERE b.id_concorso < 0
    UNION ALL SELECT id_argomento, argomento, premium, data_ultimo_aggiornamento, stato, sotto_percorsi, selezionata
    FROM main.percorsi WHERE ${NOT_HERE}`
}

const META = `n_domande_by_materia, n_domande_by_materia_orig, n_domande_assegnate, n_domande_assegnate_by_materia,
  n_domande_con_risposta`
const PERCORSI_META = `SELECT -id_concorso AS id_argomento, ${META} FROM main.banche_meta WHERE id_concorso < 0
  UNION ALL SELECT id_argomento, ${META} FROM main.percorsi_meta
    WHERE -id_argomento NOT IN (SELECT id_concorso FROM main.banche_meta)`

/** Records of paths, and those of an older product that wait for their package (decision 0094). */
const statistichePercorsi = (banche: readonly Banca[]) =>
  `${statistiche(
    banche.filter(({ id_concorso }) => isPercorso(id_concorso)),
    'id_concorso < 0',
  )} UNION ALL SELECT ${COLUMNS.join(', ')} FROM main.statistiche_percorsi`

/** Answers, one row each, without those taken back. `ms`: time of the question on screen, null if unknown. */
const RISPOSTE = `SELECT id AS id_evento, id_concorso, id_domanda, ts_client AS quando,
    CAST(substr(ts_client, 1, 10) AS TEXT) AS giorno, CAST(dati ->> '$.esito' AS TEXT) AS esito,
    CAST(dati ->> '$.risposta' AS INTEGER) AS risposta, CAST(dati ->> '$.ms' AS INTEGER) AS ms,
    CAST(dati ->> '$.prima.livello_conoscenza' AS INTEGER) AS livello_prima,
    CAST(dati ->> '$.livello_dopo' AS INTEGER) AS livello_dopo, CAST(dati ->> '$.id_seduta' AS TEXT) AS id_seduta
  FROM main.eventi WHERE tipo = 'RISPOSTA'
    AND id NOT IN (SELECT dati ->> '$.annulla' FROM main.eventi WHERE tipo = 'ANNULLA')`

const banche = (options: readonly Banca[]) =>
  `SELECT id_concorso, concorso, ente, anno, profilo, n_domande, n_domande_totali, data_ultimo_aggiornamento, ultimo_uso,
    id_concorso IN (${options.map(({ id_concorso }) => id_concorso).join(', ')}) AS inclusa
  FROM main.banche`

/** The views over these banks, in the order to show them: temporary, for a stored view may not read an attached file. */
export const views = (options: readonly Banca[]): { nome: string; sql: string }[] => [
  { nome: 'domande', sql: domande(options) },
  { nome: 'statistiche', sql: statistiche(options) },
  { nome: 'risposte', sql: RISPOSTE },
  { nome: 'materie', sql: materie(options) },
  { nome: 'banche', sql: banche(options) },
  { nome: 'opzioni', sql: opzioni(options) },
  { nome: 'percorsi', sql: percorsi(options) },
  { nome: 'percorsi_meta', sql: PERCORSI_META },
  { nome: 'statistiche_percorsi', sql: statistichePercorsi(options) },
]
