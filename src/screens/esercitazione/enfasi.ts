/** Words that turn a question round wherever they stand in it. */
const SEMPRE =
  /(?<![\p{L}\p{N}])(?:NON|tranne|eccetto|eccezion fatta|ad eccezione|a eccezione|fatta eccezione|ad esclusione|errat[aoie]|sbagliat[aoie]|scorrett[aoie]|inesatt[aoie]|incorrett[aoie]|fals[aoie])(?![\p{L}\p{N}'’])/gu
const CON_MAIUSCOLE = /^\p{Lu}/u
/** "falso in bilancio", "falso ideologico", "di falso": the crime, not the question. */
const REATO_DOPO = /^\s+(?:in\s|ideologic|material|document|nummari|giurat|testimon)/iu
const REATO_PRIMA =
  /(?:\bdi|\bdel|\bdelitto di|\breato di|\bmonet[ae]|\bbanconot[ae]|\btestimonianz[ae]|\bperizi[ae]|\bpiste)\s+$/iu
/** A small "non" counts in what is asked, not in the case that is told: after "quale", "chi", "cosa", or "non è", "non sono". */
const NON_CHIESTO =
  /(?<![\p{L}])(?:qual[ei]?|chi|cosa|quant[ei]|dove|indicare|individua\p{L}*|segnala\p{L}*)\b[^.?!;:]*?(?<![\p{L}])(non)(?![\p{L}])/giu

/** Where the words that deny stand in the text of a question: [start, end) in UTF-16 units, in order. */
export function negativeRanges(testo: string): [number, number][] {
  const trovati: [number, number][] = []
  const senzaCaso = new RegExp(SEMPRE.source, 'giu')
  for (const m of testo.matchAll(senzaCaso)) {
    const [parola] = m
    const fine = m.index + parola.length
    if (/^non$/i.test(parola) && parola !== 'NON') continue
    if (/^fals/i.test(parola) && (REATO_DOPO.test(testo.slice(fine)) || REATO_PRIMA.test(testo.slice(0, m.index))))
      continue
    // A surname or a title ("Il Falso"): only words in capitals or in small letters are the question's own.
    if (CON_MAIUSCOLE.test(parola) && parola !== parola.toUpperCase() && m.index > 0) continue
    trovati.push([m.index, fine])
  }
  for (const m of testo.matchAll(NON_CHIESTO)) {
    const fine = m.index + m[0].length
    if (!trovati.some(([, altra]) => altra === fine)) trovati.push([fine - 3, fine])
  }
  return trovati.sort((a, b) => a[0] - b[0])
}
