import { proxy, subscribe } from 'valtio'
import type { Codice } from '#contract/errori'
import type { Utente } from '#contract/schemi'
import { readChiave, writeChiave } from './dispositivo.ts'

const CHIAVE = 'idoneo.sessione'
const ULTIMO = 'idoneo.ultimo_utente'
const ALTRI = 'idoneo.altri_utenti'

export type Credenziale = {
  token: string
  utente: Utente
  /** Persistent storage and 90 days, otherwise this tab's storage and 12 hours (D10) [AU20]. */
  ricordami: boolean
  /** When this token was issued, ms since 1970. */
  emessa: number
}

/** Who is signed in; the only thing about a person that Web Storage holds, beside a picture of the home. */
export const sessione = proxy({
  credenziale: null as Credenziale | null,
  /** Why the session ended, for the login page (D5). */
  motivo_uscita: null as Codice | null,
  /** The session is over but practice goes on: the page offers to sign in (D5) [AU14]. */
  scaduta: null as Codice | null,
  /** A sitting is on screen: nothing may interrupt it. */
  in_prova: false,
  /** Answers of another account that wait on this device, asked about after a sign-in (D29). */
  altro_utente: null as { id_utente: number; in_attesa: number } | null,
})

/** The account that is signed in. */
export const chi = (): number | null => sessione.credenziale?.utente.id_utente_idoneo ?? null

let id: number | null = null
const ascoltatori = new Set<() => void>()
subscribe(
  sessione,
  () => {
    const nuovo = chi()
    if (nuovo === id) return
    id = nuovo
    // Whoever signs in next is asked anew, and nobody is asked about their own data.
    if (nuovo === null || sessione.altro_utente?.id_utente === nuovo) sessione.altro_utente = null
    for (const f of ascoltatori) f()
  },
  true,
)

/** Whoever keeps something of an account in memory forgets it here: at a sign-in, a sign-out, a forced exit. */
export const onCambioUtente = (f: () => void): void => {
  ascoltatori.add(f)
}

type Letta = Pick<typeof sessione, 'credenziale'>
/** True only with a verified e-mail (spec §4) [AU3]. */
export const isAuthenticated = (s: Letta): boolean => s.credenziale?.utente.email_verificata === true

function parse(testo: string | null): Credenziale | null {
  try {
    const c = JSON.parse(testo ?? 'null') as Partial<Credenziale> | null
    return c && typeof c.token === 'string' && typeof c.utente?.id_utente_idoneo === 'number'
      ? (c as Credenziale)
      : null
  } catch {
    return null
  }
}

/** Reads what was kept: this tab's storage first, then the persistent one. */
export function restoreCredenziale(): void {
  sessione.credenziale = parse(readChiave('sessione', CHIAVE)) ?? parse(readChiave('locale', CHIAVE))
}

export function keepCredenziale(c: Credenziale): void {
  sessione.credenziale = c
  writeChiave(c.ricordami ? 'locale' : 'sessione', CHIAVE, JSON.stringify(c))
  writeChiave(c.ricordami ? 'sessione' : 'locale', CHIAVE, null)
  writeChiave('locale', ULTIMO, String(c.utente.id_utente_idoneo))
}

/** Forgets the token and the session's keys; answers stay where they are. */
export function dropCredenziale(): void {
  sessione.credenziale = null
  sessione.scaduta = null
  for (const dove of ['locale', 'sessione'] as const) {
    writeChiave(dove, CHIAVE, null)
    writeChiave(dove, CHIAVE_ISTANTANEA, null)
  }
}

/** This tab is out and says why; what other tabs keep on the device is theirs. */
export function forgetCredenziale(motivo: Codice): void {
  sessione.credenziale = null
  sessione.scaduta = null
  sessione.motivo_uscita = motivo
  writeChiave('sessione', CHIAVE, null)
}

/** A small picture of the home for the first paint; never the only copy of anything. */
export const CHIAVE_ISTANTANEA = 'idoneo.istantanea'

/** The account whose data may be on this device, null when none. */
export const ultimoUtente = (): number | null => Number(readChiave('locale', ULTIMO)) || null
export const forgetUltimoUtente = (): void => writeChiave('locale', ULTIMO, null)

/** Accounts before that one, whose data on this device could not be settled yet (D29). */
export function altriUtenti(): number[] {
  return (readChiave('locale', ALTRI) ?? '').split(',').map(Number).filter(Boolean)
}
export const keepAltriUtenti = (id_utenti: Iterable<number>): void =>
  writeChiave('locale', ALTRI, [...id_utenti].join(',') || null)

/** Another tab signed in, renewed its token or signed out. */
export function followOtherTabs(): void {
  addEventListener('storage', (e) => {
    if (e.key !== CHIAVE && e.key !== null) return
    const nuova = parse(readChiave('locale', CHIAVE))
    // A session of this tab alone is nobody else's business.
    if (sessione.credenziale && !sessione.credenziale.ricordami) return
    sessione.credenziale = nuova
  })
}
