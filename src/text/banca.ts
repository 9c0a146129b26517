import type { BancaLocale } from '#contract/database'
import { withArticolo } from '#rules/articolo'
import type { SearchOrder } from '#rules/filtro'
import { bancheText } from './banche.ts'
import { formatCount, formatDomande, formatDuration, formatNewSize, formatNumber, formatPercent } from './formats.ts'

export const bancaText = {
  titolo: 'Banca dati',
  domande: (n: number) => formatDomande(n),
  strumenti: 'Strumenti',
  strumenti_testo: (own: boolean) => (own ? 'Ricomincia da capo.' : 'Copia sul server, ricomincia da capo.'),
  parziale: (n: number, total: number) => `In parte: ${formatNumber(n)} su ${formatNumber(total)}`,
  premium: 'Passa a Premium',
  parziale_demo: (n: number, total: number) => `Demo finita: studi ${formatDomande(n)} su ${formatNumber(total)}.`,
  parziale_qui: (n: number, total: number) => `Qui hai ${formatDomande(n)} su ${formatNumber(total)}.`,
  parziale_mancano: (n: number) =>
    n === 1
      ? 'Manca 1 domanda: scaricala quando sei in rete.'
      : `Mancano ${formatDomande(n)}: scaricale quando sei in rete.`,
  scarica_altre: (n: number) => (n === 1 ? 'Scarica l’altra domanda' : `Scarica le altre ${formatNumber(n)} domande`),
  aggiornamento: 'Aggiornamento disponibile',
  aggiornamento_testo: (qui: number, nuova: number) =>
    `È uscita una nuova versione di questa banca dati${formatNewSize(qui, nuova)}. I tuoi livelli restano.`,
  aggiorna: 'Aggiorna ora',
  aggiornata: (when: string) => `Aggiornata ${withArticolo('al', when)}`,
  non_scaricata_titolo: 'Le domande non sono su questo dispositivo',
  non_scaricata_rivedi: 'Scaricale dalla pagina della banca dati: poi qui rivedi ogni risposta.',
  non_scaricata_testo: 'Scaricale una volta: poi ti eserciti anche senza rete.',
  scarica: 'Scarica le domande',
  errore: 'La banca dati non si è aperta',
  elenco: 'Torna alle banche dati',

  schede: 'Cosa fare con questa banca dati',
  scheda: {
    argomenti: 'Argomenti',
    studia: 'Studia',
    simulazioni: 'Prove',
    domande: 'Domande',
    progressi: 'Progressi',
  },
  scelte: { nuove: 'Nuove', errori: 'Errori', preferite: 'Preferite', materie: 'Per materia', tutte: 'Tutte' },
  scelte_vuote: {
    nuove: 'Le hai già viste tutte: prova con gli errori.',
    errori: 'Nessun errore da ripassare.',
    preferite: 'Non hai ancora domande preferite.',
    materie: 'Togli una materia o un filtro.',
    tutte: 'Togline uno per ritrovarne.',
  },
  quante: 'Quante',
  quante_tutte: 'Tutte',
  impostazioni: 'Ordine e filtri',
  impostate: {
    in_ordine: 'In ordine',
    livelli: (n: number) => formatCount(n, 'livello', 'livelli'),
    preferite: 'solo preferite',
    materie: (n: number) => formatCount(n, 'materia', 'materie'),
    tutte_materie: 'tutte le materie',
    parole: (parole: string) => `«${parole}»`,
    posizioni: (da: number, a: number) => `posizioni ${formatNumber(da)}–${formatNumber(a)}`,
    mescola: 'risposte mescolate',
    stampate: 'risposte in ordine originale',
  },
  su: (n: number) => `su ${formatDomande(n)}`,
  domande_titolo: 'Cerca in questa banca dati',
  domande_testo: 'Per parole, materia, livello o numero ufficiale.',
  domande_cerca: 'Cerca tra le domande',
  domande_tutte: 'Sfoglia tutte',
  domande_vai: 'Cerca',
  domande_scelte: (n: number) => `${formatDomande(n)} da leggere o ascoltare.`,
  conosci: 'Quanto la conosci',

  ripassare: 'Cosa vuoi ripassare?',
  viste: bancheText.viste,
  livelli: 'Livelli di conoscenza',
  solo_preferite: 'Solo preferite',
  come: 'Come',
  ordine: 'Ordine delle domande',
  parole: 'Parole chiave',
  parole_esempio: 'es. accesso civico',
  parole_aiuto: 'Metti una frase tra virgolette per cercarla intera.',
  trova: 'Trova',
  tutte_le_parole: 'Tutte le parole',
  almeno_una: 'Almeno una',
  intervallo: 'Un tratto della banca',
  intervallo_valore: (da: number, a: number) => `${formatNumber(da)} – ${formatNumber(a)}`,
  dalla: 'Dalla domanda n.',
  alla: 'Alla domanda n.',
  materie: 'Materie',
  senza_materia: 'Senza materia',
  tutte_materie: 'Tutte, finché non ne scegli.',
  materie_scelte: (n: number) => formatCount(n, 'materia scelta', 'materie scelte'),
  seleziona_tutte: 'Seleziona tutte',
  deseleziona: 'Togli la selezione',
  materia_conto: (n: number, p: number) => `${formatNumber(n)} · ${formatPercent(p)}`,
  materia_detta: (n: number, p: number) => `${formatDomande(n)}, vista ${withArticolo('al', formatPercent(p))}`,

  riepilogo: 'La tua esercitazione',
  tempo: (seconds: number, misurato: boolean) => `${formatDuration(seconds)}${misurato ? ' al tuo ritmo' : ''}`,
  nessuna: 'Nessuna domanda con questi filtri',
  nessuna_qui: 'Nessuna domanda qui',
  conto: 'Conto le domande',
  inizia: 'Inizia',
  avanti_da_sola: 'Passa avanti se è corretta',
  mescola: 'Mescola le risposte',
  togli_filtri: 'Togli i filtri',
}

/** Uses of a bank without a network. */
export const offlineTexts = {
  pronta: 'Funziona anche offline',
  /** The page itself is not kept. */
  scaricata: 'Scaricata',
  senza_figure: 'Offline senza figure',
}

/** Returns the offline chip of a bank; null for a partial one, which has a chip of its own. */
export function offlineText(
  { figure_qui, n_domande, n_domande_totali }: Pick<BancaLocale, 'figure_qui' | 'n_domande' | 'n_domande_totali'>,
  ready: boolean,
): string | null {
  if (ready) return offlineTexts.pronta
  if (!figure_qui) return offlineTexts.senza_figure
  return n_domande < n_domande_totali ? null : offlineTexts.scaricata
}

export const ordiniText: Record<SearchOrder, { nome: string; spiegazione: string }> = {
  UFFICIALE: { nome: 'Ufficiale', spiegazione: 'Come le ha pubblicate l’ente.' },
  MATERIE: { nome: 'Materie alternate', spiegazione: 'Un po’ di ogni materia, in proporzione.' },
  PERTINENZA: { nome: 'Più vicine', spiegazione: 'Prima quelle con le parole vicine, nella domanda.' },
  CASUALE: { nome: 'Casuale', spiegazione: 'Mescolate, ogni volta in modo diverso.' },
  ALFABETICO: { nome: 'Alfabetico', spiegazione: 'Secondo il testo della domanda.' },
  ESATTE: {
    nome: 'Prima gli errori',
    spiegazione: 'Prima quelle che hai sbagliato, poi le mai risposte, in fondo le corrette.',
  },
}
