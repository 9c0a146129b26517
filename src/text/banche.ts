import { domande, numero, percento, quanti } from './formati.ts'

/** State of a bank in the person's list (D17b). */
export const statoBanca = {
  0: 'Da scaricare',
  1: 'Disponibile offline',
  2: 'Scaricata in parte',
  3: 'Aggiornamento disponibile',
} as const

export const home = {
  titolo: 'Home',
  saluti: ['Buonanotte', 'Buongiorno', 'Buon pomeriggio', 'Buonasera'] as const,
  cerca: 'Cerca in banche dati e domande',
  riprendi: 'Riprendi da qui',
  inizia_da_qui: 'Inizia da qui',
  fatto: 'completata',
  di_domande: (n: number) => `di ${domande(n)}`,
  anello: (nome: string, p: number) => `${nome}: completata al ${percento(p)}`,
  continua: 'Continua l’esercitazione',
  continua_prova: 'Continua la prova',
  apri: 'Esercitati',
  impostazioni: 'Scegli cosa ripassare',
  scarica: 'Scarica le domande',
  tue: 'Le mie banche dati',
  tutte: 'Tutte',
  evidenza: 'In evidenza',
  evidenza_sotto: 'Banche dati scelte per te',
  catalogo: 'Tutto il catalogo',
  risultati: (banche: number, materie: number) =>
    [
      banche > 0 && quanti(banche, 'banca dati trovata', 'banche dati trovate'),
      materie > 0 && quanti(materie, 'materia trovata', 'materie trovate'),
    ]
      .filter((x) => x !== false)
      .join(', '),
  cercando: 'Cerco…',
  cercate_tue: 'Tra le tue',
  cercate_materie: 'Materie',
  cercate_altre: 'Da aggiungere',
  nessuna: 'Nessuna banca dati o materia con queste parole.',
  avanzata: 'Ricerca avanzata',
  nel_catalogo: 'Cerca nel catalogo',
  nelle_domande: 'Nelle domande',
  nelle_domande_nota: 'Quando avrai scaricato una banca dati cerchi in tutte le sue domande.',
  domande_con: (n: number, testo: string) =>
    n === 0
      ? `Nessuna domanda con «${testo}» nelle tue banche dati.`
      : `${domande(n)} con «${testo}» nelle tue banche dati.`,
  tour_titolo: 'Aggiungi la tua prima banca dati',
  tour_testo: 'Scegli ente, profilo e anno. La scarichi una volta e studi anche senza rete.',
  scarica_titolo: 'Scarica le domande',
  scarica_testo: 'Le tue banche dati sono nell’elenco: scaricale su questo dispositivo per esercitarti.',
  passi: [
    ['Scegli', 'Cerca la banca dati del tuo concorso nel catalogo.'],
    ['Scarica', 'Le domande restano su questo dispositivo: funzionano anche in metro.'],
    ['Esercitati', 'Ogni risposta sposta il livello della domanda: ripassi solo quello che serve.'],
  ] as const,
}

export const banche = {
  titolo: 'Banche dati',
  aggiungi: 'Aggiungi banca dati',
  domande: (n: number, totali: number) =>
    n === 0 || n === totali ? domande(totali) : `${numero(n)} di ${domande(totali)}`,
  completata: (p: number) => percento(p),
  completamento: (p: number) => `Completamento ${percento(p)}`,
  esercitati: 'Esercitati',
  scarica: 'Scarica',
  scarica_mancanti: 'Scarica le mancanti',
  aggiorna: 'Aggiorna',
  azioni: (nome: string) => `Altre azioni per ${nome}`,
  elimina: 'Elimina…',
  elimina_titolo: 'Cosa vuoi eliminare?',
  elimina_testo: (nome: string) => `«${nome}»: livelli e preferite restano salvati e li ritrovi se la riprendi.`,
  elimina_locale: 'Solo da questo dispositivo',
  elimina_locale_nota: 'Resta nel tuo elenco, la riscarichi quando vuoi.',
  elimina_tutto: 'Anche dal mio elenco',
  elimina_tutto_nota: 'Sparisce da tutti i tuoi dispositivi. Serve la rete.',
  elimina_conferma: 'Elimina',
  annulla: 'Annulla',
  eliminata: (nome: string) => `«${nome}» eliminata`,
  vuoto_titolo: 'Nessuna banca dati',
  vuoto_testo: 'Aggiungi quella del tuo concorso: la scarichi una volta e studi anche senza rete.',
  errore: 'Le tue banche dati non si sono aperte',
  offline_aggiungi: 'Per aggiungere una banca dati serve la rete.',
}

export const scarico = {
  richiesta: 'Preparo il download',
  domande: 'Scarico le domande',
  verifica: 'Controllo che sia tutto integro',
  immagini: 'Scarico le immagini',
  registrazione: 'Salvo sul dispositivo',
  interrotto: 'Download interrotto',
  barra: (nome: string) => `Download di ${nome}`,
  di: (ricevuti: string, totali: string) => `${ricevuti} di ${totali}`,
  al_secondo: (quanto: string) => `${quanto} al secondo`,
  annulla: 'Annulla',
  riprendi: 'Riprendi',
  piu_tardi: 'Più tardi',
  fatto: (nome: string, resta: boolean) =>
    `«${nome}» è pronta, anche offline${resta ? '' : ', finché tieni aperta la pagina'}`,
}

export const catalogo = {
  titolo: 'Aggiungi banca dati',
  cerca: 'Cerca per nome, ente o profilo',
  filtri: 'Filtri',
  ente: 'Ente',
  tutti_enti: 'Tutti gli enti',
  profilo: 'Profilo',
  tutti_profili: 'Tutti i profili',
  anno: 'Anno',
  tutti_anni: 'Tutti gli anni',
  azzera: 'Togli i filtri',
  evidenza: 'In evidenza',
  tutte: 'Tutte le banche dati',
  trovate: (n: number) => quanti(n, 'banca dati', 'banche dati'),
  altre: (n: number) => `Mostra altre (${numero(n)})`,
  aggiungi: 'Aggiungi',
  aggiungi_nome: (nome: string) => `Aggiungi ${nome}`,
  tua: 'Tra le tue',
  apri: 'Apri',
  vuoto_titolo: 'Nessuna banca dati con questi filtri',
  vuoto_testo: 'Prova con meno parole o togli un filtro.',
  catalogo_vuoto_titolo: 'Il catalogo è ancora vuoto',
  catalogo_vuoto_testo: 'Appena una banca dati viene pubblicata la trovi qui.',
  errore: 'Il catalogo non si è caricato',
  immagini: (n: number) => quanti(n, 'domanda con figura', 'domande con figura'),
  materie: (n: number) => quanti(n, 'materia', 'materie'),
  materie_titolo: 'Materie',
  aggiornata: (quando: string) => `Aggiornata al ${quando}`,
  conferma: 'Aggiungi e scarica',
  demo: (n: number) => `Con l’account demo puoi ricevere ancora ${domande(n)}, distribuite tra le materie.`,
  demo_finita: 'Hai già usato tutte le domande della demo: quelle che hai restano tue.',
  chiudi_intanto: 'Puoi chiudere: il download continua.',
}
