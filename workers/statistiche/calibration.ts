import { type Calibration, isSicurezza, type Sicurezza, type Tries } from '#rules/coach'
import type { StoreContext } from '../core/context.ts'

/** Number of struck-out options from which results are counted together. */
const MOST_STRUCK_OUT = 3

/**
 * Counts results of answers with a confidence or with struck-out options. Answers taken back are left out; of a
 * question's on a day the first counts (rules/coach).
 */
export function readCalibration({ db }: StoreContext): Calibration {
  const rows = db.all<{ sicurezza: string | null; escluse: number; risposte: number; corrette: number }>(
    `SELECT dati ->> '$.sicurezza' AS sicurezza, coalesce(dati ->> '$.escluse', 0) AS escluse, count(*) AS risposte,
       sum(dati ->> '$.esito' = 'corretta') AS corrette
     FROM (
       SELECT dati, row_number() OVER (PARTITION BY id_domanda, substr(ts_client, 1, 10) ORDER BY ts_client, seq) AS volta
       FROM eventi
       WHERE tipo = 'RISPOSTA' AND (instr(dati, '"sicurezza"') > 0 OR instr(dati, '"escluse"') > 0) AND json_valid(dati)
         AND dati ->> '$.esito' IN ('corretta', 'errata') AND id NOT IN (
           SELECT dati ->> '$.annulla' FROM eventi
           WHERE tipo = 'ANNULLA' AND json_valid(dati) AND dati ->> '$.annulla' IS NOT NULL)
     )
     WHERE volta = 1
     GROUP BY 1, 2`,
  )
  const none = (): Tries => ({ risposte: 0, corrette: 0 })
  const sicurezza: Record<Sicurezza, Tries> = { sicuro: none(), incerto: none(), caso: none() }
  const escluse = Array.from({ length: MOST_STRUCK_OUT + 1 }, none)
  for (const { risposte, corrette, ...row } of rows) {
    const add = (to: Tries | undefined) =>
      to && Object.assign(to, { risposte: to.risposte + risposte, corrette: to.corrette + corrette })
    if (isSicurezza(row.sicurezza)) add(sicurezza[row.sicurezza])
    add(escluse[Math.min(MOST_STRUCK_OUT, Math.max(0, row.escluse))])
  }
  return { sicurezza, escluse }
}
