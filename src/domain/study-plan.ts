import { isDay } from '#rules/italian-day'
import { isPropria } from '#rules/raccolta'
import { planKey, readKey, writeKey } from '../platform/web-storage.ts'
import { currentUserId } from '../session/session.ts'

/**
 * What a person decided about studying: the day of each bank's exam, as this browser keeps it. `portate`: the days chosen before
 * settings travelled were taken over.
 */
export type StudyPlan = { prove: Record<number, string>; portate?: true }

/** The plan of who is signed in; what cannot be read is no plan. */
export function readStudyPlan(): StudyPlan {
  const id_utente = currentUserId()
  const empty: StudyPlan = { prove: {} }
  if (id_utente === null) return empty
  try {
    const stored = JSON.parse(readKey('locale', planKey(id_utente)) ?? 'null') as Partial<StudyPlan> | null
    const prove = Object.entries(stored?.prove ?? {}).filter(([, day]) => typeof day === 'string' && isDay(day))
    const days = Object.fromEntries(prove.map(([id, day]) => [Number(id), day]))
    return stored?.portate ? { prove: days, portate: true } : { prove: days }
  } catch {
    return empty
  }
}

function write(plan: StudyPlan): void {
  const id_utente = currentUserId()
  if (id_utente !== null) writeKey('locale', planKey(id_utente), JSON.stringify(plan))
}

/** Keeps the day of a bank's exam in this browser, `YYYY-MM-DD`; null forgets it. */
export function writeExamDay(id_concorso: number, day: string | null): void {
  const plan = readStudyPlan()
  if (day === null) delete plan.prove[id_concorso]
  else plan.prove[id_concorso] = day
  write(plan)
}

/** Days that were chosen here before settings travelled; none once they were taken over. */
export function examDaysToTakeOver(): [id_concorso: number, day: string][] {
  const { prove, portate } = readStudyPlan()
  if (portate) return []
  return Object.entries(prove).flatMap(([id, day]) =>
    isPropria(Number(id)) ? [] : [[Number(id), day] as [number, string]],
  )
}

export const markTakenOver = (): void => write({ ...readStudyPlan(), portate: true })

/** The days that the account has, in the place of those here; those of the person's own banks stay. */
export function replaceExamDays(days: readonly (readonly [id_concorso: number, day: string])[]): void {
  const { prove, ...rest } = readStudyPlan()
  const own = Object.entries(prove).filter(([id]) => isPropria(Number(id)))
  write({ ...rest, prove: Object.fromEntries([...own, ...days.filter(([, day]) => isDay(day))]) })
}
