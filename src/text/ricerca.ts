import type { Chiave, StatoDomanda } from '#contract/domanda'
import type { StatoRisposta } from '#rules/filtro'
import { domande, numero, quanti } from './formati.ts'

export const ricerca = {
  titolo: 'Cerca nelle domande',
  titolo_breve: 'Cerca',
  campo: 'Cerca nelle domande e nelle risposte',
  esempio: 'es. accesso civico',
  aiuto: 'Anche parti di parola, con o senza accenti.',
  filtri: 'Filtri',
  filtri_attivi: (n: number) => `Filtri ${numero(n)}`,
  filtri_detti: (n: number) => (n === 0 ? 'Filtri' : `Filtri, ${quanti(n, 'attivo', 'attivi')}`),
  attivi: 'Filtri attivi',
  togli: (nome: string) => `Togli il filtro: ${nome}`,
  togli_tutti: 'Togli tutti',
  mostra: (n: number) => `Mostra ${domande(n)}`,

  trova: 'Corrispondenza',
  corrispondenze: { ALL: 'Tutte le parole', ANY: 'Almeno una', FRASE: 'Frase esatta' },
  banche: 'Banca dati',
  n_banche: (n: number) => quanti(n, 'banca dati', 'banche dati'),
  materie: 'Materia',
  senza_materia: 'Senza materia',
  n_materie: (n: number) => quanti(n, 'materia', 'materie'),
  materia_di: (materia: string, banca: string) => `${materia}, ${banca}`,
  sparita: 'Non più su questo dispositivo',
  livelli: 'Livello',
  n_livelli: (n: number) => quanti(n, 'livello', 'livelli'),
  solo: 'Solo',
  preferite: 'Preferite',
  figura: 'Figura',
  con_figura: 'Con figura',
  senza_figura: 'Senza figura',
  ultima: 'Ultima risposta',
  risposte: { mai: 'Mai data', errata: 'Errata', nulla: 'Neutra', corretta: 'Corretta' } satisfies Record<
    StatoRisposta,
    string
  >,
  chiave: 'Risposta esatta',
  chiavi: {
    ufficiale: 'Pubblicata dall’ente',
    redazione: 'Della redazione',
    utente: 'Assegnata da te',
    assente: 'Non pubblicata',
  } satisfies Record<Chiave, string>,
  stato: 'Stato',
  stati: { valida: 'Valida', contestata: 'Contestata', annullata: 'Annullata' } satisfies Record<StatoDomanda, string>,
  altri: 'Altri filtri',
  dalla: 'Dalla posizione',
  alla: 'Alla posizione',
  posizioni: (da: number | null, a: number | null) =>
    da === null
      ? `Fino alla posizione ${numero(a ?? 0)}`
      : a === null
        ? `Dalla posizione ${numero(da)}`
        : `Posizioni ${numero(da)}–${numero(a)}`,
  mostra_altre: (n: number) => `Mostra altre ${numero(n)}`,
  mostra_meno: 'Mostra meno',
  valore: (nome: string, n: number) => `${nome}, ${domande(n)}`,

  risultati: 'Risultati',
  domande: (n: number) => domande(n),
  in_ms: (ms: number) => `in ${numero(Math.max(1, Math.round(ms)))} ms`,
  ordine: 'Ordine',
  rimescola: 'Mescola di nuovo',
  cerco: 'Cerco…',

  seleziona_tutte: 'Seleziona tutte',
  seleziona: (quale: string) => `Seleziona la domanda ${quale}`,
  numero: (quale: string) => `n. ${quale}`,
  con_figura_nota: 'con figura',
  espandi: (quale: string) => `Mostra le risposte della domanda ${quale}`,
  preferita: (quale: string) => `Preferita: domanda ${quale}`,
  giusta: 'Risposta esatta:',
  trovata_in: 'Trovata nella risposta:',
  senza_chiave: 'L’ente non ha pubblicato la risposta esatta.',
  in_arrivo: 'Carico la domanda',

  selezionate: (n: number) => quanti(n, 'selezionata', 'selezionate'),
  su: (n: number) => `su ${domande(n)}`,
  deseleziona: 'Togli la selezione',
  esercitati: 'Esercitati',
  azioni: 'Selezione',

  vai_al: 'Vai al risultato n.',
  vai: 'Vai',

  vuoto: 'Nessuna domanda trovata',
  vuoto_almeno: 'Nessuna domanda ha tutte queste parole. Prova con almeno una.',
  vuoto_filtri: 'Prova a togliere un filtro o una parola.',
  vuoto_parole: 'Prova con meno parole, o con una parte di parola.',
  cerca_almeno: 'Cerca almeno una parola',
  togli_filtri: 'Togli i filtri',
  errore: 'La ricerca non è riuscita',
  senza_banche: 'Qui cerchi nelle tue banche dati',
  senza_banche_testo: 'Aggiungi quella del tuo concorso: cerchi in tutte le domande, anche senza rete.',
  da_scaricare: 'Scarica una banca dati per cercare nelle sue domande. Poi funziona anche senza rete.',
  offline: 'Per scaricare la prima serve la rete: appena torna trovi qui la ricerca.',
  scarica: 'Le tue banche dati',

  aperta: 'Hai un’esercitazione aperta su più banche dati',
}

export const salvate = {
  titolo: 'Ricerche salvate',
  salva: 'Salva questa ricerca',
  nome: 'Nome',
  nome_esempio: 'es. Errori di procedura civile',
  salva_bottone: 'Salva',
  sostituisci: 'Sostituisci',
  esiste: 'Hai già una ricerca con questo nome: la sostituisci.',
  nome_mancante: 'Scrivi un nome per ritrovarla.',
  nome_preso: 'Hai già una ricerca con questo nome.',
  vuote: 'Salva una ricerca con i suoi filtri: la ritrovi qui con un tocco.',
  apri: (nome: string) => `Apri la ricerca «${nome}»`,
  rinomina: (nome: string) => `Cambia nome a «${nome}»`,
  elimina: (nome: string) => `Elimina «${nome}»`,
  eliminata: (nome: string) => `«${nome}» eliminata`,
  salvata: (nome: string) => `«${nome}» salvata`,
  conferma: 'Cambia nome',
  annulla: 'Annulla',
  tutte: 'Tutte le domande',
}
