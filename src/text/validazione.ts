/** Texts fixed by the specification, letter for letter (spec §5). */
export const validazione = {
  email_formato: 'Formato email non valido',
  email_mancante: 'Inserisci un indirizzo email',
  campi_mancanti: 'Compilare tutti i campi',
  email_diversa: "L'email non corrisponde a quella inserita",
  password_debole: 'La password deve essere di 8 caratteri di cui almeno 1 numero ed almeno una lettera maiuscola',
  password_diversa: 'La password non corrisponde',
  consensi: 'Per registrarti servono il consenso ai termini e quello al trattamento dell’e-mail.',
  email_uguale: 'È già l’indirizzo di questo account.',
} as const

export type TestoValidazione = keyof typeof validazione
