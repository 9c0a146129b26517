import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { elapsedMs, isDue, MAX_ELAPSED_MS, retryAfter } from '#rules/cadence'

const ADESSO = Date.UTC(2026, 10, 22, 12)
const GIORNO = 86_400_000
const date = (ms: number) => new Date(ms).toISOString()

describe('what is done every day', () => {
  it.each([
    ['never done', null, true],
    ['done at a date that nobody can read', 'ieri', true],
    ['done an hour ago', date(ADESSO - 3_600_000), false],
    ['done just now', date(ADESSO), false],
    ['done a day ago', date(ADESSO - GIORNO), true],
    ['done in a minute from now, by a clock that was ahead', date(ADESSO + 60_000), true],
    ['done years from now', '2030-01-01T00:00:00.000+01:00', true],
  ])('%s: due %s %s', (_, ultima, dovuta) => {
    expect(isDue(ultima, ADESSO, GIORNO)).toBe(dovuta)
  })
})

describe('time that counts as passed', () => {
  const sguardi = fc.array(fc.integer({ min: 0, max: 2_000_000_000_000 }), { minLength: 2, maxLength: 30 })
  it('is what the clock says while it is looked at every week', () => {
    expect(elapsedMs(ADESSO, ADESSO + 3 * GIORNO)).toBe(3 * GIORNO)
  })
  it('is never negative and never more than a week a look, wherever the clock goes', () => {
    fc.assert(
      fc.property(sguardi, (at) => {
        const passi = at.slice(1).map((ms, i) => elapsedMs(at[i] as number, ms))
        expect(Math.min(...passi)).toBeGreaterThanOrEqual(0)
        expect(Math.max(...passi)).toBeLessThanOrEqual(MAX_ELAPSED_MS)
      }),
    )
  })
})

describe('a push that failed', () => {
  it.each([
    [1, 0, 5_000],
    [2, 0, 10_000],
    [3, 0.5, 15_000],
    [7, 0, 300_000],
    [50, 1, 150_000],
    [2_000, 0, 300_000],
  ])('after %i failures, chance %d, waits %i ms', (attempt, random, ms) => {
    expect(retryAfter(attempt, random)).toBe(ms)
  })
  it('waits between half of the doubling pause and all of it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, random) => {
        const whole = Math.min(5_000 * 2 ** (attempt - 1), 300_000)
        expect(retryAfter(attempt, random)).toBeGreaterThanOrEqual(whole / 2)
        expect(retryAfter(attempt, random)).toBeLessThanOrEqual(whole)
      }),
    )
  })
})
