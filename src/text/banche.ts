import { withArticolo } from '#rules/articolo'
import type { DemoCost } from '#rules/demo-cost'
import { enumerateCounts, formatCount, formatDomande, formatNumber, formatPercent, pluralWord } from './formats.ts'

/** State of a bank in the person's list (D17b). */
export const statoBancaText = {
  0: 'Da scaricare',
  1: 'Scaricata',
  2: 'Scaricata in parte',
  3: 'Aggiornamento disponibile',
} as const

export const homeText = {
  titolo: 'Home',
  saluti: ['Buongiorno', 'Buon pomeriggio', 'Buonasera'] as const,
  cerca: 'Cerca in banche dati e domande',
  dal_link: 'Il link che hai aperto porta a una banca dati.',
  dal_link_materia: 'Il link che hai aperto porta a una materia.',
  dal_link_apri: 'Vedi',
  dal_link_chiudi: 'Non ora',
  tue: 'Le mie banche dati',
  tue_materie: 'Le mie materie',
  tutte: 'Tutte',
  da_ripassare: (n: number) => `${formatNumber(n)} da ripassare`,
  viste: (seen: number, n: number) =>
    `${formatNumber(seen)} ${pluralWord(seen, 'vista', 'viste')} su ${formatNumber(n)}`,
  esercitati: (name: string) => `Esercitati su ${name}`,
  aggiungi: 'Aggiungi',
  evidenza: 'In evidenza',
  evidenza_sotto: 'Banche dati scelte per te',
  catalogo: 'Tutto il catalogo',
  risultati: (bancheText: number, materie: number) =>
    enumerateCounts(
      [bancheText, 'banca dati trovata', 'banche dati trovate'],
      [materie, 'materia trovata', 'materie trovate'],
    ),
  cercando: 'Cerco…',
  cercate_tue: 'Tra le tue',
  cercate_materie: 'Materie',
  cercate_altre: 'Da aggiungere',
  nessuna: 'Nessuna banca dati o materia con queste parole.',
  avanzata: 'Vedi le domande',
  nel_catalogo: 'Cerca nel catalogo',
  nelle_domande: 'Nelle domande',
  nelle_domande_nota: 'Quando avrai scaricato una banca dati cerchi in tutte le sue domande.',
  domande_con: (n: number, text: string) =>
    n === 0
      ? `Nessuna domanda con «${text}» nelle tue banche dati.`
      : `${formatDomande(n)} con «${text}» nelle tue banche dati.`,
  tour_titolo: 'Aggiungi la tua prima banca dati',
  tour_testo: 'Scegli ente, profilo e anno. La scarichi una volta e studi anche senza rete.',
  passi: [
    ['Scegli', 'Cerca la banca dati del tuo concorso nel catalogo.'],
    ['Scarica', 'Le domande restano su questo dispositivo: funzionano anche in metro.'],
    ['Esercitati', 'Ogni risposta sposta il livello della domanda: ripassi solo quello che serve.'],
  ] as const,
}

export const bancheText = {
  titolo: 'Banche dati',
  aggiungi: 'Aggiungi banca dati',
  domande: (n: number, total: number) =>
    n === 0 || n === total ? formatDomande(total) : `${formatNumber(n)} di ${formatDomande(total)}`,
  /** The share beside the count, from one in a hundred. */
  viste: (seen: number, n: number, p: number) =>
    Math.round(p) === 0
      ? homeText.viste(seen, n)
      : `${homeText.viste(seen, n)}, ${withArticolo('il', formatPercent(p))}`,
  ritirata: 'Ritirata',
  ritirata_nota: 'Non è più nel catalogo: nel tuo elenco resta, con i livelli.',
  esercitati: 'Esercitati',
  scarica: 'Scarica',
  scarica_mancanti: 'Scarica le mancanti',
  aggiorna: 'Aggiorna',
  azioni: (name: string) => `Altre azioni per ${name}`,
  elimina: 'Elimina…',
  elimina_titolo: 'Cosa vuoi eliminare?',
  elimina_testo: (name: string) => `«${name}»: livelli e preferite restano salvati e li ritrovi se la riprendi.`,
  elimina_locale: 'Solo da questo dispositivo',
  elimina_locale_nota: 'Resta nel tuo elenco, la riscarichi quando vuoi.',
  elimina_tutto: 'Anche dal mio elenco',
  elimina_tutto_nota: 'Sparisce da tutti i tuoi dispositivi. Serve la rete.',
  elimina_conferma: 'Elimina',
  annulla: 'Annulla',
  eliminata: (name: string) => `«${name}» eliminata`,
  vuoto_titolo: 'Nessuna banca dati',
  vuoto_testo: 'Aggiungi quella del tuo concorso: la scarichi una volta e studi anche senza rete.',
  errore: 'Le tue banche dati non si sono aperte',
  offline_aggiungi: 'Per aggiungere una banca dati serve la rete.',
}

export const downloadText = {
  richiesta: 'Preparo il download',
  domande: 'Scarico le domande',
  verifica: 'Controllo che sia tutto integro',
  immagini: 'Scarico le immagini',
  registrazione: 'Salvo sul dispositivo',
  conferma: 'Aspetto la tua scelta',
  interrotto: 'Download interrotto',
  barra: (name: string) => `Download di ${name}`,
  di: (ricevuti: string, total: string) => `${ricevuti} di ${total}`,
  al_secondo: (amount: string) => `${amount} al secondo`,
  annulla: 'Annulla',
  riprendi: 'Riprendi',
  piu_tardi: 'Più tardi',
  fatto: (name: string, stay: boolean) =>
    `«${name}» è pronta, anche offline${stay ? '' : ', finché tieni aperta la pagina'}`,
}

export const catalogText = {
  titolo: 'Aggiungi banca dati',
  cerca: 'Cerca per nome, ente o profilo',
  filtri: 'Filtri',
  ente: 'Ente',
  tutti_enti: 'Tutti gli enti',
  profilo: 'Profilo',
  tutti_profili: 'Tutti i profili',
  anno: 'Anno',
  tutti_anni: 'Tutti gli anni',
  azzera: 'Mostra tutte',
  evidenza: 'In evidenza',
  tutte: 'Tutte le banche dati',
  trovate: (n: number) => formatCount(n, 'banca dati', 'banche dati'),
  altre: (n: number) => `Mostra altre (${formatNumber(n)})`,
  aggiungi: 'Aggiungi',
  aggiungi_nome: (name: string) => `Aggiungi ${name}`,
  tua: 'Tra le tue',
  apri: 'Apri',
  vuoto_titolo: 'Nessuna banca dati trovata',
  vuoto_testo: 'Prova con meno parole o togli un filtro.',
  catalogo_vuoto_titolo: 'Il catalogo è ancora vuoto',
  catalogo_vuoto_testo: 'Appena una banca dati viene pubblicata la trovi qui.',
  errore: 'Il catalogo non si è caricato',
  immagini: (n: number) => formatCount(n, 'domanda con figura', 'domande con figura'),
  materie: (n: number) => formatCount(n, 'materia', 'materie'),
  materie_titolo: 'Materie',
  aggiornata: (when: string) => `Aggiornata ${withArticolo('al', when)}`,
  conferma: 'Aggiungi e scarica',
  comincia: 'Aggiungi e comincia',
  /** Price of a download in demo questions, and what it brings. */
  demo_costo: ({ spende, riceve, intera }: DemoCost, domande: number, left: number) => {
    if (riceve === 0)
      return 'Hai già usato tutte le domande della demo: quelle che hai restano tue. Questa è compresa in Premium.'
    if (spende === 0)
      return `Le ${formatDomande(riceve)} che ti spettano le hai già ricevute: scaricarle ancora non usa la demo.`
    const used =
      spende >= left
        ? 'Finisce così la demo.'
        : `Usa ${formatNumber(spende)} delle ${formatDomande(left)} che ti restano nella demo.`
    return intera ? used : `Ne provi ${formatNumber(riceve)} su ${formatNumber(domande)}, un po’ per materia. ${used}`
  },
  premium: 'Passa a Premium',
  aggiungi_premium: (name: string) => `Aggiungi ${name}, compresa in Premium`,
  chiudi_intanto: 'Puoi chiudere: il download continua.',
}
