import type { LegalText } from '../legal-text.ts'

/** Help guide, in the order in which a person meets the questions. */
export const guidaText: LegalText = {
  titolo: 'Guida',
  intro: 'Le cose che si chiedono più spesso, in poche righe.',
  sezioni: [
    {
      id: 'inizio',
      titolo: 'Da dove comincio',
      paragrafi: [
        'Apri «Banche dati», poi «Aggiungi banca dati»: cerca per ente, profilo o anno, scegli e scarica. Nella home il pulsante grande apre la seduta di oggi: prima le domande mai viste, poi gli errori da ripassare.',
      ],
    },
    {
      id: 'offline',
      titolo: 'Senza rete',
      paragrafi: [
        'Quello che hai scaricato funziona anche senza rete. Ogni risposta è salvata sul dispositivo prima che compaia la domanda dopo, e arriva al server quando c’è connessione, con note, ricerche, modelli e prove lasciate a metà: accedendo da un altro dispositivo li ritrovi. Su un telefono puoi aggiungere Idoneo alla schermata Home: così il browser non toglie i dati dopo giorni senza visite.',
      ],
    },
    {
      id: 'livelli',
      titolo: 'I livelli',
      paragrafi: [
        'Ogni domanda ha un livello: Non risposte, Non le sai, Ripetile, Quasi, Le sai. Una risposta corretta lo alza di uno, una sbagliata lo abbassa; puoi correggerlo tu dopo ogni risposta.',
      ],
    },
    {
      id: 'simulazioni',
      titolo: 'Simulazioni e prove personalizzate',
      paragrafi: [
        'Una simulazione ha le regole ufficiali, uguali per chiunque, e una classifica: conta il primo tentativo. Una prova personalizzata la componi tu: materie, quante domande, tempo e punti.',
        'Se hai diritto a più tempo (DSA, legge 104), scrivilo nel profilo: vale per ogni prova a tempo.',
      ],
    },
    {
      id: 'demo',
      titolo: 'Demo e Premium',
      paragrafi: [
        'La demo riceve fino a 500 domande in tutto. Prima di ogni download c’è scritto quante ne usa. Premium dà tutte le domande, le spiegazioni, i PDF e le materie Premium: pagamento unico, senza rinnovo.',
        'Dopo il passaggio a Premium le banche scaricate in parte si completano da «Banche dati», e i livelli restano.',
      ],
    },
    {
      id: 'dispositivi',
      titolo: 'Troppi dispositivi',
      paragrafi: [
        'C’è un limite ai dispositivi nuovi in 7 giorni e in un mese. Dal profilo vedi quelli collegati e li togli. Se non riesci a entrare, la pagina di accesso ti offre una mail che fa entrare il dispositivo che hai in mano.',
      ],
    },
    {
      id: 'account',
      titolo: 'Password, e-mail, cancellazione',
      paragrafi: [
        'Password dimenticata? Dalla pagina di accesso ti arriva un link che vale un’ora. Nel profilo cambi e-mail e password, scarichi i tuoi dati, togli i consensi ed elimini l’account.',
      ],
    },
    {
      id: 'errori',
      titolo: 'Una domanda è sbagliata',
      paragrafi: [
        'Dopo aver risposto premi «Segnala» e scegli il motivo. La redazione controlla; se la chiave cambia, la domanda torna tra quelle da ripetere e te lo dice.',
      ],
    },
    {
      id: 'dita',
      titolo: 'Con le dita',
      paragrafi: [
        'Durante una seduta: scorri verso sinistra per la domanda dopo, verso destra per quella prima. Tieni il dito su una risposta per escluderla. I pulsanti fanno lo stesso.',
      ],
    },
    {
      id: 'tastiera',
      titolo: 'Tastiera e lettori di schermo',
      paragrafi: [
        'Durante una seduta: da A a E o da 1 a 5 per rispondere, frecce per muoversi, Invio per andare avanti, ? per l’elenco dei tasti. I tasti si possono spegnere.',
      ],
    },
  ],
}
