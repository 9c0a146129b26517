/** Sittings under way that the lists show, with their kind and bank: every trial, and of each other kind the newest in each bank. `?`: a bank, or null. */
export const SHOWN_OPEN = `SELECT id, tipo, id_concorso FROM (
    SELECT id, tipo, id_concorso, row_number() OVER (PARTITION BY id_concorso, tipo ORDER BY aggiornata_ms DESC, id DESC) AS posto
    FROM sedute WHERE stato IN ('in_corso', 'in_pausa') AND id_concorso = coalesce(?, id_concorso))
  WHERE posto = 1 OR tipo IN ('PROVA_PERSONALIZZATA', 'SIMULAZIONE')`
