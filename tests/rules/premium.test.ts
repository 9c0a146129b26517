import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bestDurata,
  discountPrice,
  distinctDurate,
  isLongPending,
  LEAST_PRICE,
  missingConsents,
  monthlyPrice,
  pendingWait,
  premiumUntil,
} from '#rules/premium'

const iso = (ms: number) => new Date(ms).toISOString().slice(0, 10)

describe('the order of premium', () => {
  it.each([
    [999, null, 999],
    [999, 20, 799],
    [1499, 50, 750],
    [999, 100, LEAST_PRICE],
  ])('%i cents with a promo of %s per cent are %i [PR5][PY1]', (prezzo, sconto, paid) => {
    expect(discountPrice(prezzo, sconto)).toBe(paid)
  })

  it('a promo never raises a price, nor makes it less than a card may pay [PR5]', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: LEAST_PRICE, max: 1_000_000 }),
        fc.integer({ min: 1, max: 100 }),
        (prezzo, sconto) => {
          const paid = discountPrice(prezzo, sconto)
          expect(paid).toBeLessThanOrEqual(prezzo)
          expect(paid).toBeGreaterThanOrEqual(LEAST_PRICE)
        },
      ),
    )
  })

  it('what a month costs is told to the nearest cent [PY3]', () => {
    expect([monthlyPrice(999, 12), monthlyPrice(999, 6), monthlyPrice(999, 3)]).toEqual([83, 167, 333])
    fc.assert(
      fc.property(fc.integer({ min: 50, max: 100_000 }), fc.integer({ min: 1, max: 60 }), (prezzo, mesi) => {
        expect(Math.abs(monthlyPrice(prezzo, mesi) - prezzo / mesi)).toBeLessThanOrEqual(0.5)
      }),
    )
  })

  it.each([
    [false, false, ['accetta_condizioni', 'esecuzione_immediata']],
    [true, false, ['esecuzione_immediata']],
    [false, true, ['accetta_condizioni']],
    [true, true, []],
  ])(
    'with conditions %s and immediate start %s it lacks %j [VA9][PY6]',
    (accetta_condizioni, esecuzione_immediata, missing) => {
      expect(missingConsents({ accetta_condizioni, esecuzione_immediata })).toEqual(missing)
    },
  )

  it('is asked about soon, then less often, and is called late only then [PY2][EB11]', () => {
    const waits = Array.from({ length: 8 }, (_, i) => pendingWait(i))
    expect(waits).toEqual([...waits].sort((a, b) => a - b))
    expect(waits.map((w, i) => w > (waits[0] ?? 0) === isLongPending(i))).not.toContain(false)
  })

  it.each([
    ['2026-11-26', 3, null, '2027-02-26'],
    ['2027-01-31', 1, null, '2027-02-28'],
    ['2026-11-30', 3, null, '2027-02-28'],
    ['2026-11-26', 6, '2027-01-10', '2027-07-10'],
    ['2026-11-26', 6, '2026-01-10', '2027-05-26'],
  ])('paid on %s for %i months with an end at %s, it lasts until %s [PY8]', (now, mesi, end, until) => {
    expect(iso(premiumUntil(Date.parse(now), mesi, end === null ? null : Date.parse(end)))).toBe(until)
  })
})

it('[CO2] an order opens on the lowest price, and on the longest duration at it', () => {
  const at = (...durate: [mesi: number, prezzo: number][]) =>
    bestDurata(durate.map(([mesi, prezzo]) => ({ mesi, prezzo })))?.mesi
  expect([at([3, 999], [6, 999], [12, 999]), at([3, 999], [6, 1499], [12, 1999]), at()]).toEqual([12, 3, undefined])
})

it('[CO2] of durations at one price only the longest is offered', () => {
  const months = (...durate: [mesi: number, prezzo: number][]) =>
    distinctDurate(durate.map(([mesi, prezzo]) => ({ mesi, prezzo }))).map(({ mesi }) => mesi)
  expect(months([3, 999], [6, 999], [12, 999])).toEqual([12])
  expect(months([3, 999], [6, 1499], [12, 1499])).toEqual([3, 12])
  expect(months([3, 999], [6, 1499])).toEqual([3, 6])
})
