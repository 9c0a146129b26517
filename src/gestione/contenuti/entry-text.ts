import type { TipoPubblicato } from '#contract/gestione/contenuti'
import { withArticolo } from '#rules/articolo'
import { formatCount, formatDate, formatList } from '../../text/formats.ts'

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
const APRI: ByKind = {
  bandi: 'Pagina ufficiale',
  articoli: 'Vai al sito',
  gruppi: 'Entra nel gruppo',
  notizie: 'Leggi alla fonte',
  banner: 'Scopri',
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
/** Endings of the adjective beside a name that is no masculine singular. */
const ENDINGS: ByName = { Descrizione: 'a', Regione: 'a', Area: 'a', Posti: 'i', Parole: 'e', Centesimi: 'i' }
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
  facoltativo: (nome: string) => `${nome} (facoltativ${ENDINGS[nome.split(' ')[0] ?? ''] ?? 'o'})`,
  non_detto: 'Non detto',
  resta: 'Resta com’è: dice quale bando è.',
  difetto: (frase: string, riga: number | null) =>
    riga === null ? `${frase.charAt(0).toUpperCase()}${frase.slice(1)}.` : `Riga ${riga}: ${frase}.`,
  anteprima: 'Come appare ai candidati',
  anteprima_attesa: (campi: readonly string[]) => `Si vede quando questi campi sono a posto: ${formatList(campi)}.`,
  pubblica: 'Pubblica',
  programma: 'Programma',
  salva: 'Salva le modifiche',
  cambiata:
    'Qualcuno ha salvato questa voce mentre la scrivevi. Il tuo testo è ancora qui e non è stato salvato. Guarda che cosa c’è ora: se salvi di nuovo, resta il tuo.',
  ora: (campo: string) => `${campo}, com’è ora`,
  usa: (campo: string) => `Usa questo: ${campo}`,
  niente_di_altri: 'Nei campi cambiati il testo ora è lo stesso: salva di nuovo.',
  vuoto: 'Vuoto',
  si: 'Sì',
  no: 'No',
  posti: (n: number) => formatCount(n, 'posto', 'posti'),
  scade: (istante: string) => `Scade ${withArticolo('il', formatDate(istante))}`,
  apri: APRI,
}

export const bankText = {
  cerca_banca: 'Cerca per titolo o ente',
  cerca: 'Cerca',
  nessuna_banca: 'Nessuna banca con queste parole.',
  nessuna_scelta: 'Nessuna banca scelta.',
  aggiungi: (banca: string) => `Aggiungi: ${banca}`,
  aggiungi_corto: 'Aggiungi',
  togli_corto: 'Togli',
  togli: (banca: string) => `Togli: ${banca}`,
}
