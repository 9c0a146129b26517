import { type ChiaveDomanda, hasChiave } from '#rules/esito'

/** rules/esito `hasChiave` over a bank's row `d`. */
export const HA_CHIAVE = '(d.corretta IS NOT NULL OR d.punti IS NOT NULL)'

/** The key by the person's own hand, in a column of its own: the bank's is never replaced by it (D17). Goes with a join of `chiavi_utente k`. */
export const CHIAVE_UTENTE = `CASE WHEN ${HA_CHIAVE} THEN NULL ELSE k.risposta END`

/** What counts for the person: the bank's key, else the person's own. */
export const chiavePersona = (row: {
  corretta: number | null
  corretta_utente: number | null
  punti: string | null
}): ChiaveDomanda => {
  const chiave = chiaveOf(row)
  return hasChiave(chiave) ? chiave : { ...chiave, corretta: row.corretta_utente }
}

/** The key of a bank's row, its points parsed. */
export const chiaveOf = (row: { corretta: number | null; punti: string | null }): ChiaveDomanda => ({
  corretta: row.corretta,
  punti: row.punti === null ? null : (JSON.parse(row.punti) as number[]),
})
