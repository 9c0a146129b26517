import type { FieldError } from '#rules/credentials'
import { signInErrors } from './sign-in-errors.ts'

/** Texts of the refused fields; those that the specification fixes are letter for letter (spec §5). */
export const validationText: Record<FieldError, string> = {
  ...signInErrors,
  EMAIL_DIVERSA: "L'email non corrisponde a quella inserita",
  PASSWORD_DEBOLE: 'La password deve essere di 8 caratteri di cui almeno 1 numero ed almeno una lettera maiuscola',
  PASSWORD_OVVIA:
    'Questa password si indovina facilmente. Scegline una senza parole comuni, nomi, sequenze o pezzi della tua e-mail',
  PASSWORD_LUNGA: 'La password può avere al massimo 128 caratteri',
  PASSWORD_DIVERSA: 'La password non corrisponde',
  CONSENSI_MANCANTI: 'Per registrarti devi accettare i termini e l’uso della tua e-mail',
  CODICE_ERRATO: 'Il codice non è giusto, è scaduto oppure è già servito. Scrivi quello che vedi adesso.',
  EMAIL_GIA_IN_USO: 'Questa e-mail è già usata da un altro account. Accedi oppure scegline un’altra.',
}
