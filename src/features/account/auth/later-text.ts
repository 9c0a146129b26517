/** Texts of the screens that few people meet, apart so that the login does not carry them. */
export const socialText = {
  in_corso: (nome: string) => `Accesso con ${nome}`,
  attendi: 'Un momento: controlliamo il tuo account.',
  collega_titolo: (nome: string) => `Collega ${nome}`,
  collega: (email: string) =>
    `Con ${email} hai già un account con password. Scrivi la sua password una volta sola: poi potrai entrare in tutti e due i modi.`,
  collega_azione: 'Collega e accedi',
  altro: 'Usa un altro accesso',
  completa_titolo: 'Completa la registrazione',
  completa: (nome: string, chi: string) =>
    `${nome} ci ha detto ${chi === '' ? 'chi sei' : `che sei ${chi}`}. Scegli l’e-mail che useremo per scriverti.`,
  email_aiuto: (nome: string) => `Se è diversa da quella di ${nome}, ti mandiamo un link per confermarla.`,
}

export const deviceText = {
  link_titolo: 'Fai entrare il dispositivo?',
  link_testo:
    'Qualcuno ha chiesto di entrare nel tuo account da un dispositivo in più. Se sei tu, fallo entrare. Se non sei tu, chiudi questa pagina e cambia la password: qualcuno la conosce.',
  link_si: 'Sì, sono io',
  link_no: 'No, non sono io',
  fatto_titolo: 'Dispositivo ammesso',
  fatto: 'Adesso può entrare: torna lì e accedi. Se è questo, accedi qui.',
  scaduto_titolo: 'Questo link non vale più',
  scaduto:
    'È passata più di un’ora oppure è già stato usato. Accedi dal dispositivo da far entrare e chiedi un’altra mail.',
  home: 'Torna alla home',
}

export const keepText = {
  link_titolo: 'Vuoi tenere il tuo account?',
  link_testo:
    'È stato chiesto di eliminarlo. Se lo tieni torna com’era. Se non l’avevi chiesto tu, dopo scegli una nuova password: qualcuno è entrato.',
  link_si: 'Sì, tienilo',
  link_no: 'Scegli una nuova password',
  fatto_titolo: 'Il tuo account resta',
  fatto: 'Accedi come prima: le tue risposte sono dove le hai lasciate.',
  scaduto_titolo: 'Questo link non vale più',
  scaduto: 'È già stato usato, oppure l’account è stato eliminato.',
}

export const addressLinkText = {
  link_titolo: 'Vuoi cambiare indirizzo?',
  link_testo:
    'Per il tuo account è stato chiesto il nuovo indirizzo scritto nella mail. Se sei tu, vai avanti: manderemo lì un link. Se non sei tu, chiudi questa pagina.',
  link_si: 'Sì, cambialo',
  link_no: 'No, non sono io',
  fatto_titolo: 'Controlla la nuova posta',
  fatto: 'Abbiamo mandato un link al nuovo indirizzo. Finché non lo apri vale quello di prima.',
  scaduto_titolo: 'Questo link non vale più',
  scaduto: 'È passata più di un’ora oppure è già stato usato. Chiedilo di nuovo dal profilo.',
}

export const codeLinkText = {
  link_titolo: 'Entrare senza codice?',
  link_testo:
    'Se confermi, tra 7 giorni la verifica in due passaggi si disattiva. Se non l’hai chiesto tu, scegli una nuova password: qualcuno conosce la tua.',
  link_si: 'Sì, disattivala tra 7 giorni',
  link_no: 'Non l’ho chiesto io',
  fatto_titolo: 'Tra 7 giorni entri senza codice',
  fatto: 'Ti abbiamo scritto il giorno. Se prima ritrovi un codice, accedi con quello: la verifica resta attiva.',
  scaduto_titolo: 'Questo link non vale più',
  scaduto: 'È passata più di un’ora oppure è già stato usato. Accedi e chiedi un’altra mail.',
}

export const noticesLinkText = {
  link_titolo: 'Non vuoi più questi avvisi?',
  link_testo: 'Smettiamo di scriverti per questo motivo. Gli altri avvisi restano come li hai scelti, nel profilo.',
  link_si: 'Sì, smettete',
  link_no: 'Lasciali',
  fatto_titolo: 'Non ti scriviamo più',
  fatto: 'Se cambi idea li ritrovi nel profilo, alla voce «Avvisi».',
  scaduto_titolo: 'Questo link non vale',
  scaduto: 'Gli avvisi si tolgono anche dal profilo, alla voce «Avvisi».',
}

export const dataLinkText = {
  link_titolo: 'Scarica i tuoi dati',
  link_testo: 'Un file con tutto quello che Idoneo ha di te. Il link vale una volta sola.',
  link_si: 'Scarica',
  link_no: 'Non l’ho chiesto io',
  fatto_titolo: 'I tuoi dati sono tra i download',
  fatto: 'Tienili in un posto sicuro.',
  scaduto_titolo: 'Questo link non vale più',
  scaduto: 'È passata più di un’ora oppure è già stato usato. Chiedilo di nuovo dal profilo.',
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

export const mailOutcomeText = {
  conferma_titolo: 'Confermi il tuo indirizzo?',
  conferma:
    'Con questo indirizzo è stato creato un account di Idoneo. Se l’hai creato tu, conferma: manca solo questo.',
  conferma_si: 'Sì, l’ho creato io',
  password_scelta: 'La password che hai scelto',
  scegli_altra: 'Non la ricordo: ne scelgo un’altra',
  password_account: 'La password di quell’account',
  password_dove: 'Se entri senza password, apri questo link nel browser in cui sei già dentro.',
  indirizzo: 'Un account di Idoneo ha chiesto di usare questo indirizzo. Se l’hai chiesto tu, conferma.',
  indirizzo_si: 'Sì, l’ho chiesto io',
  non_io: 'Non sono stato io',
  eliminato: {
    titolo: 'Account eliminato',
    testo:
      'Qualcuno aveva scritto il tuo indirizzo, forse per sbaglio. Quell’account non c’è più: non devi fare altro.',
  },
  annullata: {
    titolo: 'Richiesta annullata',
    testo: 'Quell’account non userà il tuo indirizzo. Non devi fare altro.',
  },
  rimasto: {
    titolo: 'Grazie di averlo detto',
    testo:
      'Chi aveva scritto il tuo indirizzo non può più entrare in quell’account. L’account però resta, perché se ne era già occupata l’assistenza: se non vuoi che resti, scrivile.',
  },
  assistenza: 'Scrivi all’assistenza',
  verificata_titolo: 'Indirizzo confermato',
  verificata_altrove:
    'Se hai la pagina aperta su un altro dispositivo, torna lì: se ne accorge da sola. Oppure accedi qui.',
  scaduto_titolo: 'Questo link è scaduto',
  scaduto:
    'I link durano 24 ore. Te ne mandiamo uno nuovo allo stesso indirizzo: va bene anche se hai aperto questo da un altro dispositivo.',
  scaduto_ignoto: 'I link durano 24 ore, e ogni indirizzo ha il suo. Accedi: da lì te ne mandiamo uno nuovo.',
  rinvia: 'Invia un nuovo link',
  rinviata_titolo: 'Mail inviata',
  rinviata: 'Cerca il nuovo link nella posta, anche tra gli indesiderati. Vale 24 ore.',
  in_uso_titolo: 'Questo indirizzo è già usato',
  in_uso:
    'Nel frattempo è diventato l’indirizzo di un altro account. Accedi con quello, oppure scegli un altro indirizzo dal profilo.',
  profilo: 'Vai al profilo',
}
