import { formatCount } from '../../text/formats.ts'

export const askText = {
  apri: 'Chiedi una banca dati',
  invito: 'Non trovi quella del tuo concorso?',
  titolo: 'Chiedi una banca dati',
  testo: 'Dicci quale ti serve: se la banca dati ufficiale esiste, la aggiungiamo al catalogo.',
  ente: 'Ente',
  ente_aiuto: 'Per esempio: Comune di Forlì, Ministero della Cultura',
  profilo: 'Profilo (facoltativo)',
  anno: 'Anno (facoltativo)',
  link: 'Indirizzo del bando o della banca dati (facoltativo)',
  nota: 'Nota (facoltativa)',
  invia: 'Invia la richiesta',
  annulla: 'Annulla',
  chiudi: 'Chiudi',
  manca_ente: 'Scrivi l’ente che ha bandito il concorso.',
  anno_errato: 'Scrivi un anno tra il 1990 e il 2100.',
  link_errato: 'Scrivi un indirizzo che comincia con https:// o http://.',
  inviata: 'Richiesta inviata. Grazie: quando la banca dati è pronta la trovi nel catalogo.',
  tenuta: 'Richiesta salvata su questo dispositivo: la inviamo appena possibile.',
  in_attesa: (n: number) => `${formatCount(n, 'richiesta aspetta', 'richieste aspettano')} di partire.`,
}
