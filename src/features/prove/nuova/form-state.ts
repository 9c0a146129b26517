import type { StatoDomanda } from '#rules/domanda'
import type { Filtro } from '#rules/filtro'
import { formatDuration, readDuration } from '#rules/regolamento/duration'
import { MODELLI, type Modello } from '#rules/regolamento/modelli'
import { millesimi } from '#rules/regolamento/read'
import type { Regolamento, WrittenRegolamento } from '#rules/regolamento/types'
import { EMPTY_REGOLE, newSezione, type TypedRegole } from './regole/typed-regole.ts'

/** The three scores and a threshold, as typed. */
export type FormNumbers = { corretta: string; sbagliata: string; omessa: string; soglia: string }
/** Three scores, the rules of a real competition, or a full set of one's own. */
type RegoleOrigin = 'numeri' | 'modello' | 'complete'
type WhichDomande = 'tutte' | 'mai' | 'errate'

/** The form of a custom trial (spec §3) [CT1][CT2][CT3]; a template keeps it is. */
export type FormState = {
  quali: WhichDomande
  preferite: boolean
  testo: string
  da: string
  a: string
  /** Questions asked of each subject (0: of no subject), and the section that each belongs to. */
  quote: Readonly<Record<string, number>>
  sezioneDi: Readonly<Record<string, number>>
  ore: string
  minuti: string
  secondi: string
  origine: RegoleOrigin
  /** The three scores, and the threshold of the whole trial. */
  numeri: FormNumbers
  modello: string
  regole: TypedRegole
  pausa: boolean
  solo_avanti: boolean
  senza_correzioni: boolean
  /** Sat as on paper, and what two marks on one question count as where the rules are the three scores. */
  foglio: boolean
  multipla: Regolamento['risposta_multipla']
  /** The draw does not follow the quotas by difficulty that the rules have. */
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

/** A template's form; what it lacks is as in a new one. Null when it is none of ours. */
export function readForm(data: unknown): FormState | null {
  if (typeof data !== 'object' || data === null || !('quote' in data) || !('numeri' in data)) return null
  const { sezioni, ...left } = data as Partial<FormState> & { sezioni?: readonly OldSezione[] }
  const parsed = { ...EMPTY_FORM, ...left }
  return (parsed.origine as string) === 'sezioni' ? { ...parsed, ...fromSezioni(parsed.numeri, sezioni ?? []) } : parsed
}

/** How templates kept sections before rules could be written whole. */
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

/** "0,75", "-0,25", "−1" -> thousandths; null when it is no number with at most three decimals. */
export function readPoints(text: string): number | null {
  const trimmed = text.trim().replace('−', '-').replace(',', '.')
  return /^[+-]?\d{1,6}(\.\d{1,3})?$/.test(trimmed) ? millesimi(Number(trimmed)) : null
}

/** Milliseconds of the three fields; null when all are empty, NaN when one is no whole number. */
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

/** An official position as typed; null when empty, NaN when it is no whole number from 1. */
function readPosition(text: string): number | null {
  const trimmed = text.trim()
  if (trimmed === '') return null
  return /^\d{1,6}$/.test(trimmed) && Number(trimmed) > 0 ? Number(trimmed) : Number.NaN
}

/** What is wrong with the range of positions, and in which field; null when nothing is. */
export function positionProblem({
  da,
  a,
}: Pick<FormState, 'da' | 'a'>): { end: 'da' | 'a'; tipo: 'forma' | 'inverse' } | null {
  const [before, last] = [readPosition(da), readPosition(a)]
  if (Number.isNaN(before)) return { end: 'da', tipo: 'forma' }
  if (Number.isNaN(last)) return { end: 'a', tipo: 'forma' }
  return before !== null && last !== null && before > last ? { end: 'a', tipo: 'inverse' } : null
}

/** The fields of a duration, milliseconds. */
export function timeFields(ms: number): Pick<FormState, 'ore' | 'minuti' | 'secondi'> {
  const [hours, minutes, seconds] = formatDuration(ms)
    .split(':')
    .map((n) => String(Number(n))) as [string, string, string]
  return { ore: hours, minuti: minutes, secondi: seconds === '0' ? '' : seconds }
}

export const modelloOf = (id: string): Modello | null => MODELLI.find((m) => m.id === id) ?? null

/** Milliseconds that rules give to the whole trial; null when they do not say. */
export function regoleDuration({ durata, sezioni }: WrittenRegolamento): number | null {
  if (durata !== undefined) return readDuration(durata)
  const own = (sezioni ?? []).map((s) => (s.durata === undefined ? null : readDuration(s.durata)))
  return own.length > 0 && own.every((d) => d !== null) ? own.reduce((a, b) => a + b, 0) : null
}

/** Names of the sections that a subject can be put in; one or none means that nobody has to choose. */
export function sezioniNames(m: FormState): string[] {
  if (m.origine === 'complete') return m.regole.sezioni.map((s, i) => s.nome.trim() || `Sezione ${i + 1}`)
  return m.origine === 'modello' ? (modelloOf(m.modello)?.regole.sezioni ?? []).map((s) => s.nome) : []
}

/** Section of a subject: the one chosen, else the one with its name in it, else the first. */
export function sezioneOf(m: FormState, id_materia: number, materia: string): number {
  const names = sezioniNames(m)
  const given = m.sezioneDi[id_materia]
  if (given !== undefined && given < names.length) return given
  const stem = (s: string) => s.toLocaleLowerCase('it').slice(0, 10)
  const found = names.findIndex((n) => materia.toLocaleLowerCase('it').includes(stem(n)))
  return Math.max(0, found)
}

/** An annulled question is worth nothing: no trial draws it. */
const COUNTING: readonly StatoDomanda[] = ['valida', 'contestata']

/** What the store is asked for one subject, or for all of them: only questions that can be scored. */
export function toProvaFiltro(id_concorso: number, m: FormState, materia?: number): Filtro {
  // A wrong range filters nothing: the form tells it, and starts no trial.
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

/** A subject with how many questions the filters leave: all, and those of no difficulty, easy, medium and hard. */
export type AvailableMateria = {
  id_materia: number
  materia: string
  n: number
  difficolta: readonly [number, number, number, number]
}

export const totalQuotas = (m: FormState, available: readonly AvailableMateria[]): number =>
  available.reduce((sum, d) => sum + (m.quote[d.id_materia] ?? 0), 0)

/** `totale` questions shared out by weight, none beyond what there is; what is left over goes where there is room. */
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
