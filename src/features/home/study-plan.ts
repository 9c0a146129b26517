import { isDay } from '#rules/italian-day'
import { planKey, readKey, writeKey } from '../../platform/web-storage.ts'
import { session } from '../../session/session.ts'

/** What a person decided about studying: the day of each bank's exam. */
export type StudyPlan = { prove: Record<number, string> }

const currentUserId = (): number | null => session.credentials?.utente.id_utente_idoneo ?? null

/** The plan of who is signed in; what cannot be read is no plan. */
export function readStudyPlan(): StudyPlan {
  const id_utente = currentUserId()
  const empty: StudyPlan = { prove: {} }
  if (id_utente === null) return empty
  try {
    const stored = JSON.parse(readKey('locale', planKey(id_utente)) ?? 'null') as Partial<StudyPlan> | null
    const prove = Object.entries(stored?.prove ?? {}).filter(([, day]) => typeof day === 'string' && isDay(day))
    return { prove: Object.fromEntries(prove.map(([id, day]) => [Number(id), day])) }
  } catch {
    return empty
  }
}

function write(plan: StudyPlan): void {
  const id_utente = currentUserId()
  if (id_utente !== null) writeKey('locale', planKey(id_utente), JSON.stringify(plan))
}

/** Keeps the day of a bank's exam, `YYYY-MM-DD`; null forgets it. */
export function keepExamDay(id_concorso: number, day: string | null): void {
  const plan = readStudyPlan()
  if (day === null) delete plan.prove[id_concorso]
  else plan.prove[id_concorso] = day
  write(plan)
}
