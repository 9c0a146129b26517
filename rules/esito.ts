import type { StatoDomanda } from './domanda.ts'

/** Outcome of one answer. `nulla`: blank, middle grade, no key or annulled; it moves no level [LV8]. */
export type Esito = 'corretta' | 'errata' | 'nulla'

export type ChiaveDomanda = {
  /** Printed position 1..5, null without a key. */
  corretta: number | null
  /** Thousandths per answer, situational questions only. */
  punti?: readonly number[] | null
}

/**
 * Outcome of the printed position chosen, null for a blank. A situational question has points instead of a key: the best grade is
 * right, the worst wrong, those between are neither (D17a).
 */
export function esitoRisposta({ corretta, punti }: ChiaveDomanda, risposta: number | null): Esito {
  if (risposta === null) return 'nulla'
  if (punti && punti.length > 0) {
    const presi = punti[risposta - 1]
    if (presi === undefined) return 'nulla'
    if (presi === Math.max(...punti)) return 'corretta'
    return presi === Math.min(...punti) ? 'errata' : 'nulla'
  }
  if (corretta === null) return 'nulla'
  return risposta === corretta ? 'corretta' : 'errata'
}

/** The key as every sitting counts it: a question annulled by the body has none, and gives no points (D17, decision 0030). */
export const chiaveValida = ({
  stato,
  corretta,
  punti,
}: ChiaveDomanda & { stato: StatoDomanda }): Required<ChiaveDomanda> & { punti: readonly number[] | null } =>
  stato === 'annullata' ? { corretta: null, punti: null } : { corretta, punti: punti ?? null }

/** Annulled, and so neither right nor wrong. An answer judged before the annulment keeps its outcome. */
export const isUncounted = ({ stato }: { stato: StatoDomanda }, { esito }: { esito: Esito }): boolean =>
  stato === 'annullata' && esito === 'nulla'

/** True when the question can be scored: it has a key or points. */
export const hasChiave = ({ corretta, punti }: ChiaveDomanda): boolean => corretta !== null || (punti?.length ?? 0) > 0

/** The printed position that counts as right: the key, or the best grade of a situational question; null without either. */
export function correctPosition({ corretta, punti }: ChiaveDomanda): number | null {
  if (punti && punti.length > 0) return punti.indexOf(Math.max(...punti)) + 1
  return corretta
}
