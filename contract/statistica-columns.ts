import type { Statistica } from '#rules/statistica'

type Column = {
  /** Type and constraint in the store of a device. */
  local: string
  /** Type on the server; absent for columns that never leave the device or that the server derives. */
  server?: string
  /** Version of the store that added it; absent: there from the first one. Its migration adds it. */
  since?: number
}

/**
 * The columns of a statistics record, described once and in their order (spec §3, D17a). The device's tables, its upsert and its
 * listings, and the records that the server takes, derive from here: a new column is a line of this table and a migration.
 */
const STATISTICA_COLUMNS = {
  id_concorso: { local: 'INTEGER NOT NULL' },
  id_domanda: { local: 'INTEGER PRIMARY KEY', server: 'bigint' },
  id_materia: { local: 'INTEGER', server: 'bigint' },
  id_argomento: { local: 'TEXT', server: 'text' },
  id_sotto_percorso: { local: 'TEXT', server: 'text' },
  indice_uff: { local: 'INTEGER NOT NULL' },
  has_image: { local: 'INTEGER NOT NULL CHECK(has_image IN (0, 1))' },
  has_risposta: { local: 'INTEGER NOT NULL CHECK(has_risposta IN (0, 1))' },
  livello_conoscenza: {
    local: 'INTEGER NOT NULL CHECK(livello_conoscenza IN (-99, -2, -1, 0, 1))',
    server: 'smallint',
  },
  preferiti: { local: 'INTEGER NOT NULL CHECK(preferiti IN (0, 1))', server: 'boolean' },
  risposta_gettonata: { local: 'INTEGER CHECK(risposta_gettonata BETWEEN 1 AND 5)', server: 'smallint' },
  data_eseguita: { local: 'TEXT', server: 'timestamptz' },
  modalita: { local: "TEXT CHECK(modalita IN ('ESEGUITA', 'LETTA', 'ASCOLTATA'))", server: 'text[]' },
  sincronizzata: { local: 'INTEGER CHECK(sincronizzata IN (0, 1))' },
  isLevelUpdated: { local: 'INTEGER NOT NULL CHECK(isLevelUpdated IN (0, 1))' },
  isPreferitiUpdated: { local: 'INTEGER NOT NULL CHECK(isPreferitiUpdated IN (0, 1))' },
  data_livello: { local: 'TEXT', server: 'timestamptz' },
  data_preferiti: { local: 'TEXT', server: 'timestamptz' },
  data_letta: { local: 'TEXT', server: 'timestamptz' },
  data_ascoltata: { local: 'TEXT', server: 'timestamptz' },
} as const satisfies Readonly<Record<keyof Statistica, Column>>

type Described = typeof STATISTICA_COLUMNS
const described = Object.entries(STATISTICA_COLUMNS) as [keyof Statistica, Column][]

/** Names of the columns, in their order. */
export const COLUMNS = described.map(([name]) => name)

/**
 * Columns that a store of that version is created with, as its CREATE TABLE lists them. The key stands first. A recovery without
 * SQLite reads values by their place, so the places never change.
 */
export const localColumns = (version: number): string[] =>
  described
    .filter(([, { since = 0 }]) => since <= version)
    .sort(([a], [b]) => Number(b === 'id_domanda') - Number(a === 'id_domanda'))
    .map(([name, { local }]) => `${name} ${local}`)

/** A column that the server keeps. */
export type SentColumn = {
  [K in keyof Described]: Described[K] extends { server: string } ? K : never
}[keyof Described]

/** The columns that the server keeps, with their types there. */
export const SENT_COLUMNS = described.flatMap(([name, { server }]) =>
  server === undefined ? [] : [{ name: name as SentColumn, type: server }],
)

/** The record in a row that may hold more. */
export const toRecord = (row: Statistica): Statistica => {
  const record: Partial<Record<keyof Statistica, unknown>> = {}
  for (const name of COLUMNS) record[name] = row[name]
  return record as Statistica
}
