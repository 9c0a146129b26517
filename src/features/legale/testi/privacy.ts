import type { LegalText } from '../legal-text.ts'

/** Privacy notice (GDPR, arts. 13 and 14), in the version of contract/account. */
export const privacyText: LegalText = {
  titolo: 'Informativa sulla privacy',
  intro:
    'Qui c’è scritto quali dati trattiamo, perché, per quanto tempo e che cosa puoi chiedere. Il titolare è chi gestisce questo servizio, indicato in fondo alla pagina.',
  sezioni: [
    {
      id: 'dati',
      titolo: 'Quali dati',
      paragrafi: ['Trattiamo solo quello che serve:'],
      elenco: [
        'account: e-mail, password (custodita solo in forma cifrata e irreversibile) oppure l’accesso social che usi, data di iscrizione, piano e scadenza;',
        'studio: risposte, livelli, preferite, note, ricerche e modelli salvati, esiti delle simulazioni, che nascono sul tuo dispositivo e si copiano sul server per ritrovarli altrove;',
        'dispositivi: un numero casuale per ogni browser, sistema operativo, primo e ultimo uso;',
        'acquisti: durata, prezzo, data, esito. I dati della carta li ha solo il fornitore dei pagamenti;',
        'consensi: che cosa hai accettato, quale versione del testo e quando, con l’indirizzo di rete accorciato;',
        'assistenza: quello che ci scrivi;',
        'registri tecnici: orari e tipo delle richieste, senza il contenuto e senza password.',
      ],
    },
    {
      id: 'perche',
      titolo: 'Perché e con quale base',
      paragrafi: [],
      elenco: [
        'darti il servizio e gli acquisti che chiedi: esecuzione del contratto (art. 6, par. 1, lett. b GDPR);',
        'conservare ricevute e prove dei consensi: obbligo di legge (lett. c);',
        'difendere il servizio da abusi e accessi illeciti: legittimo interesse (lett. f);',
        'mandarti novità e offerte, e contare le pagine viste: solo con il tuo consenso (lett. a), che è facoltativo e togli quando vuoi.',
      ],
    },
    {
      id: 'chi',
      titolo: 'Chi li riceve',
      paragrafi: [
        'Chi ci fornisce strumenti li tratta per nostro conto: chi ospita il server, chi consegna la posta, il fornitore dei pagamenti (Stripe) se acquisti, il servizio di mailing se hai dato il consenso commerciale, il fornitore dell’accesso social se lo usi. Non vendiamo i tuoi dati a nessuno.',
        'Se uno di loro sta fuori dallo Spazio economico europeo, vale una decisione di adeguatezza o ci sono le clausole contrattuali tipo.',
        'Nelle classifiche nessuno vede il tuo nome o la tua e-mail: solo punteggi e posizioni.',
      ],
    },
    {
      id: 'quanto',
      titolo: 'Per quanto tempo',
      paragrafi: [
        'I dati dell’account e dello studio restano finché hai l’account; se lo elimini, si cancellano davvero. Le ricevute restano per il tempo chiesto dalle norme fiscali, senza legame con il resto. Richieste di assistenza e registri tecnici restano il tempo che serve a rispondere e a difendere il servizio.',
        'Sul tuo dispositivo i dati restano finché esci dall’account, se uscendo non scegli di tenerli, o cancelli i dati del sito.',
      ],
    },
    {
      id: 'diritti',
      titolo: 'I tuoi diritti',
      paragrafi: [
        'Puoi vedere i tuoi dati, correggerli, averne copia in un formato leggibile (dal profilo, JSON e CSV), cancellarli eliminando l’account, limitarne l’uso, opporti e togliere i consensi. Togliere un consenso non cambia quello che è già stato fatto.',
        'Scrivi dalla pagina Assistenza: rispondiamo entro un mese. Puoi anche fare reclamo al Garante per la protezione dei dati personali (www.garanteprivacy.it).',
        'Nessuna decisione che ti riguarda è presa solo da una macchina con effetti giuridici su di te.',
      ],
    },
    {
      id: 'necessari',
      titolo: 'Se non vuoi darli',
      paragrafi: [
        'Senza e-mail e password, o un accesso social, l’account non può esistere. Tutto il resto è facoltativo: dire di no a novità, offerte e statistiche non cambia niente del servizio.',
      ],
    },
  ],
}
