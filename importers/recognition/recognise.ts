import type { Content } from '../formats/format.ts'
import type { Table } from '../formats/table.ts'
import type { Reading } from '../raw-question.ts'
import { readRecords } from './records.ts'
import { readTable } from './rows.ts'

/** The questions in what a format read; null when nothing in it is one. */
export function recognise(content: Content): Reading | null {
  if (content.shape === 'questions') return content.reading
  if (content.shape === 'records') return readRecords(content.records, content.candidates)
  return readTables(content.tables)
}

/** Sheets that are banks, together; without a subject column the sheet's name is the subject. */
function readTables(tables: readonly Table[]): Reading | null {
  const several = tables.length > 1
  const readings = tables.flatMap((table) => {
    const reading = readTable(table, several ? table.name : null)
    return reading && reading.questions.length > 0 ? [{ reading, name: table.name }] : []
  })
  const [first] = readings
  if (!first) return null
  if (readings.length > 1)
    for (const { reading, name } of readings) for (const question of reading.questions) question.materia ??= name
  return {
    questions: readings.flatMap(({ reading }) => reading.questions),
    candidates: readings.reduce((n, { reading }) => n + reading.candidates, 0),
    declaredAnswers: first.reading.declaredAnswers,
    warnings: readings.flatMap(({ reading }) => reading.warnings),
  }
}
