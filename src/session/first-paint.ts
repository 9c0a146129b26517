import type { BancaLocale } from '#contract/database'
import type { StatoLivello } from '#contract/schemas'
import { LIVELLI } from '#rules/livello'
import { readKey, writeKey } from '../platform/web-storage.ts'
import { FIRST_PAINT_KEY, session } from './session.ts'

/** Picture of the last visit, which the home shows before the store and the server respond. Never a copy to act on. */
export type FirstPaint = {
  id_utente: number
  elenco: BancaLocale[]
  livello: StatoLivello | null
  /** Number of answers that waited to be sent. */
  in_attesa: number
  /** Today's figures of the leading bank, as the code of `build` drew them. */
  oggi?: { build: string; dati: unknown }
}

/** Returns the storage of the picture. A session of this tab alone leaves nothing in the persistent one. */
const area = () => (session.credentials?.ricordami ? 'locale' : 'sessione')

type Check = (value: unknown) => boolean
const isNumber: Check = (v) => typeof v === 'number'
const isText: Check = (v) => typeof v === 'string'
const isTrue: Check = (v) => typeof v === 'boolean'
const isDate: Check = (v) => typeof v === 'string' && Number.isFinite(Date.parse(v))
const orNull =
  (check: Check): Check =>
  (v) =>
    v === null || check(v)
const orAbsent =
  (check: Check): Check =>
  (v) =>
    v === undefined || check(v)
const fields = (v: unknown) => (typeof v === 'object' && v !== null ? (v as Record<string, unknown>) : {})

/** Checks of every field that the screens draw of a bank and of a tier. A new field must be added, since older pictures lack it. */
const BANCA = {
  id_concorso: isNumber,
  concorso: isText,
  ente: isText,
  anno: orNull(isNumber),
  profilo: orNull(isText),
  stato: isNumber,
  versione: orNull(isText),
  n_domande: isNumber,
  n_domande_totali: isNumber,
  ritirata: orAbsent(isTrue),
  con_immagini: isTrue,
  figure_qui: isTrue,
  dimensione: isNumber,
  data_ultimo_aggiornamento: isDate,
  selezionata: isTrue,
  ultimo_uso: orNull(isDate),
  per_livello: (v) => LIVELLI.every((livello) => isNumber(fields(v)[livello])),
  viste: isNumber,
  preferiti: isNumber,
  completamento: isNumber,
} satisfies Record<keyof BancaLocale, Check>
const LIVELLO = {
  livello: isNumber,
  data_scadenza_premium: orNull(isDate),
  quiz_usati: isNumber,
  quiz_limite: orNull(isNumber),
  quiz_rimasti: orNull(isNumber),
  livello_acquistato: orAbsent(isNumber),
  spiegazioni: orAbsent(isTrue),
  pdf: orAbsent(isTrue),
  materie_premium: orAbsent(isTrue),
  ricevute: orAbsent(Array.isArray),
  sezioni: orAbsent(Array.isArray),
} satisfies Record<keyof StatoLivello, Check>

const has = (shape: Readonly<Record<string, Check>>, v: unknown) =>
  Object.entries(shape).every(([name, check]) => check(fields(v)[name]))

/** Returns true for a picture of this version or an equal one. Any other would break the home at every visit, before the store opens. */
const isWhole = ({ elenco, livello, in_attesa }: FirstPaint): boolean =>
  Array.isArray(elenco) &&
  elenco.every((b) => has(BANCA, b)) &&
  (livello === null || has(LIVELLO, livello)) &&
  isNumber(in_attesa)

/** Returns the picture of the signed-in account; null when there is none, or it belongs to another. */
export function readFirstPaint(): FirstPaint | null {
  const id_utente = session.credentials?.utente.id_utente_idoneo
  if (id_utente === undefined) return null
  try {
    const stored = JSON.parse(readKey(area(), FIRST_PAINT_KEY) ?? 'null') as FirstPaint | null
    return stored?.id_utente === id_utente && isWhole(stored) ? stored : null
  } catch {
    // Treat an unreadable picture as none, because the store is about to open.
    return null
  }
}

/** Updates a part of the picture, once it has the banks; it is deleted with the session. */
export function keepFirstPaint(part: Partial<Omit<FirstPaint, 'id_utente'>>): void {
  const id_utente = session.credentials?.utente.id_utente_idoneo
  const before = readFirstPaint()
  const elenco = part.elenco ?? before?.elenco
  if (id_utente === undefined || !elenco) return
  const next: FirstPaint = { livello: null, in_attesa: 0, ...before, ...part, elenco, id_utente }
  writeKey(area(), FIRST_PAINT_KEY, JSON.stringify(next))
}
