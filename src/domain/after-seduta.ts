import { SEVERAL_BANCHE } from '#contract/database'
import { formatIso, instantOf } from '#rules/dates'
import { regoleOfEsame } from '#rules/esame'
import { writeIcs } from '#rules/ics'
import { daysBetween, italianDay, italianInstant, italianOffset } from '#rules/italian-day'
import { nextStudyDay, QUANTE_DI_SOLITO } from '#rules/oggi'
import { correctedIso } from '../platform/server-now.ts'
import { onStore } from '../store/on-store.ts'
import { findBanca } from './banche-state.ts'
import { examOf } from './exam-rules.ts'
import { preferences } from './preferences.ts'
import { readScelte } from './study-plan.ts'

/** Points in thousandths, out of `massimo`; `prima` null where no score could be computed before. */
export type Movement = { prima: number | null; dopo: number; massimo: number }
/** The next study day: questions of its sitting, `nuove` of them never seen. */
export type Appointment = { giorno: string; domani: boolean; at_ms: number; n: number; nuove: number }
export type AfterSeduta = { movement: Movement | null; appointment: Appointment | null }

const NOTHING: AfterSeduta = { movement: null, appointment: null }
/** Hour of the appointment, on Italian clocks. */
const HOUR = 8

/**
 * Returns the points that a sitting or trial of one bank moved, and the next appointment [PV6][OG5]. A bank that is not here has
 * neither.
 */
export async function readAfterSeduta(id_concorso: number, id: string): Promise<AfterSeduta> {
  if (id_concorso === SEVERAL_BANCHE || !findBanca(id_concorso)?.n_domande) return NOTHING
  const [movement, appointment] = await Promise.all([readMovement(id_concorso, id), readAppointment(id_concorso)])
  return { movement, appointment }
}

async function readMovement(id_concorso: number, seduta: string): Promise<Movement | null> {
  const banca = findBanca(id_concorso)
  const esame = banca && (await examOf(banca))
  if (!esame) return null
  const asked = { id_concorso, regole: regoleOfEsame(esame), at: correctedIso(), seme: id_concorso, seduta }
  const read = await onStore((db) => db.readPrevisione(asked))
  if (!read.ok || !read.value.oggi) return null
  return { prima: read.value.prima, dopo: read.value.oggi.mediana, massimo: esame.massimo }
}

async function readAppointment(id_concorso: number): Promise<Appointment | null> {
  const scelte = readScelte(id_concorso)
  const today = italianDay(instantOf(correctedIso()))
  const giorno = nextStudyDay(today, scelte.data_prova, scelte.riposo)
  if (giorno === null) return null
  const at_ms = italianInstant(giorno, HOUR, 0)
  const n = preferences.quante === 'tutte' ? QUANTE_DI_SOLITO : Number(preferences.quante)
  const at = formatIso(at_ms, italianOffset(at_ms))
  const oggi = await onStore((db) => db.readOggi({ ...scelte, id_concorso, n, at }))
  if (!oggi.ok || oggi.value.scelte.length === 0) return null
  const { nuove, scelte: chosen } = oggi.value
  return { giorno, domani: daysBetween(today, giorno) === 1, at_ms, n: chosen.length, nuove }
}

/** Formats the appointment as a calendar file: equal for an equal bank and day. */
export const writeAppointment = (
  { giorno, at_ms }: Appointment,
  { id_concorso, title, description }: { id_concorso: number; title: string; description: string },
): string =>
  writeIcs(
    {
      uid: `studio-${id_concorso}-${giorno}@${location.hostname}`,
      title,
      description,
      url: new URL(import.meta.env.BASE_URL, location.origin).href,
      at_ms,
      reminders: [0],
    },
    Date.now(),
  )
