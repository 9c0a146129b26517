import { formatCount, formatEuro } from '../../text/formats.ts'

export const articoliText = {
  titolo: 'Libri e corsi',
  sotto: 'Scelti per i concorsi. Si comprano sul sito di chi li vende.',
  gratuito: 'Gratuito',
  variabile: 'Prezzo variabile',
  da: (cents: number) => `Da ${formatEuro(cents)}`,
  apri: 'Vai al sito',
  apri_nome: (titolo: string) => `Vai al sito: ${titolo}`,
  vuoto_titolo: 'Ancora nessun libro e nessun corso',
  vuoto_testo: 'Quando ne scegliamo uno per il tuo concorso lo trovi qui.',
  proponi: 'Consigliane uno',
  errore: 'Libri e corsi non sono arrivati',
  premium_titolo: 'Idoneo Premium',
  premium_testo: 'Tutte le domande, le spiegazioni e la stampa delle banche dati.',
  premium: 'Scopri Premium',
}

export const gruppiText = {
  titolo: 'Gruppi di studio',
  sotto: 'Si studia insieme, con poche regole uguali per tutti.',
  regole: 'Come funziona',
  posti: (n: number) => formatCount(n, 'posto', 'posti'),
  banche: 'Banche dati',
  entra: 'Entra nel gruppo',
  entra_nome: (nome: string) => `Entra nel gruppo: ${nome}`,
  dove: (host: string) => `Ci si trova su ${host}. Si apre in un’altra scheda.`,
  vuoto_titolo: 'Nessun gruppo di studio',
  vuoto_testo: 'Quando ne nasce uno lo trovi qui, con il link per entrare.',
  proponi: 'Proponine uno',
  errore: 'I gruppi di studio non sono arrivati',
}

export const notizieText = {
  titolo: 'Notizie',
  tutte: 'Tutte le notizie',
  banche: 'Banche dati di cui parla',
  fonte: 'Leggi alla fonte',
  vuoto_titolo: 'Nessuna notizia',
  vuoto_testo: 'Le novità sui concorsi e su Idoneo arrivano qui.',
  errore: 'Le notizie non sono arrivate',
  non_trovata: 'Questa notizia non c’è più',
}

export const bannerText = {
  regione: 'Avviso',
  apri: 'Scopri',
  chiudi: (titolo: string) => `Chiudi: ${titolo}`,
}

export const moreText = { titolo: 'Altro' }
