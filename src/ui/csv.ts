import type { SqlCell } from '#contract/sql'

/** Texts that a spreadsheet would read as a formula (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

const quote = (text: string) => `"${text.replaceAll('"', '""')}"`

/** A text: quoted always, so that an empty one is not a NULL; a likely formula gets an apostrophe in front. */
const textField = (text: string) => quote(FORMULA.test(text) ? `'${text}` : text)

/** Numbers as an Italian spreadsheet reads them: a comma for decimals. */
const numberField = (text: string) => text.replace('.', ',')

function field(cell: SqlCell): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return textField(cell)
  if (typeof cell !== 'object') return numberField(String(cell))
  if ('reale' in cell) {
    if (!Number.isFinite(cell.reale)) return textField(cell.reale > 0 ? 'Inf' : '-Inf')
    return numberField(String(cell.reale))
  }
  return quote(`x'${cell.inizio}${cell.byte * 2 > cell.inizio.length ? '…' : ''}'`)
}

/**
 * A result as CSV: RFC 4180 with semicolons, decimal commas and a byte order mark, so that an Italian spreadsheet opens it with
 * two clicks (decision 0019). NULL is an empty field, an empty text is "".
 */
export function toCsv(columns: readonly string[], rows: readonly SqlCell[][]): string {
  const lines = [columns.map(textField), ...rows.map((row) => row.map(field))]
  return `\uFEFF${lines.map((fields) => fields.join(';')).join('\r\n')}\r\n`
}
