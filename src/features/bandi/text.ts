import type { AreaGeografica, LivelloIstruzione, Settore, TipoEnte } from '#rules/bando'
import { italianOffset } from '#rules/italian-day'
import { formatCount, formatNumber } from '../../text/formats.ts'

const TIPI_ENTE: Record<TipoEnte, string> = {
  ministero: 'Ministero',
  agenzia: 'Agenzia',
  regione: 'Regione',
  'ente-locale': 'Comune, provincia, unione',
  'azienda-sanitaria': 'Azienda sanitaria',
  scuola: 'Scuola',
  universita: 'Università',
  'forza-di-polizia': 'Forza di polizia',
}
const LIVELLI: Record<LivelloIstruzione, string> = {
  'licenza-media': 'Licenza media',
  diploma: 'Diploma',
  'laurea-triennale': 'Laurea triennale',
  'laurea-magistrale': 'Laurea magistrale',
}
const SETTORI: Record<Settore, string> = {
  amministrativo: 'Amministrativo',
  contabile: 'Contabile',
  informatico: 'Informatico',
  tecnico: 'Tecnico',
  istruzione: 'Istruzione',
  sanita: 'Sanità',
  sicurezza: 'Sicurezza',
}
const AREE: Record<AreaGeografica, string> = {
  nazionale: 'Tutta Italia',
  'nord-ovest': 'Nord-ovest',
  'nord-est': 'Nord-est',
  centro: 'Centro',
  sud: 'Sud',
  isole: 'Isole',
}

export const bandiText = {
  titolo: 'Bandi in scadenza',
  cerca: 'Cerca per nome o ente',
  filtri: (n: number) => (n === 0 ? 'Filtri' : `Filtri (${formatNumber(n)})`),
  tipo_ente: 'Tipo di ente',
  tutti_tipi: 'Tutti i tipi',
  livello: 'Titolo di studio',
  tutti_livelli: 'Tutti i titoli',
  settore: 'Settore',
  tutti_settori: 'Tutti i settori',
  area: 'Area geografica',
  tutte_aree: 'Tutte le aree',
  giorni: 'Scadenza',
  sempre: 'Qualsiasi',
  entro: (n: number) => (n === 1 ? 'Entro domani' : `Entro ${formatNumber(n)} giorni`),
  evidenza: 'Solo in evidenza',
  azzera: 'Azzera i filtri',
  trovati: (n: number, total: number) =>
    n === total
      ? formatCount(n, 'bando aperto', 'bandi aperti')
      : `${formatNumber(n)} di ${formatCount(total, 'bando aperto', 'bandi aperti')}`,
  altri: (n: number) => `Mostra altri ${formatNumber(n)}`,
  in_evidenza: 'In evidenza',
  posti: (n: number) => formatCount(n, 'posto', 'posti'),
  vuoto_titolo: 'Nessun bando aperto',
  vuoto_testo: 'Quando ne esce uno lo trovi qui, con la scadenza e la pagina dell’ente.',
  nessuno_titolo: 'Nessun bando con questi filtri',
  nessuno_testo: 'Togline uno, o allarga la scadenza.',
  errore: 'I bandi non sono arrivati',
  tutti: 'Tutti',
  scheda: {
    ente: 'Ente',
    scadenza: 'Scadenza',
    fonte: 'Fonte',
    posti: 'Posti',
    dove: 'Dove',
    banche: 'Banche dati per prepararlo',
    nessuna_banca: 'Per questo ente non c’è ancora una banca dati.',
    catalogo: 'Cerca nel catalogo',
    pagina: 'Pagina ufficiale',
    calendario: 'Aggiungi al calendario',
    non_trovato: 'Questo bando non è più in elenco: forse è scaduto.',
  },
  app: {
    testo: 'Idoneo è anche un’app per il telefono.',
    regione: 'L’app di Idoneo',
    app_store: 'App Store',
    google_play: 'Google Play',
    app_gallery: 'AppGallery',
    scarica: (store: string) => `Scarica l’app da ${store}`,
  },
  calendario: {
    titolo: (nome: string) => `Scade: ${nome}`,
    testo: (ente: string, pagina: string | null) =>
      [`Ultimo momento per presentare la domanda. Ente: ${ente}.`, pagina].filter((x) => x !== null).join('\n'),
    file: 'scadenza-bando.ics',
  },
}

export const filterOptions = {
  tipo_ente: TIPI_ENTE,
  livello_istruzione: LIVELLI,
  settore: SETTORI,
  area_geografica: AREE,
}

/** "scade oggi", "scade domani", "tra 4 giorni". */
export const daysInWords = (days: number): string =>
  days <= 0 ? 'scade oggi' : days === 1 ? 'scade domani' : `tra ${formatCount(days, 'giorno', 'giorni')}`

const inRome = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('it-IT', { ...options, timeZone: 'Europe/Rome' })
const day = inRome({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const shortDay = inRome({ day: 'numeric', month: 'short' })
const hour = inRome({ hour: '2-digit', minute: '2-digit' })

/** "3 dic", on the Italian calendar. */
export const shortDeadline = (ms: number): string => shortDay.format(ms).replace(' ', '\u00a0')

/** "giovedì 3 dicembre 2026, ore 23:59"; where clocks differ from Italy's, adds that the time is Italian. */
export function longDeadline(ms: number): string {
  const here = -new Date(ms).getTimezoneOffset() === italianOffset(ms)
  return `${day.format(ms)}, ore ${hour.format(ms)}${here ? '' : ' (ora italiana)'}`
}
