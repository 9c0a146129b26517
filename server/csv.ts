const cell = (value: unknown): string => {
  const text =
    value === null || value === undefined
      ? ''
      : value instanceof Date
        ? value.toISOString()
        : typeof value === 'object'
          ? JSON.stringify(value)
          : String(value)
  // Quote text that begins like a formula: a spreadsheet would run it.
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Writes lines as CSV (RFC 4180). */
export const toCsv = (lines: readonly (readonly unknown[])[]): string =>
  lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('')
