import type { Esito } from './esito.ts'
import { createRandom, mixSeeds } from './random.ts'
import { isAboutOthers, isTrueFalse, namesLetter, RISPOSTE_RULE, type RisposteRule } from './risposte-shape.ts'

/** CASUALE: a permutation of the ids, decided by the seed alone, equal on every engine. The input is not changed. */
export function permute(ids: Int32Array, seme: number): Int32Array {
  const mescolati = Int32Array.from(ids)
  shuffle(mescolati, seme)
  return mescolati
}

/** A permutation of 0..n-1, decided by the seed alone. */
export const permuteN = (n: number, seme: number): Int32Array =>
  permute(
    Int32Array.from({ length: n }, (_, i) => i),
    seme,
  )

function shuffle(lista: Int32Array | number[], seme: number): void {
  const caso = createRandom(seme)
  for (let i = lista.length - 1; i > 0; i--) {
    const j = caso(i + 1)
    const tolto = lista[i] as number
    lista[i] = lista[j] as number
    lista[j] = tolto
  }
}

/**
 * Display order of the printed positions 1..n of a question's answers [EX9], decided by the seed and the question. Answers about
 * the others stay last in their printed order [EX10]. True/false, and questions whose answers name letters or places ("la
 * risposta A", "la prima e la terza"), keep the printed order. `regola` is the sitting's.
 */
export function shuffleRisposte(
  domanda: { id_domanda: number; risposte: readonly string[] },
  seme: number,
  regola: RisposteRule = RISPOSTE_RULE,
): number[] {
  const stampate = domanda.risposte.map((_, i) => i + 1)
  if (isTrueFalse(domanda.risposte) || domanda.risposte.some((r) => namesLetter(r, regola))) return stampate
  const ultime = stampate.filter((p) => isAboutOthers(domanda.risposte[p - 1] as string, regola))
  const mobili = stampate.filter((p) => !ultime.includes(p))
  shuffle(mobili, mixSeeds(seme, domanda.id_domanda))
  return [...mobili, ...ultime]
}

const POSTO_ESATTE: Readonly<Record<Esito, number>> = { errata: 0, nulla: 1, corretta: 2 }

/** Place of an answer state in the order ESATTE [EX12]: 0 wrong, 1 never answered (null) or neither, 2 right. */
export const rankExact = (esito: Esito | null): number => POSTO_ESATTE[esito ?? 'nulla']
