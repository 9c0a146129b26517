/** Ways out of an error. The code that shows the dialog decides their effect. */
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
  /** The event and the next step, in this order. */
  text: string | ((data: ErrorData, fields: readonly string[]) => string)
  action?: ErrorAction | readonly ErrorAction[]
  /** Words for the chip above the title, one or two. */
  topic?: string
}
