import type { Filtro, MatchMode, SearchOrder } from '#rules/filtro'
import { isLivello, type Livello } from '#rules/livello'
import { readNumbers, readOfficial } from '../../../domain/hrefs.ts'

/** Choices of the person on the screen of a bank. An empty list filters nothing. */
export type BancaFilters = {
  livelli: readonly Livello[]
  soloPreferiti: boolean
  /** Null until the person chooses one; a tab opens with its own order. */
  ordine: SearchOrder | null
  testo: string
  corrispondenza: MatchMode
  materie: readonly number[]
  /** Official positions; null at the bank's own ends. */
  da: number | null
  a: number | null
}

export const NO_BANCA_FILTERS: BancaFilters = {
  livelli: [],
  soloPreferiti: false,
  ordine: null,
  testo: '',
  corrispondenza: 'ALL',
  materie: [],
  da: null,
  a: null,
}

export const BANCA_ORDINI: readonly SearchOrder[] = ['UFFICIALE', 'MATERIE', 'CASUALE', 'ALFABETICO', 'ESATTE']
const MAX_TEXT = 200

/** Parses the filters of an address [RT37]; leaves out a value that it cannot parse. */
export function parseBancaFilters(search: string): BancaFilters {
  const query = new URLSearchParams(search)
  const ordine = query.get('ordine')
  return {
    livelli: readNumbers(query.get('livelli')).filter(isLivello),
    soloPreferiti: query.get('preferite') === '1',
    ordine: BANCA_ORDINI.find((o) => o === ordine) ?? null,
    testo: (query.get('parole') ?? '').slice(0, MAX_TEXT),
    corrispondenza: query.get('trova') === 'ANY' ? 'ANY' : 'ALL',
    materie: readNumbers(query.get('materie')).filter((n) => n !== 0),
    da: readOfficial(query.get('ix_start')),
    a: readOfficial(query.get('ix_end')),
  }
}

/** Writes the filters as an address, without the bank and without the defaults. */
export function formatBancaFilters(f: BancaFilters): string {
  const query = new URLSearchParams()
  if (f.livelli.length > 0) query.set('livelli', f.livelli.join(','))
  if (f.soloPreferiti) query.set('preferite', '1')
  if (f.ordine !== null) query.set('ordine', f.ordine)
  if (f.testo.trim() !== '') query.set('parole', f.testo.trim())
  if (f.corrispondenza !== NO_BANCA_FILTERS.corrispondenza) query.set('trova', f.corrispondenza)
  if (f.materie.length > 0) query.set('materie', f.materie.join(','))
  if (f.da !== null) query.set('ix_start', String(f.da))
  if (f.a !== null) query.set('ix_end', String(f.a))
  return query.toString()
}

/** Returns the store's filter. `materie` are all the subjects of the bank; a choice of all of them filters nothing. */
export function toBancaFiltro(id_concorso: number, f: BancaFilters, materie: readonly number[]): Filtro {
  const chosen = f.materie.filter((id) => materie.includes(id))
  const all = chosen.length === 0 || chosen.length === materie.length
  return {
    id_concorso,
    ...(f.testo.trim() !== '' && { testo: f.testo.trim(), corrispondenza: f.corrispondenza }),
    ...(!all && { materie: chosen }),
    ...(f.livelli.length > 0 && { livelli: f.livelli }),
    ...(f.soloPreferiti && { soloPreferiti: true }),
    ...(f.da !== null && { ix_start: f.da }),
    ...(f.a !== null && { ix_end: f.a }),
  }
}

/** Returns true where anything is filtered; the order is no filter. */
export const hasBancaFilters = (f: BancaFilters): boolean => formatBancaFilters({ ...f, ordine: null }) !== ''

/** Filters with the order of their tab. */
export type OrderedFilters = BancaFilters & { ordine: SearchOrder }

/** Returns the list without the value, or with it where it lacked it. */
export const toggleValue = <T>(list: readonly T[], value: T): readonly T[] =>
  list.includes(value) ? list.filter((v) => v !== value) : [...list, value]
