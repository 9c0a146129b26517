import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LIVELLI } from '#rules/livello'
import {
  countEnded,
  foldErrori,
  type Martella,
  OTHERS_BETWEEN,
  placesWithout,
  questionsAgain,
  replayMartella,
  sortErrori,
  tamedBy,
} from '#rules/martella'
import { packPasso } from './passo.ts'

const step = (esito: number, dopo = 7) => packPasso({ esito, prima: 7, dopo, decimi: 0 })
const MARKS: Record<string, number> = {
  g: step(1),
  s: step(2),
  n: step(3),
  k: step(0, LIVELLI.indexOf(1)),
  z: step(0, LIVELLI.indexOf(-99)),
  d: step(0, LIVELLI.indexOf(-2)),
}
/** Steps of questions by letter: g right, s wrong, n neither, k set by hand to known, z to unanswered, d to not known. */
const story = (by: Record<number, string>) => {
  const rows = Object.entries(by).flatMap(([id, text]) =>
    [...text].map((mark) => [Number(id), MARKS[mark] as number] as const),
  )
  return {
    minuti: Int32Array.from(rows.keys()),
    domande: Int32Array.from(rows, ([id]) => id),
    stati: Int32Array.from(rows, ([, state]) => state),
  }
}
const lists = (by: Record<number, string>) => {
  const { mai, instabili, nere, domate } = sortErrori(foldErrori(story(by)))
  const ids = (list: readonly { id_domanda: number }[]) => list.map((e) => e.id_domanda)
  return { mai: ids(mai), instabili: ids(instabili), nere: ids(nere), domate: ids(domate) }
}
const NONE = { mai: [], instabili: [], nere: [], domate: [] }

describe('errors [MB1] [MB2] [MB3]', () => {
  it.each([
    ['never wrong is no error', 'ggn', NONE],
    ['wrong and never right', 'ss', { ...NONE, mai: [1] }],
    ['right once since', 'sg', { ...NONE, instabili: [1] }],
    ['right, then wrong', 'ggs', { ...NONE, instabili: [1] }],
    ['right twice in a row ends it', 'sgg', NONE],
    ['an answer without outcome neither ends nor breaks it', 'sgng', NONE],
    ['wrong again opens it', 'sggs', { ...NONE, instabili: [1] }],
    ['three times wrong', 'sss', { ...NONE, mai: [1], nere: [1] }],
    ['ended, not tamed', 'sssgg', { ...NONE, nere: [1] }],
    ['right three times in a row', 'sssggg', { ...NONE, domate: [1] }],
    ['a tame one that bites again', 'sssgggs', { ...NONE, instabili: [1], nere: [1] }],
    ['known by hand', 'sssk', { ...NONE, domate: [1] }],
    ['not known by hand is no answer', 'sgd', { ...NONE, instabili: [1] }],
    ['forgotten by a reset', 'sssz', NONE],
    ['begins anew after a reset', 'ssszs', { ...NONE, mai: [1] }],
  ])('%s', (_, text, expected) => expect(lists({ 1: text })).toEqual(expected))

  it.each([
    ['tamed by its last right answer', 'sssggg', 1, 1],
    ['tamed by three in a row', 'sssggg', 3, 1],
    ['tame already', 'sssgggg', 1, 0],
    ['right in no sitting of these', 'sssggg', 0, 0],
    ['not tame yet', 'sssgg', 2, 0],
  ])('%s', (_, text, right, expected) =>
    expect(tamedBy(sortErrori(foldErrori(story({ 1: text }))).domate, new Map([[1, right]]))).toBe(expected),
  )

  it('lists most errors first, then the newest', () =>
    expect(lists({ 1: 's', 2: 'ss', 3: 's' }).mai).toEqual([2, 3, 1]))
})

/** A drill in which answers are given place after place. */
const play = (n: number, right: (question: number, time: number) => boolean | null, most = 2_000) => {
  const places = Array.from({ length: n }, (_, q) => q)
  const given = new Map<number, boolean | null>()
  const times = new Map<number, number>()
  for (let at = 0; at < places.length && at < most; at++) {
    const question = places[at] as number
    const time = times.get(question) ?? 0
    times.set(question, time + 1)
    given.set(at, right(question, time))
    places.push(...questionsAgain({ places, given }, at))
  }
  return { places, given }
}

describe('the drill [MB4]', () => {
  it.each([
    ['one question, always right', 1, () => true, [0, 0]],
    ['two questions', 2, () => true, [0, 1, 0, 1]],
    ['three questions', 3, () => true, [0, 1, 2, 0, 1, 2]],
    ['no outcome ends a question', 2, (q: number) => (q === 0 ? null : true), [0, 1, 0, 1]],
    [
      'ended ones stand between the last one',
      3,
      (q: number, t: number) => q !== 2 || t > 0,
      [0, 1, 2, 0, 1, 2, 0, 1, 2],
    ],
  ])('%s', (_, n, right, expected) => expect(play(n, right).places).toEqual(expected))

  const outcome = fc.constantFrom(true, true, false, null)
  const drill = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.array(outcome, { maxLength: 120 }))

  it('asks each until right twice in a row, others between', () =>
    fc.assert(
      fc.property(drill, ([n, luck]) => {
        let turn = 0
        const { places, given } = play(n, () => luck[turn++] ?? true)
        expect(countEnded({ places, given })).toEqual({ n, ended: n })
        for (let q = 0; q < n; q++) {
          const own = [...places.keys()].filter((i) => places[i] === q)
          const last = own.slice(-2).map((i) => given.get(i))
          expect(last.at(-1) === null || last.join() === 'true,true').toBe(true)
          for (const [k, place] of own.entries())
            if (k > 0) expect(place - (own[k - 1] as number)).toBeGreaterThan(Math.min(OTHERS_BETWEEN, n - 1))
        }
      }),
    ))

  it('is the same again from its answers in their order', () =>
    fc.assert(
      fc.property(drill, ([n, luck]) => {
        let turn = 0
        const { places, given } = play(n, () => luck[turn++] ?? true)
        const answers = Array.from(given, ([indice, right]) => ({
          indice,
          id_domanda: places[indice] as number,
          esito: right === null ? ('nulla' as const) : right ? ('corretta' as const) : ('errata' as const),
        }))
        expect(replayMartella(places.slice(0, n), answers)).toEqual(places)
      }),
    ))

  it('counts what is left down to none, and an undo takes back what an answer added', () =>
    fc.assert(
      fc.property(drill, fc.nat(), ([n, luck], stop) => {
        let turn = 0
        const whole = play(n, () => luck[turn++] ?? true)
        const at = stop % whole.places.length
        turn = 0
        const before = play(n, () => luck[turn++] ?? true, at)
        turn = 0
        const after = play(n, () => luck[turn++] ?? true, at + 1)
        const undone: Martella = { places: after.places, given: before.given }
        expect(after.places.slice(0, placesWithout(undone, at))).toEqual(before.places)
      }),
    ))
})
