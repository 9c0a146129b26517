/** Reasons of a report as they travel (spec §7 segnalaquiz, rcode). */
export const MOTIVI = [
  'CHIAVE_ERRATA',
  'TESTO_ERRATO',
  'RISPOSTE_UGUALI',
  'IMMAGINE',
  'NON_AGGIORNATA',
  'ALTRO',
] as const
export type Motivo = (typeof MOTIVI)[number]
