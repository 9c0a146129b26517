import { domande, numero, risposte } from './formati.ts'

export const uscita = {
  titolo: 'Esci da Idoneo',
  testo:
    'I dati di questo account vengono tolti da questo dispositivo. Livelli e preferiti li ritrovi accedendo di nuovo; note, ricerche salvate e prove lasciate a metà sono solo qui e vanno perse.',
  esci: 'Esci',
  resta: 'Resta',
  in_corso: 'Invio le ultime risposte',
  esce: 'Esco',
  in_attesa_titolo: 'Ci sono risposte non inviate',
  in_attesa: (n: number) =>
    `${risposte(n)} non ${n === 1 ? 'è ancora arrivata' : 'sono ancora arrivate'} al server. Se esci adesso ${n === 1 ? 'va persa' : 'vanno perse'}.`,
  ignote_titolo: 'Potrebbero esserci risposte non inviate',
  ignote:
    'L’archivio su questo dispositivo non risponde, quindi non sappiamo se tutte le risposte sono arrivate al server. Se esci adesso, quelle non inviate potrebbero andare perse.',
  riprova: 'Riprova a inviare',
  riprova_ignote: 'Riprova',
  esci_ignote: 'Esci comunque',
  esci_comunque: 'Esci e perdile',
}

export const altroAccount = {
  titolo: 'Risposte di un altro account',
  testo: (n: number) =>
    `Su questo dispositivo ${n === 1 ? 'c’è' : 'ci sono'} ${risposte(n)} di un altro account, non ancora ${n === 1 ? 'inviata' : 'inviate'}. Da qui non si possono leggere: ${n === 1 ? 'resta' : 'restano'} finché quell’account non accede di nuovo, oppure puoi eliminarle.`,
  conserva: 'Conservale',
  elimina: 'Eliminale',
}

export const profilo = {
  titolo: 'Profilo',
  account: 'Account',
  email: 'E-mail',
  verificata: 'Verificata',
  non_verificata: 'Da verificare',
  iscrizione: 'Iscrizione',
  piano: 'Il tuo piano',
  rimasta: 'domanda ancora disponibile',
  rimaste: 'domande ancora disponibili',
  quiz_usati: (usati: number, limite: number) => `Hai ricevuto ${domande(usati)} su ${numero(limite)}`,
  quiz_rimasti: (n: number) => (n === 0 ? 'Hai usato tutta la demo.' : `Puoi riceverne ancora ${domande(n)}.`),
  senza_limite: 'Nessun limite di domande.',
  demo_barra: 'Domande della demo già ricevute',
  progressi: 'I tuoi progressi',
  che_sai: (totali: number) => `che sai, su ${domande(totali)}`,
  risposte_date: (n: number, totali: number) => `Ne hai affrontate ${numero(n)} su ${numero(totali)}`,
  scade: (quando: string) => `Valido fino al ${quando}.`,
  aspetto: 'Aspetto',
  tema: 'Tema',
  sistema: 'Automatico',
  chiaro: 'Chiaro',
  scuro: 'Scuro',
  carattere: 'Carattere',
  caratteri: { leggibile: 'Leggibile', sistema: 'Di sistema', ampio: 'Ampio' },
  carattere_nota: {
    leggibile: 'Atkinson Hyperlegible: lettere che non si confondono.',
    sistema: 'Quello del tuo dispositivo.',
    ampio: 'Lettere larghe e più distanti.',
  },
  dispositivo: 'Questo dispositivo',
  spazio: (quanto: string) => `Idoneo occupa ${quanto}.`,
  spazio_ignoto: 'Il browser non dice quanto spazio occupa Idoneo.',
  gestisci: 'Gestisci banche dati',
  banche: 'Banche dati scaricate',
  esci: 'Esci',
  sql: 'Finestra SQL',
  sql_invito: 'Conosci SQL? Interroga le tue domande e le tue risposte.',
}

export const tempoAggiuntivo = {
  titolo: 'Tempo aggiuntivo',
  testo:
    'Se hai diritto a più tempo (DSA, legge 104), scrivilo qui: vale per ogni prova a tempo, su tutti i tuoi dispositivi. Le prove già iniziate tengono il loro.',
  da_inviare: 'Salvato qui: arriva agli altri dispositivi appena c’è la rete.',
  quanto: 'Quanto tempo in più',
  voce: (percento: number) => (percento === 0 ? 'Nessuno' : `+${numero(percento)}%`),
  altro: 'Altro',
  percento: 'Percentuale in più',
  aiuto: (massimo: number) => `Un numero intero da 0 a ${numero(massimo)}.`,
}
