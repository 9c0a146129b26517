import { addDays, daysBetween, italianDay, mondayOf } from './italian-day.ts'
import { ANCORA_UN_PICCOLO_SFORZO, type Livello, NON_LE_SAI, RIPETILE } from './livello.ts'

/** Questions of today's sitting, unless the person chose otherwise [OG1]. */
export const QUANTE_DI_SOLITO = 20

/** Most questions a day that a person keeps up for weeks; beyond them the plan reports that it falls short. */
const MASSIMO_AL_GIORNO = 150

/** Days after which a question at a level is due again. A known or unseen one never is. */
const DUE_AFTER: Readonly<Partial<Record<Livello, number>>> = {
  [NON_LE_SAI]: 1,
  [RIPETILE]: 3,
  [ANCORA_UN_PICCOLO_SFORZO]: 7,
}

/** True when an answered question is due again on a day; days are the Italian ones. */
export function isQuestionDue(livello: Livello, eseguita_ms: number, today: string): boolean {
  const after = DUE_AFTER[livello]
  return after !== undefined && daysBetween(italianDay(eseguita_ms), today) >= after
}

/** Fewest days of study that show a usual day. */
const USUAL_MINIMUM = 3

/**
 * Answers of a usual day: the median of the days with answers from `da` on, without today; a usual sitting where they are too
 * few.
 */
export function usualAnswers(
  days: readonly { giorno: string; risposte: number }[],
  { da, today }: { da: string; today: string },
): number {
  const counts = days.filter((d) => d.giorno >= da && d.giorno < today).map((d) => d.risposte)
  if (counts.length < USUAL_MINIMUM) return QUANTE_DI_SOLITO
  return counts.sort((a, b) => a - b)[counts.length >> 1] as number
}

/** Share of the study days by which every question was seen once; the rest is review alone [OG3]. */
const QUOTA_COPERTURA = 0.8

/**
 * Counts are of one bank, in questions or answers. `data_prova`: the day of the exam, null when unknown; `inizio`: the day of the
 * bank's first answer, null before it; `n_domande`: upper bound of a day's questions; `scelto`: answers a day that the person
 * chose, null where `usuale`, the answers of a usual day, decides; `riposo`: weekdays without study, 0 is Monday.
 */
export type PianoInput = {
  mai_viste: number
  viste_oggi: number
  n_domande: number
  data_prova: string | null
  inizio: string | null
  today: string
  scelto: number | null
  usuale: number
  riposo: readonly number[]
}

/**
 * Time and questions left until the exam. `giorni`: calendar days, the day of the exam left out; null without a date, 0 when it
 * has come; `giorni_studio`: study days among them, today included. `al_giorno`: never seen questions a day that cover the bank
 * in time. `obiettivo`: answers of a day, always within reach. `nuove`: never seen questions of a day, part of `obiettivo`;
 * `oggi`: number of them left for today. `basta`: true when `obiettivo` covers the bank before the exam. `coperta_il`: the day on
 * which it does, also after the exam; null without new questions. `alla_prova`: never seen questions that are still seen before
 * the exam; null without a date.
 */
export type Piano = {
  giorni: number | null
  giorni_studio: number | null
  al_giorno: number
  obiettivo: number
  nuove: number
  oggi: number
  basta: boolean
  coperta_il: string | null
  alla_prova: number | null
}

/** Share of a pace beyond the date's that goes to new questions; a larger one would cost the gain of review. */
const QUOTA_ANTICIPO = 0.25

/** New questions of a day whose pace exceeds the one of the exam's date. */
const newOfPace = (obiettivo: number, al_giorno: number): number =>
  al_giorno + Math.max(0, Math.ceil((obiettivo - al_giorno) * QUOTA_ANTICIPO))

const isRest = (day: string, riposo: readonly number[]) => riposo.includes(daysBetween(mondayOf(day), day))

/** Days of study in `[from, to)`; at least one where every weekday is free. */
function studyDays(from: string, to: string, riposo: readonly number[]): number {
  const days = Math.max(0, daysBetween(from, to))
  if (riposo.length === 0 || riposo.length > 6) return days
  const rest = days % 7
  let n = Math.floor(days / 7) * (7 - new Set(riposo).size)
  for (let i = 0; i < rest; i++) if (!isRest(addDays(from, i), riposo)) n++
  return n
}

/** The study day that is `n` study days after a day; the day itself for 0. */
function afterStudyDays(from: string, n: number, riposo: readonly number[]): string {
  let day = from
  for (let left = n; left > 0; ) {
    day = addDays(day, 1)
    if (riposo.length > 6 || !isRest(day, riposo)) left--
  }
  return day
}

/** The study day after today and before the exam; null where there is none [OG5]. */
export function nextStudyDay(today: string, data_prova: string | null, riposo: readonly number[]): string | null {
  const day = afterStudyDays(today, 1, riposo)
  return data_prova !== null && data_prova >= today && data_prova <= day ? null : day
}

/**
 * The pace of a day [OG3]: unseen questions are spread over four fifths of the study days between the first answer and the exam,
 * or over all of them where that day has passed. A missed day changes the pace of the following ones and leaves no heap. Without
 * a date, one usual sitting a day is new.
 */
export function planDay(input: PianoInput): Piano {
  const { mai_viste, viste_oggi, n_domande, data_prova, inizio, today, scelto, usuale, riposo } = input
  const giorni = data_prova === null ? null : Math.max(0, daysBetween(today, data_prova))
  // Unseen questions of this morning: the pace of a day stays the same during the day.
  const morning = mai_viste + viste_oggi
  const left = data_prova === null ? 0 : Math.max(1, studyDays(today, data_prova, riposo))
  const al_giorno =
    giorni === null
      ? Math.min(morning, QUANTE_DI_SOLITO)
      : giorni === 0
        ? morning
        : Math.ceil(morning / coverDays(left, studyDays(inizio ?? today, today, riposo)))
  const reach = Math.min(MASSIMO_AL_GIORNO, Math.max(QUANTE_DI_SOLITO, Math.round(usuale * 1.5)))
  const obiettivo = Math.min(n_domande, scelto ?? Math.max(Math.min(al_giorno, reach), Math.min(usuale, reach)))
  const nuove = Math.min(morning, obiettivo, giorni === null ? al_giorno : newOfPace(obiettivo, al_giorno))
  return {
    giorni,
    giorni_studio: giorni === null ? null : giorni === 0 ? 0 : left,
    al_giorno,
    obiettivo,
    nuove,
    oggi: Math.max(0, Math.min(mai_viste, nuove - viste_oggi)),
    // Count the last days for new questions too before the bank is called too long.
    basta: giorni === null || morning <= obiettivo * left,
    coperta_il:
      morning === 0 || obiettivo <= 0
        ? null
        : afterStudyDays(today, Math.ceil(morning / Math.max(1, nuove)) - 1, riposo),
    alla_prova: giorni === null ? null : giorni === 0 ? 0 : Math.min(morning, obiettivo * left),
  }
}

/**
 * Never seen questions of a day without an exam date [OG1]; `resta`: answers left for the day. Due ones come first, up to half of
 * `resta`: new ones alone would fill each day for months.
 */
export const newWithoutDate = (oggi: number, { resta, dovute }: { resta: number; dovute: number }): number =>
  Math.min(oggi, Math.max(0, Math.ceil(resta / 2), resta - dovute))

/** Counts of one of the banks that share an exam, in questions. */
export type Parte = { mai_viste: number; viste_oggi: number; n_domande: number }

/** Counts of several banks added up as one. */
export const sumParti = (parti: readonly Parte[]): Parte =>
  parti.reduce((sum, p) => ({
    mai_viste: sum.mai_viste + p.mai_viste,
    viste_oggi: sum.viste_oggi + p.viste_oggi,
    n_domande: sum.n_domande + p.n_domande,
  }))

/**
 * The part of bank `i` in a day planned for all banks of one exam [OG8]: new questions by the unseen ones of this morning, the
 * rest by the size of the banks. Parts add up to the whole.
 */
export function sharePiano(whole: Piano, parti: readonly Parte[], i: number): Piano {
  const mine = parti[i] as Parte
  const morning = parti.map((p) => p.mai_viste + p.viste_oggi)
  const nuove = shareOf(whole.nuove, morning, i)
  const ripasso = shareOf(
    whole.obiettivo - whole.nuove,
    parti.map((p) => p.n_domande),
    i,
  )
  return {
    ...whole,
    al_giorno: shareOf(whole.al_giorno, morning, i),
    obiettivo: nuove + ripasso,
    nuove,
    oggi: Math.max(0, Math.min(mine.mai_viste, nuove - mine.viste_oggi)),
    alla_prova: whole.alla_prova === null ? null : shareOf(whole.alla_prova, morning, i),
  }
}

/** Part `i` of a whole number by weights; parts of all weights add up to it. */
function shareOf(total: number, weights: readonly number[], i: number): number {
  const sum = weights.reduce((a, b) => a + b, 0)
  if (sum === 0) return 0
  const upTo = (end: number) => Math.round((total * weights.slice(0, end).reduce((a, b) => a + b, 0)) / sum)
  return upTo(i + 1) - upTo(i)
}

/** Paces that can be chosen where the person's own is the first of them, answers a day. */
const RITMI = [20, 40, 60, 100, 150] as const

/** Fewest answers a day that a person may choose. */
export const RITMO_MINIMO = 5

/** A pace to choose: answers a day, and the plan that follows from it. */
export type Ritmo = Pick<Piano, 'obiettivo' | 'basta' | 'coperta_il' | 'alla_prova'>

/**
 * Returns three paces to choose from [OG3], none above the bank, rising: the default goal between a smaller and a larger one,
 * where both exist. A choice among them changes none of them; one from outside replaces the nearest end.
 */
export function offerRitmi(input: PianoInput): Ritmo[] {
  const { n_domande, scelto } = input
  const { obiettivo, al_giorno } = planDay({ ...input, scelto: null })
  const known = [
    ...RITMI,
    ...(al_giorno <= MASSIMO_AL_GIORNO && al_giorno >= RITMO_MINIMO ? [al_giorno] : []),
    obiettivo,
  ]
  const sorted = [...new Set(known)].filter((n) => n <= n_domande || n === obiettivo).sort((a, b) => a - b)
  const at = Math.max(0, Math.min(sorted.indexOf(obiettivo) - 1, sorted.length - 3))
  const offered = sorted.slice(at, at + 3)
  const chosen = Math.min(n_domande, scelto ?? obiettivo)
  if (!offered.includes(chosen)) offered[chosen < obiettivo ? 0 : Math.max(0, offered.length - 1)] = chosen
  return offered
    .sort((a, b) => a - b)
    .map((n) => {
      const { basta, coperta_il, alla_prova } = planDay({ ...input, scelto: n })
      return { obiettivo: n, basta, coperta_il, alla_prova }
    })
}

/**
 * Days for unseen questions: up to four fifths of the whole, then half of those left, because another may be missed. `gone`:
 * study days behind.
 */
function coverDays(left: number, gone: number): number {
  const reserve = Math.ceil((left + gone) * (1 - QUOTA_COPERTURA) - 1e-9)
  return left > reserve ? left - reserve : Math.ceil(left / 2)
}

/**
 * Subject of a bank. `peso`: its weight, in questions of the exam where its quotas are known, else its own number; 0 puts it
 * last. `mai_viste`: ids never seen, in official order.
 */
export type MateriaOggi = { id_materia: number | null; peso: number; mai_viste: readonly number[] }

/** Never seen questions, with those whose twin is known last [VC7]: none is credited, and none left out. */
export const twinsLast = (ids: readonly number[], known: ReadonlySet<number>): readonly number[] =>
  known.size === 0 ? ids : [...ids.filter((id) => !known.has(id)), ...ids.filter((id) => known.has(id))]

/**
 * Today's sitting [OG1][OG4]: at most `n` questions. The number of new ones is their share of the day's rest (`oggi` of `resta`
 * answers), each subject by its weight; the rest is `ripasso` in its order, then further new ones.
 */
export function composeOggi(
  materie: readonly MateriaOggi[],
  ripasso: readonly number[],
  { n, oggi, resta }: { n: number; oggi: number; resta: number },
): number[] {
  const unseen = inProportion(materie)
  const wanted = Math.min(oggi, resta <= n ? oggi : Math.ceil((n * oggi) / resta))
  const news = Math.min(n, unseen.length, wanted)
  const old = ripasso.slice(0, n - news)
  const more = unseen.slice(news, news + n - news - old.length)
  return [...unseen.slice(0, news), ...old, ...more]
}

/**
 * A question answered before: `quando` grows with the instant of its last answer; `ricordo`: predicted recall on the day of the
 * exam, 0 to 1, where a model of memory has one. /
 */
export type Vista = { id: number; livello: Livello; quando: number; ricordo?: number }

/** The order of review [OG4]: the least recall first, among equals the lowest level, then the longest ago. */
export const orderRipasso = (viste: readonly Vista[]): number[] =>
  viste
    .toSorted((x, y) => (x.ricordo ?? 0) - (y.ricordo ?? 0) || x.livello - y.livello || x.quando - y.quando)
    .map(({ id }) => id)

/** Action of the home's one button: resume, today's sitting, a further one, keys for a bank without any, the bank's own page. */
export type Invito = 'continua' | 'comincia' | 'ancora' | 'assegna' | 'apri'

/**
 * Chooses the invitation; there always is one [OG2]. `aperta`: a sitting was left open; `scelte`: questions of the sitting that
 * would start, `ancora` when it is a further one; `n_domande`: questions of the bank on this device, with or without a key.
 */
export function chooseInvito(at: { aperta: boolean; scelte: number; ancora: boolean; n_domande: number }): Invito {
  if (at.aperta) return 'continua'
  if (at.scelte > 0) return at.ancora ? 'ancora' : 'comincia'
  return at.n_domande > 0 ? 'assegna' : 'apri'
}

/**
 * Places of a list in the order MATERIE [SC28]; `subjects`: the subject of each place. Lower subjects go first where shares are
 * equal.
 */
export function weaveSubjects(subjects: Iterable<number>): Int32Array {
  const bySubject = new Map<number, number[]>()
  let place = 0
  for (const subject of subjects) {
    const group = bySubject.get(subject)
    if (group) group.push(place++)
    else bySubject.set(subject, [place++])
  }
  const groups = [...bySubject].sort(([a], [b]) => a - b)
  return Int32Array.from(
    inProportion(groups.map(([id_materia, places]) => ({ id_materia, peso: places.length, mai_viste: places }))),
  )
}

/**
 * Weaves subjects so that every beginning has of each its share by weight (divisors 1, 3, 5 … of Sainte-Laguë), official order
 * inside.
 */
function inProportion(materie: readonly MateriaOggi[]): number[] {
  const keyed = materie.flatMap(({ peso, mai_viste }, subject) =>
    mai_viste.map((id, i) => ({ id, subject, key: peso > 0 ? (2 * i + 1) / peso : Number.POSITIVE_INFINITY, i })),
  )
  return keyed.sort((x, y) => x.key - y.key || x.subject - y.subject || x.i - y.i).map(({ id }) => id)
}
