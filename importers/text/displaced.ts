import type { RawAnswer } from '../raw-question.ts'

const LETTERE = 'ABCDEFGH'
export type DisplacedKind = 'displaced_end' | 'displaced_answers'

/**
 * Moves back a text that an extraction left in the wrong field. The end of the question may stand before the mark of an
 * answer (`…corrisponde una cifra?\nA) 9`). All the answers may stand at the end of the question. Returns which of the
 * two it was.
 */
export function fixDisplaced(
  testo: string,
  risposte: readonly RawAnswer[],
): { testo: string; risposte: RawAnswer[]; displaced: DisplacedKind | null } {
  const prima = risposte[0]
  const marcata = prima ? /^([\s\S]*\S)\s*\n\s*A\)\s*(\S[\s\S]*)$/.exec(prima.testo) : null
  if (prima && marcata) {
    const nuove = [{ ...prima, testo: marcata[2] ?? '' }, ...risposte.slice(1)]
    return {
      testo: `${testo}\n${marcata[1]}`,
      risposte: nuove,
      displaced: 'displaced_end',
    }
  }
  const senza = dropRisposte(testo, risposte)
  return { testo: senza ?? testo, risposte: [...risposte], displaced: senza === null ? null : 'displaced_answers' }
}

const escapeRegExp = (testo: string): string => testo.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+')

function dropRisposte(testo: string, risposte: readonly RawAnswer[]): string | null {
  const ultima = risposte.at(-1)?.testo.trim()
  if (risposte.length < 3 || !ultima || !testo.trimEnd().endsWith(ultima)) return null
  const tutte = risposte.map((r) => escapeRegExp(r.testo.trim())).join('[\\s;,.]*')
  const trovato = new RegExp(`\\s${tutte}\\s*$`).exec(testo)
  return trovato && trovato.index >= 5 ? testo.slice(0, trovato.index) : null
}

const CALLED = '(?:risposta|opzione|alternativa|answer|option|risp\\.?|r|o)\\s*(?:n\\.?\\s*)?'
const BULLET = /^\s*([-–•·▪●])\s+(?=\S)/

/** Drops the marks when every answer has its own: `A) Roma`, `Risposta B: Milano`, `1) …`, a dash. */
export function dropMarks(risposte: readonly string[]): string[] {
  const segni = risposte.map((r, i) => {
    const letter = `${LETTERE[i]}|${LETTERE[i]?.toLowerCase()}`
    const form = `${CALLED}(?:${letter}|${i + 1})\\s*[).:–-]+\\s*|(?:${letter})(?:[).:]\\s*|\\s+[-–]\\s+)|${i + 1}(?:\\)\\s*|[.:]\\s+)`
    return new RegExp(`^\\(?(?:${form})(?=\\S)`, 'i').exec(r)?.[0]
  })
  const bullets = risposte.map((r) => BULLET.exec(r))
  const alike = new Set(bullets.map((found) => found?.[1])).size === 1
  const own = segni.includes(undefined) && alike ? bullets.map((found) => found?.[0]) : segni
  if (risposte.length < 2 || own.includes(undefined)) return [...risposte]
  return risposte.map((r, i) => r.slice(own[i]?.length ?? 0))
}

/**
 * Forms of answers' own marks. A letter with its bracket always counts, other forms when nearly the whole bank has
 * them.
 */
const OWN_LETTER = /^\s*\(?([A-Ha-h])\)\s*(?=\S)/
const OTHER_FORMS = [/^\s*\(?([A-Ha-h])[.:)]\s*(?=\S)/, /^\s*\(?([1-8])\)\s*(?=\S)/]
/** Share of the questions whose answers must have such marks. */
const OWN_SHARE = 0.9

const signsOf = (risposte: readonly string[], form: RegExp): string[] =>
  risposte.map((r) => form.exec(r)?.[1]?.toUpperCase() ?? '')
const wantedOf = (signs: readonly string[]): string[] => [
  ...(/\d/.test(signs[0] ?? '') ? '12345678' : LETTERE).slice(0, signs.length),
]
const isWhole = (signs: readonly string[]): boolean =>
  signs.length > 1 && wantedOf(signs).every((sign) => signs.includes(sign))
const inOrder = (signs: readonly string[]): boolean => wantedOf(signs).every((sign, i) => sign === signs[i])

/** Returns the form of the marks that the answers of a bank write out of order. */
export function findOwnForm(bank: readonly (readonly string[])[]): RegExp {
  const found = OTHER_FORMS.find((form) => {
    const whole = bank.map((risposte) => signsOf(risposte, form)).filter(isWhole)
    return whole.length >= Math.max(2, bank.length * OWN_SHARE) && !whole.every(inOrder)
  })
  return found ?? OWN_LETTER
}

/**
 * Returns the marks that answers write themselves, to which a key then refers. Each answer has its own mark. The marks
 * are numbers, or out of order (`C) Roma`, `A) Milano`, `B) Torino`). Null in any other case.
 */
export function findOwnLetters(risposte: readonly string[], form: RegExp): string[] | null {
  const signs = signsOf(risposte, form)
  return isWhole(signs) && (/\d/.test(signs[0] ?? '') || !inOrder(signs)) ? signs : null
}
