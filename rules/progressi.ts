import { addDays, daysBetween, italianDay, italianOffset, mondayOf } from './italian-day.ts'
import { LIVELLI, type Livello, NON_RISPOSTE } from './livello.ts'

/**
 * Answer, or level given by hand (`esito` 0). `esito`: 1 right, 2 wrong, 3 neither; `prima`, `dopo`: places in LIVELLI, 7
 * unknown; `decimi`: tenths of a second on the question.
 */
export type Passo = { esito: number; prima: number; dopo: number; decimi: number }
export const CORRETTA = 1
export const ERRATA = 2

export const esitoOf = (stato: number) => stato & 3
export const primaOf = (stato: number) => (stato >> 2) & 7
export const dopoOf = (stato: number) => (stato >> 5) & 7
const decimiOf = (stato: number) => stato >> 8
/** Parts of a step in one number, as the store keeps it: two bits, three, three, and the rest. */
export const readPasso = (stato: number): Passo => ({
  esito: esitoOf(stato),
  prima: primaOf(stato),
  dopo: dopoOf(stato),
  decimi: decimiOf(stato),
})

/** Steps in their order, column by column; `minuti` since 1970, `stati` packed. */
export type Passi = { minuti: Int32Array; domande: Int32Array; stati: Int32Array }

/** Level today of each touched question: `materie` 0 for no subject; `minuti` of its record. */
export type Touched = { domande: Int32Array; materie: Int32Array; livelli: Int32Array; minuti: Int32Array }

type LivelloCounts = Record<Livello, number>
export type DayCount = { giorno: string; risposte: number; giuste: number; nuove: number; ms: number }
/** Levels of a bank at the end of a week that begins on `lunedi`. */
export type WeekLivelli = { lunedi: string; per_livello: LivelloCounts }
/** `settimane` goes with the weeks of the whole: answers and right ones of each. */
export type MateriaCourse = {
  id_materia: number | null
  risposte: number
  giuste: number
  settimane: { lunedi: string; risposte: number; giuste: number }[]
}

export type Progressi = {
  giorni: DayCount[]
  settimane: WeekLivelli[]
  materie: MateriaCourse[]
}

/** Weeks that the course covers, this one included. */
export const WEEKS_TOLD = 12

/** The number of the Italian day of a minute, days since 1970; the offset is computed once an hour. */
export function dayNumberReader(): (minute: number) => number {
  let hour = Number.NaN
  let offset = 0
  return (minute) => {
    const here = Math.floor(minute / 60)
    if (here !== hour) {
      hour = here
      offset = italianOffset(here * 3_600_000)
    }
    return Math.floor((minute + offset) / 1440)
  }
}

/** The Italian day of each minute, computed once an hour: no hour lies in two days. */
function dayReader(): (minute: number) => string {
  let hour = Number.NaN
  let day = ''
  return (minute) => {
    const here = Math.floor(minute / 60)
    if (here !== hour) {
      hour = here
      day = italianDay(here * 3_600_000)
    }
    return day
  }
}

/**
 * Answers a day, oldest first, from `da` on; days without an answer left out. `once`: a question counts once a day, however often
 * it was answered [MB5].
 */
export function countDays({ minuti, domande, stati }: Passi, da: string, once = false): DayCount[] {
  const dayOf = dayReader()
  const met = new Map<string, Set<number>>()
  const unanswered = LIVELLI.indexOf(NON_RISPOSTE)
  const days = new Map<string, DayCount>()
  let sum: DayCount | undefined
  for (let i = 0; i < minuti.length; i++) {
    const giorno = dayOf(minuti[i] as number)
    const stato = stati[i] as number
    const esito = esitoOf(stato)
    if (giorno < da || esito === 0) continue
    if (once && !isFirstOfDay(met, giorno, domande[i] as number)) continue
    if (sum?.giorno !== giorno) {
      sum = days.get(giorno) ?? { giorno, risposte: 0, giuste: 0, nuove: 0, ms: 0 }
      days.set(giorno, sum)
    }
    sum.risposte++
    if (esito === CORRETTA) sum.giuste++
    if (primaOf(stato) === unanswered) sum.nuove++
    sum.ms += 100 * decimiOf(stato)
  }
  return [...days.values()].sort((a, b) => (a.giorno < b.giorno ? -1 : 1))
}

function isFirstOfDay(met: Map<string, Set<number>>, giorno: string, id_domanda: number): boolean {
  const today = met.get(giorno) ?? new Set()
  if (today.has(id_domanda)) return false
  met.set(giorno, today.add(id_domanda))
  return true
}

/** The last `n` weeks of days, this one last, weeks without an answer too: `giorno` is the Monday. */
export function sumWeeks(days: readonly DayCount[], today: string, n: number): DayCount[] {
  const monday = mondayOf(today)
  const weeks = Array.from({ length: n }, (_, i) => ({
    giorno: addDays(monday, 7 * (i - n + 1)),
    risposte: 0,
    giuste: 0,
    nuove: 0,
    ms: 0,
  }))
  for (const day of days) {
    const week = weeks.find((w) => w.giorno === mondayOf(day.giorno))
    if (week) for (const key of ['risposte', 'giuste', 'nuove', 'ms'] as const) week[key] += day[key]
  }
  return weeks
}

/** Days in a row with answers, up to today; an unfinished day breaks nothing. */
export function countStreak(days: readonly Pick<DayCount, 'giorno'>[], today: string): number {
  const practised = new Set(days.map(({ giorno }) => giorno))
  let day = practised.has(today) ? today : addDays(today, -1)
  let n = 0
  for (; practised.has(day); day = addDays(day, -1)) n++
  return n
}

const emptyCounts = (): LivelloCounts => ({ [-99]: 0, [-2]: 0, [-1]: 0, 0: 0, 1: 0 })

/**
 * The steps seen from the records: `at` place of its question among them (-1: absent), `week` of each step (-1: before the
 * first).
 */
type Placed = { at: Int32Array; week: Int8Array; stati: Int32Array }

/**
 * Progress of practice: answers a day, levels at the end of each of the last weeks, and subject by subject. Levels are followed
 * from step to step; answers of another device count from the day of its record. The last week shows the levels of today.
 * `totale`: questions of the bank on the device.
 */
export function composeProgressi(
  passi: Passi,
  touched: Touched,
  { totale, today }: { totale: number; today: string },
): Progressi {
  const giorni = countDays(passi, '')
  const first = giorni[0]?.giorno ?? today
  const weeks = Math.min(WEEKS_TOLD, 1 + Math.max(0, daysBetween(mondayOf(first), mondayOf(today))) / 7)
  const mondays = Array.from({ length: weeks }, (_, i) => addDays(mondayOf(today), 7 * (i - weeks + 1)))
  const placed = place(passi, touched, mondays)
  return {
    giorni,
    settimane: levelsByWeek(placed, touched, { totale, mondays }),
    materie: courses(placed, touched, mondays),
  }
}

function place({ minuti, domande, stati }: Passi, touched: Touched, mondays: readonly string[]): Placed {
  const places = new Map<number, number>()
  for (let i = 0; i < touched.domande.length; i++) places.set(touched.domande[i] as number, i)
  const at = new Int32Array(domande.length)
  const week = new Int8Array(domande.length)
  const dayOf = dayReader()
  let day = ''
  let of = -1
  for (let i = 0; i < domande.length; i++) {
    at[i] = places.get(domande[i] as number) ?? -1
    const here = dayOf(minuti[i] as number)
    if (here !== day) {
      day = here
      of = weekAt(mondays, day)
    }
    week[i] = of
  }
  return { at, week, stati }
}

/** Place of the week of a day; -1 before the first. */
const weekAt = (mondays: readonly string[], day: string): number => mondays.findLastIndex((monday) => monday <= day)

function levelsByWeek(
  { at, week, stati }: Placed,
  { minuti, livelli }: Touched,
  { totale, mondays }: { totale: number; mondays: readonly string[] },
): WeekLivelli[] {
  const here = new Uint8Array(livelli.length)
  for (const i of at) if (i >= 0) here[i] = 1
  const now = new Uint8Array(livelli.length)
  const counts = LIVELLI.map((_, i) => (i === 0 ? totale : 0))
  const move = (i: number, to: number) => {
    if (i < 0 || to >= counts.length) return
    const from = now[i] as number
    counts[from] = (counts[from] as number) - 1
    counts[to] = (counts[to] as number) + 1
    now[i] = to
  }
  // Answers of other devices alone are one step, from unanswered to the present level, in the week of its record.
  const elsewhere = [...livelli.keys()]
    .filter((i) => here[i] === 0)
    .map((i) => ({ i, week: weekAt(mondays, italianDay((minuti[i] as number) * 60_000)) }))
  let step = 0
  return mondays.map((lunedi, w) => {
    for (; step < week.length && (week[step] as number) <= w; step++)
      move(at[step] as number, dopoOf(stati[step] as number))
    for (const other of elsewhere)
      if (other.week === w || (w === 0 && other.week < 0)) move(other.i, LIVELLI.indexOf(livelli[other.i] as Livello))
    const per_livello = w === mondays.length - 1 ? livelliNow(livelli, totale) : emptyCounts()
    if (w < mondays.length - 1) for (const [i, livello] of LIVELLI.entries()) per_livello[livello] = counts[i] as number
    return { lunedi, per_livello }
  })
}

function livelliNow(livelli: Int32Array, totale: number): LivelloCounts {
  const counts = emptyCounts()
  for (const livello of livelli) counts[livello as Livello]++
  counts[NON_RISPOSTE] += totale - livelli.length
  return counts
}

function courses({ at, week, stati }: Placed, { materie }: Touched, mondays: readonly string[]): MateriaCourse[] {
  const found = new Map<number, MateriaCourse>()
  for (let i = 0; i < at.length; i++) {
    const esito = esitoOf(stati[i] as number)
    const question = at[i] as number
    if (esito === 0 || question < 0) continue
    const materia = materie[question] as number
    const course = found.get(materia) ?? newCourse(materia, mondays)
    found.set(materia, course)
    const right = esito === CORRETTA ? 1 : 0
    course.risposte++
    course.giuste += right
    const inWeek = course.settimane[week[i] as number]
    if (!inWeek) continue
    inWeek.risposte++
    inWeek.giuste += right
  }
  return [...found.values()]
}

const newCourse = (materia: number, mondays: readonly string[]): MateriaCourse => ({
  id_materia: materia === 0 ? null : materia,
  risposte: 0,
  giuste: 0,
  settimane: mondays.map((lunedi) => ({ lunedi, risposte: 0, giuste: 0 })),
})
