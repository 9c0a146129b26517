import { addDays, daysBetween, italianDay, startOfItalianDay } from './italian-day.ts'
import { normalizeText } from './text.ts'

/** Kinds of body, levels of education, sectors and areas by which calls are filtered (spec §2). */
export const TIPI_ENTE = [
  'ministero',
  'agenzia',
  'regione',
  'ente-locale',
  'azienda-sanitaria',
  'scuola',
  'universita',
  'forza-di-polizia',
] as const
export const LIVELLI_ISTRUZIONE = ['licenza-media', 'diploma', 'laurea-triennale', 'laurea-magistrale'] as const
export const SETTORI = [
  'amministrativo',
  'contabile',
  'informatico',
  'tecnico',
  'istruzione',
  'sanita',
  'sicurezza',
] as const
export const AREE_GEOGRAFICHE = ['nazionale', 'nord-ovest', 'nord-est', 'centro', 'sud', 'isole'] as const

export type TipoEnte = (typeof TIPI_ENTE)[number]
export type LivelloIstruzione = (typeof LIVELLI_ISTRUZIONE)[number]
export type Settore = (typeof SETTORI)[number]
export type AreaGeografica = (typeof AREE_GEOGRAFICHE)[number]

/** Facts of a call that a filter reads; null is an unknown one. */
export type BandoFacts = {
  nome: string
  ente: string
  tipo_ente: TipoEnte | null
  livello_istruzione: LivelloIstruzione | null
  settore: Settore | null
  area_geografica: AreaGeografica | null
  in_evidenza: boolean
  /** ISO 8601 instant. */
  scadenza: string
}

/** The six filters of the screen (spec §2) and its words; null asks nothing. */
export type BandoFilter = {
  tipo_ente: TipoEnte | null
  livello_istruzione: LivelloIstruzione | null
  settore: Settore | null
  area_geografica: AreaGeografica | null
  /** Expires within this many days, today included. */
  giorni: number | null
  in_evidenza: boolean
  search: string
}
export const NO_BANDO_FILTER: BandoFilter = {
  tipo_ente: null,
  livello_istruzione: null,
  settore: null,
  area_geografica: null,
  giorni: null,
  in_evidenza: false,
  search: '',
}

/**
 * Days to a deadline on an Italian calendar: 0 on its last day, whatever the hour, the season and the zone of the device.
 * Negative once that day is over [BA3].
 */
export const daysToExpiry = (scadenza_ms: number, now_ms: number): number =>
  daysBetween(italianDay(now_ms), italianDay(scadenza_ms))

/** True after the deadline; the instant itself is still in time. */
export const isExpired = (scadenza_ms: number, now_ms: number): boolean => scadenza_ms < now_ms

/** The first instant that is too late for "within `giorni` days": the Italian midnight after the last of them. */
export const expiryLimit = (giorni: number, now_ms: number): number =>
  startOfItalianDay(addDays(italianDay(now_ms), giorni + 1))

/** Prepares a filter once for many calls: the open calls that pass it [SC22][BA4]. */
export function bandoFilter(f: BandoFilter, now_ms: number): (b: BandoFacts) => boolean {
  const limit = f.giorni === null ? Number.POSITIVE_INFINITY : expiryLimit(f.giorni, now_ms)
  const words = normalizeText(f.search).split(' ').filter(Boolean)
  return (b) => {
    const scadenza_ms = Date.parse(b.scadenza)
    if (isExpired(scadenza_ms, now_ms) || scadenza_ms >= limit) return false
    if (f.in_evidenza && !b.in_evidenza) return false
    if (f.tipo_ente !== null && b.tipo_ente !== f.tipo_ente) return false
    if (f.livello_istruzione !== null && b.livello_istruzione !== f.livello_istruzione) return false
    if (f.settore !== null && b.settore !== f.settore) return false
    if (f.area_geografica !== null && b.area_geografica !== f.area_geografica) return false
    if (words.length === 0) return true
    const text = normalizeText(`${b.nome} ${b.ente}`)
    return words.every((word) => text.includes(word))
  }
}

/** Most calls of one page of the list. */
export const BANDI_PER_PAGINA = 500
