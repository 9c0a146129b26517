import { proxy, ref } from 'valtio'
import type { Giorno, Oggi } from '#contract/database'
import { type Failure, ok, type Result } from '#contract/result'
import { italianDay, mondayOf } from '#rules/italian-day'
import { startSeduta } from '../../domain/banca-state.ts'
import { type Preferences, preferences, setChoice } from '../../domain/preferences.ts'
import { keepExamDay } from '../../domain/settings.ts'
import { sittingLength } from '../../domain/start-oggi.ts'
import { readStudyPlan } from '../../domain/study-plan.ts'
import { correctedIso } from '../../platform/server-now.ts'
import { onStore } from '../../store/on-store.ts'

/** The bank in front, today: its pace, its questions, and the week. `settimana` is of every bank. */
export const oggiState = proxy({
  id_concorso: null as number | null,
  oggi: null as Oggi | null,
  data_prova: null as string | null,
  settimana: [] as readonly Giorno[],
  error: null as Failure | null,
})

/** Reads the day of a bank; what another bank had shown goes first. */
export async function loadOggi(id_concorso: number): Promise<void> {
  const plan = readStudyPlan()
  const data_prova = plan.prove[id_concorso] ?? null
  if (oggiState.id_concorso !== id_concorso) Object.assign(oggiState, { id_concorso, oggi: null, error: null })
  oggiState.data_prova = data_prova
  const at = correctedIso()
  const monday = mondayOf(italianDay(Date.parse(at)))
  const [oggi, settimana] = await Promise.all([
    onStore((db) => db.readOggi({ id_concorso, n: sittingLength(), data_prova, at })),
    onStore((db) => db.readGiorni({ id_concorso: null, da: monday })),
  ])
  if (oggiState.id_concorso !== id_concorso) return
  if (oggi.ok) oggiState.oggi = ref(oggi.value)
  oggiState.error = oggi.ok ? null : ref(oggi.error)
  if (settimana.ok) oggiState.settimana = ref(settimana.value)
}

/** Keeps the day of the exam and reads the pace anew. */
export async function setExamDay(id_concorso: number, day: string | null): Promise<void> {
  await keepExamDay(id_concorso, day)
  await loadOggi(id_concorso)
}

/** Keeps how long today's sitting is and chooses its questions anew. */
export async function setQuante(id_concorso: number, quante: Preferences['quante']): Promise<void> {
  setChoice('quante', quante)
  await loadOggi(id_concorso)
}

/** Starts a sitting of what is weak in one subject: its questions at the two lowest levels. */
export async function startWeak(
  id_concorso: number,
  id_materia: number,
): Promise<Result<{ id: string; id_concorso: number }>> {
  const { mescola, avanti_da_sola } = preferences
  const seduta = await startSeduta({
    filtro: { id_concorso, materie: [id_materia], livelli: [-2, -1] },
    ordine: 'CASUALE',
    mescola,
    avanti_da_sola,
  })
  return seduta.ok ? ok({ id: seduta.value.id, id_concorso: seduta.value.id_concorso }) : seduta
}
