import type { ChiaveDomanda } from '#rules/esito'

/** rules/esito `hasChiave` over a bank's row `d`. */
export const HA_CHIAVE = '(d.corretta IS NOT NULL OR d.punti IS NOT NULL)'

/** The key of a bank's row, its points parsed. */
export const chiaveOf = (row: { corretta: number | null; punti: string | null }): ChiaveDomanda => ({
  corretta: row.corretta,
  punti: row.punti === null ? null : (JSON.parse(row.punti) as number[]),
})
