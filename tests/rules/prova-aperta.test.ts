import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Aperta,
  clockOfTratti,
  comparePrese,
  hasMarksOf,
  joinTratti,
  mergeAperta,
  type Tratto,
  totalTratti,
} from '#rules/prova/aperta'
import { clockUsed } from '#rules/prova/clock'
import { EMPTY_VOCE } from '#rules/prova/machine'
import { progressOf } from '#rules/prova/merge'
import { voce } from './voce.ts'

/** Stretches as a device has them: joined. */
const tratti: fc.Arbitrary<Tratto[]> = fc.array(fc.tuple(fc.nat(200), fc.nat(40)), { maxLength: 5 }).map((list) =>
  joinTratti(
    list.map(([da, lungo]): Tratto => [da, da + lungo]),
    [],
  ),
)
const aperta: fc.Arbitrary<Aperta> = fc.record({
  prese: fc.nat(3),
  titolare: fc.constantFrom('a', 'b', 'c'),
  posto_ms: fc.nat(5),
  indice: fc.nat(9),
  voci: fc.array(fc.tuple(fc.nat(4), voce), { maxLength: 5 }).map((list) => new Map(list)),
  tratti,
  saltati: fc.nat(50),
})
/** Every millisecond that lies in a stretch: the same by counting. */
const instants = (list: readonly Tratto[]) =>
  new Set(list.flatMap(([da, a]) => Array.from({ length: a - da }, (_, i) => da + i)))
/** By place, so that the order in which places came is none. */
const flat = (x: Aperta) => ({ ...x, voci: [...x.voci].sort(([p], [q]) => p - q) })

describe('[SY15] a sitting under way on several devices', () => {
  it('is the same in whatever order what they know comes together, and twice is once', () => {
    fc.assert(
      fc.property(aperta, aperta, aperta, fc.boolean(), (a, b, c, avanti) => {
        expect(flat(mergeAperta(a, b, avanti))).toEqual(flat(mergeAperta(b, a, avanti)))
        expect(flat(mergeAperta(a, a, avanti))).toEqual(flat(a))
        const left = mergeAperta(mergeAperta(a, b, avanti), c, avanti)
        expect(flat(left)).toEqual(flat(mergeAperta(a, mergeAperta(b, c, avanti), avanti)))
        expect(flat(mergeAperta(left, b, avanti))).toEqual(flat(left))
      }),
    )
  })

  it('loses no answer: at each place stands one that is as far as any', () => {
    fc.assert(
      fc.property(aperta, aperta, (a, b) => {
        const { voci } = mergeAperta(a, b, false)
        for (const posto of new Set([...a.voci.keys(), ...b.voci.keys()])) {
          const both = [a, b].flatMap(({ voci }) => voci.get(posto) ?? [])
          const merged = voci.get(posto) ?? EMPTY_VOCE
          expect(both.map((v) => v.risposta)).toContain(merged.risposta)
          expect(progressOf(merged)).toBe(Math.max(...both.map(progressOf)))
        }
      }),
    )
  })

  it('nobody gains time by moving, and what ran twice at once is counted once', () => {
    fc.assert(
      fc.property(tratti, tratti, (a, b) => {
        const joined = joinTratti(a, b)
        expect(totalTratti(joined)).toBe(new Set([...instants(a), ...instants(b)]).size)
        expect(instants(joined)).toEqual(new Set([...instants(a), ...instants(b)]))
        joined.slice(1).forEach(([da], i) => {
          expect(da).toBeGreaterThan((joined[i] as Tratto)[1])
        })
      }),
    )
  })

  it.each([
    [
      'the later take-over',
      { prese: 2, titolare: 'a', posto_ms: 1, indice: 1 },
      { prese: 1, titolare: 'z', posto_ms: 9, indice: 5 },
    ],
    [
      'of two at once the greater name',
      { prese: 2, titolare: 'b', posto_ms: 1, indice: 1 },
      { prese: 2, titolare: 'a', posto_ms: 9, indice: 5 },
    ],
    [
      'of one device its later place',
      { prese: 2, titolare: 'b', posto_ms: 2, indice: 1 },
      { prese: 2, titolare: 'b', posto_ms: 1, indice: 5 },
    ],
  ])('who writes: %s', (_, writes, other) => {
    expect(comparePrese(writes, other)).toBeGreaterThan(0)
    expect(comparePrese(other, writes)).toBeLessThan(0)
    const empty = { voci: new Map(), tratti: [], saltati: 0 }
    const merged = mergeAperta({ ...other, ...empty }, { ...writes, ...empty }, false)
    expect(merged).toMatchObject(writes)
    expect(mergeAperta({ ...other, ...empty }, { ...writes, ...empty }, true).indice).toBe(5)
  })

  it('a clock that stands has used what ran anywhere; one that runs goes on from there', () => {
    const still = { durata: 100, usati: 10, da: null, fine: null }
    expect(
      clockOfTratti(still, {
        tratti: [
          [0, 10],
          [50, 70],
        ],
        saltati: 0,
      }),
    ).toEqual({ ...still, usati: 30 })
    expect(clockOfTratti(still, { tratti: [[0, 10]], saltati: 20 })).toEqual({ ...still, usati: 30 })
    // What is used never shrinks.
    expect(clockOfTratti({ ...still, usati: 40 }, { tratti: [[0, 10]], saltati: 0 }).usati).toBe(40)
    const runs = { durata: 100, usati: 10, da: 10, fine: null }
    const both = clockOfTratti(runs, { tratti: joinTratti([[0, 10]], [[5, 12]]), saltati: 0 })
    expect(clockUsed(both, 13)).toBe(13)
  })

  it('what was marked beside the one that ended is known', () => {
    const ended = new Map([[0, { risposta: 1 }]])
    const marked = (posto: number, risposta: number | null) => new Map([[posto, { ...EMPTY_VOCE, risposta }]])
    expect(hasMarksOf(ended, marked(0, 1))).toBe(true)
    expect(hasMarksOf(ended, marked(1, null))).toBe(true)
    expect(hasMarksOf(ended, marked(0, 2))).toBe(false)
    expect(hasMarksOf(ended, marked(1, 2))).toBe(false)
  })
})
