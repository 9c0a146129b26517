import { MARTELLA, type OrdineSeduta, SEVERAL_BANCHE, type TipoSeduta } from '#contract/database'
import type { EndedSeduta } from '#contract/prova'
import { idOfRaccolta, isPercorso, toRaccolta } from '#rules/raccolta'
import { type ExerciseSegment, HOME } from '#rules/routes'

/** Returns the address of a bank. Addresses here are relative to the page's base. */
export const hrefBanca = (id_concorso: number): string =>
  `${isPercorso(id_concorso) ? '/materia' : '/banca-dati'}?${queryOf(id_concorso)}`

/** Returns the address of the list of banks or of paths. */
export const hrefList = (id_concorso: number): string => (isPercorso(id_concorso) ? '/materie' : '/banche-dati')

/** Returns the query of a bank or a path: each by its own name, by the specification. */
const queryOf = (id_concorso: number): string =>
  isPercorso(id_concorso) ? `id_argomento=${toRaccolta(id_concorso).id}` : `id_concorso=${id_concorso}`

const ID = /^\d{1,15}$/
/** Reads the bank or path of an address; 0 stands for several, null for none or an invalid number. */
export function readRaccolta(query: URLSearchParams): number | null {
  const id_argomento = query.get('id_argomento')
  if (id_argomento !== null && ID.test(id_argomento) && Number(id_argomento) > 0)
    return idOfRaccolta({ contesto: 'PERCORSO', id: Number(id_argomento) })
  const id_concorso = query.get('id_concorso')
  return id_concorso !== null && ID.test(id_concorso) ? Number(id_concorso) : null
}

const NUMBER = /^-?\d{1,15}$/
/** Reads the numbers of a list in an address, each once. Own banks and seeds have ten digits, paths and levels a sign. */
export const readNumbers = (list: string | null): number[] => [
  ...new Set((list ?? '').split(',').flatMap((n) => (NUMBER.test(n) ? [Number(n)] : []))),
]

/** Reads an official position of an address; null for none. */
export const readOfficial = (text: string | null): number | null =>
  text !== null && /^\d{1,6}$/.test(text) && Number(text) > 0 ? Number(text) : null

/** The last search of this visit; null before the first. */
const last = {
  ricerca: null as string | null,
}
/** Keeps a search for the way back to it. */
export const keepRicerca = (query: string): void => {
  last.ricerca = query
}
/** Returns the address of the search across banks; without `query`, of the last search. */
export const hrefRicerca = (query = last.ricerca ?? ''): string => (query === '' ? '/ricerca' : `/ricerca?${query}`)

/** Returns the address of the questions linked to a topic, of every bank on the device. */
export const hrefTopic = (id_sotto_percorso: number): string => hrefRicerca(`argomenti=${id_sotto_percorso}`)

/** Returns the address from which a sitting started: its bank, or the search for questions of several banks. */
export const hrefOrigin = (id_concorso: number): string =>
  id_concorso === SEVERAL_BANCHE ? hrefRicerca() : hrefBanca(id_concorso)

/**
 * Returns the address to go to after a sitting: its bank. After one over several banks: the errors for a drill of them, the search if
 * this visit had one, else home.
 */
export function hrefAfter({ id_concorso, ordine }: { id_concorso: number; ordine?: OrdineSeduta }): string {
  if (id_concorso !== SEVERAL_BANCHE) return hrefBanca(id_concorso)
  if (ordine === MARTELLA) return '/progressi'
  return last.ricerca === null ? HOME : hrefRicerca()
}

const SEGMENTS: Partial<Record<TipoSeduta, ExerciseSegment>> = {
  PROVA_PERSONALIZZATA: 'prova-personalizzata',
  SIMULAZIONE: 'sfida',
}

/** Name of a mode that is no exercise; the address shows it, the store decides it (D21). */
const MODES: Partial<Record<TipoSeduta, string>> = {
  LETTA: 'lettura',
  ASCOLTATA: 'ascolto',
  ASSEGNA_RISPOSTE: 'assegna',
}

/** Returns the address of a sitting. The store has all its other data, so that a reload restores it [RT37]. The path has its kind (D21). */
export const hrefSeduta = (a: { id: string; id_concorso: number; tipo?: TipoSeduta }): string =>
  `/esercitazione/${(a.tipo && SEGMENTS[a.tipo]) ?? 'esercitazione'}?${queryOf(a.id_concorso)}&seduta=${encodeURIComponent(a.id)}${a.tipo && MODES[a.tipo] ? `&modo=${MODES[a.tipo]}` : ''}`

/** Returns true for a trial: timed, scored by rules, with steps of its own (contract/prova). */
export const isProva = ({ tipo }: { tipo: TipoSeduta }): boolean => SEGMENTS[tipo] !== undefined

/** Returns the address where a custom trial of a bank is composed. */
export const hrefNewProva = (id_concorso: number): string =>
  `/esercitazione/prova-personalizzata?${queryOf(id_concorso)}`

/** Returns the address of the results of a delivered trial. */
export const hrefRisultati = (a: { id: string; id_concorso: number }): string => `${hrefRiepilogo(a)}&prova=1`

export const hrefRiepilogo = (a: { id: string; id_concorso: number }): string =>
  `/riepilogo?${queryOf(a.id_concorso)}&seduta=${encodeURIComponent(a.id)}`

/**
 * Returns the address of an ended sitting's review, to which an exercise leads. A screen that is neither bank nor exercise leads
 * here too. Only those two lead to a summary [RT24]. Null for a sitting given up.
 */
export const hrefReview = (s: EndedSeduta): string | null => (s.stato === 'abbandonata' ? null : hrefSeduta(s))

/** Returns the address of an ended sitting from its bank: results, summary or review. */
export const hrefEnded = (s: EndedSeduta): string | null =>
  s.prova ? hrefRisultati(s) : s.tipo === 'ESERCITAZIONE' && s.stato === 'consegnata' ? hrefRiepilogo(s) : hrefReview(s)

/** Returns the address of the catalogue, with `search` typed. */
export const hrefCatalog = (search = ''): string =>
  search === '' ? '/aggiungi-banca-dati' : `/aggiungi-banca-dati?cerca=${encodeURIComponent(search)}`

/** Returns the address of the catalogue with the summary of one bank or path open. */
export const hrefAdd = (id_concorso: number): string =>
  `${isPercorso(id_concorso) ? '/aggiungi-materia' : '/aggiungi-banca-dati'}?${queryOf(id_concorso)}`

/** Addresses of the expiring calls and of one call. */
export const HREF_BANDI = '/bandi-in-scadenza'
export const hrefBando = (id_bando: number): string => `${HREF_BANDI}?id_bando=${id_bando}`

/** Returns the address of the progress in one bank. */
export const hrefProgressi = (id_concorso: number): string => `/progressi?id_concorso=${id_concorso}`

/** Addresses of study groups and news, which the specification lacks (docs/decisions/0056). */
export const HREF_GRUPPI = '/gruppi-di-studio'
export const HREF_NOTIZIE = '/notizie'
export const hrefNotizia = (id_notizia: number): string => `${HREF_NOTIZIE}?id_notizia=${id_notizia}`

/** Address of the SQL window over the person's own store. */
export const HREF_SQL = '/ricerca/sql'

/** Returns the target of an address without a ticket: its bank's simulations, else those of the bank used last [RT39]. */
export function hrefSimulazioni(search: string): string {
  const id_concorso = readRaccolta(new URLSearchParams(search))
  return id_concorso ? `${hrefBanca(id_concorso)}&scheda=simulazioni` : '/banca-dati?scheda=simulazioni'
}

/** Pages of the profile, in their order. */
export const PROFILE_PAGES = ['account', 'studio', 'aspetto', 'dati', 'avanzate'] as const
export type ProfilePage = (typeof PROFILE_PAGES)[number]
export const hrefProfilo = (page: ProfilePage): string => `/profilo?pagina=${page}`
