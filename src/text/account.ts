import type { OnlyHere } from '#contract/database'
import { withArticolo } from '#rules/articolo'
import {
  type Counts,
  formatBytes,
  formatCount,
  formatCounts,
  formatDomande,
  formatNumber,
  formatRisposte,
} from './formats.ts'

/** Counts of work that no server accepts. */
const neverSentCounts = (n: OnlyHere): Counts => [
  [n.sedute, 'esercitazione o prova a metà', 'esercitazioni e prove a metà'],
  [n.restano, 'esercitazione conclusa', 'esercitazioni concluse'],
  [n.banche, 'banca dati tua', 'banche dati tue'],
]
/** Counts of unsent work beside answers and deliveries. */
const vociCounts = (n: OnlyHere): Counts => [
  [n.concluse, 'esercitazione o prova conclusa', 'esercitazioni e prove concluse'],
  [n.note, 'nota', 'note'],
  [n.chiavi, 'risposta indicata da te', 'risposte indicate da te'],
  [n.ricerche, 'ricerca salvata', 'ricerche salvate'],
  [n.modelli, 'modello di prova', 'modelli di prova'],
  [n.impostazioni, 'impostazione', 'impostazioni'],
]

export const signOutText = {
  titolo: 'Esci da Idoneo',
  testo:
    'I dati di questo account vengono tolti da questo dispositivo. Risposte, livelli, preferite, prove, note e ricerche li ritrovi accedendo di nuovo.',
  solo_qui: (here: OnlyHere) => {
    const said = formatCounts(...neverSentCounts(here))
    return said === ''
      ? 'Qui non c’è altro, quindi non perdi niente.'
      : `Uscendo perdi quello che è solo qui: ${said}. Dal profilo puoi prima scaricarne una copia.`
  },
  solo_qui_ignoto:
    'Quello che non è ancora arrivato al server, anche delle prove lasciate a metà, è solo qui e va perso.',
  tieni: 'Tieni i dati su questo dispositivo',
  tieni_nota:
    'Li ritrova chi accede di nuovo con questo account. Se accede un altro account vengono tolti; se qualcosa è solo qui, prima lo chiediamo.',
  esci: 'Esci',
  esci_da_qui: 'Esci da questo dispositivo',
  resta: 'Resta',
  in_corso: 'Invio le ultime risposte',
  esce: 'Esco',
  in_attesa_titolo: 'Ci sono risposte non inviate',
  voci_titolo: 'Non è ancora arrivato tutto',
  in_attesa: (n: number, here: OnlyHere | null) => {
    const other = here ? formatCounts(...vociCounts(here)) : ''
    const answers = here ? here.risposte + here.simulazioni : n
    const said =
      answers > 0
        ? `${formatRisposte(answers)} non ${answers === 1 ? 'è ancora arrivata' : 'sono ancora arrivate'} al server. Se esci adesso ${answers === 1 ? 'va persa' : 'vanno perse'}.`
        : ''
    return other === ''
      ? said
      : `${said} ${said === '' ? 'Al server non è ancora arrivato tutto, e se esci adesso lo perdi' : 'Perdi anche'}: ${other}.`.trim()
  },
  ignote_titolo: 'Potrebbero esserci risposte non inviate',
  ignote:
    'L’archivio su questo dispositivo non risponde, quindi non sappiamo se tutte le risposte sono arrivate al server. Se esci adesso, quelle non inviate potrebbero andare perse.',
  riprova: 'Riprova a inviare',
  riprova_ignote: 'Riprova',
  esci_ignote: 'Esci comunque',
  esci_comunque: 'Esci e perdile',
}

export const otherAccountText = {
  titolo: 'Dati di un altro account',
  testo: (here: OnlyHere) =>
    `Un altro account ha su questo dispositivo cose che non sono altrove: ${formatCounts(
      [here.risposte + here.simulazioni, 'risposta non inviata', 'risposte non inviate'],
      ...vociCounts(here),
      ...neverSentCounts(here),
    )}. Da qui non si possono leggere: restano finché quell’account non accede di nuovo, oppure puoi eliminarle.`,
  conserva: 'Conservale',
  elimina: 'Eliminale',
}

export const profileText = {
  titolo: 'Profilo',
  pagine: {
    account: { nome: 'Account e Premium', cosa: 'E-mail, accesso, piano, acquisti' },
    studio: { nome: 'Studio', cosa: 'Tempo aggiuntivo, spiegazioni, avvisi' },
    aspetto: { nome: 'Aspetto', cosa: 'Tema e carattere' },
    dati: { nome: 'Dati e dispositivi', cosa: 'Copie, Anki, spazio, consensi, uscita' },
    avanzate: { nome: 'Avanzate', cosa: 'Finestra SQL, controllo dei dati' },
  },
  account: 'Account',
  email: 'E-mail',
  verificata: 'Verificata',
  non_verificata: 'Da verificare',
  iscrizione: 'Iscrizione',
  serve_rete: 'Per questo serve la connessione.',
  piano: 'Il tuo piano',
  premium: 'Passa a Premium',
  prolunga: 'Prolunga Premium',
  gratis: 'domande gratis, da tutte le banche dati',
  rimasta: 'domanda ancora disponibile',
  rimaste: 'domande ancora disponibili',
  quiz_usati: (used: number, limit: number) =>
    `Hai usato ${formatNumber(used)} delle ${formatNumber(limit)} domande gratuite`,
  quiz_rimasti: (n: number) => (n === 0 ? 'Hai usato tutta la demo.' : `Puoi riceverne ancora ${formatNumber(n)}.`),
  senza_limite: 'Nessun limite di domande.',
  demo_barra: 'Domande della demo già ricevute',
  progressi: 'I tuoi progressi',
  che_sai: (total: number) => `che sai, su ${formatDomande(total)}`,
  risposte_date: (n: number, total: number) => `Ne hai affrontate ${formatNumber(n)} su ${formatNumber(total)}`,
  scade: (when: string) => `Valido fino ${withArticolo('al', when)}.`,
  tema_e_carattere: 'Tema e carattere',
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
  studio: 'Dopo un errore',
  spiega_errori: 'Apri la spiegazione dopo un errore',
  spiega_errori_premium: 'Apri la spiegazione dopo un errore (con Premium)',
  spiega_errori_nota: 'Dove la domanda ne ha una, compare da sola sotto la risposta.',
  dispositivo: 'Questo dispositivo',
  pagina_qui: 'Si apre anche senza rete.',
  pagina_no: 'Senza rete si apre solo finché la pagina resta aperta.',
  tenuto: 'Il browser tiene i tuoi dati finché non li togli tu.',
  non_tenuto: 'Se lo spazio finisce, il browser potrebbe liberarlo: aggiungi Idoneo alla schermata Home.',
  banche_qui: (n: number, bytes: number) =>
    n === 0
      ? 'Nessuna banca dati scaricata.'
      : `${formatCount(n, 'banca dati scaricata', 'banche dati scaricate')}: ${formatBytes(bytes)}.`,
  gestisci: 'Gestisci banche dati',
  sql: 'Finestra SQL',
  sql_apri: 'Apri la finestra SQL',
  sql_invito: 'Conosci SQL? Interroga le tue domande e le tue risposte.',
}

export const extraTimeText = {
  titolo: 'Tempo aggiuntivo',
  diritto: 'Hai diritto a più tempo?',
  testo:
    'Se hai diritto a più tempo (DSA, legge 104), scrivilo qui: vale per ogni prova a tempo, su tutti i tuoi dispositivi. Le prove già iniziate tengono il loro.',
  da_inviare: 'Salvato qui: arriva agli altri dispositivi appena c’è la rete.',
  quanto: 'Quanto tempo in più',
  voce: (percento: number) => (percento === 0 ? 'Nessuno' : `+${formatNumber(percento)}%`),
  altro: 'Altro',
  percento: 'Percentuale in più',
  aiuto: (max: number) => `Un numero intero da 0 a ${formatNumber(max)}.`,
}
