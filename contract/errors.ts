/**
 * The error catalogue (spec §8, D4, D5): every failure that a person may meet has one of these codes. The page maps a code to its
 * Italian sentence in src/text and shows nothing else.
 */
export const ERROR_CODES = [
  // Local store (spec §8)
  'INDEXEDDB_NOT_AVAILABLE',
  'INDEXEDDB_NOT_ENOUGH_SPACE',
  'INDEXEDDB_GENERIC_ERROR',
  'INDEXEDDB_LOW_SPACE',
  'WEBASSEMBLY_NOT_AVAILABLE',
  // No OPFS (private window, plain http): everything is kept, in IndexedDB
  'OPFS_NOT_AVAILABLE',
  'ARCHIVIO_OCCUPATO',
  'ARCHIVIO_NON_APERTO',
  // Reported, not refused: the damage has been repaired (contract/store-care)
  'ARCHIVIO_RIPARATO',
  // Reported too: the browser deleted the stored data
  'ARCHIVIO_SVUOTATO',
  'BANCA_DANNEGGIATA',
  'USCITA_ALTROVE',
  // Reported after a sign-out: the data of the account is still on the device
  'DATI_RIMASTI',
  // Banks and practice (spec §8)
  'CONCORSO_NON_TROVATO',
  'CONCORSO_NOT_INITIALIZED',
  'ID_CONCORSO_NON_COINCIDE',
  'CONCORSO_NON_TUO',
  'PERCORSO_NON_TROVATO',
  'PERCORSO_NON_TUO',
  'MISSING_REQUIRED_PARAM',
  'REMOTE_REQUEST_FAILED',
  'INDEX_OUT_OF_BOUND',
  'DOMANDA_NON_TROVATA',
  'IMPOSSIBILE_SELEZIONARE_RISPOSTA',
  // The trial was left while the store was writing a mark
  'SEGNO_NON_SCRITTO',
  'GIA_RISPOSTA',
  'ESERCITAZIONE_NON_INIZIALIZZATA',
  'TIPO_ESERCITAZIONE_ERRATO',
  'NESSUNA_DOMANDA',
  // Questions chosen one by one, of banks that are not on the device
  'DOMANDE_NON_QUI',
  'REGOLE_NON_LO_PERMETTONO',
  'TEMPO_SCADUTO',
  // As many simulations as an account may begin in 24 hours
  'TROPPE_SIMULAZIONI',
  'SEZIONE_CHIUSA',
  'IMMAGINE_NON_DISPONIBILE',
  'ENCODING_IMMAGINE_ERRATO',
  'TIPO_IMMAGINE_ERRATO',
  'RATE_LIMIT_EXCEEDED',
  // The account's journal takes no more on the server: what was made stays on the device (decision 0086)
  'GIORNALE_PIENO',
  // Packages (D16)
  'PACCHETTO_CORROTTO',
  'PACCHETTO_SCADUTO',
  'DOWNLOAD_INTERROTTO',
  'DOWNLOAD_ANNULLATO',
  // SQL window over copies of the store
  'COPIE_TROPPO_GRANDI',
  'SQL_NON_APERTA',
  // A copy of the person's own work
  'COPIA_NON_VALIDA',
  // Printing a bank (spec §8)
  'PDF_NON_CREATO',
  // A bank of the person's own from a file
  'FILE_NON_LETTO',
  'LETTORE_ASSENTE',
  'SQL_VUOTA',
  'SQL_UN_COMANDO',
  'SQL_SOLO_LETTURA',
  'SQL_ERRATA',
  'SQL_ANNULLATA',
  // The session is over (D5): leave, keep every answer, say why
  'SESSIONE_SCADUTA',
  'TOKEN_NON_VALIDO',
  'DISPOSITIVO_DISCONNESSO',
  'ACCOUNT_DISABILITATO',
  // The request was refused (D5): stay
  'ACCESSO_FALLITO',
  // The request did not reach the server, or its response did not come back
  'ACCOUNT_SENZA_RISPOSTA',
  'CREDENZIALI_ERRATE',
  'UTENTE_NON_TROVATO',
  'EMAIL_GIA_IN_USO',
  'EMAIL_NON_VERIFICATA',
  'TROPPI_DISPOSITIVI',
  'DISPOSITIVO_MOBILE_ATTIVO',
  'ALTRO_SOCIAL',
  // The social login opens another account, or the account already has a login of that provider
  'ACCESSO_GIA_COLLEGATO',
  // The last way into the account cannot be removed
  'ULTIMO_ACCESSO',
  'VECCHIA_PASSWORD_ERRATA',
  // A token alone is no proof: the account needs the link of a mail
  'CONFERMA_PER_POSTA',
  // Somebody asked to delete the account; until the set day its owner may cancel
  'ACCOUNT_IN_ELIMINAZIONE',
  // The account has a second factor
  'CODICE_RICHIESTO',
  'CODICE_ERRATO',
  // An account without a password needs a new sign-in when the last is old
  'ACCESSO_NON_RECENTE',
  // A password of good form that is among the first guesses
  'PASSWORD_OVVIA',
  'LINK_SCADUTO',
  // The social login went wrong, took too long, or belongs to another browser
  'TOKEN_SOCIAL_SCADUTO',
  // The provider's address has an account with a password: the person proves its ownership
  'COLLEGAMENTO_RICHIESTO',
  'SOCIAL_NON_ATTIVO',
  'DISPOSITIVO_NON_TROVATO',
  // The browser, or the person, blocks notifications
  'NOTIFICHE_NEGATE',
  // Purchases
  'CONDIZIONI_NON_ACCETTATE',
  'DURATA_NON_IN_VENDITA',
  'CODICE_PROMO_NON_VALIDO',
  'PAGAMENTO_NON_DISPONIBILE',
  'GIA_PREMIUM',
  'PREMIUM_NON_APPLICATO',
  'TRANSAZIONE_NON_TROVATA',
  'RECESSO_NON_AMMESSO',
  'FIRMA_NON_VALIDA',
  'DEMO_ESAURITA',
  'PREMIUM_SCADUTO',
  'PREMIUM_RICHIESTO',
  'SPIEGAZIONE_ASSENTE',
  'VIETATO',
  // Any call
  'RICHIESTA_NON_VALIDA',
  'RISPOSTA_NON_VALIDA',
  'NON_TROVATO',
  'METODO_NON_AMMESSO',
  'CORPO_TROPPO_GRANDE',
  'FORMATO_NON_AMMESSO',
  'SERVIZIO_NON_PRONTO',
  'ERRORE_INTERNO',
  'RETE_ASSENTE',
  'OROLOGIO_ERRATO',
  // The server's own clock, which decides which answer is newer (decision 0106)
  'OROLOGIO_SERVER',
  // Operator's console: a report closed as corrected leaves its question unchanged; an entry changed since the writer read it
  'DOMANDA_NON_CORRETTA',
  'VOCE_CAMBIATA',
  // Operator's command
  'FILE_RIFIUTATO',
] as const

export type ErrorCode = (typeof ERROR_CODES)[number]

/** Codes that end the session whatever their status is (D5). */
export const SESSION_END_CODES: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'SESSIONE_SCADUTA',
  'TOKEN_NON_VALIDO',
  'DISPOSITIVO_DISCONNESSO',
  'ACCOUNT_DISABILITATO',
])

export const isErrorCode = (valore: unknown): valore is ErrorCode =>
  (ERROR_CODES as readonly unknown[]).includes(valore)
