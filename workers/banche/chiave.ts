import type { StatoDomanda } from '#rules/domanda'
import { type ChiaveDomanda, chiaveValida, hasChiave } from '#rules/esito'

/** SQL twin of rules/esito `hasChiave` over a bank's row `d`. */
export const HA_CHIAVE = '(d.corretta IS NOT NULL OR d.punti IS NOT NULL)'

/**
 * The person's own key, in a column of its own: the bank's key is never replaced by it (D17). Needs a join of
 * `chiavi_utente k`.
 */
export const CHIAVE_UTENTE = `CASE WHEN ${HA_CHIAVE} THEN NULL ELSE k.risposta END`

/**
 * Returns the key in force for the person: the bank's key, else the person's own; null where the body annulled the
 * question.
 */
export const chiavePersona = (row: {
  corretta: number | null
  corretta_utente: number | null
  punti: string | null
  stato: StatoDomanda
}) => {
  const chiave = chiaveOf(row)
  const { stato } = row
  return chiaveValida(hasChiave(chiave) ? { ...chiave, stato } : { ...chiave, corretta: row.corretta_utente, stato })
}

/** Returns the key of a bank's row, its points parsed. */
export const chiaveOf = (row: { corretta: number | null; punti: string | null }): ChiaveDomanda => ({
  corretta: row.corretta,
  punti: row.punti === null ? null : (JSON.parse(row.punti) as number[]),
})
