import type { SqlExample } from './text.ts'

/** Ready examples in plain SQL, to be read and changed. */
export const EXAMPLE_SQL: Record<SqlExample, string> = {
  sbagliate: `SELECT r.id_domanda, d.materia, count(*) AS errori, d.testo
FROM risposte r
JOIN domande d USING (id_domanda)
WHERE r.esito = 'errata'
GROUP BY r.id_domanda
HAVING count(*) >= 3
ORDER BY errori DESC`,
  errori: `SELECT coalesce(d.materia, 'Senza materia') AS materia, count(*) AS errori
FROM risposte r
JOIN domande d USING (id_domanda)
WHERE r.esito = 'errata'
GROUP BY d.materia
ORDER BY errori DESC`,
  tempo: `-- Al massimo cinque minuti a risposta: oltre, eri altrove.
SELECT coalesce(d.materia, 'Senza materia') AS materia,
  round(sum(min(r.ms, 300000)) / 60000.0, 1) AS minuti
FROM risposte r
JOIN domande d USING (id_domanda)
WHERE r.esito = 'errata' AND r.ms IS NOT NULL
GROUP BY d.materia
ORDER BY minuti DESC`,
  mai_viste: `SELECT coalesce(d.materia, 'Senza materia') AS materia, count(*) AS mai_viste
FROM statistiche s
JOIN domande d USING (id_domanda)
WHERE s.livello_conoscenza = -99
GROUP BY d.materia
ORDER BY mai_viste DESC`,
  giorni: `SELECT giorno, count(*) AS risposte
FROM risposte
GROUP BY giorno
ORDER BY giorno`,
  livelli: `SELECT b.concorso,
  count(*) FILTER (WHERE s.livello_conoscenza = -2) AS non_le_sai,
  count(*) FILTER (WHERE s.livello_conoscenza = -1) AS ripetile,
  count(*) FILTER (WHERE s.livello_conoscenza = 0) AS piccolo_sforzo,
  count(*) FILTER (WHERE s.livello_conoscenza = 1) AS le_sai,
  count(*) FILTER (WHERE s.livello_conoscenza = -99) AS non_risposte
FROM statistiche s
JOIN banche b USING (id_concorso)
GROUP BY b.id_concorso
ORDER BY b.concorso`,
  doppioni: `-- Stesso testo in due banche dati, senza guardare maiuscole, accenti, virgolette e spazi.
WITH t AS MATERIALIZED (
  SELECT id_domanda, id_concorso, concorso, testo, normalizza(testo) AS uguale
  FROM domande
)
SELECT a.id_domanda, a.concorso AS banca, b.id_domanda AS altra, b.concorso AS altra_banca, a.testo
FROM t a
JOIN t b ON b.uguale = a.uguale AND b.id_concorso > a.id_concorso
ORDER BY a.testo`,
  dimenticate: `SELECT r.id_domanda, d.materia, max(r.giorno) AS ultima_volta, d.testo
FROM risposte r
JOIN domande d USING (id_domanda)
WHERE r.livello_prima = 1 AND r.esito = 'errata'
GROUP BY r.id_domanda
ORDER BY ultima_volta DESC`,
  lettera: `SELECT substr('ABCDE', corretta, 1) AS lettera, count(*) AS domande
FROM domande
WHERE corretta IS NOT NULL
GROUP BY corretta
ORDER BY corretta`,
}
