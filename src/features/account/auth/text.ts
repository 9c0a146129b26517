export const socialButtonsText = {
  oppure: 'oppure',
  entra: (nome: string) => `Accedi con ${nome}`,
}

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
  accetto: 'Accetto i',
  termini: 'termini di servizio',
  uso_email: 'e l’uso della mia e-mail per gestire l’account; ho letto l’',
  privacy: 'informativa sulla privacy',
  ripeti: 'Scrivile due volte per sicurezza',
  promozioni: 'Voglio ricevere novità e offerte per e-mail (facoltativo).',
  invia: 'Invia di nuovo',
  invia_tra: (seconds: number) => `Invia di nuovo tra ${seconds} s`,
}

export const offlineAuthText = {
  testo:
    'Sei senza rete: adesso non si può entrare, né registrarsi, né cambiare la password. Chi era già dentro con «Ricordami» si esercita anche così.',
  guida: 'Intanto leggi la guida',
}

export const firstPageTitle = 'I quiz del tuo concorso, anche in metro.'

export const verifyEmailText = {
  titolo: 'Controlla la posta',
  testo: (email: string) => `Abbiamo inviato un link a ${email}. Aprilo per confermare l’indirizzo: poi puoi iniziare.`,
  mandata: (email: string) => `Abbiamo scritto a ${email}: apri la mail per andare avanti.`,
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
  store: (nome: string) => `Apri ${nome}`,
  apri_app: 'Apri nell’app',
}

/** Texts for a phone whose store has the application (spec §8). */
export const storeText = {
  titolo: 'Vai sullo Store del tuo smartphone!',
  nota: (nome: string) => `Puoi scaricare l’app dedicata da ${nome}.`,
  apri: (nome: string) => `Vai su ${nome}`,
  resta: 'Resto nel browser',
}
