import type { ImportWarning } from '#contract/domanda'
import type { Failure } from '#contract/result'
import { MAX_MEGAPIXELS, MAX_SIDE } from '#rules/image'
import type { Doubt } from './pdf/blocks.ts'
import type { Way } from './pdf/shown-keys.ts'
import type { ApartReason } from './recognition/keys-apart.ts'
import type { RefusalFigures, RefusalKind } from './refusal.ts'
import type { Warning, WarningFigures, WarningKind } from './warnings.ts'

const DOUBTS: Record<Doubt, string> = {
  number_gap: 'prima mancano numeri',
  number_order: 'numero fuori ordine',
  number_style: 'numero scritto diversamente dagli altri',
  number_inside: 'dentro comincia forse la domanda seguente',
  answer_place: 'una risposta non è allineata alle altre',
  answers_count: 'numero di risposte diverso dalle altre',
  letter_skipped: 'manca una lettera',
  letter_repeated: 'una lettera si ripete',
  restarted: 'due volte la prima risposta',
  inline: 'risposte una dopo l’altra sulla stessa riga',
  overlap: 'scritte una sull’altra',
  aside: 'una riga sta di lato alle altre',
  hard_break: 'l’ultima risposta va a capo prima del margine',
  wide_gap: 'un vuoto in mezzo al testo: forse due colonne',
  crossing: 'una riga attraversa le colonne',
  loose_text: 'testo staccato dopo le risposte',
  long_last: 'l’ultima risposta è molto più lunga',
  unknown_characters: 'caratteri che il font non dice',
  hyphen: 'parola spezzata a fine riga',
  image_unbound: 'una figura della pagina può essere sua',
  drawing: 'una figura disegnata a linee, che non si importa',
  behind_scan: 'testo dietro una scansione',
  key_conflict: 'chiavi che non concordano',
}
const doubts = (list: string): string =>
  list
    .split(', ')
    .map((doubt) => DOUBTS[doubt as Doubt] ?? doubt)
    .join(', ')
const APART: Record<ApartReason, (keys: number, questions: number, key: string) => string> = {
  shape: () => 'la loro forma non si riconosce',
  count: (keys, questions) => `sono ${keys} e le domande ${questions}`,
  numbers: () => 'i loro numeri non sono quelli delle domande, uno a uno',
  order: () => 'sono in fila senza numeri, e i numeri delle domande non sono in ordine',
  outside: (_, __, key) => `«${key}» non è nessuna delle risposte della sua domanda`,
}
const WAYS: Record<Way, string> = {
  sign: 'un segno',
  bold: 'il grassetto',
  colour: 'il colore',
  underline: 'la sottolineatura',
  highlight: 'lo sfondo',
  font: 'il carattere',
}
const shownWays = (list: string): string =>
  list
    .split(', ')
    .map((way) => WAYS[way as Way] ?? way)
    .join(', ')

type Sentences<F> = { [K in keyof F]: (figures: F[K]) => string }

const FIELDS: Record<string, string> = { question: 'domanda', explanation: 'spiegazione', passage: 'brano' }
const fields = (list: string): string =>
  list
    .split(', ')
    .map((field) => FIELDS[field] ?? `risposta ${field}`)
    .join(', ')

const WARNINGS: Sentences<WarningFigures> = {
  empty_row: () => 'La riga è vuota.',
  header_repeated: () => 'La riga ripete l’intestazione: saltata.',
  merged_title_as_materia: ({ title }) =>
    `Riga unita su più colonne («${title}»): presa come materia delle domande che seguono.`,
  merged_title_skipped: ({ title }) => `Riga unita su più colonne («${title}»): saltata perché non è una domanda.`,
  single_cell_as_materia: ({ title }) =>
    `Riga di una sola cella («${title}»): presa come materia delle domande che seguono.`,
  single_cell_skipped: ({ title }) => `Riga di una sola cella («${title}»): saltata perché non è una domanda.`,
  passage_row: ({ title }) =>
    `Riga di una sola cella («${title}»): saltata. Se è il brano delle domande che seguono, mettilo in una colonna «Brano».`,
  passage_alone: ({ passages, questions }) =>
    `${passages === 1 ? 'Un brano sta' : `${passages} brani stanno`} su una riga e le domande sotto hanno la cella vuota: ${questions} ${questions === 1 ? 'resta' : 'restano'} senza. Se vale anche per loro, unisci le celle o ripetilo.`,
  row_continued: ({ row }) => `La riga continua quella di sopra (${row}): riunite.`,
  row_too_wide: ({ cells, header }) =>
    `La riga ha ${cells} celle e l’intestazione ${header}: forse un separatore dentro un testo senza virgolette.`,
  row_without_text: () => 'La riga non ha il testo della domanda.',
  row_without_answers: () => 'La riga ha meno di due risposte.',
  row_with_error: ({ error }) => `Nella riga una formula dà errore (${error}): il testo non c’è, saltata.`,
  row_shifted: () => 'Nella riga manca una cella e la chiave sta fra le risposte: saltata.',
  question_without_text: () => 'La domanda non ha testo: saltata.',
  question_without_answers: () => 'La domanda ha meno di due risposte: saltata.',
  question_with_formula: () => 'La domanda ha una formula che un testo non può mostrare: lasciata fuori.',
  question_of_pictures: () => 'Le risposte della domanda sono figure, che non si possono mostrare: lasciata fuori.',
  question_struck: () => 'La domanda è barrata nel file: forse è stata tolta. Letta come le altre.',
  formulas_undrawn: ({ questions, example }) =>
    `${questions === 1 ? 'Una domanda ha' : `${questions} domande hanno`} formule scritte in LaTeX (per esempio «${example}»): chi studia ne legge i segni, non la formula.`,
  text_between: ({ text, questions }) =>
    questions === 0
      ? `Testo tra le domande («${text}»): nessuna domanda lo segue, lasciato fuori.`
      : `Testo tra le domande («${text}»): messo sopra ${questions === 1 ? 'la domanda che segue' : `le ${questions} domande che seguono`}.`,
  too_many_answers: ({ answers, max }) => `La domanda ha ${answers} risposte e se ne ammettono ${max}: saltata.`,
  text_too_long: ({ characters, max }) =>
    `Un testo della domanda ha ${characters} caratteri e se ne ammettono ${max}: saltata.`,
  invalid_json_line: () => 'La riga non è JSON valido: saltata.',
  not_a_question: () => 'L’elemento non è una domanda con le sue risposte: saltato.',
  question_of_other_kind: ({ type }) => `La domanda è di un tipo che non si legge (${type}): saltata.`,
  numeric_cells: ({ places }) =>
    `Risposta ${places}: la cella è numerica o una formula, il testo potrebbe non essere quello stampato.`,
  merged_cell: ({ from, to }) => `Cella unita dalla riga ${from} alla ${to}: il suo valore vale per tutte.`,
  encoding_of_line: ({ line }) => `La linea ${line} non è in UTF-8 come il resto del file: letta come Windows-1252.`,
  encoding_of_file: ({ encoding }) => `Il file non è in UTF-8: letto come ${encoding}.`,
  declared_total: ({ declared, found }) => `Il file dichiara ${declared} domande e ne contiene ${found}.`,
  page_footer: ({ removed, fields: f }) => `Tolto il piè di pagina «${removed}» (${fields(f)}).`,
  watermark: ({ removed, fields: f }) => `Tolta la filigrana «${removed}» (${fields(f)}).`,
  mojibake: ({ fields: f }) => `UTF-8 letto come Windows-1252, riparato (${fields(f)}).`,
  control_characters: ({ fields: f }) => `Caratteri di controllo tolti o riportati al loro segno (${fields(f)}).`,
  lost_characters: ({ fields: f }) => `Caratteri già perduti nel file (�) (${fields(f)}).`,
  private_characters: ({ fields: f }) => `Caratteri di un font non standard (${fields(f)}).`,
  entities: ({ fields: f }) => `Entità HTML riportate al loro carattere (${fields(f)}).`,
  doubled_entities: ({ fields: f }) => `Entità HTML scritte due volte, riportate al loro carattere (${fields(f)}).`,
  html_removed: ({ removed, fields: f }) => `Tolto ciò che una domanda non può contenere: ${removed} (${fields(f)}).`,
  displaced_end: () => 'La fine della domanda era nella risposta A: rimessa al suo posto.',
  displaced_answers: () => 'Il testo della domanda finiva con tutte le sue risposte: tolte.',
  all_keys_missing: ({ questions }) =>
    `Nessuna delle ${questions} domande ha la risposta esatta: la banca si importa senza chiavi.`,
  key_missing: () => 'La risposta esatta non è indicata.',
  several_right: ({ answers }) => `${answers} risposte sono segnate come esatte: la domanda resta senza chiave.`,
  key_double: ({ key }) =>
    `La chiave «${key}» è il posto di una risposta e il testo di un’altra: la domanda resta senza chiave. Se è il posto, ripeti con --base 0 o --base 1.`,
  key_unknown: ({ key }) => `La chiave «${key}» non indica nessuna delle risposte: la domanda resta senza chiave.`,
  keys_differ: ({ key, other }) =>
    `Due colonne o due segni dicono chiavi diverse («${key}» e «${other}»): la domanda resta senza chiave.`,
  key_base_unclear: ({ base, keys }) =>
    `Le ${keys} chiavi a numero stanno bene contando da 0 e da 1: lette da ${base}. Se contano da ${1 - base}, ripeti con --base ${1 - base}.`,
  key_base_neither: ({ keys }) =>
    `Le ${keys} chiavi a numero escono dalle risposte sia contando da 0 sia da 1: nessuna è usata. Se contano da 1, ripeti con --base 1.`,
  key_same: ({ key, questions }) =>
    `Per tutte le ${questions} domande senza risposte la chiave dice «${key}»: non insegna nulla e non è usata.`,
  key_guessed: ({ name }) =>
    `Le chiavi sono lette dalla colonna «${name}», che ha lettere o testi delle risposte e un nome che non lo dice: controlla che sia la risposta esatta.`,
  key_like_flags: ({ keys }) =>
    `Le ${keys} chiavi sono soltanto 0 e 1: forse dicono vero e falso, o se qualcuno ha risposto bene, e non il posto della risposta esatta.`,
  key_rule: ({ letter }) => `Chiave per regola (--esatta ${letter}): la risposta ${letter} vale come esatta ovunque.`,
  missing_number: ({ number }) => `Manca il numero ${number}.`,
  missing_numbers: ({ from, to }) => `Mancano i numeri da ${from} a ${to}.`,
  repeated_number: ({ number, row }) => `Il numero ${number} è già alla riga ${row}.`,
  more_answers: ({ answers, expected }) => `${answers} risposte invece di ${expected}.`,
  fewer_answers: ({ answers, expected }) => `${answers} risposte invece di ${expected}.`,
  only_answers: ({ answers }) => `Solo ${answers} risposte.`,
  equal_answers: ({ first, second }) => `Le risposte ${first} e ${second} sono uguali.`,
  equal_right_answers: ({ first, second }) =>
    `Le risposte ${first} e ${second} sono uguali: una delle due è la risposta esatta.`,
  other_key: ({ row }) => `Stessa domanda della riga ${row}, con un’altra risposta esatta.`,
  repeated_question: ({ row }) => `Ripete la domanda della riga ${row}.`,
  partly_repeated_question: ({ row }) => `Ripete la domanda della riga ${row}, con risposte in parte diverse.`,
  same_text_other_answers: ({ row }) => `Ha lo stesso testo della riga ${row}, con altre risposte.`,
  cut_copy: ({ row }) => `Ripete la domanda della riga ${row} con il testo interrotto.`,
  truncated_text: ({ limit, fields: f }) => `Testo interrotto a ${limit} caratteri (${fields(f)}).`,
  english_question: ({ materia }) => `Domanda in inglese sotto la materia «${materia}».`,
  image_missing: ({ name }) => `Manca l’immagine «${name}».`,
  image_embedded_encoding: () => 'L’immagine incorporata nel testo ha una codifica errata: non è base64 intero.',
  image_not_image: ({ name }) => `L’immagine «${name}» non è un PNG o un JPG.`,
  image_embedded_not_image: () => 'L’immagine incorporata nel testo è di un tipo errato: non è un PNG o un JPG.',
  image_unused: ({ name }) => `Nessuna domanda usa l’immagine «${name}».`,
  image_wrong_type: ({ name }) => `«${name}» non è un PNG o un JPG: non importata.`,
  image_renamed: ({ name, type }) => `«${name}» è in realtà un ${type}: rinominata con la sua estensione.`,
  image_broken: ({ name }) => `L’immagine «${name}» è tronca o guasta e nessun browser la apre: non importata.`,
  image_too_large: ({ name, width, height }) =>
    `L’immagine «${name}» è di ${width} × ${height} punti e se ne ammettono ${MAX_SIDE} di lato e ${MAX_MEGAPIXELS} milioni in tutto: non importata.`,
  column_unused: ({ name, values, example }) =>
    `Colonna o campo «${name}» non usato: ${values} ${values === 1 ? 'valore' : 'valori'} (per esempio «${example}»).`,
  sheet_hidden: ({ sheet, rows }) =>
    `Il foglio «${sheet}» (${rows} ${rows === 1 ? 'riga' : 'righe'}) è nascosto nel file: saltato (con --foglio si legge).`,
  sheet_skipped: ({ sheet }) => `Il foglio «${sheet}» non contiene domande: saltato.`,
  rows_hidden: ({ rows, which }) =>
    rows === 1
      ? `La riga ${which} è nascosta nel file: letta come le altre.`
      : `${rows} righe sono nascoste nel file (${which}): lette come le altre.`,
  columns_hidden: ({ columns, which }) =>
    columns === 1
      ? `La colonna ${which} è nascosta nel file: letta come le altre.`
      : `${columns} colonne sono nascoste nel file (${which}): lette come le altre.`,
  pictures_remote: ({ pictures }) =>
    `${pictures} ${pictures === 1 ? 'cella mostra un’immagine' : 'celle mostrano immagini'} da un indirizzo (=IMMAGINE): non sono nel file e non si importano, si possono dare con --immagini.`,
  json_repaired: () => 'Il JSON aveva commenti o virgole di troppo: letto senza.',
  doubtful_question: ({ confidence, page, number, reasons }) =>
    `Pagina ${page}, domanda ${number || 'senza numero'}: letta con fiducia ${confidence} su 100 (${doubts(reasons)}): da rivedere.`,
  pdf_question_broken: ({ page, number }) =>
    `Pagina ${page}, domanda ${number || 'senza numero'}: domande che non si distinguono o risposte che mancano, lasciata fuori.`,
  page_furniture: ({ texts, example }) =>
    `Tolte intestazioni, piè di pagina e numeri di pagina (${texts} scritte, per esempio «${example}»).`,
  slanted_text: ({ pages }) => `Tolte le scritte oblique (filigrana) da ${pages} ${pages === 1 ? 'pagina' : 'pagine'}.`,
  picture_loose: ({ page }) =>
    `Pagina ${page}: una figura non si lega con certezza a una domanda: non importata, si può dare con --immagini.`,
  key_shown: ({ ways }) => `La risposta esatta è quella mostrata da: ${shownWays(ways)}.`,
  key_shown_partly: ({ way }) =>
    `In una parte delle domande una risposta è scritta diversamente (${shownWays(way)}): non basta per prenderla come esatta.`,
  key_grid_unclear: ({ keys }) =>
    `C’è una griglia con ${keys} chiavi, ma i suoi numeri non si abbinano uno a uno a quelli delle domande: non usata.`,
  key_grid_unused: ({ keys, first }) =>
    `${keys} chiavi della griglia sono di domande che non ci sono (per esempio la ${first}).`,
  key_grid_differs: ({ number, letter }) =>
    `La griglia dice ${letter} per la domanda ${number}, e altrove c’è un’altra chiave: resta senza.`,
  key_grid_ignored: ({ questions }) =>
    `${questions} domande hanno già una chiave di loro: quella della griglia non è usata.`,
  keys_apart_unused: ({ name, keys, questions, reason, key }) =>
    `Le chiavi di «${name}» non sono usate: ${APART[reason as ApartReason]?.(keys, questions, key) ?? ''}.`,
  key_rule_found: ({ letter }) =>
    `Il documento dice che la risposta esatta è sempre la ${letter}: per usarlo ripeti con --esatta ${letter}.`,
}

/** A defect as the report tells it. */
export function toAvviso(warning: Warning): ImportWarning {
  const sentence = WARNINGS[warning.kind] as (figures: WarningFigures[WarningKind]) => string
  const sheet = warning.sheet === null ? '' : `Foglio «${warning.sheet}»: `
  return { tipo: warning.tipo, riga: warning.riga, testo: sheet + sentence(warning.figures) }
}

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

/** What is said of the first that is left out. */
function firstOf(figures: { first: string }): string {
  const sentence = WARNINGS[figures.first as WarningKind] as ((all: object) => string) | undefined
  return sentence?.(figures) ?? ''
}

const REFUSALS: Sentences<RefusalFigures> = {
  unreadable: () => 'Il file non si può leggere.',
  empty: () => 'Il file è vuoto.',
  format_refused: ({ format }) => FORMATS[format] ?? `Il formato non si legge: ${NEEDED}.`,
  not_text: () => 'Il file non è un testo leggibile.',
  text_too_large: ({ megabytes }) =>
    `Il file di testo supera ${megabytes} MB: le banche più grandi ne hanno 20. Dividilo in più file.`,
  line_too_long: ({ max }) => `Una riga supera ${max} caratteri: non è una domanda con le sue risposte.`,
  too_many_lines: ({ max }) => `Il file ha più di ${max} righe: dividilo in più file.`,
  too_many_questions: ({ max }) => `Il file ha più di ${max} domande: dividilo in più file.`,
  too_many_columns: ({ columns, max }) =>
    `Il file ha ${columns} colonne e una banca ne ha al più ${max}: forse è letto con il separatore sbagliato.`,
  unknown_encoding: ({ encoding }) => `La codifica «${encoding}» non è conosciuta.`,
  gzip_broken: () => 'Il file gzip è troncato o rovinato.',
  gzip_too_large: ({ megabytes }) => `Il file compresso supera ${megabytes} MB una volta espanso.`,
  csv_open_quote: () => 'Il CSV ha virgolette aperte e mai chiuse: forse è troncato.',
  csv_wrong_separator: ({ separator }) => `Con il separatore «${separator}» il file non ha colonne.`,
  sheet_missing: ({ sheet }) => `Nel file non c’è il foglio «${sheet}».`,
  sheet_too_large: ({ sheet }) => `Il foglio «${sheet}» ha troppe celle.`,
  workbook_broken: () => 'Il foglio di calcolo (o l’archivio) è troncato, protetto o rovinato.',
  workbook_encrypted: () =>
    'Il foglio di calcolo (o il documento) è protetto da password: serve una copia che si apra senza.',
  xml_broken: () => 'L’XML è troncato, protetto o rovinato.',
  xml_entities: () => 'L’XML definisce entità sue (<!ENTITY>): non si legge, perché possono nascondere altro.',
  xml_too_large: ({ megabytes }) => `L’XML supera ${megabytes} MB.`,
  archive_broken: () => 'L’archivio zip è troncato o rovinato.',
  archive_too_many_files: ({ max }) => `L’archivio ha più di ${max} file.`,
  archive_too_large: ({ megabytes }) => `L’archivio supera ${megabytes} MB una volta espanso.`,
  archive_control_name: () => 'L’archivio ha un nome con caratteri di controllo.',
  archive_absolute_name: ({ name }) => `L’archivio ha un nome assoluto: «${name}».`,
  archive_escaping_name: ({ name }) => `L’archivio ha un nome che esce dalla cartella: «${name}».`,
  archive_encrypted: ({ name }) => `Il file «${name}» dell’archivio è protetto da password.`,
  archive_large_file: ({ name }) => `Il file «${name}» dell’archivio è troppo grande.`,
  archive_bomb: ({ name }) => `Il file «${name}» dell’archivio si espande troppo.`,
  archive_repeated_name: ({ name }) => `L’archivio ha due file di nome «${name}».`,
  json_broken: () => 'Il JSON è troncato o rovinato.',
  last_line_cut: () => 'L’ultima riga è interrotta: il file è troncato.',
  no_questions: ({ seen: names }) =>
    `Nel file nessuna domanda riconosciuta: servono il testo della domanda e almeno due risposte, o la chiave vero/falso.${seen(names)}${names === '' ? '' : ' Con --colonne o --campi si dice quale nome è che cosa.'}`,
  weak_table: ({ seen: names }) =>
    `Nel file nessuna domanda riconosciuta: senza un’intestazione le colonne non si distinguono.${seen(names)} Serve una prima riga con i nomi delle colonne, o --colonne.`,
  options_in_cell: ({ name }) =>
    `Le risposte stanno tutte nella colonna «${name}» e non si separano con certezza: servono A) B) C) in ogni cella, o una colonna per risposta.`,
  tables_beside: () =>
    'Due tabelle di domande stanno una accanto all’altra: mettile una sotto l’altra, o in due fogli.',
  table_across: () =>
    'Ogni domanda sta in una colonna invece che in una riga: gira la tabella (in Excel: Copia, poi Incolla speciale, Trasponi).',
  mapping_unknown: ({ missing, seen: names }) => `Il file non ha «${missing}».${seen(names)}`,
  too_few: (figures) => {
    const many = figures.unit === 'rows' ? 'righe' : 'elementi'
    return `Solo ${figures.questions} ${many} su ${figures.rows} sono domande. ${firstOf(figures)}`.trim()
  },
  too_many_dropped: (figures) => {
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
  random_questions: ({ sample }) =>
    `Le righe lette somigliano a domande solo per caso (per esempio «${sample}»). Con --forza si importano comunque.`,
  keys_missing: ({ name }) =>
    `In «${name}» nessuna chiave riconosciuta: servono numeri di domande e lettere, come «1 A» o «1;A».`,
  review_broken: ({ line }) =>
    `Le correzioni non sono di questo file (riga ${line}): servono le colonne e i posti scritti da --dubbie.`,
  pdf_too_large: ({ megabytes }) => `Il PDF supera ${megabytes} MB.`,
  pdf_too_many_pages: ({ pages, max }) => `Il PDF ha ${pages} pagine e se ne leggono ${max}.`,
  pdf_too_slow: ({ seconds, page }) =>
    `Il PDF è troppo pesante: dopo ${seconds} secondi si era a pagina ${page}. Con --pagine se ne legge una parte.`,
  pdf_too_dense: ({ page }) => `La pagina ${page} del PDF disegna troppo per essere una pagina di domande.`,
  pdf_encrypted: () => 'Il PDF è protetto da password: serve una copia che si apra senza.',
  pdf_broken: ({ page }) =>
    page === 0 ? 'Il PDF è troncato o rovinato.' : `La pagina ${page} del PDF è rovinata o troncata.`,
  pdf_no_text: ({ pages }) =>
    `Il PDF (${pages} ${pages === 1 ? 'pagina' : 'pagine'}) è una scansione: ha immagini e non testo. Serve il documento originale, o una copia passata al riconoscimento del testo.`,
  pdf_unreadable_text: () =>
    'Il testo del PDF non si legge: i suoi font non dicono quali caratteri disegnano. Serve un’altra copia del documento.',
  pdf_no_questions: ({ sample }) =>
    `Nel PDF nessuna domanda riconosciuta: servono domande numerate con le risposte segnate A, B, C… (visto: «${sample}»).`,
}

/** Why a file is refused, as a sentence. */
export function sentenceOfRefusal(failure: Failure): string {
  const kind = String(failure.dati?.kind ?? 'unreadable') as RefusalKind
  const sentence = (REFUSALS[kind] ?? REFUSALS.unreadable) as (figures: object) => string
  return sentence(failure.dati ?? {})
}

/** The same sentence for who has no command before them: what speaks of its options is left out. */
export const withoutOptions = (sentence: string): string =>
  sentence
    .replace(/ Se (?:contano|è il posto)[^.]*--base[^.]*\./g, '')
    .replace(/\s*\([^()]*--[^()]*\)/g, '')
    .replace(/[,;:.]?\s[^,;:.]*--[a-z][^.]*\.?/g, '.')
    .replace(/\.\.+/g, '.')
