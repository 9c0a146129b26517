import { ok, type Result } from '#contract/result'
import { type Esame, esameOfSimulazione, formatEsame, parseEsame } from '#rules/esame'
import { call } from '../api/client.ts'
import { network } from '../platform/network.ts'
import { keepPlan } from './settings.ts'
import { readStudyPlan } from './study-plan.ts'

/** Returns the exam of a bank: the person's choice, else the one recognised by name; null where both lack. */
export async function examOf({
  id_concorso,
  concorso,
  ente,
}: {
  id_concorso: number
  concorso: string
  ente: string
}): Promise<Esame | null> {
  const chosen = parseEsame(readStudyPlan().esami[id_concorso] ?? '')
  if (chosen) return chosen
  const known = await import('./known-exams.ts').catch(() => null)
  return known?.recogniseExam(`${concorso} ${ente}`) ?? null
}

/** Keeps the exam that a person prepares for; null deletes it. */
export const keepExam = (id_concorso: number, esame: Esame | null): Promise<void> =>
  keepPlan('esami', id_concorso, esame === null ? null : formatEsame(esame))

/** Fetches the exams that the operator published for a bank; none without a network. */
export async function listExams(id_concorso: number): Promise<Result<Esame[]>> {
  if (!network.online) return ok([])
  const result = await call('simulazioni', { query: { id_concorso, attiva: 'true', start: 0, size: 20 } })
  return result.ok ? ok(result.value.elementi.flatMap((s) => esameOfSimulazione(s) ?? [])) : result
}
