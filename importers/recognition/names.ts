/** Subject of a column or a JSON field. */
export type Role =
  | 'numero'
  | 'id'
  | 'testo'
  | 'chiave'
  | 'materia'
  | 'immagine'
  | 'alt'
  | 'spiegazione'
  | 'fonte'
  | 'difficolta'
  | 'stato'
  | 'provenienza'
  | 'efficacia'
  | 'brano'

/** Names in Italian and English as `normalizeName` returns them, the likeliest first. */
const NOMI: Record<Role, string> = {
  numero:
    'id ufficiale|n ufficiale|numero ufficiale|numero domanda|numero quesito|numero|nro|nr|num|n domanda|n quesito|question number|question no|number|progressivo|prog|codice domanda|codice quesito|codice|no|n',
  id: 'id domanda|id quesito|question id|id orig|id origine|uuid|guid|id',
  testo:
    'testo domanda|testo della domanda|testo quesito|testo del quesito|domanda|quesito|question text|question|enunciato|affermazione|traccia|stem|prompt|pregunta|pergunta|frage|enonce|testo|text|domande|questions|q|body|title',
  chiave:
    'risposta corretta|risposta esatta|risposta giusta|risposte corrette|lettera corretta|indice corretta|correct answer|correct answers|right answer|correct option|correct index|correct answer index|answer index|answer key|correct option id|correct answer id|correct choice id|correct id|id corretta|id risposta corretta|respuesta correcta|reponse correcte|bonne reponse|richtige antwort|resposta correta|corretta|corretto|esatta|giusta|soluzione|chiave|correct|solution|key|label|indice|rc|answer|risposta|ans|correcta|richtig|corrette|esatte|giuste|risposte esatte|soluzioni|vero falso|vf|v f|vero|is true|a',
  materia:
    'materia|materie|disciplina|subject|argomento|categoria|category|topic|area tematica|area|ambito|settore|modulo|capitolo|sezione|section|macro category',
  immagine:
    'immagine|immagini|nome immagine|file immagine|url immagine|figura|foto|image|images|image url|picture|img|photo|media',
  alt: 'alt|testo alternativo|descrizione immagine|alt text',
  spiegazione: 'spiegazione|commento|motivazione|explanation|rationale|comment|feedback',
  fonte: 'fonte|riferimento normativo|riferimento|riferimenti|norma|source|reference',
  difficolta: 'difficolta|livello|livello di difficolta|difficulty|level',
  stato: 'stato|stato domanda|status|annullata',
  provenienza: 'provenienza chiave|provenienza|key source',
  brano:
    'brano|brano comune|testo comune|testo del brano|testo di riferimento|brano di riferimento|passage|context|contesto|passaggio|premessa|reading',
  efficacia: 'efficacia|punteggi|punti per risposta|scores|punti risposte',
}
const RUOLI = new Map<string, { role: Role; weight: number }>()
for (const [role, nomi] of Object.entries(NOMI) as [Role, string][]) {
  nomi.split('|').forEach((nome, weight) => {
    if (!RUOLI.has(nome)) RUOLI.set(nome, { role, weight })
  })
}

/** Names whose words are remembered at once. */
const MAX_REMEMBERED = 512
/** Longest name with its remarks. */
const MAX_REMARKED = 120

/** Remembers what `read` returns: each record of a file asks for the names of the same few fields. */
function remember(read: (nome: string) => string): (nome: string) => string {
  const known = new Map<string, string>()
  return (nome) => {
    const before = known.get(nome)
    if (before !== undefined) return before
    const found = read(nome)
    if (nome.length > MAX_REMARKED) return found
    if (known.size === MAX_REMEMBERED) known.clear()
    known.set(nome, found)
    return found
  }
}

/**
 * Normalizes a name: lower case, no accents, one space for any sign (`N. Quesito_ufficiale` -> `n quesito ufficiale`).
 */
export const normalizeName = remember((nome) =>
  nome
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9#]+/g, ' ')
    .replace(/#|\bn°|\bnumero di\b/g, 'n')
    .trim(),
)

/** Instruction beside the name of a column, for a person who fills in a form. */
const REMARK =
  "(?:facoltativ|opzional|eventual|obbligatori|richiest|optional|required|mandatory|if any|max\\b|massimo|at most|min\\b|minimo|at least|almeno|fino a|up to|caratter|character|choose|scegli|se presente|se prevista|se c['’]è)"
/** Remark in a name: in brackets, after a separator, or in its own words. */
const NOTE = new RegExp(
  `^\\s*[([{<][^)\\]}>]*[)\\]}>]|[([{<][^)\\]}>]*[)\\]}>]\\s*[*:]?\\s*$|\\s*[-–—|/:,;]\\s*(?=.*${REMARK}).*$|\\s${REMARK}.*$|^${REMARK}\\S*\\s`,
  'gi',
)

/** Returns the words of a name, without its remarks where only these make it unknown. */
const wordsOf = remember((nome) => {
  const words = normalizeName(nome)
  if (nome.length > MAX_REMARKED || isKnown(words)) return words
  const left = nome.replace(NOTE, ' ')
  const bare = left === nome ? words : normalizeName(left)
  return isKnown(bare) ? bare : words
})

const isKnown = (words: string): boolean =>
  RUOLI.has(words) || [RISPOSTA, COUNTED, PUNTI, WORDED, WRONG, FLAG].some((form) => form.test(words))

/** Returns the role of a name, with its weight; 0 is the surest name of that role. */
export const findRole = (nome: string): { role: Role; weight: number } | null => RUOLI.get(wordsOf(nome)) ?? null

const WORD =
  '(?:testo )?(?:(?:possibile |alternativa di )?risposta|risposte|opzione|alternativa|option|answer|choice|scelta|resp|risp|ris|opz|opt|ans|alt|op|r|o)'
const RISPOSTA = new RegExp(`^(?:${WORD}\\s?(?:n |nr |num |numero |lettera )?)?([a-h]|[1-8])$`)
/** Name with the number first: `1ª risposta`, `2nd option`. */
const COUNTED = /^([1-8])(?:a|o|st|nd|rd|th)? (?:risposta|opzione|alternativa|scelta|option|answer|choice)$/
const PUNTI = /^(?:punti|punteggio|points|score|efficacia|valore)\s?(?:risposta |opzione |option )?([a-h]|[1-8])$/

const ordinale = (segno: string): number =>
  /\d/.test(segno) ? Number(segno) - 1 : segno.charCodeAt(0) - 'a'.charCodeAt(0)

/**
 * Returns the place of an answer's name: `Opzione C` -> 2, `risposta1` -> 0, `E` -> 4. Null when the name is no answer.
 */
export function findAnswerPlace(nome: string): number | null {
  const words = wordsOf(nome)
  const segno = RISPOSTA.exec(words)?.[1] ?? COUNTED.exec(words)?.[1]
  return segno === undefined ? null : ordinale(segno)
}

/** Returns the place of the answer whose points a column holds: `Punti A` -> 0. */
export function findPointsPlace(nome: string): number | null {
  const segno = PUNTI.exec(wordsOf(nome))?.[1]
  return segno === undefined ? null : ordinale(segno)
}

/** Returns the letter, number or word that names an answer in its column, as printed. */
export function letterOf(nome: string): string | null {
  const words = wordsOf(nome)
  const [, sign] = RISPOSTA.exec(words) ?? COUNTED.exec(words) ?? /(?:^|\D)0?(\d)$/.exec(words) ?? []
  return (sign ?? WORDED.exec(words)?.[1] ?? WORDED.exec(words)?.[2] ?? null)?.toUpperCase() ?? null
}

const NUMBERED = /^(.*?)\s?0?(\d)$/
const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi']
const ORDINALS = [
  ['prima', 'primo', 'first'],
  ['seconda', 'secondo', 'second'],
  ['terza', 'terzo', 'third'],
  ['quarta', 'quarto', 'fourth'],
  ['quinta', 'quinto', 'fifth'],
]
const SIGNS = [...ROMAN, ...ORDINALS.flat()].join('|')
/** Names in words or Roman numbers: `II`, `Risposta II`, `Seconda risposta`. */
const WORDED = new RegExp(
  `^(?:${WORD} )?(${SIGNS})$|^(${SIGNS}) (?:risposta|opzione|alternativa|scelta|option|answer|choice)$`,
)

/**
 * Returns the place of each name among its fellows, null when it is no answer. Some names are answers only together.
 * `Risposta 0 … Risposta 3` count from 0. `a1 … a4`, `I, II, III` and `prima, seconda` are answers where the first two
 * are there.
 */
export function findAnswerPlaces(names: readonly string[]): (number | null)[] {
  const families = new Map<string, Set<number>>()
  const members = names.map((name) => {
    const member = memberOf(name)
    if (member) families.set(member.family, (families.get(member.family) ?? new Set()).add(member.number))
    return member
  })
  const counted = families.get('a')
  return names.map((name, i) => {
    // Read an `a` alone beside `a1, a2` as the answer to the question, its key.
    if (counted?.has(1) && (counted.has(0) || counted.has(2)) && wordsOf(name) === 'a') return null
    const member = members[i]
    const numbers = member && families.get(member.family)
    if (!member || member.number > 8 || !numbers?.has(1)) return findAnswerPlace(name)
    if (numbers.has(0) && !numbers.has(8)) return member.number
    return !numbers.has(0) && numbers.has(2) ? member.number - 1 : findAnswerPlace(name)
  })
}

/** Returns the family of a name, and its number in it. */
function memberOf(name: string): { family: string; number: number } | null {
  const words = wordsOf(name)
  const worded = WORDED.exec(words)
  const sign = worded?.[1] ?? worded?.[2]
  if (sign !== undefined) {
    const roman = ROMAN.indexOf(sign)
    return roman >= 0
      ? { family: 'roman', number: roman + 1 }
      : { family: 'ordinal', number: ORDINALS.findIndex((forms) => forms.includes(sign)) + 1 }
  }
  const [, stem = '', digit = ''] = NUMBERED.exec(words) ?? []
  if (digit === '' || !(stem === 'a' || findAnswerPlace(`${stem} 1`) !== null)) return null
  return { family: stem, number: Number(digit) }
}

/** Longest cell that can be the name of a column. */
const MAX_NAME = 60
const WRONG =
  /^(?:(?:risposta|risposte|opzione|alternativa|answer|option|choice)\s)?(?:errata|errate|sbagliata|sbagliate|falsa|non corretta|non esatta|distrattore|distrattori|wrong(?: answer| option)?|incorrect(?: answer| option)?|distractor)(?:\s?(?:[a-h]|\d{1,2}))?$/

/** Returns true for a column of answers that are wrong by its name: `Risposta errata 1`, `Distrattore 02`. */
export const isWrongName = (name: string): boolean => WRONG.test(wordsOf(name))

/** Roles of longer names, the surest first: `Risposta Esatta (A/B/C)`, `Testo del quesito n.`. */
const LOOSE: [Role, RegExp][] = [
  ['chiave', /\b(corrett[aoe]|esatt[aoe]|giust[aoe]|soluzion[ei]|chiav[ei]|correct|right|solutions?|keys?)\b/],
  ['immagine', /\b(immagin[ei]|figur[ae]|foto|images?|pictures?|img|segnal[ei])\b/],
  ['spiegazione', /\b(spiegazion[ei]|comment[oi]|motivazion[ei]|explanations?|rationale)\b/],
  ['materia', /\b(materi[ae]|disciplin[ae]|argoment[oi]|subjects?|topics?|categori[ae])\b/],
  ['brano', /\b(brano|brani|passages?)\b/],
  ['testo', /\b(domand[ae]|quesit[oi]|questions?|enunciat[oi])\b/],
]
const LOOSE_WEIGHT = 1000

/** Returns the role of a name that contains a known word, less sure than any exact name. Null for a sentence. */
export function findLooseRole(name: string): { role: Role; weight: number } | null {
  const bare = (name.length > MAX_REMARKED ? name : name.replace(NOTE, ' ').trim()) || name
  const words = normalizeName(bare)
  if (bare.length > MAX_NAME || name.includes('?') || words.split(' ').length > 6) return null
  const found = LOOSE.find(([role, form]) => form.test(words) && !(role === 'chiave' && isGivenName(name)))
  return found ? { role: found[0], weight: LOOSE_WEIGHT } : null
}

/** Name of a candidate's answers, which prove nothing: `Risposta data`, `La tua risposta`, `Scelta del candidato`. */
const GIVEN =
  /\b(dat[ao]|tu[ao]|mi[ao]|utente|candidat[oi]|student[ei]|given|your|my|user|users|student|students|submitted)\b/
/** Name of an answer that is not right, or that many give. */
const NOT_RIGHT =
  /\b(errat[aeo]|sbagliat[aeo]|fals[aeo]|non (?:corrett|esatt|giust|valid)[aeo]|wrong|incorrect|scart\w+|esclu\w+|simil[ei]|gettonat[aeo]|frequent[ei]|most common)\b/
const CHOSEN = /\b(scelt[ao]|selezionat[ao]|inserit[ao]|chosen|selected)\b/

/** Returns true for the name of a column with a candidate's answers or wrong ones, not right ones. */
export function isGivenName(name: string): boolean {
  const words = normalizeName(name)
  return GIVEN.test(words) || NOT_RIGHT.test(words) || (CHOSEN.test(words) && !(LOOSE[0]?.[1].test(words) ?? false))
}

/** Returns true when a name refers to the right answer. */
export const isKeyName = (name: string): boolean =>
  findRole(name)?.role === 'chiave' || (findLooseRole(name)?.role === 'chiave' && !isGivenName(name))

/** Returns true for a name that alone means the right answer; `label` or `answer` may be something else. */
export const isSureKeyName = (name: string): boolean => LOOSE[0]?.[1].test(normalizeName(name)) ?? false

const RIGHT_WORD = '(?:x|segno|spunta|flag|check|corretta|corretto|esatta|giusta|vera|esito|ok|correct|right)'
const FLAG = new RegExp(
  `^(?:(?:e |is )?${RIGHT_WORD} ?(?:risposta |opzione |answer |option )?([a-h]|[1-8])|` +
    `(?:(?:risposta|opzione|answer|option|r|o) ?)?([a-h]|[1-8]) (?:e |is )?${RIGHT_WORD})$`,
)

/** Returns the place of the answer on which a column gives a verdict: `A corretta`, `esito1` -> 0. */
export function findFlagPlace(name: string): number | null {
  const found = FLAG.exec(wordsOf(name))
  const sign = found?.[1] ?? found?.[2]
  return sign === undefined ? null : ordinale(sign)
}
