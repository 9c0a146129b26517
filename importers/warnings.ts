import type { WarningCode } from '#contract/domanda'

type None = Record<never, never>
/** Fields of a question that a text defect names: `question`, `explanation`, `passage` or the letter of an answer. */
type InFields = { fields: string }

/** Every defect that the import report tells, with its figures. Sentences belong to whoever shows them. */
export type WarningFigures = {
  empty_row: None
  header_repeated: None
  merged_title_as_materia: { title: string }
  merged_title_skipped: { title: string }
  single_cell_as_materia: { title: string }
  single_cell_skipped: { title: string }
  passage_row: { title: string }
  /** `questions` below passages have an empty cell in their column. */
  passage_alone: { passages: number; questions: number }
  row_continued: { row: number }
  row_too_wide: { cells: number; header: number }
  row_without_text: None
  row_without_answers: None
  row_with_error: { error: string }
  row_shifted: None
  question_without_text: None
  question_without_answers: None
  /** Something in it that no text can say. */
  question_with_formula: None
  question_of_pictures: None
  question_struck: None
  formulas_undrawn: { questions: number; example: string }
  /** `questions` are those that the text now stands above. */
  text_between: { text: string; questions: number }
  too_many_answers: { answers: number; max: number }
  text_too_long: { characters: number; max: number }
  invalid_json_line: None
  not_a_question: None
  question_of_other_kind: { type: string }
  numeric_cells: { places: string }
  merged_cell: { from: number; to: number }
  encoding_of_line: { line: number }
  encoding_of_file: { encoding: string }
  declared_total: { declared: number; found: number }
  page_footer: InFields & { removed: string }
  watermark: InFields & { removed: string }
  mojibake: InFields
  control_characters: InFields
  lost_characters: InFields
  private_characters: InFields
  entities: InFields
  doubled_entities: InFields
  html_removed: InFields & { removed: string }
  displaced_end: None
  displaced_answers: None
  all_keys_missing: { questions: number }
  key_missing: None
  several_right: { answers: number }
  key_unknown: { key: string }
  key_double: { key: string }
  keys_differ: { key: string; other: string }
  key_base_unclear: { base: number; keys: number }
  key_base_neither: { keys: number }
  key_same: { key: string; questions: number }
  key_guessed: { name: string }
  key_like_flags: { keys: number }
  key_rule: { letter: string }
  missing_number: { number: number }
  missing_numbers: { from: number; to: number }
  repeated_number: { number: number; row: number }
  more_answers: { answers: number; expected: number }
  fewer_answers: { answers: number; expected: number }
  only_answers: { answers: number }
  equal_answers: { first: string; second: string }
  equal_right_answers: { first: string; second: string }
  other_key: { row: number }
  repeated_question: { row: number }
  partly_repeated_question: { row: number }
  same_text_other_answers: { row: number }
  cut_copy: { row: number }
  truncated_text: InFields & { limit: number }
  english_question: { materia: string }
  image_missing: { name: string }
  image_embedded_encoding: None
  image_not_image: { name: string }
  image_embedded_not_image: None
  image_unused: { name: string }
  image_wrong_type: { name: string }
  image_renamed: { name: string; type: string }
  image_broken: { name: string }
  image_too_large: { name: string; width: number; height: number }
  column_unused: { name: string; values: number; example: string }
  sheet_hidden: { sheet: string; rows: number }
  sheet_skipped: { sheet: string }
  rows_hidden: { rows: number; which: string }
  columns_hidden: { columns: number; which: string }
  /** Pictures that a sheet shows from an address. */
  pictures_remote: { pictures: number }
  json_repaired: None
  /** `reasons` are the names of doubts (importers/pdf/blocks.ts). */
  doubtful_question: { confidence: number; page: number; number: string; reasons: string }
  pdf_question_broken: { page: number; number: string }
  page_furniture: { texts: number; example: string }
  slanted_text: { pages: number }
  picture_loose: { page: number }
  key_shown: { ways: string }
  key_shown_partly: { way: string }
  key_grid_unclear: { keys: number }
  key_grid_unused: { keys: number; first: string }
  key_grid_differs: { number: string; letter: string }
  key_grid_ignored: { questions: number }
  key_rule_found: { letter: string }
  /** `reason` is why (importers/recognition/keys-apart.ts). */
  keys_apart_unused: { name: string; keys: number; questions: number; reason: string; key: string }
}
export type WarningKind = keyof WarningFigures

/** The kind that the report's wire (WARNING_CODES) files each defect under. */
export const TIPO_OF: Record<WarningKind, WarningCode> = {
  empty_row: 'riga_vuota',
  header_repeated: 'riga_scartata',
  merged_title_as_materia: 'cella_unita',
  merged_title_skipped: 'cella_unita',
  single_cell_as_materia: 'riga_scartata',
  single_cell_skipped: 'riga_scartata',
  passage_row: 'brano_dubbio',
  passage_alone: 'brano_dubbio',
  row_continued: 'riga_unita',
  row_too_wide: 'riga_scartata',
  row_without_text: 'riga_scartata',
  row_without_answers: 'riga_scartata',
  row_with_error: 'riga_scartata',
  row_shifted: 'riga_scartata',
  question_without_text: 'riga_scartata',
  question_without_answers: 'riga_scartata',
  question_with_formula: 'riga_scartata',
  question_of_pictures: 'riga_scartata',
  question_struck: 'domanda_dubbia',
  formulas_undrawn: 'domanda_dubbia',
  text_between: 'brano_dubbio',
  too_many_answers: 'risposte_in_piu',
  text_too_long: 'riga_scartata',
  invalid_json_line: 'riga_scartata',
  not_a_question: 'riga_scartata',
  question_of_other_kind: 'riga_scartata',
  numeric_cells: 'cella_numerica',
  merged_cell: 'cella_unita',
  encoding_of_line: 'codifica_errata',
  encoding_of_file: 'codifica_errata',
  declared_total: 'numero_mancante',
  page_footer: 'pie_di_pagina',
  watermark: 'filigrana',
  mojibake: 'codifica_errata',
  control_characters: 'caratteri_di_controllo',
  lost_characters: 'codifica_errata',
  private_characters: 'codifica_errata',
  entities: 'entita_html',
  doubled_entities: 'entita_html',
  html_removed: 'html_rimosso',
  displaced_end: 'testo_spostato',
  displaced_answers: 'testo_spostato',
  all_keys_missing: 'chiave_assente',
  key_missing: 'chiave_assente',
  several_right: 'chiave_non_valida',
  key_unknown: 'chiave_non_valida',
  key_double: 'chiave_non_valida',
  keys_differ: 'chiave_non_valida',
  key_base_unclear: 'chiave_dubbia',
  key_base_neither: 'chiave_dubbia',
  key_same: 'chiave_dubbia',
  key_guessed: 'chiave_dubbia',
  key_like_flags: 'chiave_dubbia',
  key_rule: 'chiave_per_regola',
  missing_number: 'numero_mancante',
  missing_numbers: 'numero_mancante',
  repeated_number: 'numero_ripetuto',
  more_answers: 'risposte_in_piu',
  fewer_answers: 'risposte_in_meno',
  only_answers: 'risposte_in_meno',
  equal_answers: 'risposte_uguali',
  equal_right_answers: 'risposte_uguali',
  other_key: 'stessa_domanda_altra_chiave',
  repeated_question: 'domanda_ripetuta',
  partly_repeated_question: 'domanda_ripetuta',
  same_text_other_answers: 'stesso_testo_altre_risposte',
  cut_copy: 'domanda_ripetuta',
  truncated_text: 'testo_troncato',
  english_question: 'materia_sospetta',
  image_missing: 'immagine_mancante',
  image_embedded_encoding: 'immagine_mancante',
  image_not_image: 'immagine_mancante',
  image_embedded_not_image: 'immagine_mancante',
  image_unused: 'immagine_inutilizzata',
  image_wrong_type: 'immagine_tipo_errato',
  image_renamed: 'immagine_tipo_errato',
  image_broken: 'immagine_guasta',
  image_too_large: 'immagine_guasta',
  column_unused: 'colonna_non_usata',
  sheet_hidden: 'foglio_nascosto',
  sheet_skipped: 'foglio_saltato',
  rows_hidden: 'foglio_nascosto',
  columns_hidden: 'foglio_nascosto',
  pictures_remote: 'immagine_mancante',
  json_repaired: 'json_riparato',
  doubtful_question: 'domanda_dubbia',
  pdf_question_broken: 'riga_scartata',
  page_furniture: 'pie_di_pagina',
  slanted_text: 'filigrana',
  picture_loose: 'immagine_mancante',
  key_shown: 'chiave_per_regola',
  key_shown_partly: 'chiave_dubbia',
  key_grid_unclear: 'chiave_dubbia',
  key_grid_unused: 'chiave_non_valida',
  key_grid_differs: 'chiave_non_valida',
  key_grid_ignored: 'chiave_dubbia',
  key_rule_found: 'chiave_dubbia',
  keys_apart_unused: 'chiave_dubbia',
}

/** A defect: its kind, the 1-based row (null for the whole file), the sheet when there are several, and its figures. */
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
