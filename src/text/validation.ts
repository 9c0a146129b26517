import type { FieldError } from '#rules/credentials'

/** Texts of the refused fields; those that the specification fixes are letter for letter (spec §5). */
export const validationText: Record<FieldError, string> = {
  EMAIL_NON_VALIDA: 'Formato email non valido',
  EMAIL_MANCANTE: 'Inserisci un indirizzo email',
  CAMPI_MANCANTI: 'Compilare tutti i campi',
  EMAIL_DIVERSA: "L'email non corrisponde a quella inserita",
  PASSWORD_DEBOLE: 'La password deve essere di 8 caratteri di cui almeno 1 numero ed almeno una lettera maiuscola',
  PASSWORD_OVVIA:
    'Questa password si indovina facilmente. Scegline una senza parole comuni, nomi, sequenze o pezzi della tua e-mail',
  PASSWORD_LUNGA: 'La password può avere al massimo 128 caratteri',
  PASSWORD_DIVERSA: 'La password non corrisponde',
  CONSENSI_MANCANTI: 'Per registrarti devi accettare i termini e l’uso della tua e-mail',
  CODICE_ERRATO: 'Il codice non è giusto, è scaduto oppure è già servito. Scrivi quello che vedi adesso.',
}
