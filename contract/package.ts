import * as z from 'zod/mini'

/** First four bytes of meaning in a bank file: "IDNO" as PRAGMA application_id. */
export const APPLICATION_ID = 0x49444e4f
/** PRAGMA user_version of a bank file: format of its tables and of its search index. */
export const BANCA_FORMAT = 1
/** Bytes that one manifest hash covers. */
export const MEBIBYTE = 1024 * 1024

/** Bits of `domande.flags`. */
export const IMAGE_FLAG = 1
/** Some text holds allow-listed HTML: shown through the sanitiser, never as a plain node. */
export const HTML_FLAG = 2
/** The server has an explanation of it; meant only where `manifesto` counts them (`spiegazioni`). */
export const SPIEGATA_FLAG = 16
/** Two bits hold the difficulty, 1 to 3; 0 when the bank does not say it. */
const POSTO_DIFFICOLTA = 2
export const difficoltaFlag = (difficolta: number | null | undefined): number => (difficolta ?? 0) << POSTO_DIFFICOLTA
/** 0 unknown, 1 easy, 2 medium, 3 hard. */
export const difficoltaOf = (flags: number): number => (flags >> POSTO_DIFFICOLTA) & 3

/**
 * Tables of a bank file (decision 0004). `posizione` is the official order 1..N and the rowid.
 * `alfabetico` is the rank in Italian collation. `corretta` is the printed position 1..5 or null; `chiave` says where it
 * comes from; `stato` is valida, contestata or annullata; `punti` is a JSON list of thousandths, one per answer, or null.
 * `domande_ids` covers what filters and orders read, so that no selection goes through the texts.
 * `argomenti` is a JSON list of topic path ids or null. `indice` holds the vocabulary index (rules/search-index).
 * `vicini` lists the questions near each one, best first; `tipo` is a place of VICINO (rules/vicini). Older files have no such table.
 */
export const BANCA_SCHEMA = `
CREATE TABLE manifesto(chiave TEXT PRIMARY KEY, valore TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE materie(id_materia INTEGER PRIMARY KEY, nome TEXT NOT NULL, n INTEGER NOT NULL, n_con_chiave INTEGER NOT NULL);
CREATE TABLE domande(
  posizione INTEGER PRIMARY KEY,
  id_domanda INTEGER NOT NULL UNIQUE,
  id_ufficiale TEXT,
  id_materia INTEGER,
  alfabetico INTEGER NOT NULL,
  flags INTEGER NOT NULL DEFAULT 0,
  testo TEXT NOT NULL,
  risposta1 TEXT NOT NULL,
  risposta2 TEXT NOT NULL,
  risposta3 TEXT,
  risposta4 TEXT,
  risposta5 TEXT,
  corretta INTEGER,
  punti TEXT,
  chiave TEXT NOT NULL,
  stato TEXT NOT NULL,
  immagine TEXT,
  alt TEXT,
  argomenti TEXT
);
CREATE INDEX domande_materia ON domande(id_materia, posizione);
CREATE INDEX domande_ids ON domande(posizione, id_domanda, id_materia, flags);
CREATE UNIQUE INDEX domande_alfabetico ON domande(alfabetico);
CREATE TABLE indice(chiave TEXT PRIMARY KEY, valore BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE vicini(
  id_domanda INTEGER NOT NULL,
  posto INTEGER NOT NULL,
  id_vicina INTEGER NOT NULL,
  tipo INTEGER NOT NULL,
  PRIMARY KEY (id_domanda, posto)
) WITHOUT ROWID;
`

const make = () =>
  z.object({
    formato: z.literal(BANCA_FORMAT),
    id_concorso: z.int(),
    concorso: z.string(),
    /** Hash of the full version this package was cut from (equal for a demo sample and the whole bank). */
    versione: z.string(),
    domande: z.int(),
    /** Questions of the whole bank: larger than `domande` in a demo sample (partially loaded, D8). */
    domande_totali: z.int(),
    file: z.literal('banca.sqlite'),
    /** Size in bytes of banca.sqlite. */
    dimensione: z.int(),
    /** SHA-256 (hex) of each mebibyte of banca.sqlite, in order. */
    blocchi: z.array(z.string()),
  })
let made: ReturnType<typeof make> | undefined
/**
 * Schema of a package's manifest.json (D16), which describes the next entry, banca.sqlite, byte for byte. Built at first use, so
 * that the start of the store does not wait for it.
 */
export const manifest = () => (made ??= make())
export type Manifest = z.infer<ReturnType<typeof make>>

export const MANIFEST_NAME = 'manifest.json'
export const BANCA_NAME = 'banca.sqlite'
