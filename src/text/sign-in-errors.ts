import type { SignInError } from '#rules/credentials'

/** Texts of the login's refused fields; those that the specification fixes are letter for letter (spec §5). */
export const signInErrors: Record<SignInError, string> = {
  EMAIL_NON_VALIDA: 'Formato email non valido',
  EMAIL_MANCANTE: 'Inserisci un indirizzo email',
  CAMPI_MANCANTI: 'Compilare tutti i campi',
  CREDENZIALI_ERRATE: 'E-mail o password non corrispondono a nessun account. Controlla e riprova.',
  UTENTE_NON_TROVATO: 'Non esiste un account con questo indirizzo. Controllalo oppure registrati.',
}
