import { useSnapshot } from 'valtio'
import { isAuthenticated, sessione } from './credenziale.ts'
import { readChiave, writeChiave } from './dispositivo.ts'

/** What the guards want to know about the session; the component renders again when it changes. */
export function useSessione() {
  const s = useSnapshot(sessione)
  return {
    isAuthenticated: isAuthenticated(s as typeof sessione),
    hasToken: s.credenziale !== null,
    hasEmail: Boolean(s.credenziale?.utente.email_comunicazioni),
  }
}

const CHIAVE = 'idoneo.provenienza'
let qui: string | null = null
let prima: string | null = null

/**
 * The screen that led to this one, null when none did. It survives a reload in this tab, so that the summary of a sitting does
 * too [RT24].
 */
export function leadingPath(percorso: string): string | null {
  if (qui === null) {
    const [era, veniva] = (readChiave('sessione', CHIAVE) ?? '').split(' ')
    prima = era === percorso && veniva ? veniva : null
  } else if (qui !== percorso) prima = qui
  if (qui !== percorso) writeChiave('sessione', CHIAVE, `${percorso} ${prima ?? ''}`)
  qui = percorso
  return prima
}
