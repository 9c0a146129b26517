/** Place of a level in rules/livello LIVELLI, 7 for any other value. */
const livelloPlace = (value: string) =>
  `CASE ${value} WHEN -99 THEN 0 WHEN -2 THEN 1 WHEN -1 THEN 2 WHEN 0 THEN 3 WHEN 1 THEN 4 ELSE 7 END`

/** Longest time on a question that counts as study: beyond it the person was away. Tenths of a second. */
const STUDY_TENTHS = 3000

/**
 * Packs the effect of an event `e` on its question into one number, as rules/progressi does: outcome (0 for a level
 * given by hand), level before and after, tenths of a second on screen.
 */
const packedPasso = (
  e: string,
) => `CASE ${e}.dati ->> '$.esito' WHEN 'corretta' THEN 1 WHEN 'errata' THEN 2 WHEN 'nulla' THEN 3 ELSE 0 END
    + 4 * ${livelloPlace(`coalesce(${e}.dati ->> '$.prima.livello_conoscenza', ${e}.dati ->> '$.livello_prima')`)}
    + 32 * ${livelloPlace(`coalesce(${e}.dati ->> '$.livello_dopo', ${e}.dati ->> '$.livello')`)}
    + 256 * max(0, min(${STUDY_TENTHS}, coalesce(CAST(${e}.dati ->> '$.ms' AS INTEGER), 0) / 100))`
const minuteOf = (e: string) => `unixepoch(${e}.ts_client) / 60`
const hasPasso = (e: string) =>
  `${e}.tipo IN ('RISPOSTA', 'LIVELLO') AND json_valid(${e}.dati) AND unixepoch(${e}.ts_client) IS NOT NULL`

/**
 * Answers and levels as numbers, in the order of the events. Statistics over months of practice read them and parse
 * nothing (decision 0066). Answers taken back are left out.
 */
const FILL_PASSI = `
INSERT INTO passi SELECT ${minuteOf('e')}, id_concorso, id_domanda, ${packedPasso('e')} FROM eventi e
  WHERE ${hasPasso('e')} AND id NOT IN (
    SELECT dati ->> '$.annulla' FROM eventi WHERE tipo = 'ANNULLA' AND json_valid(dati) AND dati ->> '$.annulla' IS NOT NULL)`
/** Makes the rows again, in the order of their dates: events of another device were inserted between. */
export const REBUILD_PASSI = `DELETE FROM passi;${FILL_PASSI}
  ORDER BY unixepoch(ts_client, 'subsec'), dispositivo, seq`
export const PASSI = `
CREATE TABLE passi(minuto INTEGER NOT NULL, id_concorso INTEGER NOT NULL, id_domanda INTEGER NOT NULL, stato INTEGER NOT NULL);
${FILL_PASSI}
  ORDER BY dispositivo, seq;
CREATE TRIGGER eventi_passo AFTER INSERT ON eventi WHEN ${hasPasso('NEW')} BEGIN
  INSERT INTO passi VALUES (${minuteOf('NEW')}, NEW.id_concorso, NEW.id_domanda, ${packedPasso('NEW')});
END;
CREATE TRIGGER eventi_passo_annullato AFTER INSERT ON eventi WHEN NEW.tipo = 'ANNULLA' AND json_valid(NEW.dati) BEGIN
  DELETE FROM passi WHERE rowid = (
    SELECT p.rowid FROM eventi e JOIN passi p
      ON p.id_domanda = e.id_domanda AND p.minuto = ${minuteOf('e')} AND p.stato = ${packedPasso('e')}
    WHERE e.id = NEW.dati ->> '$.annulla' ORDER BY p.rowid DESC LIMIT 1);
END;`

/**
 * The journal (decision 0073): the acknowledged end of each chain, the server's last version of each voice beside the
 * one being sent, refused events, and the cursor. A rebuilt store begins without it: damage must not look like a
 * deletion. From elsewhere an undo may arrive before its answer.
 */
export const GIORNALE = `
CREATE TABLE giornale(uno INTEGER PRIMARY KEY CHECK(uno = 1), cursore INTEGER NOT NULL, epoca TEXT);
CREATE TABLE giornale_inviati(dispositivo TEXT PRIMARY KEY, seq INTEGER NOT NULL, id TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE giornale_rifiutati(id TEXT PRIMARY KEY, codice TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE voci(
  tipo TEXT NOT NULL,
  chiave TEXT NOT NULL,
  id TEXT,
  effettivo_ms INTEGER,
  dati TEXT,
  inviata TEXT,
  inviata_dati TEXT,
  inviata_ts TEXT,
  base_ms INTEGER,
  PRIMARY KEY(tipo, chiave)
) WITHOUT ROWID;
CREATE INDEX eventi_annulla ON eventi(dati ->> '$.annulla') WHERE tipo = 'ANNULLA' AND json_valid(dati);
DROP TRIGGER eventi_passo;
CREATE TRIGGER eventi_passo AFTER INSERT ON eventi WHEN ${hasPasso('NEW')} AND NOT EXISTS (
  SELECT 1 FROM eventi WHERE tipo = 'ANNULLA' AND json_valid(dati) AND dati ->> '$.annulla' = NEW.id) BEGIN
  INSERT INTO passi VALUES (${minuteOf('NEW')}, NEW.id_concorso, NEW.id_domanda, ${packedPasso('NEW')});
END;`

/** Ended sittings that the server has, or that stay here (`qui`), and the settings that belong to the person (decision 0084). */
export const SEDUTE_E_IMPOSTAZIONI = `
CREATE TABLE giornale_sedute(id TEXT PRIMARY KEY, qui INTEGER NOT NULL DEFAULT 0 CHECK(qui IN (0, 1))) WITHOUT ROWID;
CREATE TABLE impostazioni(nome TEXT PRIMARY KEY, valore TEXT NOT NULL, cambiata TEXT NOT NULL) WITHOUT ROWID;`

/**
 * Sittings under way that travel (decision 0087): the writer (`titolare` null: this device), the stretches in which a
 * trial ran (null: one, from its start), the last sent version and the server's part of it. Marks of an exercise count
 * their changes, as those of a trial do.
 */
export const APERTE = `
CREATE TABLE giornale_aperte(
  id TEXT PRIMARY KEY REFERENCES sedute ON DELETE CASCADE,
  prese INTEGER NOT NULL,
  titolare TEXT,
  posto_ms INTEGER NOT NULL,
  tratti TEXT,
  saltati INTEGER NOT NULL DEFAULT 0,
  seq INTEGER NOT NULL DEFAULT 0,
  inviata TEXT,
  nota TEXT
) WITHOUT ROWID;
ALTER TABLE sedute_segni ADD COLUMN cambi_rivedi INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sedute_segni ADD COLUMN cambi_escluse INTEGER NOT NULL DEFAULT 0;`
