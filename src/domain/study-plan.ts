import type { Impostazione, SceltePiano } from '#contract/database'
import { parseEsame } from '#rules/esame'
import { isDay, italianDay } from '#rules/italian-day'
import { RITMO_MINIMO } from '#rules/oggi'
import { isPropria } from '#rules/raccolta'
import { isCose } from '#rules/vigilia'
import { planKey, readKey, writeKey } from '../platform/web-storage.ts'
import { currentUserId } from '../session/session.ts'

/**
 * Study choices of a person, as this browser keeps them. `prove`: day of each bank's exam. `ritmi`: answers a day. `pesi`: weights
 * of subjects (`id:peso`, comma between them). `esami`: the exam (rules/esame). `vigilie`: ticks of its eve (rules/vigilia).
 * `esiti`: its outcome. `riposo`: weekdays off (0 is Monday). `attese`: settings that the store has not confirmed, by name.
 * `portate`: the store has the days chosen before settings were sent.
 */
export type StudyPlan = {
  prove: Record<number, string>
  ritmi: Record<number, number>
  pesi: Record<number, string>
  esami: Record<number, string>
  vigilie: Record<number, string>
  esiti: Record<number, string>
  riposo: readonly number[]
  attese: Record<string, Waiting>
  portate?: true
}

/** A setting on its way to the store, with its instant; null deletes it. */
export type Waiting = { valore: Impostazione['valore'] | null; at: string }
const isWaiting = (x: unknown): x is Waiting =>
  typeof x === 'object' && x !== null && 'valore' in x && typeof (x as Waiting).at === 'string'

/** Most answers a day that a person may choose. */
const RITMO_MASSIMO = 1000
const isRitmo = (x: unknown): x is number =>
  Number.isInteger(x) && Number(x) >= RITMO_MINIMO && Number(x) <= RITMO_MASSIMO
const PESI = /^(\d+:\d{1,4}(,\d+:\d{1,4})*)?$/
const isPesi = (x: unknown): x is string => typeof x === 'string' && PESI.test(x)
/** Outcome of an exam, after its day: points in thousandths, or this value for an undisclosed result. */
export const NOT_TOLD = 'no'
const OUTCOME = /^\d{4}-\d\d-\d\d:(?:no|-?\d{1,7})$/
const isOutcome = (x: unknown): x is string => typeof x === 'string' && OUTCOME.test(x)
export const formatOutcome = (day: string, outcome: number | typeof NOT_TOLD): string => `${day}:${outcome}`

/** Parses the weekdays off of a setting (`5,6`); at most six, because one day is for study. */
export const parseRiposo = (text: string): number[] =>
  [
    ...new Set(
      text
        .split(',')
        .filter((d) => /^[0-6]$/.test(d))
        .map(Number),
    ),
  ].slice(0, 6)
const parsePesi = (text: string): [id_materia: number, peso: number][] =>
  text === '' ? [] : text.split(',').map((pair) => pair.split(':').map(Number) as [number, number])
export const formatPesi = (pesi: readonly (readonly [number, number])[]): string =>
  pesi.map(([id, peso]) => `${id}:${peso}`).join(',')

/** Returns the plan of the signed-in person; an unreadable plan is empty. */
export function readStudyPlan(): StudyPlan {
  const id_utente = currentUserId()
  const empty: StudyPlan = { prove: {}, ritmi: {}, pesi: {}, esami: {}, vigilie: {}, esiti: {}, riposo: [], attese: {} }
  if (id_utente === null) return empty
  try {
    const stored = JSON.parse(readKey('locale', planKey(id_utente)) ?? 'null') as Partial<StudyPlan> | null
    return {
      prove: keepOf(stored?.prove, (day): day is string => typeof day === 'string' && isDay(day)),
      ritmi: keepOf(stored?.ritmi, isRitmo),
      pesi: keepOf(stored?.pesi, isPesi),
      esami: keepOf(stored?.esami, (x): x is string => typeof x === 'string' && parseEsame(x) !== null),
      vigilie: keepOf(stored?.vigilie, isCose),
      esiti: keepOf(stored?.esiti, isOutcome),
      riposo: parseRiposo(String(stored?.riposo ?? '')),
      attese: keepOf(stored?.attese, isWaiting),
      ...(stored?.portate && { portate: true }),
    }
  } catch {
    return empty
  }
}

const keepOf = <T>(of: Record<string, unknown> | undefined, isGood: (x: unknown) => x is T): Record<string, T> =>
  Object.fromEntries(Object.entries(of ?? {}).filter((pair): pair is [string, T] => isGood(pair[1])))

/** Returns the outcome of a bank's exam on this day; null while there is none. */
export function readOutcome(id_concorso: number, day: string): number | typeof NOT_TOLD | null {
  const [of, told] = readStudyPlan().esiti[id_concorso]?.split(':') ?? []
  if (of !== day || told === undefined) return null
  return told === NOT_TOLD ? NOT_TOLD : Number(told)
}

/** Returns the other banks whose exam is on the same day, because one exam covers all of them [OG8]. */
export function banksOfSameExam(id_concorso: number): number[] {
  const { prove } = readStudyPlan()
  const day = prove[id_concorso]
  return day === undefined
    ? []
    : Object.keys(prove)
        .map(Number)
        .filter((id) => id !== id_concorso && prove[id] === day)
}

/** Returns the choices about one bank for the store. The pace is that of its exam. */
export function readScelte(id_concorso: number): SceltePiano {
  const { prove, ritmi, pesi, riposo } = readStudyPlan()
  // Plan each bank by itself again after the exam.
  const insieme = (prove[id_concorso] ?? '') >= italianDay(Date.now()) ? banksOfSameExam(id_concorso) : []
  const paces = [id_concorso, ...insieme].flatMap((id) => ritmi[id] ?? [])
  return {
    data_prova: prove[id_concorso] ?? null,
    scelto: paces.length > 0 ? Math.max(...paces) : null,
    insieme,
    riposo,
    pesi: parsePesi(pesi[id_concorso] ?? ''),
  }
}

function write(plan: StudyPlan): void {
  const id_utente = currentUserId()
  if (id_utente !== null) writeKey('locale', planKey(id_utente), JSON.stringify(plan))
}

/** Settings of one bank in the plan. */
export type PlanField = 'prove' | 'ritmi' | 'pesi' | 'esami' | 'vigilie' | 'esiti'

/** Keeps a choice about a bank in this browser; null deletes it. */
export function writePlan(field: PlanField, id_concorso: number, value: string | number | null): void {
  const plan = readStudyPlan()
  const entries: Record<number, string | number> = plan[field]
  if (value === null) delete entries[id_concorso]
  else entries[id_concorso] = value
  write(plan)
}

/** Keeps the weekdays off in this browser. */
export const writeRiposo = (riposo: readonly number[]): void => write({ ...readStudyPlan(), riposo })

/** Keeps a setting until the store has it, so that a page closed at once loses none. */
export function writeWaiting(nome: string, setting: Waiting): void {
  const plan = readStudyPlan()
  write({ ...plan, attese: { ...plan.attese, [nome]: setting } })
}

/** Forgets a setting that the store has; a later choice of it stays. */
export function clearWaiting(nome: string, { at }: Waiting): void {
  const { attese, ...plan } = readStudyPlan()
  const { [nome]: waiting, ...others } = attese
  if (waiting?.at === at) write({ ...plan, attese: others })
}

/** Returns the days chosen here before settings were sent; none once they are in the store. */
export function examDaysToTakeOver(): [id_concorso: number, day: string][] {
  const { prove, portate } = readStudyPlan()
  if (portate) return []
  return Object.entries(prove).flatMap(([id, day]) =>
    isPropria(Number(id)) ? [] : [[Number(id), day] as [number, string]],
  )
}

export const markTakenOver = (): void => write({ ...readStudyPlan(), portate: true })

/** Replaces the choices here by the account's; choices about the person's own banks stay. */
export function replacePlan(
  found: readonly (readonly [field: PlanField, id_concorso: number, value: string | number])[],
  riposo: readonly number[],
): void {
  const plan = readStudyPlan()
  const fill = (field: PlanField) => {
    const own = Object.entries(plan[field] as Record<number, string | number>).filter(([id]) => isPropria(Number(id)))
    const sent = found.filter(([of]) => of === field).map(([, id, value]) => [id, value])
    return Object.fromEntries([...own, ...sent])
  }
  const fields: readonly PlanField[] = ['prove', 'ritmi', 'pesi', 'esami', 'vigilie', 'esiti']
  const filled = Object.fromEntries(fields.map((field) => [field, fill(field)]))
  write({ ...plan, ...filled, riposo })
}
