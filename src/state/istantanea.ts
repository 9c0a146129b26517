import type { BancaLocale } from '#contract/database'
import type { StatoLivello } from '#contract/schemi'
import { LIVELLI } from '#rules/livello'
import { CHIAVE_ISTANTANEA, sessione } from './credenziale.ts'
import { readChiave, writeChiave } from './dispositivo.ts'

/** What the home shows before the store and the server have answered: a picture of the last visit. Never a copy to act on. */
export type Istantanea = {
  id_utente: number
  elenco: BancaLocale[]
  livello: StatoLivello | null
  /** Answers that waited to be sent. */
  in_attesa: number
}

/** A session of this tab alone leaves nothing in what outlives it. */
const dove = () => (sessione.credenziale?.ricordami ? 'locale' : 'sessione')

type Prova = (valore: unknown) => boolean
const isNumero: Prova = (v) => typeof v === 'number'
const isTesto: Prova = (v) => typeof v === 'string'
const isVero: Prova = (v) => typeof v === 'boolean'
const isData: Prova = (v) => typeof v === 'string' && Number.isFinite(Date.parse(v))
const orNull =
  (prova: Prova): Prova =>
  (v) =>
    v === null || prova(v)
const campi = (v: unknown) => (typeof v === 'object' && v !== null ? (v as Record<string, unknown>) : {})

/** Every field of a bank and of a tier as the screens draw them: one that is added must be here, and older pictures have it not. */
const BANCA = {
  id_concorso: isNumero,
  concorso: isTesto,
  ente: isTesto,
  anno: orNull(isNumero),
  profilo: orNull(isTesto),
  stato: isNumero,
  versione: orNull(isTesto),
  n_domande: isNumero,
  n_domande_totali: isNumero,
  con_immagini: isVero,
  dimensione: isNumero,
  data_ultimo_aggiornamento: isData,
  selezionata: isVero,
  ultimo_uso: orNull(isData),
  per_livello: (v) => LIVELLI.every((livello) => isNumero(campi(v)[livello])),
  preferiti: isNumero,
  completamento: isNumero,
} satisfies Record<keyof BancaLocale, Prova>
const LIVELLO = {
  livello: isNumero,
  data_scadenza_premium: orNull(isData),
  quiz_usati: isNumero,
  quiz_limite: orNull(isNumero),
  quiz_rimasti: orNull(isNumero),
} satisfies Record<keyof StatoLivello, Prova>

const has = (forma: Readonly<Record<string, Prova>>, v: unknown) =>
  Object.entries(forma).every(([nome, prova]) => prova(campi(v)[nome]))

/** Kept by this version or one that drew the same: of any other the home would break at every visit, before the store opens. */
const isIntera = ({ elenco, livello, in_attesa }: Istantanea): boolean =>
  Array.isArray(elenco) &&
  elenco.every((b) => has(BANCA, b)) &&
  (livello === null || has(LIVELLO, livello)) &&
  isNumero(in_attesa)

/** The picture of who is signed in; null when there is none, or it is of somebody else. */
export function readIstantanea(): Istantanea | null {
  const id_utente = sessione.credenziale?.utente.id_utente_idoneo
  if (id_utente === undefined) return null
  try {
    const letta = JSON.parse(readChiave(dove(), CHIAVE_ISTANTANEA) ?? 'null') as Istantanea | null
    return letta?.id_utente === id_utente && isIntera(letta) ? letta : null
  } catch {
    // An unreadable picture is no picture: the store is about to open.
    return null
  }
}

/** Renews a part of the picture, which begins with the banks; it goes with the session. */
export function keepIstantanea(parte: Partial<Omit<Istantanea, 'id_utente'>>): void {
  const id_utente = sessione.credenziale?.utente.id_utente_idoneo
  const prima = readIstantanea()
  const elenco = parte.elenco ?? prima?.elenco
  if (id_utente === undefined || !elenco) return
  const nuova: Istantanea = { livello: null, in_attesa: 0, ...prima, ...parte, elenco, id_utente }
  writeChiave(dove(), CHIAVE_ISTANTANEA, JSON.stringify(nuova))
}
