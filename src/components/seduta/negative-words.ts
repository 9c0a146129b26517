/** Words that negate a question wherever they stand in it. */
const ALWAYS =
  /(?<![\p{L}\p{N}])(?:NON|tranne|eccetto|(?<!["“”«'‘])fuorch[éè]|da escludere(?=\s*(?:[:?.,…]|perch[éè]|$))|eccezion fatta|ad eccezione|a eccezione|fatta eccezione|ad esclusione|errat[aoie]|sbagliat[aoie]|scorrett[aoie]|inesatt[aoie]|incorrett[aoie]|fals[aoie])(?![\p{L}\p{N}'’])/gu
const WITH_CAPITALS = /^\p{Lu}/u
/** "falso in bilancio", "falso ideologico", "di falso" name the crime and do not negate the question. */
const CRIME_AFTER = /^\s+(?:in\s|ideologic|material|document|nummari|giurat|testimon)/iu
const CRIME_BEFORE =
  /(?:\bdi|\bdel|\bdelitto di|\breato di|\bmonet[ae]|\bbanconot[ae]|\btestimonianz[ae]|\bperizi[ae]|\bpiste)\s+$/iu
/**
 * Lower-case "non" counts in the question itself, not in its case, that is after "quale", "chi", "cosa", or "non è", "non sono".
 */
const NOT_ASKED =
  /(?<![\p{L}])(?:qual[ei]?|chi|cosa|quant[ei]|dove|indicare|individua\p{L}*|segnala\p{L}*)\b[^.?!;:]*?(?<![\p{L}])(non)(?![\p{L}])/giu

/** Words after an initial "Non" that are no verb. */
const NOT_A_VERB =
  /^(?:tutt[aeio]|sempre|sol[oa]|soltanto|appena|molt[aeio]|poc[ao]|poche|pochi|altr[aeio]|ogni|oltre|un[ao]?|è raro|\p{L}*(?:ndo|[aei]re|rsi|ndosi))$/iu
/** Initial "Non è", "Non si può", "Non rientra", in the third person, where the question is one sentence. */
const INITIAL_NON = /^\s*(?:\d+[.)]\s*)?(Non)\s+(?:(?:si|vi|ci|ne|gli|le|lo|la)\s+)?(\p{L}*(?:[aeàèòù]|no))(?![\p{L}])/u
const OTHER_SENTENCE = /\p{Ll}{3}[.?!]\s+\p{Lu}/u
/**
 * Verbs that a stem negates just before its end, as in "una delle seguenti non è corretta:". Adjectives ("non abbienti") do not
 * count.
 */
const VERB =
  '(?:è|sono|era|erano|può|possono|poteva|potrà|potranno|dev[eo](?:no)?|ha|hanno|fa|fanno|dà|danno|va|vanno|viene|vengono|rientra(?:no)?|appart(?:iene|engono)|costituisc(?:e|ono)|comporta(?:no)?|preved(?:e|ono)|compet(?:e|ono)|comprend(?:e|ono)|riguarda(?:no)?|includ(?:e|ono)|presenta(?:no)?|produc(?:e|ono)|configura(?:no)?|figura(?:no)?|determina(?:no)?|causa(?:no)?|richied(?:e|ono)|consent(?:e|ono)|permett(?:e|ono)|esist(?:e|ono)|sussist(?:e|ono)|occorr(?:e|ono)|serv(?:e|ono)|val(?:e|gono)|cont(?:iene|engono)|deriva(?:no)?|risulta(?:no)?|spetta(?:no)?|dipend(?:e|ono)|esclud(?:e|ono)|(?:si|vi|ci|ne)\\s+\\p{L}+)'
const FINAL_NON = new RegExp(
  `(?<![\\p{L}\\p{N}]|altro )(non)\\s+${VERB}(?![\\p{L}\\p{N}'’])(?:\\s+[\\p{L}\\p{N}'’"“”-]+){0,3}\\s*[:?]\\s*$`,
  'giu',
)
/** Clause of time, relation or cause, whose "non" belongs to the case. */
const SUBORDINATE =
  /(?<![\p{L}])(?:che|cui|se|quando|qualora|ove|dove|perch[éè]|poich[éè]|purch[éè]|affinch[éè]|finch[éè]|bench[éè]|sebbene|anche|come|ma|e|ed|mentre|la quale|il quale|i quali|le quali)(?![\p{L}])[^,;:.?!]*$/iu
/** Text after the colon of "Che complemento contiene la frase: …?" is quoted, so its "non" asks nothing. */
const QUOTED_SENTENCE = /:\s.*\?\s*$/su
/** Clause of a case in a question, as in "Che cosa accade se il teste non può". */
const CASE_CLAUSE = /(?<![\p{L}])(?:se|quando|qualora|bench[éè]|affinch[éè]|purch[éè])(?![\p{L}])/iu
/** Exception at the end, as in "Sono tutti organi, salvo:", "è escluso:"; "salvo diversa disposizione" negates nothing. */
const FINAL_EXCEPTION = /(?<![\p{L}])(salvo|SALVO|esclus[oaie]|ESCLUS[OAIE])(?:\s+un[ao]?)?\s*[:?]\s*$/u

/** Yields "non" at the two ends of the question, and the exception that ends it. */
function* extremes(text: string): Generator<[number, number]> {
  const initial = INITIAL_NON.exec(text)
  if (initial && !NOT_A_VERB.test(initial[2] as string) && !OTHER_SENTENCE.test(text)) {
    const da = text.indexOf('Non')
    yield [da, da + 3]
  }
  for (const { index } of text.matchAll(FINAL_NON))
    if (!SUBORDINATE.test(text.slice(0, index)) && !QUOTED_SENTENCE.test(text)) yield [index, index + 3]
  const exception = FINAL_EXCEPTION.exec(text)
  if (exception && !SUBORDINATE.test(text.slice(0, exception.index)))
    yield [exception.index, exception.index + (exception[1] as string).length]
}

/** Returns the ranges of the negations in the text of a question, [start, end) in UTF-16 units, in order. */
export function negativeRanges(text: string): [number, number][] {
  const found: [number, number][] = []
  const anyCase = new RegExp(ALWAYS.source, 'giu')
  for (const m of text.matchAll(anyCase)) {
    const [word] = m
    const end = m.index + word.length
    if (/^non$/i.test(word) && word !== 'NON') continue
    if (/^fals/i.test(word) && (CRIME_AFTER.test(text.slice(end)) || CRIME_BEFORE.test(text.slice(0, m.index))))
      continue
    // Skip a capitalised word after the start, as in a surname or a title ("Il Falso"), unless it is all capitals.
    if (WITH_CAPITALS.test(word) && word !== word.toUpperCase() && m.index > 0) continue
    found.push([m.index, end])
  }
  for (const m of text.matchAll(NOT_ASKED)) {
    if (CASE_CLAUSE.test(m[0])) continue
    const end = m.index + m[0].length
    if (!found.some(([, other]) => other === end)) found.push([end - 3, end])
  }
  for (const [start, end] of extremes(text))
    if (!found.some(([da, a]) => start < a && da < end)) found.push([start, end])
  return found.sort((a, b) => a[0] - b[0])
}
