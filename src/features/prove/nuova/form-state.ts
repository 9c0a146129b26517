import type { StatoDomanda } from '#rules/domanda'
import type { Filtro } from '#rules/filtro'
import { formatDuration, readDuration } from '#rules/regolamento/duration'
import { MODELLI, type Modello } from '#rules/regolamento/modelli'
import { millesimi } from '#rules/regolamento/read'
import type { Regolamento, WrittenRegolamento } from '#rules/regolamento/types'
import { EMPTY_REGOLE, newSezione, type TypedRegole } from './regole/typed-regole.ts'

/** Three scores and a threshold, as typed. */
export type FormNumbers = { corretta: string; sbagliata: string; omessa: string; soglia: string }
/** Three scores, the rules of a real competition, or a full set of one's own. */
type RegoleOrigin = 'numeri' | 'modello' | 'complete'
type WhichDomande = 'tutte' | 'mai' | 'errate'

/** Form of a custom trial (spec §3) [CT1][CT2][CT3]; a template stores it whole. */
export type FormState = {
  quali: WhichDomande
  preferite: boolean
  testo: string
  da: string
  a: string
  /** Questions asked of each subject (0 stands for no subject), and the section of each. */
  quote: Readonly<Record<string, number>>
  sezioneDi: Readonly<Record<string, number>>
  ore: string
  minuti: string
  secondi: string
  origine: RegoleOrigin
  /** Three scores, and the threshold of the whole trial. */
  numeri: FormNumbers
  modello: string
  regole: TypedRegole
  pausa: boolean
  solo_avanti: boolean
  senza_correzioni: boolean
  /** True for a trial as on paper; `multipla` scores two marks on one question where the rules are the three scores. */
  foglio: boolean
  multipla: Regolamento['risposta_multipla']
  /** True when the draw ignores the quotas by difficulty of the rules. */
  senza_quote: boolean
}

const NUMBERS: FormNumbers = { corretta: '1', sbagliata: '0', omessa: '0', soglia: '' }

export const EMPTY_FORM: FormState = {
  ...{ quali: 'tutte', preferite: false, testo: '', da: '', a: '' },
  ...{ quote: {}, sezioneDi: {}, ore: '', minuti: '', secondi: '' },
  ...{ origine: 'numeri', numeri: NUMBERS, modello: MODELLI[0]?.id ?? '', regole: EMPTY_REGOLE },
  ...{ pausa: true, solo_avanti: false, senza_correzioni: false, senza_quote: false },
  ...{ foglio: false, multipla: 'omessa' },
}

/** Reads the form of a template, with the values of a new form for missing fields; null for foreign data. */
export function readForm(data: unknown): FormState | null {
  if (typeof data !== 'object' || data === null || !('quote' in data) || !('numeri' in data)) return null
  const { sezioni, ...left } = data as Partial<FormState> & { sezioni?: readonly OldSezione[] }
  const parsed = { ...EMPTY_FORM, ...left }
  return (parsed.origine as string) === 'sezioni' ? { ...parsed, ...fromSezioni(parsed.numeri, sezioni ?? []) } : parsed
}

/** Sections of templates from before rules could be written whole. */
type OldSezione = FormNumbers & { nome: string }

const fromSezioni = (
  { soglia }: FormNumbers,
  sezioni: readonly OldSezione[],
): Pick<FormState, 'origine' | 'regole'> => ({
  origine: 'complete',
  regole: {
    ...EMPTY_REGOLE,
    minimo: soglia,
    sezioni: sezioni.map((s) => ({
      ...newSezione(s.nome),
      soglia: s.soglia,
      punti: {
        tipo: 'fissi',
        corretta: [s.corretta, s.corretta, s.corretta],
        sbagliata: [s.sbagliata, s.sbagliata, s.sbagliata],
        omessa: [s.omessa, s.omessa, s.omessa],
      },
    })),
  },
})

/** Reads "0,75", "-0,25", "−1" as thousandths; null for anything but a number with at most three decimals. */
export function readPoints(text: string): number | null {
  const trimmed = text.trim().replace('−', '-').replace(',', '.')
  return /^[+-]?\d{1,6}(\.\d{1,3})?$/.test(trimmed) ? millesimi(Number(trimmed)) : null
}

/** Returns the milliseconds of the three fields; null when every field is empty, NaN when one is no whole number. */
export function readTime({
  ore: hours,
  minuti: minutes,
  secondi: seconds,
}: Pick<FormState, 'ore' | 'minuti' | 'secondi'>): number | null {
  const fields = [hours, minutes, seconds].map((c) => c.trim())
  if (fields.every((c) => c === '')) return null
  if (fields.some((c) => c !== '' && !/^-?\d{1,5}$/.test(c))) return Number.NaN
  const [h, m, s] = fields.map(Number) as [number, number, number]
  return (h * 3600 + m * 60 + s) * 1000
}

/** Reads an official position; null when empty, NaN for anything but a whole number from 1. */
function readPosition(text: string): number | null {
  const trimmed = text.trim()
  if (trimmed === '') return null
  return /^\d{1,6}$/.test(trimmed) && Number(trimmed) > 0 ? Number(trimmed) : Number.NaN
}

/** Returns the problem of the range of positions and its field; null without a problem. */
export function positionProblem({
  da,
  a,
}: Pick<FormState, 'da' | 'a'>): { end: 'da' | 'a'; tipo: 'forma' | 'inverse' } | null {
  const [before, last] = [readPosition(da), readPosition(a)]
  if (Number.isNaN(before)) return { end: 'da', tipo: 'forma' }
  if (Number.isNaN(last)) return { end: 'a', tipo: 'forma' }
  return before !== null && last !== null && before > last ? { end: 'a', tipo: 'inverse' } : null
}

/** Splits milliseconds into the fields of a duration. */
export function timeFields(ms: number): Pick<FormState, 'ore' | 'minuti' | 'secondi'> {
  const [hours, minutes, seconds] = formatDuration(ms)
    .split(':')
    .map((n) => String(Number(n))) as [string, string, string]
  return { ore: hours, minuti: minutes, secondi: seconds === '0' ? '' : seconds }
}

export const modelloOf = (id: string): Modello | null => MODELLI.find((m) => m.id === id) ?? null

/** Returns the milliseconds that rules give to the whole trial; null when they give none. */
export function regoleDuration({ durata, sezioni }: WrittenRegolamento): number | null {
  if (durata !== undefined) return readDuration(durata)
  const own = (sezioni ?? []).map((s) => (s.durata === undefined ? null : readDuration(s.durata)))
  return own.length > 0 && own.every((d) => d !== null) ? own.reduce((a, b) => a + b, 0) : null
}

/** Returns the names of the sections open to a subject; with one or none there is no choice. */
export function sezioniNames(m: FormState): string[] {
  if (m.origine === 'complete') return m.regole.sezioni.map((s, i) => s.nome.trim() || `Sezione ${i + 1}`)
  return m.origine === 'modello' ? (modelloOf(m.modello)?.regole.sezioni ?? []).map((s) => s.nome) : []
}

/** Returns the section of a subject, either the chosen one, the one whose name it contains, or the first. */
export function sezioneOf(m: FormState, id_materia: number, materia: string): number {
  const names = sezioniNames(m)
  const given = m.sezioneDi[id_materia]
  if (given !== undefined && given < names.length) return given
  const stem = (s: string) => s.toLocaleLowerCase('it').slice(0, 10)
  const found = names.findIndex((n) => materia.toLocaleLowerCase('it').includes(stem(n)))
  return Math.max(0, found)
}

/** States of the questions that a trial draws; an annulled question is worth nothing. */
const COUNTING: readonly StatoDomanda[] = ['valida', 'contestata']

/** Builds the store's filter for one subject, or for every subject, with only questions that can be scored. */
export function toProvaFiltro(id_concorso: number, m: FormState, materia?: number): Filtro {
  // Ignore a wrong range, because the form shows it and starts no trial.
  const [da, a] = positionProblem(m) ? [null, null] : [readPosition(m.da), readPosition(m.a)]
  return {
    id_concorso,
    conRisposta: true,
    stati: COUNTING,
    ...(m.testo.trim() !== '' && { testo: m.testo.trim() }),
    ...(m.quali === 'mai' && { risposte: ['mai'] as const }),
    ...(m.quali === 'errate' && { risposte: ['errata'] as const }),
    ...(m.preferite && { soloPreferiti: true }),
    ...(da !== null && { ix_start: da }),
    ...(a !== null && { ix_end: a }),
    ...(materia !== undefined && { materie: [materia] }),
  }
}

/** Subject with the questions that the filters leave. `difficolta` counts those without difficulty, easy, medium and hard. */
export type AvailableMateria = {
  id_materia: number
  materia: string
  n: number
  difficolta: readonly [number, number, number, number]
}

export const totalQuotas = (m: FormState, available: readonly AvailableMateria[]): number =>
  available.reduce((sum, d) => sum + (m.quote[d.id_materia] ?? 0), 0)

/** Shares out `total` questions by weight, none beyond what there is; the remainder goes where there is room. */
export function apportion(
  total: number,
  available: readonly AvailableMateria[],
  weight: (d: AvailableMateria) => number,
): Record<string, number> {
  const weights = available.reduce((s, d) => s + weight(d), 0)
  const quotas: Record<string, number> = {}
  let remaining = Math.min(
    total,
    available.reduce((s, d) => s + d.n, 0),
  )
  const exact = available.map((d) => ({ d, vuole: weights === 0 ? 0 : (remaining * weight(d)) / weights }))
  for (const { d, vuole: wants } of exact) {
    const taken = Math.min(d.n, Math.floor(wants))
    quotas[d.id_materia] = taken
    remaining -= taken
  }
  const byRemainder = [...exact].sort((a, b) => (b.vuole % 1) - (a.vuole % 1) || a.d.id_materia - b.d.id_materia)
  while (remaining > 0) {
    const before = remaining
    for (const { d } of byRemainder) {
      const has = quotas[d.id_materia] ?? 0
      if (remaining > 0 && has < d.n && weight(d) > 0) {
        quotas[d.id_materia] = has + 1
        remaining--
      }
    }
    if (remaining === before) break
  }
  return quotas
}
