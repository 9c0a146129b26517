import type { Failure } from '#contract/result'
import { sentenceOf } from './warnings.ts'

const NEEDED =
  'serve un file PDF, DOCX, CSV, XLSX, ODS, JSON, NDJSON, Aiken, GIFT, XML di Moodle, QTI, Anki o un elenco in un testo'
const FORMATS: Record<string, string> = {
  image: `È un’immagine: ${NEEDED}.`,
  tar: 'È un archivio tar: serve uno dei file che contiene.',
  zip: 'È un archivio zip: serve uno dei file che contiene (le figure si danno con --immagini).',
  archive: 'È un archivio compresso: serve uno dei file che contiene.',
  sqlite:
    'È un database SQLite: esporta la tabella delle domande in CSV o JSON (sqlite3 -header -csv FILE "select …").',
  access: 'È un database di Access: esporta la tabella delle domande in XLSX o CSV.',
  sql: 'È un dump SQL: carica il dump in un database ed esporta la tabella delle domande in CSV o JSON.',
  doc: `È un documento di Word di vecchio formato: salvalo come .docx.`,
  odt: `È un documento di OpenDocument: salvalo come .docx.`,
  rtf: `È un testo RTF: ${NEEDED}.`,
  slides: `È una presentazione: ${NEEDED}.`,
  apkg: 'È un mazzo di Anki senza schede a scelta con una chiave evidente: serve la domanda con le sue risposte (campi, o A) B) C) sul fronte) e quale è giusta.',
  'apkg-new':
    'È un mazzo di Anki nel formato nuovo. In Anki: menu File, «Esporta…», formato «Pacchetto di mazzi di Anki (.apkg)», e spunta «Supporta le versioni precedenti di Anki» prima di esportare.',
  'apkg-broken': 'Il mazzo di Anki è rovinato.',
  'qti-package':
    'È un pacchetto IMS senza domande QTI 2 o 3 (SCORM, QTI 1.2 …): serve un’esportazione QTI 2.1, 2.2 o 3.',
  qti1: 'È un file QTI 1.2: serve un’esportazione QTI 2.1, 2.2 o 3.',
  xml: `È un file XML: ${NEEDED}.`,
  html: `È una pagina HTML: ${NEEDED} (una tabella si copia in un foglio di calcolo).`,
  javascript: 'È un programma JavaScript: serve il JSON che contiene, con i nomi dei campi tra virgolette doppie.',
  yaml: `È un file YAML: ${NEEDED}.`,
}

const seen = (names: string): string => (names === '' ? '' : ` Visti: ${names}.`)

const firstOf = (figures: { first: string }): string => sentenceOf(figures.first, figures) ?? ''

/** Sentence of each refusal, from its figures. */
const REFUSALS = {
  unreadable: () => 'Il file non si può leggere.',
  empty: () => 'Il file è vuoto.',
  /** The format is recognised, but is not one of questions, or is not read yet. */
  format_refused: ({ format }: { format: string }) => FORMATS[format] ?? `Il formato non si legge: ${NEEDED}.`,
  not_text: () => 'Il file non è un testo leggibile.',
  text_too_large: ({ megabytes }: { megabytes: number }) =>
    `Il file di testo supera ${megabytes} MB: le banche più grandi ne hanno 20. Dividilo in più file.`,
  line_too_long: ({ max }: { max: number }) =>
    `Una riga supera ${max} caratteri: non è una domanda con le sue risposte.`,
  too_many_lines: ({ max }: { max: number }) => `Il file ha più di ${max} righe: dividilo in più file.`,
  too_many_questions: ({ max }: { max: number }) => `Il file ha più di ${max} domande: dividilo in più file.`,
  too_many_columns: ({ columns, max }: { columns: number; max: number }) =>
    `Il file ha ${columns} colonne e una banca ne ha al più ${max}: forse è letto con il separatore sbagliato.`,
  unknown_encoding: ({ encoding }: { encoding: string }) => `La codifica «${encoding}» non è conosciuta.`,
  gzip_broken: () => 'Il file gzip è troncato o rovinato.',
  gzip_too_large: ({ megabytes }: { megabytes: number }) =>
    `Il file compresso supera ${megabytes} MB una volta espanso.`,
  csv_open_quote: () => 'Il CSV ha virgolette aperte e mai chiuse: forse è troncato.',
  csv_wrong_separator: ({ separator }: { separator: string }) =>
    `Con il separatore «${separator}» il file non ha colonne.`,
  sheet_missing: ({ sheet }: { sheet: string }) => `Nel file non c’è il foglio «${sheet}».`,
  sheet_too_large: ({ sheet }: { sheet: string }) => `Il foglio «${sheet}» ha troppe celle.`,
  workbook_broken: () => 'Il foglio di calcolo (o l’archivio) è troncato, protetto o rovinato.',
  /** A password is needed to open it. */
  workbook_encrypted: () =>
    'Il foglio di calcolo (o il documento) è protetto da password: serve una copia che si apra senza.',
  xml_broken: () => 'L’XML è troncato, protetto o rovinato.',
  xml_entities: () => 'L’XML definisce entità sue (<!ENTITY>): non si legge, perché possono nascondere altro.',
  xml_too_large: ({ megabytes }: { megabytes: number }) => `L’XML supera ${megabytes} MB.`,
  archive_broken: () => 'L’archivio zip è troncato o rovinato.',
  archive_too_many_files: ({ max }: { max: number }) => `L’archivio ha più di ${max} file.`,
  archive_too_large: ({ megabytes }: { megabytes: number }) => `L’archivio supera ${megabytes} MB una volta espanso.`,
  archive_control_name: () => 'L’archivio ha un nome con caratteri di controllo.',
  archive_absolute_name: ({ name }: { name: string }) => `L’archivio ha un nome assoluto: «${name}».`,
  archive_escaping_name: ({ name }: { name: string }) => `L’archivio ha un nome che esce dalla cartella: «${name}».`,
  archive_encrypted: ({ name }: { name: string }) => `Il file «${name}» dell’archivio è protetto da password.`,
  archive_large_file: ({ name }: { name: string }) => `Il file «${name}» dell’archivio è troppo grande.`,
  archive_bomb: ({ name }: { name: string }) => `Il file «${name}» dell’archivio si espande troppo.`,
  archive_repeated_name: ({ name }: { name: string }) => `L’archivio ha due file di nome «${name}».`,
  json_broken: () => 'Il JSON è troncato o rovinato.',
  last_line_cut: () => 'L’ultima riga è interrotta: il file è troncato.',
  /** No part of the file is a question; `seen` are the columns or fields of the file. */
  no_questions: ({ seen: names }: { seen: string }) =>
    `Nel file nessuna domanda riconosciuta: servono il testo della domanda e almeno due risposte, o la chiave vero/falso.${seen(names)}${names === '' ? '' : ' Con --colonne o --campi si dice quale nome è che cosa.'}`,
  /** A table without header that proves too little to be a bank. */
  weak_table: ({ seen: names }: { seen: string }) =>
    `Nel file nessuna domanda riconosciuta: senza un’intestazione le colonne non si distinguono.${seen(names)} Serve una prima riga con i nomi delle colonne, o --colonne.`,
  /** The answers share the cells of a column, and nothing separates them with certainty. */
  options_in_cell: ({ name }: { name: string }) =>
    `Le risposte stanno tutte nella colonna «${name}» e non si separano con certezza: servono A) B) C) in ogni cella, o una colonna per risposta.`,
  /** Two tables stand side by side on one sheet. */
  tables_beside: () =>
    'Due tabelle di domande stanno una accanto all’altra: mettile una sotto l’altra, o in due fogli.',
  /** The questions stand in columns, with the names of their parts one under the other. */
  table_across: () =>
    'Ogni domanda sta in una colonna invece che in una riga: gira la tabella (in Excel: Copia, poi Incolla speciale, Trasponi).',
  /** The operator's mapping has a name that the file does not have. */
  mapping_unknown: ({ missing, seen: names }: { missing: string; seen: string }) =>
    `Il file non ha «${missing}».${seen(names)}`,
  /**
   * Too few of the rows are questions. `first` is the kind of the first left-out row's warning, whose figures go along.
   */
  too_few: (figures: { questions: number; rows: number; first: string; unit: 'rows' | 'questions' }) => {
    const many = figures.unit === 'rows' ? 'righe' : 'elementi'
    return `Solo ${figures.questions} ${many} su ${figures.rows} sono domande. ${firstOf(figures)}`.trim()
  },
  /** `first` as in `too_few`; `unit` is the format's unit: rows of a table, or questions. */
  too_many_dropped: (figures: { dropped: number; rows: number; first: string; unit: 'rows' | 'questions' }) => {
    const { dropped, rows, unit } = figures
    const [one, many] = unit === 'rows' ? ['riga', 'righe'] : ['elemento', 'elementi']
    const lost =
      dropped === 1
        ? `1 ${one} su ${rows} non è una domanda intera e resterebbe fuori`
        : `${dropped} ${many} su ${rows} non sono domande intere e resterebbero fuori`
    return `${lost}: il file forse è letto male. ${firstOf(figures)} Con --forza si importano le altre.`.replace(
      / {2,}/g,
      ' ',
    )
  },
  random_questions: ({ sample }: { sample: string }) =>
    `Le righe lette somigliano a domande solo per caso (per esempio «${sample}»). Con --forza si importano comunque.`,
  /** The second file has no keys. */
  keys_missing: ({ name }: { name: string }) =>
    `In «${name}» nessuna chiave riconosciuta: servono numeri di domande e lettere, come «1 A» o «1;A».`,
  /** The corrected review is not of this file; `line` is the first row that does not fit. */
  review_broken: ({ line }: { line: number }) =>
    `Le correzioni non sono di questo file (riga ${line}): servono le colonne e i posti scritti da --dubbie.`,
  pdf_too_large: ({ megabytes }: { megabytes: number }) => `Il PDF supera ${megabytes} MB.`,
  pdf_too_many_pages: ({ pages, max }: { pages: number; max: number }) =>
    `Il PDF ha ${pages} pagine e se ne leggono ${max}.`,
  pdf_too_slow: ({ seconds, page }: { seconds: number; page: number }) =>
    `Il PDF è troppo pesante: dopo ${seconds} secondi si era a pagina ${page}. Con --pagine se ne legge una parte.`,
  /** A page that draws more than any page of a bank. */
  pdf_too_dense: ({ page }: { page: number }) =>
    `La pagina ${page} del PDF disegna troppo per essere una pagina di domande.`,
  /** A password is needed to open it. */
  pdf_encrypted: () => 'Il PDF è protetto da password: serve una copia che si apra senza.',
  /** `page` 0: the document itself. */
  pdf_broken: ({ page }: { page: number }) =>
    page === 0 ? 'Il PDF è troncato o rovinato.' : `La pagina ${page} del PDF è rovinata o troncata.`,
  /** The pages are images: a scan. */
  pdf_no_text: ({ pages }: { pages: number }) =>
    `Il PDF (${pages} ${pages === 1 ? 'pagina' : 'pagine'}) è una scansione: ha immagini e non testo. Serve il documento originale, o una copia passata al riconoscimento del testo.`,
  /** The fonts do not map their glyphs to characters. */
  pdf_unreadable_text: (_: { pages: number }) =>
    'Il testo del PDF non si legge: i suoi font non dicono quali caratteri disegnano. Serve un’altra copia del documento.',
  pdf_no_questions: ({ sample }: { pages: number; sample: string }) =>
    `Nel PDF nessuna domanda riconosciuta: servono domande numerate con le risposte segnate A, B, C… (visto: «${sample}»).`,
} as const satisfies Record<string, (figures: never) => string>

export type RefusalKind = keyof typeof REFUSALS
export type RefusalFigures = {
  [K in RefusalKind]: Parameters<(typeof REFUSALS)[K]> extends [infer F] ? F : Record<never, never>
}

/**
 * Failure of a file that is no bank. The readers throw it; `importBank` turns it into FILE_RIFIUTATO and never lets it
 * out.
 */
export class Refusal<K extends RefusalKind = RefusalKind> extends Error {
  readonly kind: K
  readonly figures: RefusalFigures[K]
  readonly riga: number | null

  /** Creates a refusal; `riga` is the 1-based row where reading stopped. */
  constructor(kind: K, figures: RefusalFigures[K], riga: number | null = null) {
    super(kind)
    this.kind = kind
    this.figures = figures
    this.riga = riga
  }
}

/** Returns the reason of a refused file as a sentence. */
export function sentenceOfRefusal(failure: Failure): string {
  const kind = String(failure.dati?.kind) as RefusalKind
  const sentence = (REFUSALS[kind] ?? REFUSALS.unreadable) as (figures: object) => string
  return sentence(failure.dati ?? {})
}

/** Removes what speaks of command options, for a reader without a command line. */
export const withoutOptions = (sentence: string): string =>
  sentence
    .replace(/ Se (?:contano|è il posto)[^.]*--base[^.]*\./g, '')
    .replace(/\s*\([^()]*--[^()]*\)/g, '')
    .replace(/[,;:.]?\s[^,;:.]*--[a-z][^.]*\.?/g, '.')
    .replace(/\.\.+/g, '.')
