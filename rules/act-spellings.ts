/** The code of public contracts, whose year a text may leave out: 2006, 2016 or 2023. */
export const CONTRACTS = 'Codice dei contratti'
export const CONSTITUTION = 'Cost.'

/** The source of a pattern with its words in capitals replaced by the sources that they stand for. */
export const fill = (pattern: RegExp, parts: Readonly<Record<string, string>>): string =>
  Object.entries(parts).reduce((source, [word, part]) => source.replaceAll(word, () => part), pattern.source)

export const MONTHS =
  'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre'.split(' ')
const DAY = fill(/\d{1,2}[°º]?\s+(?:MONTH)\s+(?:del\s+)?\d{4}/, { MONTH: MONTHS.join('|') })
const DATE = fill(/(?:DAY|\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2}(?=\s*,?\s*n)))/, { DAY })

type Spelling = readonly [words: string, act: string]

/** Kinds of act as they are written, and how each is shortened; the longer spellings come first. */
const KINDS: readonly Spelling[] = [
  [/d\.?\s*l\.?\s*(?:gs|eg(?:\.?\s*vo|s)?|vo)\.?(?:\s*vo\.?)?|decreto\s+(?:legislativo|leg\.vo)/.source, 'D.Lgs.'],
  [/d\.?\s*p\.?\s*r\.?|decreto\s+del\s+presidente\s+della\s+repubblica/.source, 'D.P.R.'],
  [/d\.?\s*p\.?\s*c\.?\s*m\.?|decreto\s+del\s+presidente\s+del\s+consiglio(?:\s+dei\s+ministri)?/.source, 'D.P.C.M.'],
  [/d\.\s*m\.|dm|decreto\s+ministeriale/.source, 'D.M.'],
  [/d\.\s*l\.|dl|decreto[\s-]+legge/.source, 'D.L.'],
  [/r\.\s*d\.|rd|regio\s+decreto/.source, 'R.D.'],
  [/(?:legge|l\.)\s*cost(?:ituzionale|\.)/.source, 'L. cost.'],
  [/legge|l\s?\.|i\.(?=\s*n\.\s*\d+\s*\/)/.source, 'L.'],
]

/** Acts by a name of their own, the longer names first. */
const NAMES: readonly Spelling[] = [
  [/c\.\s?p\.\s?p\.?|cpp|cod(?:ice|\.)\s*(?:di\s+)?proc(?:edura|\.)\s*pen(?:ale|\.)/.source, 'c.p.p.'],
  [/c\.\s?p\.\s?c\.?|cpc|cod(?:ice|\.)\s*(?:di\s+)?proc(?:edura|\.)\s*civ(?:ile|\.)/.source, 'c.p.c.'],
  [/c\.\s?p\.\s?a\.|codice\s+del\s+processo\s+amministrativo/.source, 'D.Lgs. 104/2010'],
  [/c\.\s?c\.?|cc|cod(?:ice|\.)\s*civ(?:ile|\.)/.source, 'c.c.'],
  [/c\.\s?p\.?|cp|cod(?:ice|\.)\s*pen(?:ale(?!\s+militar)|\.)/.source, 'c.p.'],
  [
    /t\.?u\.?e\.?l\.?|(?:testo\s+unico|t\.\s?u\.)\s+(?:delle\s+leggi\s+sull['’]ordinamento\s+)?degli\s+enti\s+locali/
      .source,
    'D.Lgs. 267/2000',
  ],
  [/tupi|(?:testo\s+unico|t\.?u\.?)\s+(?:sul|del)\s+pubblico\s+impiego/.source, 'D.Lgs. 165/2001'],
  [/cad|codice\s+dell['’]\s?amministrazione\s+digitale/.source, 'D.Lgs. 82/2005'],
  [
    /gdpr|rgpd|regolamento\s+(?:(?:europeo|generale|ue)\s+)*sulla\s+protezione\s+dei\s+dati|2016\s?\/\s?679|679\s?\/\s?(?:20)?16/
      .source,
    'Reg. UE 2016/679',
  ],
  [/codice\s+(?:della|sulla)\s+privacy|codice\s+in\s+materia\s+di\s+protezione\s+dei\s+dati/.source, 'D.Lgs. 196/2003'],
  [
    /codice\s+di\s+comportamento\s+dei\s+(?:dipendenti\s+(?:pubblici|dell[ea]\s+p(?:ubblic[a-z]+|\.?a\.?))|pubblici\s+dipendenti)/
      .source,
    'D.P.R. 62/2013',
  ],
  [/codice\s+(?:dei\s+contratti|degli\s+appalti)(?:\s+pubblici)?/.source, CONTRACTS],
  [/codice\s+della\s+strada/.source, 'D.Lgs. 285/1992'],
  [/codice\s+antimafia/.source, 'D.Lgs. 159/2011'],
  [/codice\s+del\s+consumo/.source, 'D.Lgs. 206/2005'],
  [/codice\s+dell['’]\s?ordinamento\s+militare/.source, 'D.Lgs. 66/2010'],
  [/codice\s+dei\s+beni\s+culturali/.source, 'D.Lgs. 42/2004'],
  [/statuto\s+dei\s+lavoratori/.source, 'L. 300/1970'],
  [/t\.?u\.?l\.?p\.?s\.?|testo\s+unico\s+delle\s+leggi\s+di\s+pubblica\s+sicurezza/.source, 'R.D. 773/1931'],
  [/tfue|trattato\s+sul\s+funzionamento\s+dell['’]\s?(?:unione(?:\s+europea)?|ue)/.source, 'TFUE'],
  [/tue|trattato\s+sull['’]\s?(?:unione\s+europea|ue)/.source, 'TUE'],
  [/carta\s+dei\s+diritti\s+fondamentali(?:\s+dell['’]\s?unione(?:\s+europea)?)?/.source, 'Carta UE'],
  ['costituzione|cost\\.?', CONSTITUTION],
  [/241\s?\/\s?(?:19)?90/.source, 'L. 241/1990'],
  [/legge\s+di\s+contabilità(?:\s+e\s+(?:di\s+)?finanza\s+pubblica)?/.source, 'L. 196/2009'],
]

const spelt = (spellings: readonly Spelling[]) =>
  spellings.map(([words, act]) => [new RegExp(`^(?:${words})$`, 'i'), act] as const)
const KIND_TESTS = spelt(KINDS)
const NAME_TESTS = spelt(NAMES)
const alternatives = (spellings: readonly Spelling[]) => spellings.map(([words]) => words).join('|')

/** The short form of a kind of act, and the act of a name, as `ACT` matched them. */
export const kindOf = (words: string): string => KIND_TESTS.find(([test]) => test.test(words))?.[1] ?? 'L.'
export const actOfName = (words: string): string | undefined => NAME_TESTS.find(([test]) => test.test(words))?.[1]

/** Subject of a law before its number: «legge di contabilità n. 196/2009». */
const ABOUT = /(?:(?:di|sul|sulla|sui|sugli|quadro|delega)\s[^.,;:()\d]{1,60}?\s(?=n\.\s*\d+\s*\/))?/.source
const NUMBER = /(?:n(?:um\.|umero|\.|[°º])?\s*)?(?<number>\d{1,4})/.source
const YEAR = fill(
  /\s*\/\s*(?<year>\d{4}|\d{2})|\s*,?\s*del(?:l['’]anno)?\s+(?:(?<after>DATE)|(?<of>\d{4}))|\s+(?<spaced>DAY)/,
  { DATE, DAY },
)
const NUMBERED = fill(
  /(?<kind>KIND)\s*[.,]?\s*ABOUT(?:\(?(?:del\s+)?(?:(?<dated>DATE)|(?<lead>\d{4})(?=\s*,?\s*n\.))\)?\s*[,-]?\s*)?(?:del\s+)?NUMBER(?:YEAR)?(?![\d/])/,
  { KIND: alternatives(KINDS), ABOUT, DATE, NUMBER, YEAR },
)
const MARK = /(?:europeo|comunitario|\(?(?:ue|ce|cee|u\.\s?e\.)\)?)/.source
const OF_UNION = fill(
  /(?<union>regolamento|reg\.|direttiva|dir\.)\s*(?<marked>(?:MARK[\s/]*)*)(?:n\.?\s*)?(?<first>\d{1,4})\s*\/\s*(?<second>\d{1,4})(?<suffix>\s*\/\s*\(?(?:ue|ce|cee)(?![a-zà-ÿ])\)?)?(?!\d)/,
  { MARK },
)

/** Places where `ACT` may match: its first letters, which a scan finds ten times as fast as all spellings. */
export const ACT_START =
  /(?<![a-zà-ÿ\d.](?<!\bdel))(?:d\.|d\s?l|d\s?p|dm|decr|legge|l\s?\.|i\.|r\.|r[dg]|reg|dir|c\.|c[cp]|cod|cost|t\.?[uf]|testo|trat|carta|cad|gdpr|2016|241|679|stat)/gi
/** An act of the State by kind, number and year, one of the Union by its number, or one by its name. */
export const ACT = new RegExp(`${NUMBERED}|${OF_UNION}|(?<name>${alternatives(NAMES)})(?![a-zà-ÿ\\d])`, 'iy')

const LATIN =
  /(?:[\s-]*(?:bis|ter|quater|quinqui?es|sexies|septies|octies|novies|nonies|(?:un|duo|ter|quater|quin|quinquies|sex|septies|octies|novies)?decies)(?:\.\d)?(?![a-zà-ÿ]))?/
    .source
const PART = /(?:comm[ai]|co\.?(?=\s*\d)|par(?:agraf[oi]|t?\.)?|§|letter[ae]|lett\.?|punt[oi]|n\.|c\.(?=\s*\d))/.source
const VALUE = fill(
  /(?:da\s+\d+\s+a\s+\d+|\(?[a-z]{1,2}(?:-bis)?\)|[a-z](?![a-zà-ÿ.])|\d+[°º]?(?!\s?\/)LATIN|[ivx]+(?![a-zà-ÿ]))/,
  { LATIN },
)
const ORDINAL = /(?:primo|secondo|terzo|quarto|quinto|sesto|settimo|ultimo|[ivx]+|\d[°º])/.source
/** Paragraph, letter and number of an article, as they follow it. */
export const TAIL = new RegExp(
  fill(
    /[\s,–-]*(?:e\s+)?(?:PART\s*VALUE(?:(?:\s*,\s*|\s+e\s+|\s*-\s*)VALUE(?![a-zà-ÿ.]))*|ORDINAL\s*(?:comma|co\.|periodo|paragrafo)|(?:e\s+)?(?:seguenti|ss\.?)(?![a-zà-ÿ]))/,
    { PART, VALUE, ORDINAL },
  ),
  'iy',
)
/** «art. 21-bis», and the first of «artt. 3 e 4». */
export const ARTICLE = new RegExp(
  fill(/(?<![a-zà-ÿ])(?:(?<many>artt\.?|articoli)|art\.?|articolo)\s*(?:n\.\s*)?(?<first>\d{1,4}LATIN)(?![\d/])/, {
    LATIN,
  }),
  'gi',
)
/** A further article of a list. */
export const FURTHER = new RegExp(
  fill(/\s*(?:,|,?\s+e|,?\s+ed|,?\s+o|-)\s*(?:artt?\.?\s*)?(?<next>\d{1,4}LATIN)(?!\s*(?:\/|\d|\)|giorni|anni|mesi))/, {
    LATIN,
  }),
  'iy',
)
