import type { AreaGeografica, TipoEnte } from '#rules/bando'
import { parseIso } from '#rules/dates'
import { addDays, isDay, italianInstant, startOfItalianDay } from '#rules/italian-day'
import { normalizeText } from '#rules/text'

/** The names under which files carry each field. */
const FIELDS: Record<string, readonly string[]> = {
  nome: ['nome', 'titolo', 'bando', 'concorso', 'oggetto'],
  ente: ['ente', 'amministrazione', 'ente bandente'],
  descrizione: ['descrizione'],
  tipo_ente: ['tipo ente', 'tipologia ente'],
  livello_istruzione: ['livello istruzione', 'istruzione', 'titolo di studio'],
  settore: ['settore'],
  area_geografica: ['area geografica', 'area'],
  regione: ['regione'],
  posti: ['posti', 'numero posti', 'n. posti'],
  scadenza: ['scadenza', 'data scadenza', 'termine'],
  in_evidenza: ['in evidenza', 'evidenza'],
  pagina_ufficiale: ['pagina ufficiale', 'url', 'link', 'indirizzo'],
  banche: ['banche', 'banche dati', 'id concorso'],
}
const BY_NAME = new Map(Object.entries(FIELDS).flatMap(([field, names]) => names.map((name) => [name, field])))

/** Returns the field of a column; null for an ignored one. */
export const fieldOf = (name: string): string | null =>
  BY_NAME.get(normalizeText(name.replaceAll('_', ' ')).trim()) ?? null

const REGIONS: Record<AreaGeografica, readonly string[]> = {
  nazionale: ['tutta italia', 'italia', 'nazionale'],
  'nord-ovest': ['piemonte', "valle d'aosta", 'liguria', 'lombardia'],
  'nord-est': [
    'veneto',
    'trentino alto adige',
    'trentino-alto adige',
    'trentino-alto adige/sudtirol',
    'friuli venezia giulia',
    'friuli-venezia giulia',
    'emilia romagna',
    'emilia-romagna',
  ],
  centro: ['toscana', 'umbria', 'marche', 'lazio'],
  sud: ['abruzzo', 'molise', 'campania', 'puglia', 'basilicata', 'calabria'],
  isole: ['sicilia', 'sardegna'],
}
/** The area of a region, by its name without accents in lower case. */
export const AREA_OF_REGION: ReadonlyMap<string, AreaGeografica> = new Map(
  Object.entries(REGIONS).flatMap(([area, regions]) => regions.map((r) => [r, area as AreaGeografica] as const)),
)

/** Names that only one kind of body has. */
const BODIES: readonly [TipoEnte, RegExp][] = [
  [
    'azienda-sanitaria',
    /^(azienda (unita )?(sanitaria|ospedalier|socio|usl)|a\.?s\.?l\b|a\.?s\.?s\.?t\b|ausl\b|ulss\b|ospedale)/,
  ],
  ['universita', /^(universita|libera universita|politecnico|scuola normale)/],
  [
    'ente-locale',
    /^(comune|citta metropolitana|unione (dei |di |montana )?|provincia|comunita montana|roma capitale)\b/,
  ],
  ['regione', /^regione\b/],
  ['ministero', /^ministero\b/],
  ['agenzia', /^agenzia (delle|del|nazionale|per|italiana)\b/],
  ['scuola', /^(istituto comprensivo|liceo|istituto di istruzione)\b/],
]

/** Returns the kind of a body by its name, where the name leaves no doubt. */
export function deduceTipoEnte(ente: string): TipoEnte | null {
  const name = normalizeText(ente)
  return BODIES.find(([, pattern]) => pattern.test(name))?.[0] ?? null
}

/**
 * Parses the instant of a deadline. A day (`31/12/2026`, `2026-12-31`) lasts until its last millisecond in Italy. A day
 * and an hour are on Italian clocks, an instant has its offset. Returns null for anything else.
 */
export function readDeadline(written: string): number | null {
  if (/T.*(Z|[+-]\d\d:\d\d)$/.test(written)) return parseIso(written)
  const [, d, m, y, h, min] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?:[ T](\d{1,2})[:.](\d\d))?$/.exec(written) ?? []
  const [, iso, ih, imin] = /^(\d{4}-\d\d-\d\d)(?:[ T](\d{1,2})[:.](\d\d)(?::\d\d)?)?$/.exec(written) ?? []
  const day = iso ?? (y === undefined ? '' : `${y}-${m?.padStart(2, '0')}-${d?.padStart(2, '0')}`)
  if (!isDay(day)) return null
  const hour = h ?? ih
  if (hour === undefined) return startOfItalianDay(addDays(day, 1)) - 1
  const [hours, minutes] = [Number(hour), Number(min ?? imin)]
  return hours > 23 || minutes > 59 ? null : italianInstant(day, hours, minutes)
}
