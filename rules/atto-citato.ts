import {
  ACT,
  ACT_START,
  ARTICLE,
  actOfName,
  CONSTITUTION,
  CONTRACTS,
  FURTHER,
  fill,
  kindOf,
  MONTHS,
  TAIL,
} from './act-spellings.ts'

/**
 * An act with the articles of it that a text cites, as printed («21-bis»; «All. I.1, art. 3» where the article is an annex's).
 * `data`: the act's day where the text gives it (ISO). /
 */
export type CitedAct = { atto: string; data: string | null; articoli: string[] }

type Mention = { start: number; end: number; atto: string; data: string | null; named: boolean }
type Article = { start: number; end: number; articoli: string[]; atto: string | null }
type Groups = Record<string, string | undefined>

/** Acts that a text cites, each once, in their order, with their own articles [LN1][LN2]. */
export function citedActs(written: string): CitedAct[] {
  const text = written.replace(/\s+/g, ' ')
  const mentions = mergeNames(text, findActs(text))
  if (mentions.length === 0) return []
  const cited = new Map<string, CitedAct>()
  for (const { atto, data } of mentions) {
    const known = cited.get(atto)
    if (known) known.data ??= data
    else cited.set(atto, { atto, data, articoli: [] })
  }
  for (const { atto, articoli } of linkArticles(text, findArticles(text), mentions)) {
    const act = atto === null ? undefined : cited.get(atto)
    for (const articolo of articoli) if (act && !act.articoli.includes(articolo)) act.articoli.push(articolo)
  }
  return [...cited.values()]
}

/** The first act that a text cites, in short: «L. 241/1990», «c.p.». Null without one. */
export const citedAct = (text: string): string | null => citedActs(text)[0]?.atto ?? null

/**
 * The norm that a text is about, in words: the first act, with its article where the text cites a single one. Null without any.
 */
export function citedNorm(text: string): string | null {
  const [first] = citedActs(text)
  return first ? normName(first.atto, first.articoli.length === 1 ? first.articoli[0] : undefined) : null
}

/** «art. 7 L. 241/1990», or the act alone. */
export const normName = (atto: string, articolo?: string): string =>
  articolo === undefined ? atto : `${/^\d/.test(articolo) ? 'art. ' : ''}${articolo} ${atto}`

function findActs(text: string): Mention[] {
  const found: Mention[] = []
  let from = 0
  for (const { index } of text.matchAll(ACT_START)) {
    if (index < from) continue
    ACT.lastIndex = index
    const match = ACT.exec(text)
    if (!match) continue
    const groups = (match.groups ?? {}) as Groups
    const place = { start: match.index, end: match.index + match[0].length }
    const act = groups.kind ? numbered(groups) : groups.union ? ofUnion(groups) : named(text, place, groups.name ?? '')
    if (!act) continue
    found.push({ ...place, data: null, named: groups.name !== undefined, ...act })
    from = place.end
  }
  return found
}

const HELD_BY: Readonly<Record<string, string>> = {
  'R.D. 262/1942': 'c.c.',
  'R.D. 1398/1930': 'c.p.',
  'R.D. 1443/1940': 'c.p.c.',
  'D.P.R. 447/1988': 'c.p.p.',
}

function numbered({
  kind = '',
  number,
  dated,
  lead,
  after,
  spaced,
  year,
  of: ofYear,
}: Groups): Pick<Mention, 'atto' | 'data'> | null {
  const data = isoDate(dated ?? after ?? spaced)
  const of = data?.slice(0, 4) ?? (year?.length === 2 ? String(fullYear(Number(year))) : (year ?? ofYear ?? lead))
  if (of === undefined || Number(of) < 1861 || Number(of) > 2100) return null
  const atto = `${kindOf(kind)} ${Number(number)}/${of}`
  return { atto: HELD_BY[atto] ?? atto, data }
}

const fullYear = (short: number): number => (short > 40 ? 1900 : 2000) + short

/** «7 agosto 1990», «07/08/1990» to `1990-08-07`. */
function isoDate(text: string | undefined): string | null {
  if (text === undefined) return null
  const [day = '', month = '', year = ''] = text
    .toLowerCase()
    .replace(/\bdel\s/, '')
    .split(/[\s./-]+/)
  const place = MONTHS.indexOf(month) + 1 || Number(month)
  return `${year.length === 2 ? fullYear(Number(year)) : year}-${String(place).padStart(2, '0')}-${String(Number.parseInt(day, 10)).padStart(2, '0')}`
}

/** Acts of the Union go by year and number since 2015; before, a regulation's number came first. */
function ofUnion({ union = '', marked, suffix, first = '', second = '' }: Groups): Pick<Mention, 'atto'> | null {
  if (!marked && !suffix) return null
  const isYear = (n: string) => /^(?:19|20)\d\d$/.test(n)
  const regulation = union.toLowerCase().startsWith('reg')
  const [year, number] = isYear(first) ? [first, second] : [second, first]
  const whole = year.length === 2 ? String(fullYear(Number(year))) : year
  return isYear(whole) ? { atto: `${regulation ? 'Reg' : 'Dir'}. UE ${whole}/${Number(number)}` } : null
}

/** A name that is short, or also a common word, counts only where an act must stand. */
function named(
  text: string,
  { start, end }: { start: number; end: number },
  name: string,
): Pick<Mention, 'atto'> | null {
  const atto = actOfName(name)
  if (atto === undefined) return null
  const before = text.slice(Math.max(0, start - 40), start)
  const ofArticle =
    /\d[\s,]*(?:[-\s]?(?:bis|ter|quater|[a-z]+ies))?[\s,)–-]*(?:(?:comma|co\.)\s?\d+[\s,]*|(?:e\s+)?ss\.?\s*)?(?:del(?:la)?\s+)?$/i.test(
      before,
    )
  if (atto === CONSTITUTION) return isConstitution(text, start, end, name, ofArticle) ? { atto } : null
  if (/^(?:cc|cp|cpp|cpc|c\.\s?c|c\.\s?p)$/i.test(name) && !ofArticle) return null
  if (/^(?:cad|tue)$/i.test(name) && name !== name.toUpperCase()) return null
  if (/^cad$/i.test(name) && !ofArticle && !/amministrazion|digital|elettronic|\bart/i.test(text)) return null
  return { atto }
}

function isConstitution(text: string, start: number, end: number, name: string, ofArticle: boolean): boolean {
  if (/^cost\.?$/i.test(name))
    return ofArticle || (name.endsWith('.') && /(?:della|dalla|\()\s*$/i.test(text.slice(0, start)))
  const after = text.slice(end, end + 30)
  if (/^\s*(?:italiana|della\s+repubblica(?!\s+(?:federale|popolare)))/i.test(after)) return true
  if (ELSEWHERE.test(after)) return false
  if (ofArticle) return true
  const before = text.slice(Math.max(0, start - 40), start)
  return name[0] === 'C' ? THE.test(before) : ACCORDING.test(before)
}
/** Another country's constitution, or the constituting of something. */
const ELSEWHERE =
  /^\s*(?:di\s|d['’]|degli\s|dei\s|del(?:la|le|lo)?\s|dell['’]|europea|americana|francese|tedesca|spagnola|in\s+giudizio|federale)/i
const THE = /(?:^|[^a-zà-ÿ])(?:della|dalla|nella|la|alla|sulla|in|secondo)\s+(?:nostra\s+|vigente\s+|attuale\s+)?$|\($/i
const ACCORDING = /(?:secondo\s+la|base\s+alla|sensi\s+della|norma\s+della|dalla)\s+$/i

const NUMBERED_ACT = /\d\/\d{4}$|UE \d/
const SAME_ACT =
  /^[\s,"“”«»']*(?:\(|\[|-|–|—|:)?[\s"“«']*(?:(?:di\s+cui|approvat[oa]|emanat[oa]|adottat[oa]|recante|cosiddetto|c\.d\.|cd\.?|ovvero|ossia|nuovo|ex|il|al|con|dal|nel|e\s+s\.?\s?m\.?\s?i\.?)[\s,]*)*["“«'(]*$/i

/** A code beside the act that holds it is that act: «Codice dei contratti pubblici (D.Lgs. 50/2016)» [LN3]. */
function mergeNames(text: string, mentions: Mention[]): Mention[] {
  return mentions.map((mention, place) => {
    if (!mention.named || !(NUMBERED_ACT.test(mention.atto) || mention.atto === CONTRACTS)) return mention
    const beside = [mentions[place + 1], mentions[place - 1]].find((other) => {
      if (!other || other.named) return false
      const gap = text.slice(Math.min(mention.end, other.end), Math.max(mention.start, other.start))
      return SAME_ACT.test(gap)
    })
    return beside ? { ...mention, atto: beside.atto, data: beside.data } : mention
  })
}

const ANNEX_BEFORE = /\ball(?:egato|\.)\s*(?:n\.\s*)?([\divxabc]+(?:[./]\d+)*)\s*,?\s*$/i
const ANNEX_AFTER =
  /^\s*,?\s*(?:del(?:l['’])?\s*|al(?:l['’])?\s*)?\s*all(?:egato|\.)\s*(?:n\.\s*)?([\divxabc]+(?:[./]\d+)*)/i

function findArticles(text: string): Article[] {
  return [...text.matchAll(ARTICLE)].map((match) => {
    const start = match.index
    const numbers = [match.groups?.first ?? '']
    let end = skipTail(text, start + match[0].length)
    const many = match.groups?.many !== undefined
    for (let next = many ? further(text, end) : null; next; next = further(text, end)) {
      numbers.push(next.number)
      end = skipTail(text, next.end)
    }
    const before = ANNEX_BEFORE.exec(text.slice(Math.max(0, start - 30), start))
    const after = ANNEX_AFTER.exec(text.slice(end, end + 40))
    if (after) end += after[0].length
    const annex = before?.[1] ?? after?.[1]
    const articoli = numbers.map(plainNumber).map((n) => (annex ? `All. ${annex.toUpperCase()}, art. ${n}` : n))
    return { start, end, articoli, atto: null }
  })
}

/** «21 BIS» to «21-bis». */
const plainNumber = (number: string): string =>
  number
    .toLowerCase()
    .replace(/^0+(?=\d)/, '')
    .replace(/^(\d+)[\s-]*(?=[a-z])/, '$1-')

function skipTail(text: string, from: number): number {
  let end = from
  for (;;) {
    TAIL.lastIndex = end
    const part = TAIL.exec(text)
    if (!part || part[0] === '') return end
    end += part[0].length
  }
}

function further(text: string, from: number): { number: string; end: number } | null {
  FURTHER.lastIndex = from
  const next = FURTHER.exec(text)
  return next ? { number: next.groups?.next ?? '', end: from + next[0].length } : null
}

/** A heading or a quotation between an article and its act. */
const HEADING = /(?:\([^()]{3,160}\)|["“«][^"“”«»]{3,200}["”»])?/.source
const OF =
  /(?:de[li]|dal|dalla|dall['’]|della|dello|dell['’]|delle|di\s+cui|d[ie]|nel|nella|al|alla|all['’]|il|la|nuov[oa]|vigente|citat[oa]|predett[oa]|suddett[oa]|stess[oa]|medesim[oa]|richiamat[oa]|c\.d\.|cosiddett[oa]|testo\s+unico|t\.u\.|regolamento|reg\.|ue|ss|seguenti|successive\s+modific[a-zà-ÿ]+|e)/
    .source
const TOWARDS = new RegExp(
  fill(/^[\s,;.]*HEADING[\s,;:()[\]«»"“”–-]*(?:OF(?:(?<=['’.])|(?![a-zà-ÿ]))[\s.,]*)*[\s([«"“]*$/, { HEADING, OF }),
  'i',
)
const UPDATED =
  /(?:e\s+)?(?:s\.?\s?m\.?\s?e?\s?i\.?|ss?\.?\s?mm\.?\s*(?:e\s*)?(?:ii\.?)?|successive\s+modific[a-zà-ÿ]+(?:\s+ed?\s+integrazioni)?)/
    .source
const BACK = new RegExp(
  fill(
    /^[\s,;]*HEADING[\s,;)\]]*(?:UPDATED)?[\s,;:()[\]«»"“”–-]*(?:(?:all|nell|dall|l)['’]|agli|negli|gli|che\s+all['’])?\s*$/,
    { HEADING, UPDATED },
  ),
  'i',
)
const JOINED = new RegExp(
  fill(/^[\s,;]*HEADING[\s,;]*(?:e|ed|o|-|–|nonché|dell['’]|all['’])?(?:\s*(?:dell|all)['’])?\s*$/, { HEADING }),
  'i',
)
/** Words after an article that belongs to a source outside the acts of the text. */
const OTHER_SOURCE =
  /^[\s,]*(?:(?:del(?:la|lo|le)?|dei|degli|di)\s+|dell['’]\s?)(?!(?:medesim|stess|predett|citat|suddett|sopra|presente|tale)|(?:codice|legge|decreto|regolamento|testo\s+unico|trattato)(?:\s+(?:stess|medesim)[oa])?[\s,.:;?)]*(?:$|[,.:;?)]))/i

/** Longest gap between an article and its act, characters. */
const FARTHEST = 320

/** Links each article to the act beside it; further off, only to the single act cited before it. */
function linkArticles(text: string, articles: Article[], mentions: readonly Mention[]): Article[] {
  const gap = (from: number, to: number) => (to - from > FARTHEST ? '#' : text.slice(from, to))
  const [single] = new Set(mentions.map((m) => m.atto)).size === 1 ? mentions : []
  for (const article of articles) {
    const next = mentions.find((m) => m.start >= article.end)
    const last = mentions.findLast((m) => m.end <= article.start)
    if (next && TOWARDS.test(gap(article.end, next.start))) article.atto = next.atto
    else if (last && BACK.test(gap(last.end, article.start))) article.atto = last.atto
  }
  for (let i = articles.length - 2; i >= 0; i--) joinTo(articles[i], articles[i + 1])
  for (let i = 1; i < articles.length; i++) joinTo(articles[i], articles[i - 1])
  for (const article of articles)
    if (single && article.atto === null && single.start < article.start && !OTHER_SOURCE.test(text.slice(article.end)))
      article.atto = single.atto
  return articles

  function joinTo(article: Article | undefined, other: Article | undefined): void {
    if (!article || !other || article.atto !== null || other.atto === null) return
    const [first, second] = article.start < other.start ? [article, other] : [other, article]
    if (JOINED.test(gap(first.end, second.start))) article.atto = other.atto
  }
}
