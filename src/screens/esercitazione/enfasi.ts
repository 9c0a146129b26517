/** Words that turn a question round wherever they stand in it. */
const SEMPRE =
  /(?<![\p{L}\p{N}])(?:NON|tranne|eccetto|(?<!["“”«'‘])fuorch[éè]|da escludere(?=\s*(?:[:?.,…]|perch[éè]|$))|eccezion fatta|ad eccezione|a eccezione|fatta eccezione|ad esclusione|errat[aoie]|sbagliat[aoie]|scorrett[aoie]|inesatt[aoie]|incorrett[aoie]|fals[aoie])(?![\p{L}\p{N}'’])/gu
const CON_MAIUSCOLE = /^\p{Lu}/u
/** "falso in bilancio", "falso ideologico", "di falso": the crime, not the question. */
const REATO_DOPO = /^\s+(?:in\s|ideologic|material|document|nummari|giurat|testimon)/iu
const REATO_PRIMA =
  /(?:\bdi|\bdel|\bdelitto di|\breato di|\bmonet[ae]|\bbanconot[ae]|\btestimonianz[ae]|\bperizi[ae]|\bpiste)\s+$/iu
/** A small "non" counts in what is asked, not in the case that is told: after "quale", "chi", "cosa", or "non è", "non sono". */
const NON_CHIESTO =
  /(?<![\p{L}])(?:qual[ei]?|chi|cosa|quant[ei]|dove|indicare|individua\p{L}*|segnala\p{L}*)\b[^.?!;:]*?(?<![\p{L}])(non)(?![\p{L}])/giu

/** Begins a sentence with "Non" and is no verb. */
const NON_VERBO =
  /^(?:tutt[aeio]|sempre|sol[oa]|soltanto|appena|molt[aeio]|poc[ao]|poche|pochi|altr[aeio]|ogni|oltre|un[ao]?|è raro|\p{L}*(?:ndo|[aei]re|rsi|ndosi))$/iu
/** "Non è", "Non si può", "Non rientra": third person, in the one sentence that the question is. */
const NON_INIZIALE =
  /^\s*(?:\d+[.)]\s*)?(Non)\s+(?:(?:si|vi|ci|ne|gli|le|lo|la)\s+)?(\p{L}*(?:[aeàèòù]|no))(?![\p{L}])/u
const ALTRA_FRASE = /\p{Ll}{3}[.?!]\s+\p{Lu}/u
/** Verbs that a stem denies just before its end: "una delle seguenti non è corretta:". An adjective ("non abbienti") is none. */
const VERBO =
  '(?:è|sono|era|erano|può|possono|poteva|potrà|potranno|dev[eo](?:no)?|ha|hanno|fa|fanno|dà|danno|va|vanno|viene|vengono|rientra(?:no)?|appart(?:iene|engono)|costituisc(?:e|ono)|comporta(?:no)?|preved(?:e|ono)|compet(?:e|ono)|comprend(?:e|ono)|riguarda(?:no)?|includ(?:e|ono)|presenta(?:no)?|produc(?:e|ono)|configura(?:no)?|figura(?:no)?|determina(?:no)?|causa(?:no)?|richied(?:e|ono)|consent(?:e|ono)|permett(?:e|ono)|esist(?:e|ono)|sussist(?:e|ono)|occorr(?:e|ono)|serv(?:e|ono)|val(?:e|gono)|cont(?:iene|engono)|deriva(?:no)?|risulta(?:no)?|spetta(?:no)?|dipend(?:e|ono)|esclud(?:e|ono)|(?:si|vi|ci|ne)\\s+\\p{L}+)'
const NON_FINALE = new RegExp(
  `(?<![\\p{L}\\p{N}]|altro )(non)\\s+${VERBO}(?![\\p{L}\\p{N}'’])(?:\\s+[\\p{L}\\p{N}'’"“”-]+){0,3}\\s*[:?]\\s*$`,
  'giu',
)
/** A clause that tells when, which or why: its "non" belongs to the case. */
const SUBORDINATA =
  /(?<![\p{L}])(?:che|cui|se|quando|qualora|ove|dove|perch[éè]|poich[éè]|purch[éè]|affinch[éè]|finch[éè]|bench[éè]|sebbene|anche|come|ma|e|ed|mentre|la quale|il quale|i quali|le quali)(?![\p{L}])[^,;:.?!]*$/iu
/** "Che complemento contiene la frase: …?": what follows the colon is quoted, and asks nothing. */
const FRASE_CITATA = /:\s.*\?\s*$/su
/** In a question, a case put: "Che cosa accade se il teste non può". */
const CASO = /(?<![\p{L}])(?:se|quando|qualora|bench[éè]|affinch[éè]|purch[éè])(?![\p{L}])/iu
/** "Sono tutti organi, salvo:", "è escluso:": only at the end; "salvo diversa disposizione" denies nothing. */
const ECCEZIONE_FINALE = /(?<![\p{L}])(salvo|SALVO|esclus[oaie]|ESCLUS[OAIE])(?:\s+un[ao]?)?\s*[:?]\s*$/u

/** "non" at the two ends of the question, and the exception that ends it. */
function* estremi(testo: string): Generator<[number, number]> {
  const iniziale = NON_INIZIALE.exec(testo)
  if (iniziale && !NON_VERBO.test(iniziale[2] as string) && !ALTRA_FRASE.test(testo)) {
    const da = testo.indexOf('Non')
    yield [da, da + 3]
  }
  for (const { index } of testo.matchAll(NON_FINALE))
    if (!SUBORDINATA.test(testo.slice(0, index)) && !FRASE_CITATA.test(testo)) yield [index, index + 3]
  const eccezione = ECCEZIONE_FINALE.exec(testo)
  if (eccezione && !SUBORDINATA.test(testo.slice(0, eccezione.index)))
    yield [eccezione.index, eccezione.index + (eccezione[1] as string).length]
}

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
    if (CASO.test(m[0])) continue
    const fine = m.index + m[0].length
    if (!trovati.some(([, altra]) => altra === fine)) trovati.push([fine - 3, fine])
  }
  for (const [inizio, fine] of estremi(testo))
    if (!trovati.some(([da, a]) => inizio < a && da < fine)) trovati.push([inizio, fine])
  return trovati.sort((a, b) => a[0] - b[0])
}
