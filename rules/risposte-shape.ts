import { normalizeText } from './text.ts'

const VERO_FALSO = new Set(['vero', 'falso', 'si', 'no', 'v', 'f'])

/** True for a question of two answers that are true/false or yes/no. */
export const isTrueFalse = (risposte: readonly string[]): boolean =>
  risposte.length === 2 && risposte.every((r) => VERO_FALSO.has(normalizeText(r).replace(/[^\p{L}]/gu, '')))

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
/** Letters alone with their joining words, one "e", "o", "che" at least: "A e B", "sia a) che b)", "A, B e C". */
const ONLY_LETTERS = new RegExp(
  `^(?:(?:sia|solo|né|entrambe|tutte)\\s+)*${LETTERA}(?:${CONGIUNZIONE}(?:sia\\s+)?${LETTERA})*\\s+(?:e|ed|o|oppure|che|né|sia)\\s+(?:la\\s+)?${LETTERA}\\s*[.;]?$`,
  'iu',
)

/**
 * Answers that stay at their printed place, by the rule with which a sitting began: its letters never change while it is open,
 * nor in its review [EX13]. Rule 2 finds answers that name others by number or place, and bare ones ("Entrambe", "Tutte"). Rule 3
 * finds every sentence made only of words about answers ("Sono tutte corrette", "Le tre risposte sopra").
 */
export type RisposteRule = 1 | 2 | 3
export const RISPOSTE_RULE: RisposteRule = 3

const ORDINALE = '(?:prim[ao]|second[ao]|terz[ao]|quart[ao]|quint[ao])'
const PLACES = [
  // "Le risposte 1 e 2 sono corrette", "Opzione 3"
  /^.{0,40}\b(?:rispost[ae]|alternativ[ae]|opzion[ei])\s+(?:n\.?\s*|numero\s+)?\(?[1-5]\)?(?![\p{L}\d%])/iu,
  // "la prima risposta", "le prime due risposte"
  new RegExp(
    `^(?:solo |soltanto |sia |né |è |quanto )*(?:nel)?la ${ORDINALE} (?:risposta|alternativa|opzione)(?![\\p{L}])`,
    'iu',
  ),
  /^(?:solo |soltanto |entrambe )*(?:le (?:prime|ultime)|i primi|gli ultimi) (?:due|tre)(?: (?:risposte|alternative|opzioni))?(?: sono \p{L}+)?\s*[.;]?$/iu,
  // "Sia la prima che la seconda", "La prima e la terza"
  new RegExp(
    `^(?:solo |soltanto |sia |né )*(?:la|il) ${ORDINALE}(?:\\s*,|\\s+(?:e|ed|o|oppure|che|sia|né|e non))+(?: sia| anche)?(?: (?:la|il))? ${ORDINALE}(?: (?:e|o|che|sia|né) (?:la|il) ${ORDINALE})?(?: (?:risposta|sono \\p{L}+))?\\s*[.;]?$`,
    'iu',
  ),
]

/** True when an answer names other answers by their printed letter, number or place, which a shuffle would make wrong. */
export const namesLetter = (risposta: string, regola: RisposteRule = RISPOSTE_RULE): boolean =>
  LETTERS.some((forma) => forma.test(risposta)) ||
  ONLY_LETTERS.test(risposta.trim()) ||
  (regola >= 2 && PLACES.some((forma) => forma.test(risposta.trim())))

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

const COUNTED = '(?: e (?:due|tre|quattro|[2-5]))?'
const THEM = '(?:indicazion[ei]|definizion[ei]|affermazion[ei]|soluzion[ei]|possibil[a-z]+)'
/** On normalised text, since the second rule. */
const ABOUT_OTHERS_2 = [
  // Bare: "Entrambi", "Nessuna", "Tutte e tre", "Nessuna delle due", "Nessun altro"
  new RegExp(`^${ALL}${COUNTED}[.;]?$`),
  /^nessun[ao]? (?:(?:delle|dei|di) (?:due|tre|quattro|queste|questi|quelle|quelli)|altr[oa])[.;]?$/,
  /^(?:le|i|gli) (?:precedenti|altre|altri)[.;]?$/,
  // "Tutte le indicazioni sono corrette", "Nessuna indicazione è corretta", "Tutte le indicazioni tranne una …"
  new RegExp(`^${ALL}${COUNTED}${LINK} ${THEM}(?=$|[.,;]| (?:${SAID}|fornite|date|sono|e|non|tranne|meno|risulta))`),
  new RegExp(`^${ALL}${COUNTED}${LINK}(?: seguenti)? ${CHOICE}\\b`),
  // "Tutti quelli indicati tranne uno", "Nessuno di quelli indicati è …"
  new RegExp(`^${ALL}${LINK} ${SAID} (?:tranne|meno|e|sono)\\b`),
  // "Tutto quanto sopra"
  /^(?:tutt[oaei]|nessun[ao]?|quanto)(?: [\w']+){0,3} (?:sopra|di cui sopra|precede)[.;]?$/,
]

const QUANTITY =
  /^(?:nessun[ao]?|alcun[ao]|tutt[eio]|entramb[ei]|amb[oe]due|ambedue|ogni|ciascun[ao]|due|tre|quattro|[2-4]|solo|soltanto|almeno|una?|none|all|both|neither)$/
const POINTER =
  /^(?:altr[aeio]|precedent[ei]|suddett[aeio]|predett[aeio]|sopra|sotto|sopracitat[aeio]|prim[ei]|ultim[ei]|proposte|proposti|indicat[aeio]|citat[aeio]|elencat[aeio]|menzionat[aeio]|riportat[aeio]|dat[aei]|fornit[aei]|above|others?|these)$/
const NAMED =
  /^(?:rispost[ae]|opzion[ei]|alternativ[ae]|affermazion[ei]|ipotesi|soluzion[ei]|definizion[ei]|enunciat[io]|answers?|options?|responses?)$/
const JUDGED =
  /^(?:ver[aeio]|fals[aeio]|corrett[aeio]|errat[aeio]|sbagliat[aeio]|giust[aeio]|esatt[aeio]|inesatt[aeio]|valid[aeio]|scorrett[aeio]|correct|wrong|true|false|right)$/
const FILLER =
  /^(?:di|delle|dei|degli|della|del|le|gli|i|il|lo|la|in|e|ed|o|sono|è|non|a|da|tra|fra|che|qui|quell[aeio]|quest[aeio]|queste|loro|cui|risulta|risultano|of|the|are|is|not)$/

/** A short sentence of which every word counts, points at, names or judges answers, and one at least counts or points. */
function speaksOfAnswers(testo: string): boolean {
  const words = testo
    .replace(/[^\p{L}\p{N}\s]/gu, ' ')
    .trim()
    .split(/\s+/)
  if (words.length > 12 || !words.every((w) => [QUANTITY, POINTER, NAMED, JUDGED, FILLER].some((form) => form.test(w))))
    return false
  const has = (form: RegExp) => words.some((w) => form.test(w))
  return (has(QUANTITY) && (has(JUDGED) || has(NAMED) || has(POINTER))) || (has(POINTER) && (has(NAMED) || has(JUDGED)))
}

/** True when an answer is about the other answers as a whole: it only reads well after them. */
export function isAboutOthers(risposta: string, regola: RisposteRule = RISPOSTE_RULE): boolean {
  const testo = normalizeText(risposta)
  return (
    ABOUT_OTHERS.some((forma) => forma.test(testo)) ||
    (regola >= 2 && ABOUT_OTHERS_2.some((forma) => forma.test(testo))) ||
    (regola >= 3 && speaksOfAnswers(testo))
  )
}
