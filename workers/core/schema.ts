import { localColumns } from '#contract/statistica-columns'
import type { Livello } from '#rules/livello'
import type { Flag } from '#rules/statistica'
import { APERTE, GIORNALE, PASSI, SEDUTE_E_IMPOSTAZIONI } from './schema-journal.ts'

/** Tables of the sittings, in the order in which their rows may name each other. */
export const SEDUTA_TABLES = [
  'sedute',
  'sedute_domande',
  'sedute_risposte',
  'sedute_segni',
  'prove',
  'prove_voci',
] as const

/**
 * A statistics store. `eseguita_ms` is the instant of `data_eseguita`, because dates are never compared as text [MG4].
 * `presente` 0: the question is not in the bank on the device, the record is kept but counts nowhere. `ultimo_evento` is
 * the event that gave the level, so that an undo knows whether it comes too late.
 */
const statistiche = (name: string) => `
CREATE TABLE ${name}(
  ${localColumns(9).join(',\n  ')},
  eseguita_ms INTEGER,
  presente INTEGER NOT NULL DEFAULT 1 CHECK(presente IN (0, 1)),
  ultimo_evento TEXT
);`

/** Key of a counter row of the record OLD or NEW; 0 stands for no subject. */
const key = (row: string) =>
  `${row}.id_concorso, coalesce(${row}.id_materia, 0), ${row}.has_risposta, ${row}.livello_conoscenza`
const add = (row: string) => `
  INSERT INTO contatori SELECT ${key(row)}, 1 WHERE ${row}.presente = 1
    ON CONFLICT DO UPDATE SET n = n + 1;`
const subtract = (row: string) => `
  UPDATE contatori SET n = n - 1 WHERE ${row}.presente = 1
    AND (id_concorso, id_materia, has_risposta, livello_conoscenza) = (${key(row)});`
const addPreferito = (row: string) => `
  INSERT INTO contatori_preferiti SELECT ${row}.id_concorso, 1 WHERE ${row}.presente = 1 AND ${row}.preferiti = 1
    ON CONFLICT DO UPDATE SET n = n + 1;`
const subtractPreferito = (row: string) => `
  UPDATE contatori_preferiti SET n = n - 1
    WHERE ${row}.presente = 1 AND ${row}.preferiti = 1 AND id_concorso = ${row}.id_concorso;`

/** Completion is counted as it changes: reading it costs nothing. */
const COUNTERS = `
CREATE TABLE contatori(
  id_concorso INTEGER NOT NULL,
  id_materia INTEGER NOT NULL,
  has_risposta INTEGER NOT NULL,
  livello_conoscenza INTEGER NOT NULL,
  n INTEGER NOT NULL CHECK(n >= 0),
  PRIMARY KEY(id_concorso, id_materia, has_risposta, livello_conoscenza)
) WITHOUT ROWID;
CREATE TABLE contatori_preferiti(id_concorso INTEGER PRIMARY KEY, n INTEGER NOT NULL CHECK(n >= 0));
CREATE TRIGGER statistiche_nata AFTER INSERT ON statistiche BEGIN ${add('NEW')}${addPreferito('NEW')}
END;
CREATE TRIGGER statistiche_tolta AFTER DELETE ON statistiche BEGIN ${subtract('OLD')}${subtractPreferito('OLD')}
END;
CREATE TRIGGER statistiche_livello
  AFTER UPDATE OF id_concorso, id_materia, has_risposta, livello_conoscenza, presente ON statistiche
  WHEN (${key('OLD')}, OLD.presente) IS NOT (${key('NEW')}, NEW.presente)
BEGIN ${subtract('OLD')}${add('NEW')}
END;
CREATE TRIGGER statistiche_preferiti AFTER UPDATE OF id_concorso, preferiti, presente ON statistiche
  WHEN (OLD.id_concorso, OLD.preferiti, OLD.presente) IS NOT (NEW.id_concorso, NEW.preferiti, NEW.presente)
BEGIN ${subtractPreferito('OLD')}${addPreferito('NEW')}
END;`

const BANCHE = `
CREATE TABLE banche(
  id_concorso INTEGER PRIMARY KEY,
  concorso TEXT NOT NULL,
  ente TEXT NOT NULL,
  anno INTEGER,
  profilo TEXT,
  con_immagini INTEGER NOT NULL CHECK(con_immagini IN (0, 1)),
  data_ultimo_aggiornamento TEXT NOT NULL,
  n_domande_totali INTEGER NOT NULL,
  versione_pubblicata TEXT,
  versione TEXT,
  hash TEXT,
  file TEXT,
  n_domande INTEGER NOT NULL DEFAULT 0,
  dimensione INTEGER NOT NULL DEFAULT 0,
  hash_immagini TEXT,
  file_immagini TEXT,
  dimensione_immagini INTEGER NOT NULL DEFAULT 0,
  selezionata INTEGER NOT NULL DEFAULT 0 CHECK(selezionata IN (0, 1)),
  ultimo_uso TEXT,
  ultimo_uso_ms INTEGER,
  stato INTEGER AS (CASE
    WHEN file IS NULL THEN 0
    WHEN versione_pubblicata IS NOT NULL AND versione <> versione_pubblicata THEN 3
    WHEN n_domande < n_domande_totali THEN 2
    ELSE 1 END) VIRTUAL
);
CREATE UNIQUE INDEX banche_selezionata ON banche(selezionata) WHERE selezionata = 1;
CREATE TABLE banche_meta(
  id_concorso INTEGER PRIMARY KEY REFERENCES banche ON DELETE CASCADE,
  n_domande_by_materia TEXT NOT NULL,
  n_domande_by_materia_orig TEXT NOT NULL,
  n_domande_assegnate INTEGER NOT NULL,
  n_domande_assegnate_by_materia TEXT NOT NULL,
  n_domande_con_risposta INTEGER NOT NULL,
  materie TEXT NOT NULL
);
CREATE TABLE percorsi(
  id_argomento INTEGER PRIMARY KEY,
  argomento TEXT NOT NULL,
  premium INTEGER NOT NULL CHECK(premium IN (0, 1)),
  data_ultimo_aggiornamento TEXT NOT NULL,
  stato INTEGER NOT NULL,
  sotto_percorsi TEXT NOT NULL,
  selezionata INTEGER NOT NULL DEFAULT 0 CHECK(selezionata IN (0, 1))
);
CREATE TABLE percorsi_meta(
  id_argomento INTEGER PRIMARY KEY REFERENCES percorsi ON DELETE CASCADE,
  n_domande_by_materia TEXT NOT NULL,
  n_domande_by_materia_orig TEXT NOT NULL,
  n_domande_assegnate INTEGER NOT NULL,
  n_domande_assegnate_by_materia TEXT NOT NULL,
  n_domande_con_risposta INTEGER NOT NULL
);`

const OTHERS = `
CREATE TABLE eventi(
  dispositivo TEXT NOT NULL,
  seq INTEGER NOT NULL,
  id TEXT NOT NULL UNIQUE,
  id_concorso INTEGER NOT NULL,
  id_domanda INTEGER NOT NULL,
  id_argomento TEXT,
  tipo TEXT NOT NULL CHECK(tipo IN ('RISPOSTA', 'PREFERITO', 'LIVELLO', 'LETTA', 'ASCOLTATA', 'ANNULLA')),
  dati TEXT NOT NULL,
  ts_client TEXT NOT NULL,
  versione_banca TEXT,
  catena BLOB NOT NULL,
  confermato_seq INTEGER,
  PRIMARY KEY(dispositivo, seq)
) WITHOUT ROWID;
CREATE TABLE sedute(
  id TEXT PRIMARY KEY,
  tipo TEXT NOT NULL,
  id_concorso INTEGER NOT NULL,
  filtro TEXT NOT NULL,
  ordine TEXT NOT NULL,
  seme INTEGER NOT NULL,
  mescola INTEGER NOT NULL CHECK(mescola IN (0, 1)),
  avanti_da_sola INTEGER NOT NULL CHECK(avanti_da_sola IN (0, 1)),
  stato TEXT NOT NULL CHECK(stato IN ('in_corso', 'in_pausa', 'abbandonata', 'consegnata')),
  indice INTEGER NOT NULL,
  iniziata TEXT NOT NULL,
  aggiornata TEXT NOT NULL,
  aggiornata_ms INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX sedute_aperte ON sedute(aggiornata_ms) WHERE stato IN ('in_corso', 'in_pausa');
CREATE TABLE sedute_domande(
  id_seduta TEXT PRIMARY KEY REFERENCES sedute ON DELETE CASCADE,
  n INTEGER NOT NULL,
  id_domande BLOB NOT NULL
);
CREATE TABLE sedute_risposte(
  id_seduta TEXT NOT NULL REFERENCES sedute ON DELETE CASCADE,
  indice INTEGER NOT NULL,
  id_domanda INTEGER NOT NULL,
  risposta INTEGER NOT NULL,
  esito TEXT NOT NULL CHECK(esito IN ('corretta', 'errata', 'nulla')),
  id_evento TEXT NOT NULL,
  livello_prima INTEGER NOT NULL,
  livello_dopo INTEGER NOT NULL,
  PRIMARY KEY(id_seduta, indice)
) WITHOUT ROWID;
CREATE TABLE filtri_salvati(
  id TEXT PRIMARY KEY,
  nome TEXT NOT NULL,
  filtro TEXT NOT NULL,
  ordine TEXT NOT NULL,
  creato TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE chiavi_utente(
  id_domanda INTEGER PRIMARY KEY,
  id_concorso INTEGER NOT NULL,
  risposta INTEGER NOT NULL CHECK(risposta BETWEEN 1 AND 5),
  assegnata TEXT NOT NULL
);
CREATE TABLE accantonate(
  id_domanda INTEGER PRIMARY KEY,
  data_eseguita TEXT NOT NULL,
  codice TEXT NOT NULL
);
CREATE TABLE cursori(id_concorso INTEGER PRIMARY KEY, cursore INTEGER NOT NULL);
CREATE TABLE scaricamenti(nome TEXT PRIMARY KEY, etag TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE ambiente(chiave TEXT PRIMARY KEY, valore TEXT NOT NULL) WITHOUT ROWID;`

const INDEXES = `
CREATE INDEX statistiche_banca_indice ON statistiche(id_concorso, indice_uff);
CREATE INDEX statistiche_banca_materia_livello ON statistiche(id_concorso, id_materia, livello_conoscenza);
CREATE INDEX statistiche_has_risposta ON statistiche(id_concorso, has_risposta, id_domanda);
CREATE INDEX statistiche_da_inviare ON statistiche(id_concorso, eseguita_ms) WHERE sincronizzata = 0;
CREATE INDEX statistiche_percorsi_indice ON statistiche_percorsi(id_argomento, indice_uff);
CREATE INDEX statistiche_percorsi_materia_livello ON statistiche_percorsi(id_argomento, id_materia, livello_conoscenza);
CREATE INDEX statistiche_percorsi_has_risposta ON statistiche_percorsi(id_argomento, has_risposta, id_domanda);
CREATE INDEX statistiche_percorsi_da_inviare ON statistiche_percorsi(id_argomento, eseguita_ms) WHERE sincronizzata = 0;`

/**
 * Trials (D23, D24): rules as written, time in milliseconds, the marks of each place, and the end. `da_spedire`: the
 * server must still receive it. Templates and the person's own notes beside them.
 */
const PROVE = `
CREATE TABLE prove(
  id_seduta TEXT PRIMARY KEY REFERENCES sedute ON DELETE CASCADE,
  dati TEXT NOT NULL,
  id_simulazione INTEGER,
  durata_ms INTEGER,
  usati_ms INTEGER NOT NULL,
  da_ms INTEGER,
  fine_ms INTEGER,
  consegna TEXT,
  consegnata_ms INTEGER,
  da_spedire INTEGER NOT NULL DEFAULT 0 CHECK(da_spedire IN (0, 1))
) WITHOUT ROWID;
CREATE INDEX prove_consegnate ON prove(consegnata_ms) WHERE consegnata_ms IS NOT NULL;
CREATE TABLE prove_voci(
  id_seduta TEXT NOT NULL REFERENCES sedute ON DELETE CASCADE,
  indice INTEGER NOT NULL,
  risposta INTEGER,
  da_rivedere INTEGER NOT NULL,
  escluse INTEGER NOT NULL,
  ms INTEGER NOT NULL,
  cambi INTEGER NOT NULL,
  PRIMARY KEY(id_seduta, indice)
) WITHOUT ROWID;
CREATE TABLE modelli_prova(
  id TEXT PRIMARY KEY,
  nome TEXT NOT NULL,
  dati TEXT NOT NULL,
  creato TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE note(
  id_domanda INTEGER PRIMARY KEY,
  id_concorso INTEGER NOT NULL,
  testo TEXT NOT NULL,
  aggiornata TEXT NOT NULL
);`

/** Marks of an exercise beside the answers: to be seen again, options struck out (a bit each, the first 1). */
const SEGNI = `
CREATE TABLE sedute_segni(
  id_seduta TEXT NOT NULL REFERENCES sedute ON DELETE CASCADE,
  indice INTEGER NOT NULL,
  da_rivedere INTEGER NOT NULL CHECK(da_rivedere IN (0, 1)),
  escluse INTEGER NOT NULL,
  PRIMARY KEY(id_seduta, indice)
) WITHOUT ROWID;`

/** Condition of a record that is only an answer: its sent part is in few columns, with one date. */
const ANSWER_ONLY = `iif(id_materia IS NOT NULL AND modalita = 'ESEGUITA' AND data_livello = data_eseguita
  AND coalesce(id_argomento, id_sotto_percorso, data_preferiti, data_letta, data_ascoltata) IS NULL, 1, 0)`

/** Index of waiting records with the whole sent part of an answer: a list of them reads the index alone. */
const TO_SEND = `
DROP INDEX statistiche_da_inviare;
CREATE INDEX statistiche_da_inviare ON statistiche(id_concorso, eseguita_ms, id_domanda, ${ANSWER_ONLY}, isLevelUpdated,
  isPreferitiUpdated, livello_conoscenza, id_materia, preferiti, risposta_gettonata, data_eseguita, sincronizzata)
  WHERE sincronizzata = 0;`

/**
 * Sent part of an answer, without its question, subject and date, in one number: a column of an index costs a row more
 * than its bits. `readPackedState` unpacks it.
 */
export const PACKED_STATE = `${ANSWER_ONLY} + 2 * isLevelUpdated + 4 * preferiti + 8 * coalesce(risposta_gettonata, 0)
  + 64 * isPreferitiUpdated + 128 * (livello_conoscenza + 99)`
/** Condition of a record with a level or a favourite to send: half of rules/statistica `needsSync`. */
export const PACKED_STATE_TO_SEND = `${PACKED_STATE} >= 64`

/** Unpacks a number of `PACKED_STATE`. */
export const readPackedState = (stato: number) => ({
  solaRisposta: (stato & 1) === 1,
  isLevelUpdated: ((stato >> 1) & 1) as Flag,
  preferiti: ((stato >> 2) & 1) as Flag,
  risposta_gettonata: (stato >> 3) & 7 || null,
  livello_conoscenza: ((stato >> 7) - 99) as Livello,
})

const TO_SEND_PACKED = `
DROP INDEX statistiche_da_inviare;
CREATE INDEX statistiche_da_inviare ON statistiche(id_concorso, eseguita_ms, id_domanda, ${PACKED_STATE}, id_materia, data_eseguita)
  WHERE sincronizzata = 0;`

/** Steps from each version of the database to the next. The first is the specification's ninth [DB1]. */
export const MIGRATIONS: readonly { versione: number; sql: string }[] = [
  {
    versione: 9,
    sql: [BANCHE, statistiche('statistiche'), statistiche('statistiche_percorsi'), COUNTERS, OTHERS, INDEXES].join(''),
  },
  // The bank of each place, for sittings over several banks; null: all are of the sitting's own.
  { versione: 10, sql: 'ALTER TABLE sedute_domande ADD COLUMN id_concorsi BLOB' },
  // Checks against damage: an event's own sum, which proves it when its neighbours are lost, and the hashes of each
  // mebibyte of a bank file (decision 0021).
  {
    versione: 11,
    sql: `ALTER TABLE eventi ADD COLUMN controllo INTEGER;
CREATE TABLE banche_blocchi(
  id_concorso INTEGER PRIMARY KEY REFERENCES banche ON DELETE CASCADE,
  file TEXT NOT NULL,
  blocchi TEXT NOT NULL
);`,
  },
  { versione: 12, sql: PROVE },
  { versione: 13, sql: SEGNI },
  // Rule for the answers that a sitting leaves in printed order (rules/risposte-shape): older sittings (null) keep
  // their letters.
  { versione: 14, sql: 'ALTER TABLE sedute ADD COLUMN regola_risposte INTEGER' },
  // Change counters of flag and strikes of a place, so that a removed mark stays off on every device
  // (rules/prova/merge).
  {
    versione: 15,
    sql: `ALTER TABLE prove_voci ADD COLUMN cambi_rivedi INTEGER NOT NULL DEFAULT 0;
ALTER TABLE prove_voci ADD COLUMN cambi_escluse INTEGER NOT NULL DEFAULT 0;`,
  },
  // Explanations for reading offline (D20): the server sends them again, so no copy holds them.
  {
    versione: 16,
    sql: 'CREATE TABLE spiegazioni(id_domanda INTEGER PRIMARY KEY, spiegazione TEXT NOT NULL, fonte TEXT)',
  },
  { versione: 17, sql: TO_SEND },
  { versione: 18, sql: TO_SEND_PACKED },
  { versione: 19, sql: PASSI },
  { versione: 20, sql: GIORNALE },
  { versione: 21, sql: SEDUTE_E_IMPOSTAZIONI },
  { versione: 22, sql: APERTE },
  // Mark of a bank that the server took off its catalogue: it stays on the device, and the page shows that.
  { versione: 23, sql: 'ALTER TABLE banche ADD COLUMN ritirata INTEGER NOT NULL DEFAULT 0' },
]

export const VERSION = MIGRATIONS.at(-1)?.versione ?? 0
