import { addDays, daysBetween, italianDay } from './italian-day.ts'
import { ANCORA_UN_PICCOLO_SFORZO, type Livello, NON_LE_SAI, RIPETILE } from './livello.ts'

/** How many questions today's sitting may have; 20 unless the person chose otherwise [OG1]. */
export const QUANTE = [10, 20, 40, 60] as const
export const QUANTE_DI_SOLITO = 20

/** More than this a day nobody keeps up for weeks: the plan says so instead of asking it. Questions. */
export const MASSIMO_AL_GIORNO = 150

/** Days after which a question at a level is due again. One that is known, or was never seen, is not. */
const DUE_AFTER: Readonly<Partial<Record<Livello, number>>> = {
  [NON_LE_SAI]: 1,
  [RIPETILE]: 3,
  [ANCORA_UN_PICCOLO_SFORZO]: 7,
}

/** Whether an answered question is to be seen again on a day: days are the Italian ones. */
export function isQuestionDue(livello: Livello, eseguita_ms: number, today: string): boolean {
  const after = DUE_AFTER[livello]
  return after !== undefined && daysBetween(italianDay(eseguita_ms), today) >= after
}

/** `data_prova`: the day of the exam, null when nobody said it. Counts are of one bank, in questions. */
export type PianoInput = { mai_viste: number; viste_oggi: number; data_prova: string | null; today: string }

/**
 * What is left until the exam. `giorni`: days in which one can still study, the day of the exam left out; null without a date, 0
 * when it has come. `al_giorno`: never seen questions a day that cover the bank in time. `oggi`: how many of them are left for today.
 * `basta`: false when no sensible pace covers the bank in time.
 */
export type Piano = { giorni: number | null; al_giorno: number; oggi: number; basta: boolean }

/** The pace that covers a bank by the day of the exam; without a date, one usual sitting a day. */
export function planDay({ mai_viste, viste_oggi, data_prova, today }: PianoInput): Piano {
  const giorni = data_prova === null ? null : Math.max(0, daysBetween(today, data_prova))
  // What was never seen this morning: the pace of a day does not change while it is being kept.
  const morning = mai_viste + viste_oggi
  const al_giorno =
    giorni === null ? Math.min(morning, QUANTE_DI_SOLITO) : giorni === 0 ? morning : Math.ceil(morning / giorni)
  const oggi = Math.min(mai_viste, Math.max(0, al_giorno - viste_oggi))
  return { giorni, al_giorno, oggi, basta: giorni === null || morning === 0 || al_giorno <= MASSIMO_AL_GIORNO }
}

/** The day on which a bank is covered at a pace, `YYYY-MM-DD`; null when the pace is none. */
export const coveredOn = (mai_viste: number, al_giorno: number, today: string): string | null =>
  al_giorno <= 0 ? null : addDays(today, Math.max(0, Math.ceil(mai_viste / al_giorno) - 1))

/** One subject of a bank: ids never seen, in official order, and ids due today, the longest due first. */
export type MateriaOggi = { id_materia: number | null; mai_viste: readonly number[]; dovute: readonly number[] }

/**
 * Today's sitting [OG1]: up to `oggi` never seen questions, each subject in proportion to what it still has, then the due ones in
 * turn of their subjects, then further unseen ones; at most `n`.
 */
export function composeOggi(materie: readonly MateriaOggi[], { n, oggi }: { n: number; oggi: number }): number[] {
  const unseen = inProportion(materie.map((m) => m.mai_viste))
  const due = inTurn(materie.map((m) => m.dovute))
  const first = unseen.slice(0, Math.min(n, oggi))
  const second = due.slice(0, n - first.length)
  const third = unseen.slice(first.length, first.length + n - first.length - second.length)
  return [...first, ...second, ...third]
}

/** A question answered before: `quando` grows with the instant of its last answer. */
export type Vista = { id: number; livello: Livello; quando: number }

/** A further sitting, when nothing is left for today [OG2]: the least known first, among equals the longest ago; at most `n`. */
export const composeAncora = (viste: readonly Vista[], n: number): number[] =>
  viste
    .toSorted((x, y) => x.livello - y.livello || x.quando - y.quando)
    .slice(0, n)
    .map(({ id }) => id)

/** What the home's one button does: goes on, today's sitting, a further one, keys for a bank that has none, the bank's own page. */
export type Invito = 'continua' | 'comincia' | 'ancora' | 'assegna' | 'apri'

/**
 * There always is one [OG2]. `aperta`: a sitting was left open; `scelte`: questions of the sitting that would start, `ancora` when
 * it is a further one; `n_domande`: questions of the bank on this device, with or without a key.
 */
export function chooseInvito(at: { aperta: boolean; scelte: number; ancora: boolean; n_domande: number }): Invito {
  if (at.aperta) return 'continua'
  if (at.scelte > 0) return at.ancora ? 'ancora' : 'comincia'
  return at.n_domande > 0 ? 'assegna' : 'apri'
}

/** Lists woven so that every beginning has of each its share (divisors 1, 3, 5 … of Sainte-Laguë), each in its own order. */
function inProportion(lists: readonly (readonly number[])[]): number[] {
  const taken = lists.map(() => 0)
  const total = lists.reduce((sum, list) => sum + list.length, 0)
  const out: number[] = []
  while (out.length < total) {
    let best = -1
    for (const [i, list] of lists.entries()) {
      const at = taken[i] as number
      if (at >= list.length) continue
      if (best < 0 || list.length * (2 * (taken[best] as number) + 1) > (lists[best]?.length ?? 0) * (2 * at + 1))
        best = i
    }
    out.push(lists[best]?.[taken[best] as number] as number)
    taken[best] = (taken[best] as number) + 1
  }
  return out
}

function inTurn(lists: readonly (readonly number[])[]): number[] {
  const longest = Math.max(0, ...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, i) =>
    lists.flatMap((list) => (i < list.length ? [list[i] as number] : [])),
  ).flat()
}
