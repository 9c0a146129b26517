import type { Domanda, Seduta } from '#contract/database'
import { shuffleRisposte } from '#rules/shuffle'

/** An answer as it stands on screen: its letter here, its printed position 1..5, its text. */
export type Voce = { lettera: string; posizione: number; testo: string }

const LETTERE = 'ABCDE'

/** The answers in the order of this sitting, lettered anew [EX9]; `mescola` false is the printed order [EX11]. */
export function disponi(
  domanda: Pick<Domanda, 'id_domanda' | 'risposte'>,
  { seme, mescola, regola_risposte }: Pick<Seduta, 'seme' | 'mescola' | 'regola_risposte'>,
): Voce[] {
  const ordine = mescola ? shuffleRisposte(domanda, seme, regola_risposte) : domanda.risposte.map((_, i) => i + 1)
  return ordine.map((posizione, i) => ({
    lettera: LETTERE[i] as string,
    posizione,
    testo: domanda.risposte[posizione - 1] as string,
  }))
}

/** Grade of an answer of a situational question. */
export type Grado = 'migliore' | 'media' | 'peggiore'
export function gradoDi(punti: readonly number[], posizione: number): Grado {
  const presi = punti[posizione - 1]
  if (presi === Math.max(...punti)) return 'migliore'
  return presi === Math.min(...punti) ? 'peggiore' : 'media'
}

/** Whether a text names answers by their letter, which a shuffled order makes wrong. */
export const namesLettere = (testo: string): boolean =>
  /\b(?:rispost[ae]|alternativ[ae]|opzion[ei]|letter[ae])\s+["“'(]?[A-E]\b/.test(testo)
