import type { Chiave, StatoDomanda } from '#contract/domanda'
import type { FiltroRicerca, MatchMode, SearchOrder, StatoRisposta } from '#rules/filtro'
import { STATI_RISPOSTA } from '#rules/filtro'
import { isLivello, type Livello } from '#rules/livello'
import { quotePhrase } from '#rules/text'
import { readNumbers, readOfficial } from '../../domain/hrefs.ts'

/** Ways of matching words; `FRASE` finds a sentence whole. */
export type WordMatch = MatchMode | 'FRASE'

/** Filters of the search screen. An empty list filters nothing. */
export type RicercaFilters = {
  testo: string
  trova: WordMatch
  concorsi: readonly number[]
  materie: readonly number[]
  livelli: readonly Livello[]
  risposte: readonly StatoRisposta[]
  chiavi: readonly Chiave[]
  stati: readonly StatoDomanda[]
  /** Ids of nodes of subject paths. */
  argomenti: readonly number[]
  preferite: boolean
  /** True with an image, false without, null for both. */
  figura: boolean | null
  da: number | null
  a: number | null
  ordine: SearchOrder
  /** Seed of the order CASUALE, so that a reload shows the same order. */
  seme: number
}

export const NO_RICERCA_FILTERS: RicercaFilters = {
  ...{ testo: '', trova: 'ALL', concorsi: [], materie: [], livelli: [], risposte: [], chiavi: [], stati: [] },
  argomenti: [],
  ...{ preferite: false, figura: null, da: null, a: null, ordine: 'PERTINENZA', seme: 0 },
}

export const RICERCA_ORDINI: readonly SearchOrder[] = ['PERTINENZA', 'UFFICIALE', 'ALFABETICO', 'ESATTE', 'CASUALE']
export const WORD_MATCHES: readonly WordMatch[] = ['ALL', 'ANY', 'FRASE']
export const CHIAVE_VALUES: readonly Chiave[] = ['ufficiale', 'redazione', 'utente', 'assente']
export const STATO_VALUES: readonly StatoDomanda[] = ['valida', 'contestata', 'annullata']
export const MAX_RICERCA_TEXT = 200

const words = (list: string | null): string[] => [...new Set((list ?? '').split(',').filter((x) => x !== ''))]
const only = <T extends string>(list: string | null, known: readonly T[]): T[] =>
  words(list).filter((x): x is T => (known as readonly string[]).includes(x))

/** Reads the filters of an address [RT37]; unknown values are left out. */
export function parseRicercaFilters(search: string): RicercaFilters {
  const query = new URLSearchParams(search)
  const figura = query.get('figura')
  return {
    testo: (query.get('parole') ?? '').slice(0, MAX_RICERCA_TEXT),
    trova: WORD_MATCHES.find((t) => t === query.get('trova')) ?? NO_RICERCA_FILTERS.trova,
    concorsi: readNumbers(query.get('banche')).filter((n) => n !== 0),
    materie: readNumbers(query.get('materie')),
    livelli: readNumbers(query.get('livelli')).filter(isLivello),
    risposte: only(query.get('risposte'), STATI_RISPOSTA),
    chiavi: only(query.get('chiavi'), CHIAVE_VALUES),
    stati: only(query.get('stati'), STATO_VALUES),
    argomenti: readNumbers(query.get('argomenti')).filter((n) => n > 0),
    preferite: query.get('preferite') === '1',
    figura: figura === '1' ? true : figura === '0' ? false : null,
    da: readOfficial(query.get('ix_start')),
    a: readOfficial(query.get('ix_end')),
    ordine: RICERCA_ORDINI.find((o) => o === query.get('ordine')) ?? NO_RICERCA_FILTERS.ordine,
    seme: readNumbers(query.get('seme'))[0] ?? 0,
  }
}

/** Writes the filters as an address, only where they differ from no filter. */
export function formatRicercaFilters(f: RicercaFilters): string {
  const query = new URLSearchParams()
  const list = (name: string, values: readonly (string | number)[]) => {
    if (values.length > 0) query.set(name, values.join(','))
  }
  if (f.testo.trim() !== '') query.set('parole', f.testo.trim())
  if (f.trova !== NO_RICERCA_FILTERS.trova) query.set('trova', f.trova)
  list('banche', f.concorsi)
  list('materie', f.materie)
  list('livelli', f.livelli)
  list('risposte', f.risposte)
  list('chiavi', f.chiavi)
  list('stati', f.stati)
  list('argomenti', f.argomenti)
  if (f.preferite) query.set('preferite', '1')
  if (f.figura !== null) query.set('figura', f.figura ? '1' : '0')
  if (f.da !== null) query.set('ix_start', String(f.da))
  if (f.a !== null) query.set('ix_end', String(f.a))
  if (f.ordine !== NO_RICERCA_FILTERS.ordine) query.set('ordine', f.ordine)
  if (f.ordine === 'CASUALE') query.set('seme', String(f.seme))
  return query.toString()
}

/** Returns the words as a query of the store; a sentence to be found whole goes between quotes. */
export const queryWords = ({ testo: text, trova }: Pick<RicercaFilters, 'testo' | 'trova'>): string =>
  trova === 'FRASE' ? quotePhrase(text) : text.trim()

/** Converts the filters to those of the store. */
export const toRicercaFiltro = (f: RicercaFilters): FiltroRicerca => ({
  ...(f.testo.trim() !== '' && { testo: queryWords(f), corrispondenza: f.trova === 'ANY' ? 'ANY' : 'ALL' }),
  ...(f.concorsi.length > 0 && { concorsi: f.concorsi }),
  ...(f.materie.length > 0 && { materie: f.materie }),
  ...(f.livelli.length > 0 && { livelli: f.livelli }),
  ...(f.risposte.length > 0 && { risposte: f.risposte }),
  ...(f.chiavi.length > 0 && { chiavi: f.chiavi }),
  ...(f.stati.length > 0 && { stati: f.stati }),
  ...(f.argomenti.length > 0 && { argomenti: f.argomenti }),
  ...(f.preferite && { soloPreferiti: true }),
  ...(f.figura !== null && { conImmagine: f.figura }),
  ...(f.da !== null && { ix_start: f.da }),
  ...(f.a !== null && { ix_end: f.a }),
})

/** Converts a saved search to filters. */
export function fromRicercaFiltro(filtro: FiltroRicerca, ordine: SearchOrder, seed: number): RicercaFilters {
  const text = filtro.testo ?? ''
  const sentence = /^"([^"]*)"$/.exec(text)?.[1]
  return {
    testo: sentence ?? text,
    trova: sentence === undefined ? (filtro.corrispondenza ?? 'ALL') : 'FRASE',
    concorsi: filtro.concorsi ?? [],
    materie: filtro.materie ?? [],
    livelli: filtro.livelli ?? [],
    risposte: filtro.risposte ?? [],
    chiavi: filtro.chiavi ?? [],
    stati: filtro.stati ?? [],
    argomenti: filtro.argomenti ?? [],
    preferite: filtro.soloPreferiti ?? false,
    figura: filtro.conImmagine ?? null,
    da: filtro.ix_start ?? null,
    a: filtro.ix_end ?? null,
    ordine,
    seme: seed,
  }
}

/** Counts the filters that are on, words and order left out. */
export const countRicercaFilters = (f: RicercaFilters): number =>
  [f.concorsi, f.materie, f.livelli, f.risposte, f.chiavi, f.stati, f.argomenti].filter((list) => list.length > 0)
    .length +
  Number(f.preferite) +
  Number(f.figura !== null) +
  Number(f.da !== null || f.a !== null)

/** Removes the filters but keeps words, their matching and the order. */
export const withoutRicercaFilters = ({ testo: text, trova, ordine, seme: seed }: RicercaFilters): RicercaFilters => ({
  ...NO_RICERCA_FILTERS,
  ...{ testo: text, trova, ordine, seme: seed },
})

/** Removes a value from a list, or adds it. */
export const toggleFilter = <T>(list: readonly T[], value: T): readonly T[] =>
  list.includes(value) ? list.filter((v) => v !== value) : [...list, value]
