import { SEVERAL_BANCHE, type TipoSeduta } from '#contract/database'
import type { EndedSeduta } from '#contract/prova'
import { idOfRaccolta, isPercorso, toRaccolta } from '#rules/raccolta'
import type { ExerciseSegment } from '#rules/routes'

/** Addresses inside the page, relative to its base: what one screen writes another reads. */
export const hrefBanca = (id_concorso: number): string =>
  `${isPercorso(id_concorso) ? '/materia' : '/banca-dati'}?${queryOf(id_concorso)}`

/** The list that a bank or a path is in. */
export const hrefList = (id_concorso: number): string => (isPercorso(id_concorso) ? '/materie' : '/banche-dati')

/** A bank or a path in an address: by its own name, as the specification has it. */
const queryOf = (id_concorso: number): string =>
  isPercorso(id_concorso) ? `id_argomento=${toRaccolta(id_concorso).id}` : `id_concorso=${id_concorso}`

const ID = /^\d{1,15}$/
/** The bank or path of an address; 0 stands for several, null for none or one that is not a number. */
export function readRaccolta(query: URLSearchParams): number | null {
  const id_argomento = query.get('id_argomento')
  if (id_argomento !== null && ID.test(id_argomento) && Number(id_argomento) > 0)
    return idOfRaccolta({ contesto: 'PERCORSO', id: Number(id_argomento) })
  const id_concorso = query.get('id_concorso')
  return id_concorso !== null && ID.test(id_concorso) ? Number(id_concorso) : null
}

const NUMBER = /^-?\d{1,15}$/
/** The numbers of a list in an address, each once: own banks and seeds have ten digits, paths and levels a sign. */
export const readNumbers = (list: string | null): number[] => [
  ...new Set((list ?? '').split(',').flatMap((n) => (NUMBER.test(n) ? [Number(n)] : []))),
]

/** An official position of an address; null for none. */
export const readOfficial = (text: string | null): number | null =>
  text !== null && /^\d{1,6}$/.test(text) && Number(text) > 0 ? Number(text) : null

const last = {
  ricerca: '',
}
/** Keeps a search for the way back to it. */
export const keepRicerca = (query: string): void => {
  last.ricerca = query
}
/** The search across banks; without `query` the one that was made last. */
export const hrefRicerca = (query = last.ricerca): string => (query === '' ? '/ricerca' : `/ricerca?${query}`)

/** The questions linked to a topic, of every bank on the device. */
export const hrefTopic = (id_sotto_percorso: number): string => hrefRicerca(`argomenti=${id_sotto_percorso}`)

/** Where a sitting came from: its bank, or the search when its questions are of several. */
export const hrefOrigin = (id_concorso: number): string =>
  id_concorso === SEVERAL_BANCHE ? hrefRicerca() : hrefBanca(id_concorso)

const SEGMENTS: Partial<Record<TipoSeduta, ExerciseSegment>> = {
  PROVA_PERSONALIZZATA: 'prova-personalizzata',
  SIMULAZIONE: 'sfida',
}

/** What a sitting of the exercise is when it is none: readable in the address, decided by the store (D21). */
const MODES: Partial<Record<TipoSeduta, string>> = {
  LETTA: 'lettura',
  ASCOLTATA: 'ascolto',
  ASSEGNA_RISPOSTE: 'assegna',
}

/** A sitting: everything else of it is in the local store, so that a reload restores it [RT37]. Its kind is in the path (D21). */
export const hrefSeduta = (a: { id: string; id_concorso: number; tipo?: TipoSeduta }): string =>
  `/esercitazione/${(a.tipo && SEGMENTS[a.tipo]) ?? 'esercitazione'}?${queryOf(a.id_concorso)}&seduta=${encodeURIComponent(a.id)}${a.tipo && MODES[a.tipo] ? `&modo=${MODES[a.tipo]}` : ''}`

/** Whether a sitting is a trial: timed, scored by rules, with steps of its own (contract/prova). */
export const isProva = ({ tipo }: { tipo: TipoSeduta }): boolean => SEGMENTS[tipo] !== undefined

/** Where a custom trial of a bank is composed. */
export const hrefNewProva = (id_concorso: number): string =>
  `/esercitazione/prova-personalizzata?${queryOf(id_concorso)}`

/** How a delivered trial went. */
export const hrefRisultati = (a: { id: string; id_concorso: number }): string => `${hrefRiepilogo(a)}&prova=1`

export const hrefRiepilogo = (a: { id: string; id_concorso: number }): string =>
  `/riepilogo?${queryOf(a.id_concorso)}&seduta=${encodeURIComponent(a.id)}`

/**
 * Where a sitting that has ended is looked through again: what an exercise sends on to. Only a bank and an exercise lead to a
 * summary [RT24], so a screen that is neither goes this way. Null for what was given up.
 */
export const hrefReview = (s: EndedSeduta): string | null => (s.stato === 'abbandonata' ? null : hrefSeduta(s))

/** The same from its bank, without the way round. */
export const hrefEnded = (s: EndedSeduta): string | null =>
  s.prova ? hrefRisultati(s) : s.tipo === 'ESERCITAZIONE' && s.stato === 'consegnata' ? hrefRiepilogo(s) : hrefReview(s)

/** The catalogue with a search already typed. */
export const hrefCatalog = (search = ''): string =>
  search === '' ? '/aggiungi-banca-dati' : `/aggiungi-banca-dati?cerca=${encodeURIComponent(search)}`

/** The catalogue with the summary of one bank or path open. */
export const hrefAdd = (id_concorso: number): string =>
  `${isPercorso(id_concorso) ? '/aggiungi-materia' : '/aggiungi-banca-dati'}?${queryOf(id_concorso)}`

/** Expiring calls, and one of them. */
export const HREF_BANDI = '/bandi-in-scadenza'
export const hrefBando = (id_bando: number): string => `${HREF_BANDI}?id_bando=${id_bando}`

/** How practice went, of one bank. */
export const hrefProgressi = (id_concorso: number): string => `/progressi?id_concorso=${id_concorso}`

/** Study groups and news: the specification names no address for them (docs/decisions/0056). */
export const HREF_GRUPPI = '/gruppi-di-studio'
export const HREF_NOTIZIE = '/notizie'
export const hrefNotizia = (id_notizia: number): string => `${HREF_NOTIZIE}?id_notizia=${id_notizia}`

/** The SQL window over the person's own store. */
export const HREF_SQL = '/ricerca/sql'

/** Where an address without a ticket leads: the simulations of the bank that it names, else of the one used last [RT39]. */
export function hrefSimulazioni(search: string): string {
  const id_concorso = readRaccolta(new URLSearchParams(search))
  return id_concorso ? `${hrefBanca(id_concorso)}&scheda=simulazioni` : '/banca-dati?scheda=simulazioni'
}

/** The pages of the profile, in their order. */
export const PROFILE_PAGES = ['account', 'studio', 'aspetto', 'dati', 'avanzate'] as const
export type ProfilePage = (typeof PROFILE_PAGES)[number]
export const hrefProfilo = (page: ProfilePage): string => `/profilo?pagina=${page}`
