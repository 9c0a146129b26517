import type { Corrispondenza, Filtro, Ordine } from '#rules/filtro'
import { isLivello, type Livello } from '#rules/livello'

/** What a person chose on the screen of a bank. Empty lists choose nothing, so everything. */
export type Filtri = {
  livelli: readonly Livello[]
  soloPreferiti: boolean
  ordine: Ordine
  testo: string
  corrispondenza: Corrispondenza
  materie: readonly number[]
  /** Official positions; null at the bank's own ends. */
  da: number | null
  a: number | null
}

export const SENZA_FILTRI: Filtri = {
  livelli: [],
  soloPreferiti: false,
  ordine: 'UFFICIALE',
  testo: '',
  corrispondenza: 'ALL',
  materie: [],
  da: null,
  a: null,
}

export const ORDINI: readonly Ordine[] = ['UFFICIALE', 'CASUALE', 'ALFABETICO', 'ESATTE']
const TESTO_MASSIMO = 200

const numeri = (lista: string | null): number[] => [
  ...new Set((lista ?? '').split(',').flatMap((n) => (/^-?\d{1,9}$/.test(n) ? [Number(n)] : []))),
]
const posizione = (testo: string | null): number | null =>
  testo !== null && /^\d{1,6}$/.test(testo) && Number(testo) > 0 ? Number(testo) : null

/** Filters of an address [RT37]; what is not understood is left out. */
export function parseFiltri(search: string): Filtri {
  const query = new URLSearchParams(search)
  const ordine = query.get('ordine')
  return {
    livelli: numeri(query.get('livelli')).filter(isLivello),
    soloPreferiti: query.get('preferite') === '1',
    ordine: ORDINI.find((o) => o === ordine) ?? SENZA_FILTRI.ordine,
    testo: (query.get('parole') ?? '').slice(0, TESTO_MASSIMO),
    corrispondenza: query.get('trova') === 'ANY' ? 'ANY' : 'ALL',
    materie: numeri(query.get('materie')).filter((n) => n > 0),
    da: posizione(query.get('ix_start')),
    a: posizione(query.get('ix_end')),
  }
}

/** The same filters as an address, without the bank; only what differs from no filter. */
export function formatFiltri(f: Filtri): string {
  const query = new URLSearchParams()
  if (f.livelli.length > 0) query.set('livelli', f.livelli.join(','))
  if (f.soloPreferiti) query.set('preferite', '1')
  if (f.ordine !== SENZA_FILTRI.ordine) query.set('ordine', f.ordine)
  if (f.testo.trim() !== '') query.set('parole', f.testo.trim())
  if (f.corrispondenza !== SENZA_FILTRI.corrispondenza) query.set('trova', f.corrispondenza)
  if (f.materie.length > 0) query.set('materie', f.materie.join(','))
  if (f.da !== null) query.set('ix_start', String(f.da))
  if (f.a !== null) query.set('ix_end', String(f.a))
  return query.toString()
}

/** What the store is asked; `materie` are all the subjects of the bank: choosing each of them is choosing none. */
export function toFiltro(id_concorso: number, f: Filtri, materie: readonly number[]): Filtro {
  const scelte = f.materie.filter((id) => materie.includes(id))
  const tutte = scelte.length === 0 || scelte.length === materie.length
  return {
    id_concorso,
    ...(f.testo.trim() !== '' && { testo: f.testo.trim(), corrispondenza: f.corrispondenza }),
    ...(!tutte && { materie: scelte }),
    ...(f.livelli.length > 0 && { livelli: f.livelli }),
    ...(f.soloPreferiti && { soloPreferiti: true }),
    ...(f.da !== null && { ix_start: f.da }),
    ...(f.a !== null && { ix_end: f.a }),
  }
}

/** Whether anything is filtered at all; the order is no filter. */
export const isFiltrato = (f: Filtri): boolean => formatFiltri({ ...f, ordine: SENZA_FILTRI.ordine }) !== ''

/** A value taken out of a list, or put in. */
export const toggle = <T>(lista: readonly T[], valore: T): readonly T[] =>
  lista.includes(valore) ? lista.filter((v) => v !== valore) : [...lista, valore]
