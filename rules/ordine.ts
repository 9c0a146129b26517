import { createCaso, mixSemi } from './caso.ts'
import type { Esito } from './esito.ts'
import { normalizeTesto } from './testo.ts'

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
  const caso = createCaso(seme)
  for (let i = lista.length - 1; i > 0; i--) {
    const j = caso(i + 1)
    const tolto = lista[i] as number
    lista[i] = lista[j] as number
    lista[j] = tolto
  }
}

/**
 * Display order of the printed positions 1..n of a question's answers [EX9], decided by the seed and the question.
 * Answers about the others stay last in their printed order [EX10]; true/false, and questions whose answers name letters
 * ("la risposta A"), keep the printed order.
 */
export function shuffleRisposte(domanda: { id_domanda: number; risposte: readonly string[] }, seme: number): number[] {
  const stampate = domanda.risposte.map((_, i) => i + 1)
  if (isVeroFalso(domanda.risposte) || domanda.risposte.some(namesLetter)) return stampate
  const ultime = stampate.filter((p) => isAboutOthers(domanda.risposte[p - 1] as string))
  const mobili = stampate.filter((p) => !ultime.includes(p))
  shuffle(mobili, mixSemi(seme, domanda.id_domanda))
  return [...mobili, ...ultime]
}

const VERO_FALSO = new Set(['vero', 'falso', 'si', 'no', 'v', 'f'])
const bare = (risposta: string): string =>
  normalizeTesto(risposta)
    .replace(/[^\p{L}\p{N}' ]/gu, '')
    .trim()

const isVeroFalso = (risposte: readonly string[]): boolean =>
  risposte.length === 2 && risposte.every((r) => VERO_FALSO.has(bare(r)))

const NOUN = '(?:rispost[ae]|alternativ[ae]|opzion[ei]|letter[ae]|lett\\.|punt[oi]|quesit[oi])'
/** "la risposta A", "lettera c)", "le risposte a) e b)". A bare lower-case letter is often the preposition "a". */
const LETTER = new RegExp(
  `\\b${NOUN}\\s+(?:sub\\s+)?["“'(]?(?:[A-E]\\b(?!['’])|[a-e]\\)|[a-e]["”']|[a-e]\\)?\\s*(?:,|e|ed|o)\\s+["“'(]?[a-e]\\b\\)?\\s*(?:$|[.,;)]|sono|è))`,
  'u',
)
/** An answer that is only letters: "A e B", "sia a) che b)", "A, B e C". */
const ONLY_LETTERS =
  /^(?:(?:sia|solo|le|la|entrambe|tutte|né)\s+)*["“'(]?[a-e][)"”']?(?:\s*(?:,|\+|\/|-|e|ed|o|che|né|sia)\s*)+["“'(]?[a-e][)"”']?(?:\s*(?:,|\+|\/|-|e|ed|o|che|né|sia)\s*["“'(]?[a-e][)"”']?)*\s*[.;]?$/iu

const namesLetter = (risposta: string): boolean => LETTER.test(risposta) || ONLY_LETTERS.test(risposta.trim())

const CHOICE =
  '(?:rispost[ae]|alternativ[ae]|opzion[ei]|soluzion[ei]|possibilita|scelt[ae]|affermazion[ei]|definizion[ei]|ipotesi)'
const ABOUT_OTHERS = [
  new RegExp(`\\b(?:altre|altra|precedenti|suddette|predette)(?: \\w+)? ${CHOICE}\\b`),
  new RegExp(`\\b${CHOICE} (?:precedenti|suddette|predette|di cui sopra)\\b`),
  new RegExp(
    `^(?:nessun[ao]?|tutt[ei]|entramb[ei]|ambedue|sia)\\b(?: (?:delle|dei|degli|di|tra|fra|le|gli|i|due|tre|quattro|quelle|queste|altre|proposte|indicate))* ${CHOICE}\\b`,
  ),
  /\b(?:nessun[ao]?|tutt[ei]|entramb[ei]|ambedue)(?: (?:delle|dei|degli|di|tra|fra|le|gli|i|quelle|quelli))* (?:precedenti|altre|altri)(?:$|[ ,.;])/,
  /^(?:nessun[ao]?|tutt[ei]|entramb[ei]|ambedue)\b.*\b(?:indicat|citat|elencat|menzionat|sopra|suddett|predett|riportat)/,
  /^(?:le|gli|i) (?:altre|altri|precedenti|due|tre)\b.*\b(?:corrett|errat|esatt|sbagliat|ver|fals)[aeio]/,
]

function isAboutOthers(risposta: string): boolean {
  const testo = normalizeTesto(risposta)
  return ABOUT_OTHERS.some((forma) => forma.test(testo))
}

const POSTO_ESATTE: Readonly<Record<Esito, number>> = { errata: 0, nulla: 1, corretta: 2 }

/** Place of an answer state in the order ESATTE [EX12]: 0 wrong, 1 never answered (null) or neither, 2 right. */
export const rankEsatte = (esito: Esito | null): number => POSTO_ESATTE[esito ?? 'nulla']

/** Comparator of the order ESATTE [EX12]; inside a state the official order. */
export const orderEsatte = (
  a: { esito: Esito | null; posizione: number },
  b: { esito: Esito | null; posizione: number },
): number => rankEsatte(a.esito) - rankEsatte(b.esito) || a.posizione - b.posizione
