import type { LegalText } from '../legal-text.ts'

/** Cookie notice (Garante, 10 June 2021). */
export const cookieText: LegalText = {
  titolo: 'Informativa sui cookie',
  intro:
    'Idoneo usa cookie e memorie del browser che servono a funzionare. Per contare le pagine viste chiede prima il permesso. Non ci sono cookie di profilazione né di terze parti.',
  sezioni: [
    {
      id: 'tecnici',
      titolo: 'Tecnici: sempre attivi',
      paragrafi: ['Servono a darti quello che chiedi e non hanno bisogno di consenso:'],
      elenco: [
        'idoneo_consenso: la tua scelta su questa pagina, per un anno;',
        'affopqcode: il codice di chi ti ha fatto conoscere Idoneo, se sei arrivato da un suo link, per 30 giorni o fino al primo accesso;',
        'memoria del browser (localStorage e sessionStorage): la sessione, il tema, il carattere, il numero casuale del dispositivo;',
        'archivio del browser (OPFS e IndexedDB): banche dati, risposte e livelli, per funzionare senza rete.',
      ],
    },
    {
      id: 'statistiche',
      titolo: 'Statistiche: solo se accetti',
      paragrafi: [
        'Se accetti, contiamo quali pagine vengono aperte e quante volte, sul nostro server. Non registriamo chi sei, l’indirizzo di rete né quali banche dati o domande guardi. Se rifiuti, o se non scegli, non parte nessuna richiesta.',
      ],
    },
    {
      id: 'scelta',
      titolo: 'La tua scelta',
      paragrafi: [
        'La ricordiamo per un anno, poi la chiediamo di nuovo. La cambi quando vuoi qui sotto, o da «Preferenze cookie» in fondo a ogni pagina informativa e nel profilo. Rifiutare è facile come accettare, e il servizio è lo stesso.',
      ],
    },
  ],
}
