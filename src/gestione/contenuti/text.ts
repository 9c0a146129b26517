import type { TipoPubblicato } from '#contract/gestione/contenuti'
import { withArticolo } from '#rules/articolo'
import { enumerateCounts, formatCount, formatDate, formatList } from '../../text/formats.ts'

export const contenutiText = {
  titolo: 'Contenuti',
  sotto: 'Quello che si pubblica intorno alle banche dati.',
  schede: 'Tipi di contenuto',
  tipi: {
    bandi: 'Bandi',
    articoli: 'Store',
    gruppi: 'Gruppi',
    notizie: 'Notizie',
    banner: 'Banner',
  } satisfies Record<TipoPubblicato, string>,
  cerca: 'Titolo',
  stato: 'Stato',
  stati: { in_elenco: 'In elenco', programmati: 'Programmato', finiti: 'Finito', ritirati: 'Ritirato' },
  titolo_colonna: 'Titolo',
  periodo: 'Quando si vede',
  inserito: 'Pubblicato il',
  scade: 'Scade il',
  dal: (giorno: string) => withArticolo('dal', giorno),
  al: (giorno: string) => `fino ${withArticolo('al', giorno)}`,
  sempre: 'sempre',
  azioni: 'Azioni',
  modifica: 'Modifica',
  ritira: 'Ritira',
  ripristina: 'Rimetti in elenco',
  di: (azione: string, titolo: string) => `${azione}: ${titolo}`,
  ritirato: (titolo: string) => `«${titolo}» non è più in elenco.`,
  ripristinato: (titolo: string) => `«${titolo}» è di nuovo in elenco.`,
  pubblica: 'Pubblica da un file',
  formato: {
    bandi: 'Un elenco di bandi in CSV o JSON.',
    altri: 'Un elenco in JSON. Ogni voce ha una chiave: la stessa chiave aggiorna la voce che c’è.',
  },
  programma: 'Per programmare un banner, nel file si scrivono «dal» e «al».',
  tutto_o_niente: 'O tutto o niente: con un difetto non si scrive nulla.',
  scegli: 'Scegli un file',
  file: 'File da pubblicare',
  grande: 'Il file supera 4 MB: dividilo, o usa il comando sul server.',
  letto: (nome: string) => `«${nome}»`,
  cambierebbe: (nuovi: number, aggiornati: number, uguali: number) =>
    enumerateCounts(
      [nuovi, 'voce nuova', 'voci nuove'],
      [aggiornati, 'aggiornata', 'aggiornate'],
      [uguali, 'uguale', 'uguali'],
    ),
  difetti: (n: number) => `${formatCount(n, 'difetto', 'difetti')}: correggi il file e sceglilo di nuovo.`,
  altri: (n: number) => `… e ${formatCount(n, 'altro', 'altri')}.`,
  pubblica_si: 'Pubblica',
  pubblicato: (cosa: string) => `Pubblicato: ${cosa}.`,
  fatta: {
    in_elenco: (titolo: string) => `«${titolo}» è in elenco.`,
    programmati: (titolo: string) => `«${titolo}» si vedrà dal giorno scelto.`,
    finiti: (titolo: string) => `«${titolo}» è stato salvato, ma il suo tempo è finito.`,
    ritirati: (titolo: string) => `«${titolo}» è stato salvato e resta fuori dall’elenco.`,
  },
  vuoto: 'Niente qui',
  vuoto_testo: 'Con questi filtri non c’è nulla. Allargali, oppure scrivi la prima voce.',
  primi: (n: number, totale: number) => `I primi ${n} di ${totale}: gli altri sono già scaduti da più tempo.`,
}

type ByKind = Readonly<Record<TipoPubblicato, string>>
type ByName = Readonly<Record<string, string>>

const NUOVA: ByKind = {
  bandi: 'Nuovo bando',
  articoli: 'Nuovo articolo',
  gruppi: 'Nuovo gruppo',
  notizie: 'Nuova notizia',
  banner: 'Nuovo banner',
}
const MODIFICA: ByKind = {
  bandi: 'Modifica il bando',
  articoli: 'Modifica l’articolo',
  gruppi: 'Modifica il gruppo',
  notizie: 'Modifica la notizia',
  banner: 'Modifica il banner',
}
const TORNA: ByKind = {
  bandi: 'Torna ai bandi',
  articoli: 'Torna allo store',
  gruppi: 'Torna ai gruppi',
  notizie: 'Torna alle notizie',
  banner: 'Torna ai banner',
}
const CAMPI: ByName = {
  ...{ titolo: 'Titolo', nome: 'Nome', ente: 'Ente', sommario: 'Sommario', descrizione: 'Descrizione', testo: 'Testo' },
  ...{ paragrafi: 'Testo', regole: 'Come funziona', posti: 'Posti', link: 'Link', azione: 'Parole del link' },
  ...{ pubblicata_il: 'Data', dal: 'Dal', al: 'Fino al', scadenza: 'Scadenza', pagina_ufficiale: 'Pagina ufficiale' },
  ...{ tipo_ente: 'Tipo di ente', livello_istruzione: 'Titolo di studio', settore: 'Settore', regione: 'Regione' },
  ...{ area_geografica: 'Area geografica', in_evidenza: 'In evidenza', banche: 'Banche dati' },
  ...{ tipo_prezzo: 'Prezzo', prezzo: 'Centesimi di euro' },
}
const AIUTI: ByName = {
  paragrafi: 'Ogni riga è un paragrafo.',
  regole: 'Una regola per riga.',
  scadenza: 'L’ora è quella italiana.',
  dal: 'Vuoto: da subito.',
  al: 'Vuoto: senza fine.',
  prezzo: '1990 sono 19,90 €. Di un prezzo variabile, il minimo.',
  regione: 'Dà anche l’area geografica.',
}
/** Choices that are not their own value with spaces and a capital. */
const SCELTE: ByName = {
  ...{ 'ente-locale': 'Comune, provincia, unione', universita: 'Università', 'forza-di-polizia': 'Forza di polizia' },
  ...{ sanita: 'Sanità', 'nord-ovest': 'Nord-ovest', 'nord-est': 'Nord-est', nazionale: 'Tutta Italia' },
}

const sayScelta = (value: string): string =>
  SCELTE[value] ?? `${value.charAt(0).toUpperCase()}${value.slice(1).replaceAll('-', ' ')}`

export const entryText = {
  nuova: NUOVA,
  modifica_titolo: MODIFICA,
  torna: TORNA,
  campi: CAMPI,
  aiuti: AIUTI,
  scelta: sayScelta,
  facoltativo: (nome: string) => `${nome} (facoltativo)`,
  non_detto: 'Non detto',
  resta: 'Resta com’è: dice quale bando è.',
  difetto: (frase: string, riga: number | null) =>
    riga === null ? `${frase.charAt(0).toUpperCase()}${frase.slice(1)}.` : `Riga ${riga}: ${frase}.`,
  anteprima: 'Come la leggono i candidati',
  anteprima_attesa: (campi: readonly string[]) => `Si vede quando questi campi sono a posto: ${formatList(campi)}.`,
  pubblica: 'Pubblica',
  programma: 'Programma',
  salva: 'Salva le modifiche',
  posti: (n: number) => formatCount(n, 'posto', 'posti'),
  scade: (istante: string) => `Scade ${withArticolo('il', formatDate(istante))}`,
  apri: 'Vai al sito',
}

export const bankText = {
  cerca_banca: 'Cerca per titolo o ente',
  cerca: 'Cerca',
  nessuna_banca: 'Nessuna banca con queste parole.',
  nessuna_scelta: 'Nessuna banca scelta.',
  aggiungi: (banca: string) => `Aggiungi: ${banca}`,
  aggiungi_corto: 'Aggiungi',
  togli: (banca: string) => `Togli: ${banca}`,
}
