import { normalizeText, stripHtml } from '../text.ts'

/** Words that only put a question: two stems that differ in these alone are equal. */
const ASKING = `a ad ai al all alla alle allo anche c che chi ci co come con cosa cos cui d da dagli dai dal dall dalla dalle dallo
  de degli dei del dell della delle dello di e è ed essere fra gli ha hanno i il in indica indicare indichi individuare
  individui la le lo l ll nei nel nell nella nelle nello negli o od opzione opzioni per può quale quali qual quanto quella quelle quelli quello questa
  questo risposta risposte s scegliere scelga se segnalare seguente seguenti seguito si sia sono su sua sue sui sul sull sulla sulle sullo suo suoi tra
  un una uno va vi viene vengono alternative alternativa proposte elencate elencati termini`
/** Words of a citation, which stands before a question or after it; its numbers are compared apart. */
const CITING = `ai art artt articolo articoli base codice comma commi conformità d dlgs dpr decreto del disposto dispone disposizioni edl
  generale generali ii integrazioni l legge legislativo leg lett lettera lgs m mm modifiche modificazioni n norma normativa num numero ordinamento par paragrafo
  prevede previsto previste quanto recita riferimento s secondo sensi smi ss successive stabilisce stabilito stato vigente
  italiano italiana dispositivo materia ue regolamento europeo testo unico tuel`
const NEGATIONS = `non né senza tranne eccetto salvo esclus fuorché falsa false falso falsi errat sbagliat scorrett inesatt incorrett
  escluder escludere eccezion mai nessun nessuno nessuna`

const listed = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).map((word) => normalizeText(word)))
const asking = listed(ASKING)
const citing = listed(CITING)
const negations = listed(NEGATIONS)

/** A text as it is compared: one case, no accents, marks and breaks as one space. */
const plainText = (text: string, html: boolean): string => normalizeText(html ? stripHtml(text) : text)

/** Words and numbers of a plain text, in order. */
const tokensOf = (plain: string): string[] => plain.match(/[\p{L}\p{N}]+/gu) ?? []

const isNumber = (token: string): boolean => /^\d/.test(token)

/** A word without the vowel by which gender and number differ. */
const rootOf = (token: string): string =>
  token.length < 5 || isNumber(token) ? token : token.replace(/(?:h?[ei]|i?[ao])$/, '')

const isNegation = (token: string): boolean => negations.has(token) || negations.has(rootOf(token))

/** A word of the matter: no number, no negation, and neither puts the question nor cites. */
const isContent = (token: string): boolean =>
  !isNumber(token) && !isNegation(token) && !asking.has(token) && !citing.has(token)

/** A question as far as its likeness needs it. `corretta`: printed position, 1-based. */
export type Compared = {
  id_domanda: number
  id_materia: number | null
  testo: string
  risposte: readonly string[]
  corretta: number | null
  punti: readonly number[] | null
  immagine: string | null
  html: boolean
}

/** `lingua`: every small word counts; `calcolo`: every number and sign does; `graduata`: no answer alone is right. */
type Kind = 'testo' | 'lingua' | 'calcolo' | 'graduata'

/** Features of a question that are compared, read once. */
export type Features = {
  kind: Kind
  image: string | null
  materia: number | null
  /** The stem with every sign, spaces apart. */
  exact: string
  /** Roots of the words of the matter, in order. */
  content: string[]
  /** Numbers and negations in alphabetical order. */
  numbers: string[]
  /** Numbers that cite no norm. */
  facts: string[]
  /** The right answer is right among these alone: «quale è il maggiore». */
  ranks: boolean
  /** Number of those that cite a norm. */
  cited: number
  negations: string[]
  /** Answers in the form in which equal ones are equal. */
  answers: string[]
  /** The right answer in that form; null without a key. */
  right: string | null
  /** The right answer is empty without the others: «tutte le precedenti». */
  generic: boolean
  /** The words of the matter without the quoted ones. */
  pattern: string
  /** Many stems of the bank have this pattern. */
  patterned: boolean
  /** The right answer is a number, with a unit or without. */
  measures: boolean
  /** The right answer is a number without a unit. */
  bare: boolean
  /** Roots of the right answer's words of the matter. */
  rightContent: string[]
}

const ENGLISH = new Set(
  'the is are was were of to in and that he she they you we it have has had do does did not what which who where when how my your his her their our this these those for with on at by from be been will would can could should if than an there'.split(
    ' ',
  ),
)
const ITALIAN = new Set(
  'il lo la gli le di del della dei delle e che in un una per con non si è quale quali da al alla nel nella sono come'.split(
    ' ',
  ),
)
const GAP = /_{2,}|\.{3,}\s*\S|…\s*\S/
/** Exercises on words: what changes in them is the example. */
const LANGUAGE =
  /coniugazion|lingua inglese|(?:tempo|modo|voce) verbale|sinonim|anagramm|analisi logica|frasi? corrett|complet\w+ (?:correttamente|logicamente)|tra (?:le )?parentesi|associabile/
const SIGNS = /[\d)a-z]\s*[+*^=<>×÷√∙·]\s*[\d(a-z?-]|[\d)]\s*:\s*[\d(]|√|\d\s*[-–/]\s*\d+\s*[)=+*:-]/
/** «241/1990», «2016/679»: the sign calculates nothing. */
const ACT_NUMBER = /\d{1,4}\/(?:19|20)\d\d|(?:19|20)\d\d\/\d{1,4}/g
/** «La squadra T», «A è più alto di B». */
const NAMED_BY_LETTER = /(?<![\p{L}.'’])\p{Lu}(?![\p{L}.'’])/gu
const MIN_LETTERS = 4
/** Numbers of a problem, beyond those that a norm or a date has. */
const MIN_FACTS = 6
const ARTICLES = new Set(
  'il lo la i gli le l un uno una al alla allo ai agli alle dal dalla dallo dai dagli dalle del della dello dei degli delle dell nel nella nell nello nei negli nelle di da a in e ed'.split(
    ' ',
  ),
)
const QUOTED = /"[^"]*"|(?<![\p{L}\p{N}])'[^']{3,}'(?![\p{L}\p{N}])/gu
/** A word given as an example: «la parola SOLE». */
const CAPITALS = /(?<![\p{L}])\p{Lu}{3,}(?![\p{L}])/gu
const RANKS = /(?<!\p{L})(?:maggiore|minore|piu|meno|massim[oa]|minim[oa]|prim[oa]|ultim[oa])(?!\p{L})/u
const MEASURE = /^[^\p{L}\d]*\d[\d.,/\s]*(?:[\p{L}%€°²³]{0,10})\.?$/u
/** Answer that is empty without the others. */
const GENERIC =
  /^(?:si|no|vero|falso|vera|falsa|vero falso)$|tutt[ei] (?:le|gli|i) |nessun[ao]? |entramb|precedent|altre risposte|altre alternative|alternativ|rispost[ae] |(?:^| )[a-e] e [a-e](?: |$)|non (?:ci sono|e presente)/

/** An answer in the form in which equal ones are equal: articles and inflection aside, signs kept where they count. */
function answerForm(plain: string): string {
  if (/[+*^=<>√%/-]/.test(plain) && plain.length < 40 && /\d/.test(plain)) return plain.replace(/\s+/g, '')
  const tokens = tokensOf(plain)
  const kept = tokens.filter((token) => !ARTICLES.has(token))
  return (kept.length > 0 ? kept : tokens).map(rootOf).join(' ')
}

function kindOf({ punti, testo }: Compared, plain: string, tokens: readonly string[], facts: number): Kind {
  if (punti !== null) return 'graduata'
  const [english, italian] = [ENGLISH, ITALIAN].map((list) => tokens.filter((token) => list.has(token)).length)
  if ((english as number) > (italian as number) || GAP.test(plain) || LANGUAGE.test(plain)) return 'lingua'
  const letters = tokens.filter((token) => token.length === 1 && isContent(token)).length
  if (
    SIGNS.test(plain.replace(ACT_NUMBER, ' ')) ||
    (testo.match(NAMED_BY_LETTER)?.length ?? 0) >= MIN_LETTERS ||
    facts >= MIN_FACTS ||
    facts + letters >= Math.max(3, tokens.length * 0.3)
  )
    return 'calcolo'
  return 'testo'
}

/** Stems that differ in numbers and quoted words alone, from this many on, are a pattern of exercises. */
const PATTERN = 8

/** Reads the features of each question of a bank. */
export function readAllFeatures(domande: readonly Compared[]): Features[] {
  const features = domande.map(readFeatures)
  const patterns = new Map<string, number>()
  for (const { pattern } of features) patterns.set(pattern, (patterns.get(pattern) ?? 0) + 1)
  return features.map((f) => ({ ...f, patterned: (patterns.get(f.pattern) as number) >= PATTERN }))
}

function readFeatures(d: Compared): Omit<Features, 'patterned'> {
  const plain = plainText(d.testo, d.html)
  const tokens = tokensOf(plain)
  const plainAnswers = d.risposte.map((text) => plainText(text, d.html))
  const right = d.corretta === null || d.punti !== null ? undefined : plainAnswers[d.corretta - 1]
  const facts = tokens.filter((token, k) => isNumber(token) && !isCited(tokens, k)).sort()
  return {
    kind: kindOf(d, plain, tokens, facts.length),
    image: d.immagine,
    materia: d.id_materia,
    exact: plain.replace(/[\s"'.,;:?!()]+/g, ' ').trim(),
    content: tokens.filter(isContent).map(rootOf),
    numbers: tokens.filter(isNumber).sort(),
    negations: tokens.filter(isNegation).map(rootOf).sort(),
    answers: plainAnswers.map(answerForm),
    right: right === undefined ? null : answerForm(right),
    generic: d.corretta !== null && GENERIC.test(plainAnswers[d.corretta - 1] ?? ''),
    pattern: tokensOf(plainText(d.testo.replace(CAPITALS, ' '), d.html).replace(QUOTED, ' '))
      .filter(isContent)
      .map(rootOf)
      .join(' '),
    bare: d.corretta !== null && !/\p{L}|[%€°]/u.test(plainAnswers[d.corretta - 1] ?? ''),
    measures: d.corretta !== null && MEASURE.test(plainAnswers[d.corretta - 1] ?? ''),
    cited: tokens.filter((token, k) => isNumber(token) && isCited(tokens, k)).length,
    facts,
    ranks: RANKS.test(plain),
    rightContent: right === undefined ? [] : tokensOf(right).filter(isContent).map(rootOf),
  }
}

const CITES =
  /^(?:art|artt|articolo|articoli|comma|commi|co|n|num|legge|l|lgs|dlgs|d|dpr|r|par|paragrafo|lett|lettera|ue|ce|titolo|capo|parte|bis|ter)$/
/** True when the number at place `k` belongs to a citation: «art. 5, comma 2», «241/1990». */
function isCited(tokens: readonly string[], k: number): boolean {
  const [before, two] = [tokens[k - 1] ?? '', tokens[k - 2] ?? '']
  return CITES.test(before) || (isNumber(before) && CITES.test(two)) || (before === 'del' && isNumber(two))
}
