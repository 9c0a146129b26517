/**
 * Page of a list: `start` is the first element (0-based), `size` how many, by default 10, at most 100 (spec §9, D17b).
 */
export const PAGE_SIZE = 10
const MAX_PAGE_SIZE = 100
/** Words of a search that count. */
const MAX_TERMS = 12

export const readPaging = (query: { start?: number | undefined; size?: number | undefined }) => ({
  start: query.start ?? 0,
  size: Math.min(MAX_PAGE_SIZE, Math.max(1, query.size ?? PAGE_SIZE)),
})

/** Splits a search into words without case and accents; a hit holds every one of them. */
export function readTerms(search: string | undefined): string[] {
  const plain = (search ?? '').normalize('NFD').replace(/\p{M}/gu, '').replace(/[’‘ʼ]/g, "'").toLowerCase()
  return plain.split(/\s+/).filter(Boolean).slice(0, MAX_TERMS)
}

/** SQL twin of the same folding, equal in every collation: letters are ASCII once marks are gone. */
const fold = (expression: string): string =>
  `translate(lower(regexp_replace(normalize(${expression}, nfd), '[\\u0300-\\u036f]', '', 'g')), '’‘ʼ', '''''''')`

/** SQL condition: each term of the array parameter is somewhere in the text. A term is data, never a pattern. */
export const holdsAll = (expression: string, param: string): string =>
  `not exists (select 1 from (select ${fold(expression)} as folded offset 0) x, unnest(${param}::text[]) t
     where strpos(x.folded, t) = 0)`

/**
 * SQL condition for words of the same family (rules/name-search) [SC27]: `costituzione` in `Diritto costituzionale`.
 * Callers use it where `holdsAll` finds nothing.
 */
export const holdsNear = (expression: string, param: string): string =>
  `not exists (select 1 from (select ${fold(expression)} as folded offset 0) x, unnest(${param}::text[]) t
     where strpos(x.folded, t) = 0 and not exists (
       select 1 from regexp_split_to_table(x.folded, '[^[:alnum:]]+') w,
         lateral (select greatest(length(w), length(t)) as long) l,
         lateral (select greatest(4, case when long <= 6 then long - 1 else (2 * long + 2) / 3 end) as n) s
       where least(length(w), length(t)) >= n and left(w, n) = left(t, n)))`

/** SQL rank of a found name: 2 is just the searched words, 1 holds them as typed, else 0. */
export const nameRank = (name: string, param: string): string =>
  `(select (f.folded = array_to_string(${param}::text[], ' '))::int
         + (strpos(f.folded, array_to_string(${param}::text[], ' ')) > 0)::int from (select ${fold(name)} as folded) f)`

/** Italian alphabetical order: collations differ between builds of the database (decision 0001). */
export const ALFABETO = new Intl.Collator('it', { sensitivity: 'base', numeric: true })
