import type { BancaLocale } from '#contract/database'
import type { StatoLivello } from '#contract/schemi'
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

/** The picture of who is signed in; null when there is none, or it is of somebody else. */
export function readIstantanea(): Istantanea | null {
  const id_utente = sessione.credenziale?.utente.id_utente_idoneo
  if (id_utente === undefined) return null
  try {
    const letta = JSON.parse(readChiave(dove(), CHIAVE_ISTANTANEA) ?? 'null') as Istantanea | null
    return letta?.id_utente === id_utente && Array.isArray(letta.elenco) ? letta : null
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
