import { formatCount } from './formats.ts'

export const shellText = {
  vai_al_contenuto: 'Vai al contenuto',
  navigazione: 'Principale',
  indietro: 'Indietro',
  home: 'Home',
  banche_dati: 'Banche dati',
  progressi: 'Progressi',
  progressi_sotto: 'Quello che hai fatto, su tutti i tuoi dispositivi',
  ricerca: 'Cerca nelle domande',
  sql: 'Finestra SQL',
  prova_personalizzata: 'Prova personalizzata',
  materie: 'Materie',
  cerca: 'Cerca',
  bandi: 'Bandi in scadenza',
  store: 'Libri e corsi',
  gruppi: 'Gruppi di studio',
  notizie: 'Notizie',
  profilo: 'Profilo',
  offline: (in_attesa: number) =>
    in_attesa === 0
      ? 'Sei offline. Puoi continuare: quello che hai scaricato funziona anche così.'
      : `Sei offline. Puoi continuare: sincronizziamo ${formatCount(in_attesa, 'risposta', 'risposte')} appena torna la rete.`,
  sessione_scaduta: 'La sessione è finita. Puoi continuare a esercitarti: accedi di nuovo per sincronizzare.',
  accedi: 'Accedi',
  sincronizzato: 'Sincronizzato',
  in_attesa: (n: number) => formatCount(n, 'risposta da inviare', 'risposte da inviare'),
  simulazioni_in_attesa: (n: number) => formatCount(n, 'simulazione da inviare', 'simulazioni da inviare'),
  in_attesa_perche: 'Le inviamo appena possibile',
  sincronizzazione_in_corso: 'Sincronizzazione in corso',
  pieno: 'Non tutto è nel tuo account',
  pieno_perche: 'Quello che manca resta su questo dispositivo',
  pieno_azione: 'Apri il profilo',
  mai: 'Tutto salvato su questo dispositivo',
  non_aperto: 'Archivio non aperto',
  non_aperto_perche: 'Non sappiamo se c’è qualcosa da inviare',
  niente: 'Qui non si salva nulla',
  niente_perche:
    'Questo browser non salva nulla: quando chiudi la pagina resta solo quello che si è sincronizzato. Per tenere i quiz, usa una finestra normale.',
  lento: (online: boolean) =>
    online
      ? 'L’archivio di questo dispositivo non risponde ancora. Ricarica la pagina; se non basta, chiudi e riapri il browser. Le tue risposte sono salve.'
      : 'L’archivio di questo dispositivo non risponde ancora. Le tue risposte sono salve: appena torna la rete, chiudi e riapri il browser.',
  ricarica: 'Ricarica',
  update_ready: 'C’è una versione nuova di Idoneo.',
  update_take: 'Aggiorna adesso',
  occupato_titolo: 'L’altra scheda non risponde',
  occupato_testo:
    'Idoneo è aperto in un’altra scheda, che il browser ha forse sospeso. Le tue risposte sono salve. Chiudila o torna un momento là: appena si libera, qui si riparte da soli.',
  occupato_azione: 'Riprova',
}

/** Names of the account tiers (D7). */
export const accountTypeText = { 0: 'Demo', 1: 'Premium Lite', 2: 'Premium precedente', 3: 'Premium' } as const
