import type { Chiave, StatoDomanda } from '#contract/domanda'
import type { Corrispondenza, FiltroRicerca, Ordine, StatoRisposta } from '#rules/filtro'
import { STATI_RISPOSTA } from '#rules/filtro'
import { isLivello, type Livello } from '#rules/livello'
import { quoteFrase } from '#rules/testo'

/** How words are matched; a sentence is looked for whole. */
export type Trova = Corrispondenza | 'FRASE'

/** What a person asks on the search screen. Empty lists choose nothing, so everything. */
export type Filtri = {
  testo: string
  trova: Trova
  concorsi: readonly number[]
  materie: readonly number[]
  livelli: readonly Livello[]
  risposte: readonly StatoRisposta[]
  chiavi: readonly Chiave[]
  stati: readonly StatoDomanda[]
  preferite: boolean
  /** With an image, without, or null for both. */
  figura: boolean | null
  da: number | null
  a: number | null
  ordine: Ordine
  /** Decides CASUALE: a reload shows the same order. */
  seme: number
}

export const SENZA_FILTRI: Filtri = {
  ...{ testo: '', trova: 'ALL', concorsi: [], materie: [], livelli: [], risposte: [], chiavi: [], stati: [] },
  ...{ preferite: false, figura: null, da: null, a: null, ordine: 'UFFICIALE', seme: 0 },
}

export const ORDINI: readonly Ordine[] = ['UFFICIALE', 'ALFABETICO', 'ESATTE', 'CASUALE']
export const CORRISPONDENZE: readonly Trova[] = ['ALL', 'ANY', 'FRASE']
export const CHIAVI: readonly Chiave[] = ['ufficiale', 'redazione', 'utente', 'assente']
export const STATI: readonly StatoDomanda[] = ['valida', 'contestata', 'annullata']
export const TESTO_MASSIMO = 200

const words = (lista: string | null): string[] => [...new Set((lista ?? '').split(',').filter((x) => x !== ''))]
const numbers = (lista: string | null): number[] =>
  words(lista).flatMap((n) => (/^-?\d{1,9}$/.test(n) ? [Number(n)] : []))
const only = <T extends string>(lista: string | null, note: readonly T[]): T[] =>
  words(lista).filter((x): x is T => (note as readonly string[]).includes(x))
const posizione = (testo: string | null): number | null =>
  testo !== null && /^\d{1,6}$/.test(testo) && Number(testo) > 0 ? Number(testo) : null

/** Filters of an address [RT37]; what is not understood is left out. */
export function parseFiltri(search: string): Filtri {
  const query = new URLSearchParams(search)
  const figura = query.get('figura')
  return {
    testo: (query.get('parole') ?? '').slice(0, TESTO_MASSIMO),
    trova: CORRISPONDENZE.find((t) => t === query.get('trova')) ?? SENZA_FILTRI.trova,
    concorsi: numbers(query.get('banche')).filter((n) => n > 0),
    materie: numbers(query.get('materie')).filter((n) => n >= 0),
    livelli: numbers(query.get('livelli')).filter(isLivello),
    risposte: only(query.get('risposte'), STATI_RISPOSTA),
    chiavi: only(query.get('chiavi'), CHIAVI),
    stati: only(query.get('stati'), STATI),
    preferite: query.get('preferite') === '1',
    figura: figura === '1' ? true : figura === '0' ? false : null,
    da: posizione(query.get('ix_start')),
    a: posizione(query.get('ix_end')),
    ordine: ORDINI.find((o) => o === query.get('ordine')) ?? SENZA_FILTRI.ordine,
    seme: numbers(query.get('seme'))[0] ?? 0,
  }
}

/** The same filters as an address; only what differs from no filter. */
export function formatFiltri(f: Filtri): string {
  const query = new URLSearchParams()
  const list = (nome: string, valori: readonly (string | number)[]) => {
    if (valori.length > 0) query.set(nome, valori.join(','))
  }
  if (f.testo.trim() !== '') query.set('parole', f.testo.trim())
  if (f.trova !== SENZA_FILTRI.trova) query.set('trova', f.trova)
  list('banche', f.concorsi)
  list('materie', f.materie)
  list('livelli', f.livelli)
  list('risposte', f.risposte)
  list('chiavi', f.chiavi)
  list('stati', f.stati)
  if (f.preferite) query.set('preferite', '1')
  if (f.figura !== null) query.set('figura', f.figura ? '1' : '0')
  if (f.da !== null) query.set('ix_start', String(f.da))
  if (f.a !== null) query.set('ix_end', String(f.a))
  if (f.ordine !== SENZA_FILTRI.ordine) query.set('ordine', f.ordine)
  if (f.ordine === 'CASUALE') query.set('seme', String(f.seme))
  return query.toString()
}

/** What the words ask of the store: a sentence to be found whole goes between quotes. */
export const parole = ({ testo, trova }: Pick<Filtri, 'testo' | 'trova'>): string =>
  trova === 'FRASE' ? quoteFrase(testo) : testo.trim()

/** What the store is asked. */
export const toFiltro = (f: Filtri): FiltroRicerca => ({
  ...(f.testo.trim() !== '' && { testo: parole(f), corrispondenza: f.trova === 'ANY' ? 'ANY' : 'ALL' }),
  ...(f.concorsi.length > 0 && { concorsi: f.concorsi }),
  ...(f.materie.length > 0 && { materie: f.materie }),
  ...(f.livelli.length > 0 && { livelli: f.livelli }),
  ...(f.risposte.length > 0 && { risposte: f.risposte }),
  ...(f.chiavi.length > 0 && { chiavi: f.chiavi }),
  ...(f.stati.length > 0 && { stati: f.stati }),
  ...(f.preferite && { soloPreferiti: true }),
  ...(f.figura !== null && { conImmagine: f.figura }),
  ...(f.da !== null && { ix_start: f.da }),
  ...(f.a !== null && { ix_end: f.a }),
})

/** The filters of a search that was kept. */
export function fromFiltro(filtro: FiltroRicerca, ordine: Ordine, seme: number): Filtri {
  const testo = filtro.testo ?? ''
  const frase = /^"([^"]*)"$/.exec(testo)?.[1]
  return {
    testo: frase ?? testo,
    trova: frase === undefined ? (filtro.corrispondenza ?? 'ALL') : 'FRASE',
    concorsi: filtro.concorsi ?? [],
    materie: filtro.materie ?? [],
    livelli: filtro.livelli ?? [],
    risposte: filtro.risposte ?? [],
    chiavi: filtro.chiavi ?? [],
    stati: filtro.stati ?? [],
    preferite: filtro.soloPreferiti ?? false,
    figura: filtro.conImmagine ?? null,
    da: filtro.ix_start ?? null,
    a: filtro.ix_end ?? null,
    ordine,
    seme,
  }
}

/** How many filters are on; words and order are none. */
export const countFiltri = (f: Filtri): number =>
  [f.concorsi, f.materie, f.livelli, f.risposte, f.chiavi, f.stati].filter((lista) => lista.length > 0).length +
  Number(f.preferite) +
  Number(f.figura !== null) +
  Number(f.da !== null || f.a !== null)

/** The same question without its filters: words, their matching and the order stay. */
export const withoutFiltri = ({ testo, trova, ordine, seme }: Filtri): Filtri => ({
  ...SENZA_FILTRI,
  ...{ testo, trova, ordine, seme },
})

/** A value taken out of a list, or put in. */
export const toggle = <T>(lista: readonly T[], valore: T): readonly T[] =>
  lista.includes(valore) ? lista.filter((v) => v !== valore) : [...lista, valore]
