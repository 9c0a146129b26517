import type { CellaSql } from '#contract/sql'

/** What a spreadsheet would take for a formula (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

const quote = (testo: string) => `"${testo.replaceAll('"', '""')}"`

/** A text: quoted always, so that an empty one is not a NULL; what looks like a formula gets an apostrophe in front. */
const textField = (testo: string) => quote(FORMULA.test(testo) ? `'${testo}` : testo)

/** Numbers as an Italian spreadsheet reads them: a comma for decimals. */
const numberField = (testo: string) => testo.replace('.', ',')

function field(cella: CellaSql): string {
  if (cella === null) return ''
  if (typeof cella === 'string') return textField(cella)
  if (typeof cella !== 'object') return numberField(String(cella))
  if ('reale' in cella) {
    if (!Number.isFinite(cella.reale)) return textField(cella.reale > 0 ? 'Inf' : '-Inf')
    return numberField(String(cella.reale))
  }
  return quote(`x'${cella.inizio}${cella.byte * 2 > cella.inizio.length ? '…' : ''}'`)
}

/**
 * A result as CSV: RFC 4180 with semicolons, decimal commas and a byte order mark, because that is what a spreadsheet in Italian
 * opens with two clicks (decision 0019). NULL is an empty field, an empty text is "".
 */
export function toCsv(colonne: readonly string[], righe: readonly CellaSql[][]): string {
  const linee = [colonne.map(textField), ...righe.map((riga) => riga.map(field))]
  return `\uFEFF${linee.map((campi) => campi.join(';')).join('\r\n')}\r\n`
}
