export const authText = {
  slogan: 'Una domanda alla volta, fino all’idoneità.',
  sottotitolo: 'Banche dati ufficiali, esercitazioni mirate e ripasso. Anche offline.',
  accedi: 'Accedi',
  registrati: 'Registrati',
  email: 'E-mail',
  conferma_email: 'Conferma e-mail',
  password: 'Password',
  conferma_password: 'Conferma password',
  password_aiuto: 'Almeno 8 caratteri, con un numero e una lettera maiuscola.',
  ricordami: 'Ricordami',
  dimenticata: 'Password dimenticata?',
  senza_account: 'Non hai un account?',
  registrati_gratis: 'Registrati gratis',
  con_account: 'Hai già un account?',
  crea: 'Crea l’account',
  termini: 'Accetto i termini di servizio e ho letto l’informativa sulla privacy.',
  trattamento: 'Acconsento all’uso della mia e-mail per gestire l’account.',
  promozioni: 'Voglio ricevere novità e offerte per e-mail (facoltativo).',
  invia: 'Invia di nuovo',
  invia_tra: (seconds: number) => `Invia di nuovo tra ${seconds} s`,
}

export const recuperoText = {
  titolo: 'Password dimenticata',
  testo: 'Scrivi l’e-mail del tuo account: ti mandiamo un link per sceglierne una nuova.',
  invia: 'Invia il link',
  torna: 'Torna all’accesso',
  inviata_titolo: 'Controlla la posta',
  inviata: (email: string) =>
    `Se ${email} è l’indirizzo di un account, tra poco ci trovi il link per scegliere la nuova password. Vale un’ora e una volta sola.`,
  spam: 'Non lo trovi? Guarda anche nella posta indesiderata.',
  altro: 'Usa un altro indirizzo',
  nuova_titolo: 'Scegli una nuova password',
  nuova_testo: 'Gli altri dispositivi dovranno accedere di nuovo.',
  nuova: 'Nuova password',
  conferma: 'Conferma nuova password',
  salva: 'Salva la password',
  fatto_titolo: 'Password cambiata',
  fatto: 'Adesso accedi con quella nuova. Le tue risposte sono dove le hai lasciate.',
  scaduto_titolo: 'Questo link non vale più',
  scaduto:
    'È passata più di un’ora, è già stato usato oppure manca un pezzo dell’indirizzo. La tua password non è cambiata.',
  altro_link: 'Chiedi un nuovo link',
}

export const verifyEmailText = {
  titolo: 'Controlla la posta',
  testo: (email: string) => `Abbiamo inviato un link a ${email}. Aprilo per confermare l’indirizzo: poi puoi iniziare.`,
  spam: 'Non lo trovi? Guarda anche nella posta indesiderata.',
  fatto: 'Ho aperto il link',
  non_ancora: 'L’indirizzo non risulta ancora confermato. Apri il link nella mail, poi riprova.',
  inviata: (email: string) => `Mail inviata a ${email}`,
  cambia: 'Cambia indirizzo',
  nuovo: 'Nuovo indirizzo e-mail',
  salva: 'Invia a questo indirizzo',
  annulla: 'Annulla',
}

export const fallbackText = {
  titolo: 'Vai sullo Store del tuo smartphone!',
  testo:
    'Dallo store ufficiale del tuo telefono puoi scaricare l’app dedicata. Intanto puoi continuare da questo browser.',
  continua: 'Continua nel browser',
  apri: 'Apri il contenuto',
}
