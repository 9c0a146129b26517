/**
 * Texts that a person agrees to, and the version in force of each (D12). A changed text needs a new version, never the old one.
 */
export const VERSIONI_TESTI = {
  termini: '2026-11',
  trattamento_email: '2026-11',
  commerciale: '2026-11',
  statistiche: '2026-11',
  condizioni_acquisto: '2026-11',
  esecuzione_immediata: '2026-11',
} as const
