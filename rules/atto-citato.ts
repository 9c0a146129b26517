/** Kinds of act as they are written, and how each is shortened; the longer spellings come first. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^d\.?\s*l(gs|eg)|^decreto\s+leg/, 'D.Lgs.'],
  [/^d\.?\s*p\.?\s*r|^decreto\s+del/, 'D.P.R.'],
  [/^d\.?\s*l|^decreto[\s-]+legge/, 'D.L.'],
]
const WORDS = [
  String.raw`d\.?\s*l(?:gs|eg)\.?(?:vo)?`,
  'decreto\\s+legislativo',
  String.raw`d\.?\s*p\.?\s*r\.?`,
  'decreto\\s+del\\s+presidente\\s+della\\s+repubblica',
  'decreto[\\s-]+legge',
  String.raw`d\.?\s*l\.`,
  'legge',
  String.raw`l\.`,
].join('|')
/** «legge 7 agosto 1990, n. 241», «L. n. 241/1990», «d.lgs. 165 del 2001». */
const CITED = new RegExp(
  String.raw`(?<![\p{L}.])(${WORDS})\s*(?:\d{1,2}°?\s+\p{L}+\s+(\d{4})\s*,?\s*)?(?:n\.?\s*)?(\d{1,4})(?:\s*(?:/|del)\s*(\d{4}|\d{2}))?(?!\d)`,
  'iu',
)

/** The first act that a text cites with number and year, in short: «L. 241/1990». Null where it cites none so. */
export function citedAct(text: string): string | null {
  const found = CITED.exec(text)
  const [, kind, dated, number, after] = found ?? []
  const year = dated ?? after
  if (kind === undefined || number === undefined || year === undefined) return null
  const short = KINDS.find(([known]) => known.test(kind.toLowerCase()))?.[1] ?? 'L.'
  return `${short} ${Number(number)}/${year.length === 2 ? fullYear(Number(year)) : year}`
}

const fullYear = (short: number): number => (short > 40 ? 1900 : 2000) + short
