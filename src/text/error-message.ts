/** Ways out of an error. What each one does is decided where the dialog is shown. */
export type ErrorAction =
  | 'ho_capito'
  | 'riprova'
  | 'continua'
  | 'gestisci_spazio'
  | 'banche_dati'
  | 'materie'
  | 'banca_dati'
  | 'riapri'
  | 'avanti'
  | 'accedi'
  | 'scarica'
  | 'profilo'
  | 'ricarica'
  | 'premium'

export type ErrorData = Readonly<Record<string, string | number>>
export type ErrorMessage = {
  /** What happened and what to do next, in this order. */
  text: string | ((data: ErrorData, fields: readonly string[]) => string)
  action?: ErrorAction | readonly ErrorAction[]
  /** One or two words for the chip above the title. */
  topic?: string
}
