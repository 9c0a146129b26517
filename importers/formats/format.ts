import type { ImportedImage } from '#contract/domanda'
import type { KeyGrid } from '../keys/grid.ts'
import type { ImportOptions } from '../options.ts'
import type { Reading } from '../raw-question.ts'
import type { Warning } from '../warnings.ts'
import type { Table } from './table.ts'

/** Strength of a format's claim on a file: 1 a signature, 0.9 a structure, 0.3 text with separators. */
export type Evidence = { strength: number; reason: string }

/** A file to read: its bytes are already inflated. */
export type Source = { name: string; bytes: Uint8Array; options: ImportOptions }

/** JSON-like value. `line` is the row of a file with one value per line, null for a whole file. */
export type RecordEntry = { value: unknown; line: number | null }

/**
 * Content of a file, in the simplest of three shapes. Roles of columns and fields are recognised afterwards, for all
 * alike.
 */
export type FileContent = (
  | { shape: 'tables'; tables: Table[] }
  | { shape: 'records'; records: RecordEntry[]; candidates?: number }
  | { shape: 'questions'; reading: Reading }
) & {
  /** Images that travel inside the file, under the names that its cells or texts use. */
  images?: readonly ImportedImage[]
  warnings?: readonly Warning[]
  /** Keys that the file lists apart from its questions. */
  keys?: KeyGrid | null
}

/** Format of files. `sniff` only looks and never throws; `read` throws a Refusal. */
export type Format = {
  id: string
  sniff(bytes: Uint8Array, name: string): Evidence | null
  read(source: Source): Promise<FileContent> | FileContent
}
