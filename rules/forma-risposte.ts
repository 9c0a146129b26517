import { normalizeTesto } from './testo.ts'

const VERO_FALSO = new Set(['vero', 'falso', 'si', 'no', 'v', 'f'])

/** True for a question of two answers that are true/false or yes/no. */
export const isVeroFalso = (risposte: readonly string[]): boolean =>
  risposte.length === 2 && risposte.every((r) => VERO_FALSO.has(normalizeTesto(r).replace(/[^\p{L}]/gu, '')))

const LETTERA = `["“'(]?[A-Ea-e][)"”']?(?![\\p{L}\\p{N}'’])`
const CONGIUNZIONE = '(?:\\s*[,+/-]\\s*|\\s+(?:e|ed|o|oppure|che|né|sia)\\s+)'
const LETTERS = [
  // "la risposta A", "l'alternativa (B)". A bare lower-case letter is more often the preposition "a".
  /(?:[Rr]ispost[ae]|[Aa]lternativ[ae]|[Oo]pzion[ei])\s+(?:["“'(]?[A-E](?![\p{L}\p{N}'’])|\(?[a-e]\)|["“'][a-e]["”'])/u,
  // "le risposte a e b"
  new RegExp(`(?:risposte|alternative|opzioni)\\s+${LETTERA}${CONGIUNZIONE}${LETTERA}`, 'iu'),
  // "quanto alla lettera c)": short, unlike a quotation of the law ("art. 24, lett. b) …").
  /^(?:(?:solo|quanto|indicato|la|le|alla|alle|nella|della)\s+)*(?:letter[ae]|lett\.)\s+["“'(]?[a-e](?![\p{L}\p{N}'’]).{0,20}$/iu,
]
/** Nothing but letters and what joins them, one "e", "o", "che" at least: "A e B", "sia a) che b)", "A, B e C". */
const ONLY_LETTERS = new RegExp(
  `^(?:(?:sia|solo|né|entrambe|tutte)\\s+)*${LETTERA}(?:${CONGIUNZIONE}(?:sia\\s+)?${LETTERA})*\\s+(?:e|ed|o|oppure|che|né|sia)\\s+(?:la\\s+)?${LETTERA}\\s*[.;]?$`,
  'iu',
)

/** True when an answer names other answers by their printed letter: shuffled and re-lettered, it would lie. */
export const namesLetter = (risposta: string): boolean =>
  LETTERS.some((forma) => forma.test(risposta)) || ONLY_LETTERS.test(risposta.trim())

const ALL = '(?:nessun[ao]?|tutt[ei]|entramb[ei]|ambedue)'
const LINK = '(?: (?:delle|della|dei|degli|di|tra|fra|le|gli|i|due|tre|quattro|quelle|quelli|queste|altre|altri))*'
const CHOICE = '(?:rispost[ae]|alternativ[ae]|opzion[ei])'
const SAID =
  '(?:proposte|indicat[aeio]|citat[aeio]|elencat[aeio]|menzionat[aeio]|riportat[aeio]|suddett[aeio]|predett[aeio])'
/** On normalised text. */
const ABOUT_OTHERS = [
  // "… indicati nelle altre alternative di risposta"
  new RegExp(`\\b(?:altre|precedenti|suddette|predette)(?: \\w+)? ${CHOICE}\\b`),
  new RegExp(`\\b${CHOICE} (?:precedenti|suddette|predette|di cui sopra)\\b`),
  // "Nessuna delle due opzioni", "Tutte le affermazioni sono corrette"
  new RegExp(`^(?:in |di |da )?${ALL}${LINK} (?:${CHOICE}|soluzioni|affermazioni|definizioni|ipotesi)\\b`),
  /^nessun'?altra (?:rispost|alternativ|opzion|soluzion)/,
  // "Tutte le precedenti", "Nessuna delle altre"
  new RegExp(`^(?:in |di |da )?${ALL}${LINK} (?:precedenti|altre|altri)(?=$|[.,;]| (?:sono|e|non)\\b)`),
  // "Entrambe le materie indicate", "Tutti quelli citati", "Non rientra in nessuna delle citate categorie"
  new RegExp(`^${ALL}${LINK}(?: [\\w']+)? ${SAID}(?=$|[.,;]| (?:sopra|in precedenza)\\b)`),
  new RegExp(`\\bnessun[ao]? (?:delle|dei|degli) (?:quelle |quelli )?${SAID}`),
  // "Le altre risposte sono tutte errate"
  /^(?:le|gli|i) (?:altre|altri|precedenti|due|tre)(?: \w+)? sono\b.*\b(?:corrett|errat|esatt|sbagliat|ver|fals)[aeio]/,
]

/** True when an answer speaks of the other answers as a whole: it only reads well after them. */
export function isAboutOthers(risposta: string): boolean {
  const testo = normalizeTesto(risposta)
  return ABOUT_OTHERS.some((forma) => forma.test(testo))
}
