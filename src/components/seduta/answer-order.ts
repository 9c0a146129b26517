import type { Domanda, Seduta } from '#contract/database'
import { shuffleRisposte } from '#rules/shuffle'

/** Answer as it stands on screen, with its letter here, its printed position 1..5 and its text. */
export type AnswerOption = { letter: string; posizione: number; text: string }

const LETTERS = 'ABCDE'

/** Returns the answers in the order of this sitting, lettered anew [EX9]; `mescola` false is the printed order [EX11]. */
export function arrangeAnswers(
  domanda: Pick<Domanda, 'id_domanda' | 'risposte'>,
  { seme: seed, mescola, regola_risposte }: Pick<Seduta, 'seme' | 'mescola' | 'regola_risposte'>,
): AnswerOption[] {
  const order = mescola ? shuffleRisposte(domanda, seed, regola_risposte) : domanda.risposte.map((_, i) => i + 1)
  return order.map((posizione, i) => ({
    letter: LETTERS[i] as string,
    posizione,
    text: domanda.risposte[posizione - 1] as string,
  }))
}

/** Grade of an answer to a situational question. */
export type Grade = 'migliore' | 'media' | 'peggiore'
export function gradeOf(punti: readonly number[], posizione: number): Grade {
  const presi = punti[posizione - 1]
  if (presi === Math.max(...punti)) return 'migliore'
  return presi === Math.min(...punti) ? 'peggiore' : 'media'
}

/** Returns true when a text names answers by their letter, which a shuffled order makes wrong. */
export const namesLetters = (text: string): boolean =>
  /\b(?:rispost[ae]|alternativ[ae]|opzion[ei]|letter[ae])\s+["“'(]?[A-E]\b/.test(text)
