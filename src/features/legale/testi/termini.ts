import type { LegalText } from '../legal-text.ts'

/** Terms of service and of sale, in the version of contract/text-versions (VERSIONI_TESTI). */
export const terminiText: LegalText = {
  titolo: 'Termini di servizio e condizioni di vendita',
  intro:
    'Queste sono le regole tra te e chi gestisce questo servizio. Le abbiamo scritte per essere lette: se una frase non è chiara, chiedi all’assistenza.',
  sezioni: [
    {
      id: 'servizio',
      titolo: 'Che cos’è Idoneo',
      paragrafi: [
        'Idoneo è un simulatore di quiz per chi prepara un concorso pubblico: scarichi banche dati e materie, ti eserciti anche senza rete e fai simulazioni a tempo.',
        'Le banche dati vengono da quelle pubblicate dagli enti o sono scritte dalla redazione: ogni banca dice da dove viene. Fanno sempre fede gli atti ufficiali dell’ente. Idoneo aiuta a prepararsi e non promette l’esito di un concorso.',
        'Idoneo non è un servizio della pubblica amministrazione e non ha rapporti con gli enti che bandiscono i concorsi.',
      ],
    },
    {
      id: 'account',
      titolo: 'Il tuo account',
      paragrafi: [
        'Per usare Idoneo serve un account con un indirizzo e-mail verificato. Devi avere almeno 14 anni; per acquistare devi averne 18, o l’accordo di chi ha la responsabilità genitoriale.',
        'L’account è personale: non si presta e non si vende. C’è un limite ai dispositivi nuovi in una settimana e in un mese, che vedi nel profilo insieme ai dispositivi collegati.',
        'Custodisci la password. Se pensi che qualcun altro la conosca, cambiala dal profilo: le altre sessioni finiscono.',
      ],
    },
    {
      id: 'uso',
      titolo: 'Che cosa puoi fare e che cosa no',
      paragrafi: ['Puoi usare domande, spiegazioni e PDF per il tuo studio. Non puoi:'],
      elenco: [
        'rivendere, pubblicare o distribuire le banche dati e le spiegazioni che ricevi;',
        'scaricarle con programmi automatici o aggirare i limiti del tuo piano;',
        'disturbare il servizio o le altre persone, per esempio falsando una classifica.',
      ],
    },
    {
      id: 'piani',
      titolo: 'Piani: demo e Premium',
      paragrafi: [
        'L’account demo è gratuito e riceve fino a 500 domande in tutto, un po’ per materia. Quelle ricevute restano tue; cancellarle e scaricarle ancora non ne restituisce e non ne consuma altre.',
        'Premium dà tutte le domande, le spiegazioni, le banche dati in PDF e le materie Premium, per la durata che acquisti. Quando finisce, l’account torna demo: risposte, livelli e preferiti restano.',
        'I piani di un tempo valgono ancora: Premium Lite non ha limite di domande, ma non comprende spiegazioni, PDF e materie Premium; il Premium precedente non comprende le spiegazioni. Acquistando Premium, Premium Lite viene sostituito e se ne perdono i vantaggi.',
      ],
    },
    {
      id: 'vendita',
      titolo: 'Condizioni di vendita',
      paragrafi: [
        'Durate e prezzi, imposte comprese, sono nella pagina Premium e li vedi prima di pagare. È un pagamento unico: non si rinnova da solo e non c’è un abbonamento.',
        'L’ordine parte quando premi il pulsante che dice che c’è l’obbligo di pagare. Il pagamento con carta avviene sulla pagina del fornitore dei pagamenti: i dati della carta non passano da Idoneo. Il contratto è concluso quando il pagamento riesce; ti mandiamo la ricevuta per e-mail e la trovi nel profilo alla voce «Acquisti».',
        'Premium comincia subito, perché lo chiedi espressamente al momento dell’ordine. Se hai già Premium, il tempo nuovo comincia quando finisce quello che hai. Dove i pagamenti sono in prova, la pagina lo dice e non ti viene addebitato niente.',
        'Un codice promo abbassa il prezzo indicato; uno solo per ordine.',
      ],
    },
    {
      id: 'recesso',
      titolo: 'Diritto di recesso',
      paragrafi: [
        'Entro 14 giorni dal pagamento puoi recedere senza dire perché e senza costi, anche se Premium è cominciato subito. Apri il profilo, «Acquisti», «Recedi dal contratto qui», poi «Conferma recesso». Puoi anche scriverlo all’assistenza.',
        'Ti mandiamo subito una mail con data e ora. Ti restituiamo l’intero prezzo con lo stesso mezzo di pagamento, al più tardi entro 14 giorni. Il Premium di quell’acquisto finisce; le tue risposte restano tue.',
        'Se elimini l’account rinunci al Premium che resta e non c’è rimborso: se sei ancora in tempo, prima recedi.',
      ],
    },
    {
      id: 'garanzia',
      titolo: 'Conformità e assistenza',
      paragrafi: [
        'Per i contenuti e i servizi digitali vale la garanzia legale di conformità del Codice del consumo (articoli 135-octies e seguenti). Se qualcosa non funziona come promesso, scrivi all’assistenza: lo rimettiamo a posto senza spese, e se non è possibile hai diritto a una riduzione del prezzo o alla fine del contratto.',
        'Possono esserci brevi interruzioni per manutenzione. Quello che hai scaricato funziona anche allora.',
        'Rispondiamo dei danni secondo la legge. Niente in queste condizioni limita i diritti che la legge dà a chi acquista come consumatore.',
      ],
    },
    {
      id: 'fine',
      titolo: 'Fine del rapporto e modifiche',
      paragrafi: [
        'Puoi eliminare l’account quando vuoi, dal profilo: la cancellazione è definitiva. Possiamo chiudere un account che viola queste regole in modo serio, dicendo perché.',
        'Se cambiamo questi termini in qualcosa che conta, te lo diciamo per e-mail almeno 30 giorni prima. Se non sei d’accordo puoi chiudere l’account. Ogni versione ha una data, e ricordiamo quale hai accettato.',
      ],
    },
    {
      id: 'legge',
      titolo: 'Legge e controversie',
      paragrafi: [
        'Vale la legge italiana. Per una controversia con un consumatore è competente il giudice del luogo in cui il consumatore vive. Prima scrivi all’assistenza: quasi sempre basta. Puoi anche rivolgerti a un organismo di risoluzione alternativa delle controversie.',
      ],
    },
  ],
}
