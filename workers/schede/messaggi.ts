import type { DownloadProgress } from '#contract/database'
import type { Result } from '#contract/result'
import type { StoreChange } from '#contract/tabs'
import { isMetodo, type Metodo } from './metodi.ts'

/** On the account's channel, to every tab of the account. */
export type Annuncio =
  /** A tab looks for the owner. */
  | { tipo: 'ciao'; scheda: string }
  /** The owner has the lock and is opening the store: be patient. */
  | { tipo: 'apro'; proprietario: string }
  /** The owner serves. */
  | { tipo: 'qui'; proprietario: string }
  /** The owner says what the tab `da` changed through it. */
  | { tipo: 'novita'; proprietario: string; da: string; novita: StoreChange }

/** On a tab's own channel, from that tab to the owner. A request names its owner: one that lost the lock must not serve it. */
export type Richiesta =
  | { tipo: 'chiamata'; a: string; id: number; metodo: Metodo; args: unknown }
  | { tipo: 'batti'; a: string }

/** On a tab's own channel, from the owner. */
export type Risposta =
  | { tipo: 'porta'; proprietario: string }
  | { tipo: 'vivo'; proprietario: string }
  | { tipo: 'avanza'; proprietario: string; id: number; avanzamento: DownloadProgress }
  | { tipo: 'esito'; proprietario: string; id: number; esito: Result<unknown> }

/** Names hold the account: accounts never meet (D29). */
export const channelOf = (id_utente: number): string => `idoneo-schede-${id_utente}`
export const portOf = (id_utente: number, scheda: string): string => `idoneo-schede-${id_utente}-${scheda}`

type Campi = Readonly<Record<string, unknown>>
const campi = (dato: unknown): Campi => (typeof dato === 'object' && dato !== null ? (dato as Campi) : {})
const isNome = (v: unknown): v is string => typeof v === 'string' && v.length > 0 && v.length <= 64
const isId = (v: unknown): v is number => Number.isSafeInteger(v)
const isObject = (v: unknown): boolean => typeof v === 'object' && v !== null

/** Null for whatever is not one of ours: another version of the product, or another script of the origin. */
export function readAnnuncio(dato: unknown): Annuncio | null {
  const m = campi(dato)
  const good =
    (m.tipo === 'ciao' && isNome(m.scheda)) ||
    ((m.tipo === 'apro' || m.tipo === 'qui') && isNome(m.proprietario)) ||
    (m.tipo === 'novita' && isNome(m.proprietario) && isNome(m.da) && isNome(campi(m.novita).tipo))
  return good ? (m as Annuncio) : null
}

export function readRichiesta(dato: unknown): Richiesta | null {
  const m = campi(dato)
  if (!isNome(m.a)) return null
  const good =
    m.tipo === 'batti' ||
    (m.tipo === 'chiamata' && isId(m.id) && isMetodo(m.metodo) && (m.args === undefined || isObject(m.args)))
  return good ? (m as Richiesta) : null
}

export function readRisposta(dato: unknown): Risposta | null {
  const m = campi(dato)
  if (!isNome(m.proprietario)) return null
  const good =
    m.tipo === 'porta' ||
    m.tipo === 'vivo' ||
    (m.tipo === 'avanza' && isId(m.id) && isObject(m.avanzamento)) ||
    (m.tipo === 'esito' && isId(m.id) && typeof campi(m.esito).ok === 'boolean')
  return good ? (m as Risposta) : null
}
