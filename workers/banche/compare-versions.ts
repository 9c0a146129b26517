import type { AggiornamentoBanca } from '#contract/database'
import { normalizeText } from '#rules/text'
import type { Connection, Driver } from '../core/platform.ts'

/** Schema name of the file that an update replaces. */
const OLD_SCHEMA = 'prima'

/** SQL of the right answer in words of a question `d`. */
export const rightAnswer = (d: string): string =>
  `CASE ${d}.corretta WHEN 1 THEN ${d}.risposta1 WHEN 2 THEN ${d}.risposta2 WHEN 3 THEN ${d}.risposta3 WHEN 4 THEN ${d}.risposta4
  WHEN 5 THEN ${d}.risposta5 END`

/** Returns the words without markup, case and spaces, to compare two versions of an answer. */
export const plainText = (text: string): string =>
  normalizeText(text.replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()

const TEXTS = ['testo', 'risposta1', 'risposta2', 'risposta3', 'risposta4', 'risposta5', 'immagine']
const all = (d: string): string => TEXTS.map((column) => `${d}.${column}`).join(', ')

/**
 * Counts the changes of an update (D19) by question id: the new file is attached as `schema`, the old one is attached
 * here. Null when the old one is unreadable, because it is being replaced.
 */
export function compareVersions(
  db: Connection,
  driver: Driver,
  { before, schema }: { before: string; schema: string },
): Omit<AggiornamentoBanca, 'abbassate'> | null {
  try {
    db.run(`ATTACH ? AS ${OLD_SCHEMA}`, driver.address(before))
  } catch {
    return null
  }
  try {
    return count(db, schema)
  } catch {
    return null
  } finally {
    db.forget(`${OLD_SCHEMA}.`)
    db.exec(`DETACH ${OLD_SCHEMA}`)
  }
}

function count(db: Connection, schema: string): Omit<AggiornamentoBanca, 'abbassate'> {
  const total = (of: string) => db.get<{ n: number }>(`SELECT count(*) AS n FROM ${of}.domande`)?.n ?? 0
  const differing = db.all<{ was: string | null; now: string | null; edited: number }>(
    `SELECT ${rightAnswer('o')} AS was, ${rightAnswer('n')} AS now, (${all('o')}) IS NOT (${all('n')}) AS edited
     FROM ${schema}.domande n JOIN ${OLD_SCHEMA}.domande o ON o.id_domanda = n.id_domanda
     WHERE edited OR o.corretta IS NOT n.corretta`,
  )
  const common =
    db.get<{ n: number }>(
      `SELECT count(*) AS n FROM ${schema}.domande n JOIN ${OLD_SCHEMA}.domande o ON o.id_domanda = n.id_domanda`,
    )?.n ?? 0
  const chiave_cambiata = differing.filter(
    ({ was, now }) => (was === null ? null : plainText(was)) !== (now === null ? null : plainText(now)),
  ).length
  return {
    uguali: common - differing.length,
    modificate: differing.length - chiave_cambiata,
    chiave_cambiata,
    aggiunte: total(schema) - common,
    tolte: total(OLD_SCHEMA) - common,
  }
}
