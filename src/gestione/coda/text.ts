import type { EsitoCoda, StatoCoda, TipoCoda } from '#contract/gestione/coda'
import { formatCount } from '../../text/formats.ts'
import { consoleText } from '../text.ts'

const KINDS: Record<TipoCoda, string> = {
  domanda: 'Segnalazione di una domanda',
  assistenza: 'Richiesta di aiuto',
  banca: 'Banca chiesta',
}
const STATES: Record<StatoCoda, string> = {
  aperte: 'Aperte',
  libere: 'Di nessuno',
  mie: 'Prese da me',
  chiuse: 'Chiuse',
}
const OUTCOMES: Record<EsitoCoda, string> = {
  corretta: 'Domanda corretta',
  respinta: 'Resta com’è',
  risolta: 'Risolta',
  senza_seguito: 'Senza seguito',
  pubblicata: 'Banca pubblicata',
  non_disponibile: 'Banca non disponibile',
}
/** Reasons of a report and subjects of a help request, as the candidates' page names them. */
const SUBJECTS: Record<string, string> = {
  CHIAVE_ERRATA: 'Risposta corretta sbagliata',
  TESTO_ERRATO: 'Errore nel testo',
  RISPOSTE_UGUALI: 'Due risposte uguali o corrette',
  IMMAGINE: 'Figura mancante o sbagliata',
  NON_AGGIORNATA: 'Norma cambiata',
  ALTRO: 'Altro',
  ACCESSO: 'Accesso e account',
  DISPOSITIVI: 'Dispositivi',
  ACQUISTI: 'Acquisti, ricevute e recesso',
  CONTENUTI: 'Domande e contenuti',
  DATI: 'Dati personali',
}

/** A reply that is ready to be adapted. */
type Template = { nome: string; testo: string }
const TEMPLATES: Record<TipoCoda, readonly Template[]> = {
  domanda: [
    {
      nome: 'La stiamo controllando',
      testo: 'grazie: stiamo controllando la domanda sulla fonte e ti scriviamo appena sappiamo.',
    },
    {
      nome: 'È come nella banca ufficiale',
      testo: 'la domanda è così nella banca dati pubblicata dall’ente, e all’esame la troverai così.',
    },
    {
      nome: 'Serve un dettaglio',
      testo: 'ci serve un dettaglio per capire: che cosa hai trovato, e in quale fonte? Rispondi a questa mail.',
    },
  ],
  assistenza: [
    {
      nome: 'Recuperare la password',
      testo:
        'nella pagina di accesso scegli «Password dimenticata» e scrivi il tuo indirizzo: ti arriva il collegamento per sceglierne una nuova.',
    },
    {
      nome: 'Le risposte non si vedono',
      testo:
        'le risposte date senza connessione partono da sole quando torna la rete. Apri Idoneo sul dispositivo dove hai studiato, e aspetta che finisca di sincronizzare.',
    },
    {
      nome: 'Recesso',
      testo:
        'puoi recedere entro 14 giorni dal profilo, alla voce «Acquisti»: l’intero prezzo torna sullo stesso mezzo di pagamento.',
    },
    {
      nome: 'Serve un dettaglio',
      testo:
        'ci serve un dettaglio per aiutarti: che cosa vedi sullo schermo, e su quale dispositivo? Rispondi a questa mail.',
    },
  ],
  banca: [
    { nome: 'È pubblicata', testo: 'la banca dati che hai chiesto c’è: la trovi nel catalogo.' },
    {
      nome: 'L’ente non l’ha pubblicata',
      testo: 'l’ente non ha pubblicato una banca dati per questo concorso. Se la pubblica, la aggiungiamo.',
    },
    {
      nome: 'Serve un collegamento',
      testo: 'non troviamo questa banca dati. Se hai l’indirizzo della pagina dell’ente, rispondi a questa mail.',
    },
  ],
}

export const codaText = {
  titolo: consoleText.segnalazioni,
  sotto: 'Domande segnalate, richieste di aiuto e banche chieste, in una coda sola.',
  filtri: 'Filtri',
  tipo: 'Tipo',
  stato: 'Stato',
  banca: 'Banca',
  tutte: 'Tutte',
  tutti: 'Tutti',
  tipi: KINDS,
  stati: STATES,
  esiti: OUTCOMES,
  argomento: (name: string) => SUBJECTS[name] ?? name,
  banca_aperte: (name: string, n: number) => `${name} (${n})`,
  elenco: 'Coda',
  quante: (n: number) => formatCount(n, 'voce', 'voci'),
  persone: (n: number) => formatCount(n, 'persona', 'persone'),
  vuoto: 'Niente in coda',
  vuoto_testo: 'Con questi filtri non c’è nulla da fare.',
  mia: 'Presa da te',
  presa: (chi: string) => `Presa da ${chi}`,
  libera: 'Di nessuno',
  chiusa: (esito: string) => `Chiusa: ${esito}`,
  adesso: 'adesso',
  tasti: 'Da una voce: ↑ e ↓ (o J e K) per muoverti, Invio la apre, P la prende o la lascia.',
  da: (ago: string) => `da ${ago}`,
  minuti: (n: number) => formatCount(n, 'minuto', 'minuti'),
  ore: (n: number) => formatCount(n, 'ora', 'ore'),
  giorni: (n: number) => formatCount(n, 'giorno', 'giorni'),
  torna: 'Torna alla coda',
  prendi: 'Prendi',
  prendi_a: 'Prendi tu',
  lascia: 'Lascia',
  messaggi: 'Che cosa scrivono',
  senza_parole: 'Nessuna nota.',
  domanda: 'La domanda',
  domanda_persa: 'La domanda non è più nella banca.',
  numero: (n: string) => `n. ${n}`,
  chiave: 'chiave',
  senza_chiave: 'Senza chiave',
  correggi: 'Apri nella salute della banca',
  risposte: 'Che cosa è stato scritto',
  da_chi: (chi: string) => `da ${chi}`,
  simili: 'Forse sono la stessa cosa',
  simili_testo: 'Unite, si chiudono insieme e ricevono la stessa risposta.',
  unisci: 'Unisci le scelte',
  rispondi: 'Rispondi',
  rispondi_testo: 'Parte una mail a ogni persona della voce, che resta aperta e passa a te.',
  modello: 'Modello',
  modelli: TEMPLATES,
  nessun_modello: 'Nessuno',
  testo: 'Testo',
  di_altri: (chi: string) => `La voce è presa da ${chi}: se rispondi passa a te.`,
  sicuro: 'Ho visto, e rispondo lo stesso',
  manca_sicuro: 'Conferma che vuoi rispondere lo stesso.',
  manca_testo: 'Scrivi il testo della mail.',
  invia: 'Invia',
  chiudi: 'Chiudi',
  chiudi_titolo: 'Chiudere la voce?',
  chiudi_come: 'Come finisce',
  manca_esito: 'Scegli come finisce.',
  chiudi_domanda: 'Chi ha segnalato riceve l’esito per mail, con il testo se lo scrivi.',
  chiudi_altre: 'Con un testo parte una mail; senza, non parte nulla.',
  testo_facoltativo: 'Testo (facoltativo)',
  annulla: 'Annulla',
  fatti: { profilo: 'Profilo', anno: 'Anno', link: 'Indirizzo', id_utente: 'Account' },
} as const
