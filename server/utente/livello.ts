export type LivelloUtente = 0 | 1 | 2 | 3

type Scadenza = { livello: LivelloUtente; data_scadenza_premium: Date | null }

/** The tier that counts now: an expired premium or legacy is demo again (D7). */
export const effectiveLivello = ({ livello, data_scadenza_premium }: Scadenza, ora: Date): LivelloUtente =>
  livello >= 2 && data_scadenza_premium !== null && data_scadenza_premium <= ora ? 0 : livello
