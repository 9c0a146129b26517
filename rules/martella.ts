import type { Esito } from './esito.ts'
import { LE_SAI, LIVELLI, NON_RISPOSTE } from './livello.ts'
import { CORRETTA, dopoOf, ERRATA, esitoOf, type Passi, primaOf } from './progressi.ts'

/** Right answers in a row that end an error [MB1]. */
const FILA_CHIUSA = 2
/** Errors that make a question a bestia nera, and right answers in a row that tame it [MB2]. */
const ERRORI_NERA = 3
const FILA_DOMATA = 3
/** Number of questions between two askings of one, where the drill has so many [MB4]. */
export const OTHERS_BETWEEN = 2
/** Most questions of one drill: more would take longer than a person sits. */
export const MARTELLA_MASSIMO = 20

/**
 * A question with at least one wrong answer. `errori`, `giuste`, `risposte`: answers; `fila`: right ones since the last of the
 * others; `minuto`: of its last answer, since 1970.
 */
export type Errore = {
  id_domanda: number
  errori: number
  giuste: number
  risposte: number
  fila: number
  minuto: number
}

const UNANSWERED = LIVELLI.indexOf(NON_RISPOSTE)
const KNOWN = LIVELLI.indexOf(LE_SAI)

/**
 * Collects the questions with errors from the steps. A level set by hand to LE_SAI tames one, a level set to unanswered forgets
 * it [MB3].
 */
export function foldErrori({ minuti, domande, stati }: Passi): Errore[] {
  const found = new Map<number, Errore>()
  /** Errors that a reset removed, with the level before it; undoing the reset gives that level again. */
  const taken = new Map<number, { errore: Errore; livello: number }>()
  for (let i = 0; i < domande.length; i++) {
    const id_domanda = domande[i] as number
    const esito = esitoOf(stati[i] as number)
    const before = found.get(id_domanda)
    if (esito === 0) {
      const dopo = dopoOf(stati[i] as number)
      const back = taken.get(id_domanda)
      taken.delete(id_domanda)
      if (dopo === UNANSWERED) {
        if (before) taken.set(id_domanda, { errore: before, livello: primaOf(stati[i] as number) })
        found.delete(id_domanda)
      } else if (back && back.livello === dopo) found.set(id_domanda, back.errore)
      else if (dopo === KNOWN && before) before.fila = Math.max(before.fila, FILA_DOMATA)
      continue
    }
    taken.delete(id_domanda)
    const errore = before ?? { id_domanda, errori: 0, giuste: 0, risposte: 0, fila: 0, minuto: 0 }
    if (!before) found.set(id_domanda, errore)
    errore.risposte++
    errore.minuto = minuti[i] as number
    if (esito === CORRETTA) {
      errore.giuste++
      errore.fila++
    } else if (esito === ERRATA) {
      errore.errori++
      errore.fila = 0
    }
  }
  return [...found.values()].filter(({ errori }) => errori > 0)
}

/** Errors by list: never right, right now and then, bestie nere open and tamed. */
export type Errori = { mai: Errore[]; instabili: Errore[]; nere: Errore[]; domate: Errore[] }

/** Sorts errors into their lists [MB1][MB2]: most errors first, then the newest. An open bestia nera is in two of them. */
export function sortErrori(errori: readonly Errore[]): Errori {
  const sorted = errori.toSorted((x, y) => y.errori - x.errori || y.minuto - x.minuto || x.id_domanda - y.id_domanda)
  const open = sorted.filter(({ fila }) => fila < FILA_CHIUSA)
  const nere = sorted.filter(({ errori: n }) => n >= ERRORI_NERA)
  return {
    mai: open.filter(({ giuste }) => giuste === 0),
    instabili: open.filter(({ giuste }) => giuste > 0),
    nere: nere.filter(({ fila }) => fila < FILA_DOMATA),
    domate: nere.filter(({ fila }) => fila >= FILA_DOMATA),
  }
}

/** Tamed questions that right answers of a sitting tamed: `right` of each in it. */
export const tamedBy = (
  tamed: readonly Pick<Errore, 'id_domanda' | 'fila'>[],
  right: ReadonlyMap<number, number>,
): number =>
  tamed.filter(({ id_domanda, fila }) => {
    const here = right.get(id_domanda) ?? 0
    return here > 0 && fila - here < FILA_DOMATA
  }).length

/**
 * A drill: the question of each place, and the outcomes of the answered places, null for an answer that is neither right nor
 * wrong. The first places hold each question once; repeated questions follow.
 */
export type Martella = { places: readonly number[]; given: ReadonlyMap<number, boolean | null> }

/** Builds a drill from the question of each place and the outcomes of the answered ones. */
export const toMartella = (
  places: Iterable<number>,
  answers: Iterable<{ indice: number; esito: Esito }>,
): Martella => ({
  places: [...places],
  given: new Map(Array.from(answers, ({ indice, esito }) => [indice, esito === 'nulla' ? null : esito === 'corretta'])),
})

/** Right answers in a row of each answered question; an answer without outcome ends its question. */
function streaks({ places, given }: Martella): Map<number, number> {
  const found = new Map<number, number>()
  for (const [i, question] of places.entries()) {
    const right = given.get(i)
    if (right === undefined) continue
    const before = found.get(question) ?? 0
    found.set(question, right === null ? FILA_CHIUSA : right ? before + 1 : 0)
  }
  return found
}

/** Questions that are not ended yet [MB4]. */
export function questionsLeft(drill: Martella): number[] {
  const streak = streaks(drill)
  return [...new Set(drill.places)].filter((q) => (streak.get(q) ?? 0) < FILA_CHIUSA)
}

/** Number of ended questions, of `n`; «Ne restano» counts the others. */
export function countEnded(drill: Martella): { ended: number; n: number } {
  const n = new Set(drill.places).size
  return { n, ended: n - questionsLeft(drill).length }
}

/**
 * Questions that an answer puts at the end of the drill [MB4]: its own until it is right twice in a row, after waiting ones.
 * Where too few wait, ended ones stand between, the longest unseen first.
 */
export function questionsAgain(drill: Martella, answered: number): number[] {
  const { places, given } = drill
  const own = places[answered]
  if (own === undefined) return []
  const waiting = places.filter((_, i) => !given.has(i))
  if ((streaks(drill).get(own) ?? 0) >= FILA_CHIUSA || waiting.includes(own)) return []
  const seen = places.toReversed()
  const spare = [...new Set(seen)].toReversed().filter((q) => q !== own && !waiting.includes(q))
  return [...spare.slice(0, Math.max(0, OTHERS_BETWEEN - waiting.length)), own]
}

/** Number of places left once the answer at one was undone, without the places that it had added. `given` is without it. */
export function placesWithout({ places, given }: Martella, undone: number): number {
  const first = new Set(places).size
  let n = places.length
  if (n <= first || n - 1 === undone || given.has(n - 1) || places[n - 1] !== places[undone]) return n
  n--
  const streak = streaks({ places, given })
  // Questions that stood between are ended; a place of an open one was there before.
  while (n > first && n - 1 > undone && !given.has(n - 1) && (streak.get(places[n - 1] as number) ?? 0) >= FILA_CHIUSA)
    n--
  return n
}

/** Places of a drill from its first ones and its answers in their order; an answer at no place of its own is left out. */
export function replayMartella(
  first: readonly number[],
  answers: Iterable<{ indice: number; id_domanda: number; esito: Esito }>,
): number[] {
  const places = [...first]
  const given: { indice: number; esito: Esito }[] = []
  for (const { indice, id_domanda, esito } of answers) {
    if (places[indice] !== id_domanda) continue
    given.push({ indice, esito })
    places.push(...questionsAgain(toMartella(places, given), indice))
  }
  return places
}
