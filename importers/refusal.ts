type None = Record<never, never>

/** Why a file is no bank: each kind with its figures. Sentences belong to whoever shows them. */
export type RefusalFigures = {
  unreadable: None
  empty: None
  /** The format is known and is not one of questions, or is not read yet. */
  format_refused: { format: string }
  not_text: None
  text_too_large: { megabytes: number }
  line_too_long: { max: number }
  too_many_lines: { max: number }
  too_many_questions: { max: number }
  too_many_columns: { columns: number; max: number }
  unknown_encoding: { encoding: string }
  gzip_broken: None
  gzip_too_large: { megabytes: number }
  csv_open_quote: None
  csv_wrong_separator: { separator: string }
  sheet_missing: { sheet: string }
  sheet_too_large: { sheet: string }
  workbook_broken: None
  /** A password is needed to open it. */
  workbook_encrypted: None
  xml_broken: None
  xml_entities: None
  xml_too_large: { megabytes: number }
  archive_broken: None
  archive_too_many_files: { max: number }
  archive_too_large: { megabytes: number }
  archive_control_name: None
  archive_absolute_name: { name: string }
  archive_escaping_name: { name: string }
  archive_encrypted: { name: string }
  archive_large_file: { name: string }
  archive_bomb: { name: string }
  archive_repeated_name: { name: string }
  json_broken: None
  last_line_cut: None
  /** Nothing in the file is a question; `seen` are the columns or fields that it has. */
  no_questions: { seen: string }
  /** A table without header that proves too little to be a bank. */
  weak_table: { seen: string }
  /** The answers share the cells of a column, and nothing parts them surely. */
  options_in_cell: { name: string }
  /** One sheet holds two tables side by side. */
  tables_beside: None
  /** Each question is a column: the names of what it has stand one under the other. */
  table_across: None
  /** The mapping that the operator gave names what the file does not have. */
  mapping_unknown: { missing: string; seen: string }
  /** Too few of the rows are questions. `first` is the kind of the warning about the first row left out, whose figures go along. */
  too_few: { questions: number; rows: number; first: string; unit: 'rows' | 'questions' }
  /** `first` as in `too_few`; `unit` is what the format has: rows of a table, or questions. */
  too_many_dropped: { dropped: number; rows: number; first: string; unit: 'rows' | 'questions' }
  random_questions: { sample: string }
  /** The second file has no keys. */
  keys_missing: { name: string }
  /** A corrected review is not of this file: `line` of the first row that does not fit. */
  review_broken: { line: number }
  pdf_too_large: { megabytes: number }
  pdf_too_many_pages: { pages: number; max: number }
  pdf_too_slow: { seconds: number; page: number }
  /** A page that draws more than any page of a bank. */
  pdf_too_dense: { page: number }
  /** A password is needed to open it. */
  pdf_encrypted: None
  /** `page` 0: the document itself. */
  pdf_broken: { page: number }
  /** Pages are images: a scan. */
  pdf_no_text: { pages: number }
  /** The fonts do not say which characters they draw. */
  pdf_unreadable_text: { pages: number }
  pdf_no_questions: { pages: number; sample: string }
}
export type RefusalKind = keyof RefusalFigures

/** A file that is no bank: thrown by the readers and turned into FILE_RIFIUTATO by `importBank`, never beyond it. */
export class Refusal<K extends RefusalKind = RefusalKind> extends Error {
  readonly kind: K
  readonly figures: RefusalFigures[K]
  readonly riga: number | null

  /** `riga` is the 1-based row where reading stopped. */
  constructor(kind: K, figures: RefusalFigures[K], riga: number | null = null) {
    super(kind)
    this.kind = kind
    this.figures = figures
    this.riga = riga
  }
}
