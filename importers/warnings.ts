import type { ImportWarning, WarningCode } from '#contract/domanda'
import { MAX_MEGAPIXELS, MAX_SIDE } from '#rules/image'

/** Reasons why a question may differ from the printed one. */
const DOUBTS = {
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
export type Doubt = keyof typeof DOUBTS
const named = (list: string, nameOf: (key: string) => string): string => list.split(', ').map(nameOf).join(', ')
const doubts = (list: string): string => named(list, (doubt) => DOUBTS[doubt as Doubt] ?? doubt)
/** Reasons to leave the keys of a second file unused. */
const APART = {
  shape: () => 'la loro forma non si riconosce',
  count: (keys: number, questions: number) => `sono ${keys} e le domande ${questions}`,
  numbers: () => 'i loro numeri non sono quelli delle domande, uno a uno',
  order: () => 'sono in fila senza numeri, e i numeri delle domande non sono in ordine',
  outside: (_: number, __: number, key: string) => `«${key}» non è nessuna delle risposte della sua domanda`,
}
export type ApartReason = keyof typeof APART
/** Marks by which a bank shows the right answer. */
const WAYS = {
  sign: 'un segno',
  bold: 'il grassetto',
  colour: 'il colore',
  underline: 'la sottolineatura',
  highlight: 'lo sfondo',
  font: 'il carattere',
}
export type Way = keyof typeof WAYS
const shownWays = (list: string): string => named(list, (way) => WAYS[way as Way] ?? way)

/** Fields of a question that a text defect names; an answer has its letter. */
const FIELDS: Record<string, string> = { question: 'domanda', explanation: 'spiegazione', passage: 'brano' }
const fields = (list: string): string => named(list, (field) => FIELDS[field] ?? `risposta ${field}`)

/** Defects of the import report, by wire code; each kind returns its sentence from its figures. */
const WARNINGS = {
  riga_vuota: { empty_row: () => 'La riga è vuota.' },
  riga_scartata: {
    header_repeated: () => 'La riga ripete l’intestazione: saltata.',
    single_cell_as_materia: ({ title }: { title: string }) =>
      `Riga di una sola cella («${title}»): presa come materia delle domande che seguono.`,
    single_cell_skipped: ({ title }: { title: string }) =>
      `Riga di una sola cella («${title}»): saltata perché non è una domanda.`,
    row_too_wide: ({ cells, header }: { cells: number; header: number }) =>
      `La riga ha ${cells} celle e l’intestazione ${header}: forse un separatore dentro un testo senza virgolette.`,
    row_without_text: () => 'La riga non ha il testo della domanda.',
    row_without_answers: () => 'La riga ha meno di due risposte.',
    row_with_error: ({ error }: { error: string }) =>
      `Nella riga una formula dà errore (${error}): il testo non c’è, saltata.`,
    row_shifted: () => 'Nella riga manca una cella e la chiave sta fra le risposte: saltata.',
    question_without_text: () => 'La domanda non ha testo: saltata.',
    question_without_answers: () => 'La domanda ha meno di due risposte: saltata.',
    /** The question holds a formula that no text can show. */
    question_with_formula: () => 'La domanda ha una formula che un testo non può mostrare: lasciata fuori.',
    question_of_pictures: () => 'Le risposte della domanda sono figure, che non si possono mostrare: lasciata fuori.',
    text_too_long: ({ characters, max }: { characters: number; max: number }) =>
      `Un testo della domanda ha ${characters} caratteri e se ne ammettono ${max}: saltata.`,
    invalid_json_line: () => 'La riga non è JSON valido: saltata.',
    not_a_question: () => 'L’elemento non è una domanda con le sue risposte: saltato.',
    question_of_other_kind: ({ type }: { type: string }) =>
      `La domanda è di un tipo che non si legge (${type}): saltata.`,
    pdf_question_broken: ({ page, number }: { page: number; number: string }) =>
      `Pagina ${page}, domanda ${number || 'senza numero'}: domande che non si distinguono o risposte che mancano, lasciata fuori.`,
  },
  cella_unita: {
    merged_title_as_materia: ({ title }: { title: string }) =>
      `Riga unita su più colonne («${title}»): presa come materia delle domande che seguono.`,
    merged_title_skipped: ({ title }: { title: string }) =>
      `Riga unita su più colonne («${title}»): saltata perché non è una domanda.`,
    merged_cell: ({ from, to }: { from: number; to: number }) =>
      `Cella unita dalla riga ${from} alla ${to}: il suo valore vale per tutte.`,
  },
  brano_dubbio: {
    passage_row: ({ title }: { title: string }) =>
      `Riga di una sola cella («${title}»): saltata. Se è il brano delle domande che seguono, mettilo in una colonna «Brano».`,
    /** `questions` below passages have an empty cell in their column. */
    passage_alone: ({ passages, questions }: { passages: number; questions: number }) =>
      `${passages === 1 ? 'Un brano sta' : `${passages} brani stanno`} su una riga e le domande sotto hanno la cella vuota: ${questions} ${questions === 1 ? 'resta' : 'restano'} senza. Se vale anche per loro, unisci le celle o ripetilo.`,
    /** `questions` are the questions below the text. */
    text_between: ({ text, questions }: { text: string; questions: number }) =>
      questions === 0
        ? `Testo tra le domande («${text}»): nessuna domanda lo segue, lasciato fuori.`
        : `Testo tra le domande («${text}»): messo sopra ${questions === 1 ? 'la domanda che segue' : `le ${questions} domande che seguono`}.`,
  },
  riga_unita: { row_continued: ({ row }: { row: number }) => `La riga continua quella di sopra (${row}): riunite.` },
  domanda_dubbia: {
    question_struck: () => 'La domanda è barrata nel file: forse è stata tolta. Letta come le altre.',
    formulas_undrawn: ({ questions, example }: { questions: number; example: string }) =>
      `${questions === 1 ? 'Una domanda ha' : `${questions} domande hanno`} formule scritte in LaTeX (per esempio «${example}»): chi studia ne legge i segni, non la formula.`,
    /** `reasons`: keys of DOUBTS, joined by commas. */
    doubtful_question: ({
      confidence,
      page,
      number,
      reasons,
    }: {
      confidence: number
      page: number
      number: string
      reasons: string
    }) =>
      `Pagina ${page}, domanda ${number || 'senza numero'}: letta con fiducia ${confidence} su 100 (${doubts(reasons)}): da rivedere.`,
  },
  risposte_in_piu: {
    too_many_answers: ({ answers, max }: { answers: number; max: number }) =>
      `La domanda ha ${answers} risposte e se ne ammettono ${max}: saltata.`,
    more_answers: ({ answers, expected }: { answers: number; expected: number }) =>
      `${answers} risposte invece di ${expected}.`,
  },
  cella_numerica: {
    numeric_cells: ({ places }: { places: string }) =>
      `Risposta ${places}: la cella è numerica o una formula, il testo potrebbe non essere quello stampato.`,
  },
  codifica_errata: {
    encoding_of_line: ({ line }: { line: number }) =>
      `La linea ${line} non è in UTF-8 come il resto del file: letta come Windows-1252.`,
    encoding_of_file: ({ encoding }: { encoding: string }) => `Il file non è in UTF-8: letto come ${encoding}.`,
    mojibake: ({ fields: f }: { fields: string }) => `UTF-8 letto come Windows-1252, riparato (${fields(f)}).`,
    lost_characters: ({ fields: f }: { fields: string }) => `Caratteri già perduti nel file (�) (${fields(f)}).`,
    private_characters: ({ fields: f }: { fields: string }) => `Caratteri di un font non standard (${fields(f)}).`,
  },
  numero_mancante: {
    declared_total: ({ declared, found }: { declared: number; found: number }) =>
      `Il file dichiara ${declared} domande e ne contiene ${found}.`,
    missing_number: ({ number }: { number: number }) => `Manca il numero ${number}.`,
    missing_numbers: ({ from, to }: { from: number; to: number }) => `Mancano i numeri da ${from} a ${to}.`,
  },
  pie_di_pagina: {
    page_footer: ({ removed, fields: f }: { fields: string; removed: string }) =>
      `Tolto il piè di pagina «${removed}» (${fields(f)}).`,
    page_furniture: ({ texts, example }: { texts: number; example: string }) =>
      `Tolte intestazioni, piè di pagina e numeri di pagina (${texts} scritte, per esempio «${example}»).`,
  },
  filigrana: {
    watermark: ({ removed, fields: f }: { fields: string; removed: string }) =>
      `Tolta la filigrana «${removed}» (${fields(f)}).`,
    slanted_text: ({ pages }: { pages: number }) =>
      `Tolte le scritte oblique (filigrana) da ${pages} ${pages === 1 ? 'pagina' : 'pagine'}.`,
  },
  caratteri_di_controllo: {
    control_characters: ({ fields: f }: { fields: string }) =>
      `Caratteri di controllo tolti o riportati al loro segno (${fields(f)}).`,
  },
  entita_html: {
    entities: ({ fields: f }: { fields: string }) => `Entità HTML riportate al loro carattere (${fields(f)}).`,
    doubled_entities: ({ fields: f }: { fields: string }) =>
      `Entità HTML scritte due volte, riportate al loro carattere (${fields(f)}).`,
  },
  html_rimosso: {
    html_removed: ({ removed, fields: f }: { fields: string; removed: string }) =>
      `Tolto ciò che una domanda non può contenere: ${removed} (${fields(f)}).`,
  },
  testo_spostato: {
    displaced_end: () => 'La fine della domanda era nella risposta A: rimessa al suo posto.',
    displaced_answers: () => 'Il testo della domanda finiva con tutte le sue risposte: tolte.',
  },
  chiave_assente: {
    all_keys_missing: ({ questions }: { questions: number }) =>
      `Nessuna delle ${questions} domande ha la risposta esatta: la banca si importa senza chiavi.`,
    key_missing: () => 'La risposta esatta non è indicata.',
  },
  chiave_non_valida: {
    several_right: ({ answers }: { answers: number }) =>
      `${answers} risposte sono segnate come esatte: la domanda resta senza chiave.`,
    key_double: ({ key }: { key: string }) =>
      `La chiave «${key}» è il posto di una risposta e il testo di un’altra: la domanda resta senza chiave. Se è il posto, ripeti con --base 0 o --base 1.`,
    key_unknown: ({ key }: { key: string }) =>
      `La chiave «${key}» non indica nessuna delle risposte: la domanda resta senza chiave.`,
    keys_differ: ({ key, other }: { key: string; other: string }) =>
      `Due colonne o due segni dicono chiavi diverse («${key}» e «${other}»): la domanda resta senza chiave.`,
    key_grid_unused: ({ keys, first }: { keys: number; first: string }) =>
      `${keys} chiavi della griglia sono di domande che non ci sono (per esempio la ${first}).`,
    key_grid_differs: ({ number, letter }: { number: string; letter: string }) =>
      `La griglia dice ${letter} per la domanda ${number}, e altrove c’è un’altra chiave: resta senza.`,
  },
  chiave_dubbia: {
    key_base_unclear: ({ base, keys }: { base: number; keys: number }) =>
      `Le ${keys} chiavi a numero stanno bene contando da 0 e da 1: lette da ${base}. Se contano da ${1 - base}, ripeti con --base ${1 - base}.`,
    key_base_neither: ({ keys }: { keys: number }) =>
      `Le ${keys} chiavi a numero escono dalle risposte sia contando da 0 sia da 1: nessuna è usata. Se contano da 1, ripeti con --base 1.`,
    key_same: ({ key, questions }: { key: string; questions: number }) =>
      `Per tutte le ${questions} domande senza risposte la chiave dice «${key}»: non insegna nulla e non è usata.`,
    key_guessed: ({ name }: { name: string }) =>
      `Le chiavi sono lette dalla colonna «${name}», che ha lettere o testi delle risposte e un nome che non lo dice: controlla che sia la risposta esatta.`,
    key_like_flags: ({ keys }: { keys: number }) =>
      `Le ${keys} chiavi sono soltanto 0 e 1: forse dicono vero e falso, o se qualcuno ha risposto bene, e non il posto della risposta esatta.`,
    key_shown_partly: ({ way }: { way: string }) =>
      `In una parte delle domande una risposta è scritta diversamente (${shownWays(way)}): non basta per prenderla come esatta.`,
    key_grid_unclear: ({ keys }: { keys: number }) =>
      `C’è una griglia con ${keys} chiavi, ma i suoi numeri non si abbinano uno a uno a quelli delle domande: non usata.`,
    key_grid_ignored: ({ questions }: { questions: number }) =>
      `${questions} domande hanno già una chiave di loro: quella della griglia non è usata.`,
    /** `reason`: a key of APART. */
    keys_apart_unused: ({
      name,
      keys,
      questions,
      reason,
      key,
    }: {
      name: string
      keys: number
      questions: number
      reason: string
      key: string
    }) => `Le chiavi di «${name}» non sono usate: ${APART[reason as ApartReason]?.(keys, questions, key) ?? ''}.`,
    key_rule_found: ({ letter }: { letter: string }) =>
      `Il documento dice che la risposta esatta è sempre la ${letter}: per usarlo ripeti con --esatta ${letter}.`,
  },
  chiave_per_regola: {
    key_rule: ({ letter }: { letter: string }) =>
      `Chiave per regola (--esatta ${letter}): la risposta ${letter} vale come esatta ovunque.`,
    key_shown: ({ ways }: { ways: string }) => `La risposta esatta è quella mostrata da: ${shownWays(ways)}.`,
  },
  numero_ripetuto: {
    repeated_number: ({ number, row }: { number: number; row: number }) =>
      `Il numero ${number} è già alla riga ${row}.`,
  },
  risposte_in_meno: {
    fewer_answers: ({ answers, expected }: { answers: number; expected: number }) =>
      `${answers} risposte invece di ${expected}.`,
    only_answers: ({ answers }: { answers: number }) => `Solo ${answers} risposte.`,
  },
  risposte_uguali: {
    equal_answers: ({ first, second }: { first: string; second: string }) =>
      `Le risposte ${first} e ${second} sono uguali.`,
    equal_right_answers: ({ first, second }: { first: string; second: string }) =>
      `Le risposte ${first} e ${second} sono uguali: una delle due è la risposta esatta.`,
  },
  stessa_domanda_altra_chiave: {
    other_key: ({ row }: { row: number }) => `Stessa domanda della riga ${row}, con un’altra risposta esatta.`,
  },
  domanda_ripetuta: {
    repeated_question: ({ row }: { row: number }) => `Ripete la domanda della riga ${row}.`,
    partly_repeated_question: ({ row }: { row: number }) =>
      `Ripete la domanda della riga ${row}, con risposte in parte diverse.`,
    cut_copy: ({ row }: { row: number }) => `Ripete la domanda della riga ${row} con il testo interrotto.`,
  },
  stesso_testo_altre_risposte: {
    same_text_other_answers: ({ row }: { row: number }) => `Ha lo stesso testo della riga ${row}, con altre risposte.`,
  },
  testo_troncato: {
    truncated_text: ({ limit, fields: f }: { fields: string; limit: number }) =>
      `Testo interrotto a ${limit} caratteri (${fields(f)}).`,
  },
  materia_sospetta: {
    english_question: ({ materia }: { materia: string }) => `Domanda in inglese sotto la materia «${materia}».`,
  },
  immagine_mancante: {
    image_missing: ({ name }: { name: string }) => `Manca l’immagine «${name}».`,
    image_embedded_encoding: () => 'L’immagine incorporata nel testo ha una codifica errata: non è base64 intero.',
    image_not_image: ({ name }: { name: string }) => `L’immagine «${name}» non è un PNG o un JPG.`,
    image_embedded_not_image: () => 'L’immagine incorporata nel testo è di un tipo errato: non è un PNG o un JPG.',
    /** Pictures that a sheet shows from an address. */
    pictures_remote: ({ pictures }: { pictures: number }) =>
      `${pictures} ${pictures === 1 ? 'cella mostra un’immagine' : 'celle mostrano immagini'} da un indirizzo (=IMMAGINE): non sono nel file e non si importano, si possono dare con --immagini.`,
    picture_loose: ({ page }: { page: number }) =>
      `Pagina ${page}: una figura non si lega con certezza a una domanda: non importata, si può dare con --immagini.`,
  },
  immagine_inutilizzata: { image_unused: ({ name }: { name: string }) => `Nessuna domanda usa l’immagine «${name}».` },
  immagine_tipo_errato: {
    image_wrong_type: ({ name }: { name: string }) => `«${name}» non è un PNG o un JPG: non importata.`,
    image_renamed: ({ name, type }: { name: string; type: string }) =>
      `«${name}» è in realtà un ${type}: rinominata con la sua estensione.`,
  },
  immagine_guasta: {
    image_broken: ({ name }: { name: string }) =>
      `L’immagine «${name}» è tronca o guasta e nessun browser la apre: non importata.`,
    image_too_large: ({ name, width, height }: { name: string; width: number; height: number }) =>
      `L’immagine «${name}» è di ${width} × ${height} punti e se ne ammettono ${MAX_SIDE} di lato e ${MAX_MEGAPIXELS} milioni in tutto: non importata.`,
  },
  colonna_non_usata: {
    column_unused: ({ name, values, example }: { name: string; values: number; example: string }) =>
      `Colonna o campo «${name}» non usato: ${values} ${values === 1 ? 'valore' : 'valori'} (per esempio «${example}»).`,
  },
  foglio_nascosto: {
    sheet_hidden: ({ sheet, rows }: { sheet: string; rows: number }) =>
      `Il foglio «${sheet}» (${rows} ${rows === 1 ? 'riga' : 'righe'}) è nascosto nel file: saltato (con --foglio si legge).`,
    rows_hidden: ({ rows, which }: { rows: number; which: string }) =>
      rows === 1
        ? `La riga ${which} è nascosta nel file: letta come le altre.`
        : `${rows} righe sono nascoste nel file (${which}): lette come le altre.`,
    columns_hidden: ({ columns, which }: { columns: number; which: string }) =>
      columns === 1
        ? `La colonna ${which} è nascosta nel file: letta come le altre.`
        : `${columns} colonne sono nascoste nel file (${which}): lette come le altre.`,
  },
  foglio_saltato: {
    sheet_skipped: ({ sheet }: { sheet: string }) => `Il foglio «${sheet}» non contiene domande: saltato.`,
  },
  json_riparato: { json_repaired: () => 'Il JSON aveva commenti o virgole di troppo: letto senza.' },
} satisfies Partial<Record<WarningCode, Record<string, (figures: never) => string>>>

type Table = typeof WARNINGS
/** Kinds with their sentences, without their codes. */
type Sentences = {
  [K in { [C in keyof Table]: keyof Table[C] }[keyof Table]]: {
    [C in keyof Table]: K extends keyof Table[C] ? Table[C][K] : never
  }[keyof Table]
}
export type WarningKind = keyof Sentences
export type WarningFigures = {
  [K in WarningKind]: Parameters<Sentences[K]> extends [infer F] ? F : Record<never, never>
}

const SENTENCES: Sentences = Object.assign({}, ...Object.values(WARNINGS))
/** Code of each kind. */
export const TIPO_OF = Object.fromEntries(
  Object.entries(WARNINGS).flatMap(([code, kinds]) => Object.keys(kinds).map((kind) => [kind, code])),
) as Record<WarningKind, WarningCode>

/** Returns the sentence of a kind, or null when no kind has that name. */
export const sentenceOf = (kind: string, figures: object): string | null =>
  (SENTENCES as Record<string, ((figures: object) => string) | undefined>)[kind]?.(figures) ?? null

/**
 * Defect: its kind, row, sheet and figures. The row counts from 1, null for the whole file; the sheet is set when there
 * are several.
 */
export type Warning = {
  [K in WarningKind]: {
    kind: K
    tipo: WarningCode
    riga: number | null
    sheet: string | null
    figures: WarningFigures[K]
  }
}[WarningKind]

/** Makes a warning of one kind. */
export const warn = <K extends WarningKind>(
  kind: K,
  riga: number | null,
  figures: WarningFigures[K],
  sheet: string | null = null,
): Warning => ({ kind, tipo: TIPO_OF[kind], riga, sheet, figures }) as Warning

/** Returns a defect in the form of the report. */
export function toAvviso(warning: Warning): ImportWarning {
  const sheet = warning.sheet === null ? '' : `Foglio «${warning.sheet}»: `
  return { tipo: warning.tipo, riga: warning.riga, testo: sheet + sentenceOf(warning.kind, warning.figures) }
}
