import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareDates, formatIso, laterDate, maxDate, offsetOf, parseIso, readDate } from '#rules/dates'
import { arbIso } from './arbitraries.ts'

describe('parseIso', () => {
  it.each([
    ['2026-11-21T15:04:05.123+01:00', Date.UTC(2026, 10, 21, 14, 4, 5, 123)],
    ['2026-11-21T15:04:05.123Z', Date.UTC(2026, 10, 21, 15, 4, 5, 123)],
    ['2026-11-21T15:04:05Z', Date.UTC(2026, 10, 21, 15, 4, 5)],
    ['2026-11-21T15:04:05.1-05:30', Date.UTC(2026, 10, 21, 20, 34, 5, 100)],
    ['2026-11-21T15:04:05.123999Z', Date.UTC(2026, 10, 21, 15, 4, 5, 123)],
    ['2024-02-29T00:00:00.000+00:00', Date.UTC(2024, 1, 29)],
  ])('[CO15] reads %s', (testo, ms) => {
    expect(parseIso(testo)).toBe(ms)
  })

  it.each([
    '',
    '2026-11-21',
    '2026-11-21T15:04:05.123',
    '2026-02-30T00:00:00.000Z',
    '2025-02-29T00:00:00.000Z',
    '2026-13-01T00:00:00.000Z',
    '2026-00-01T00:00:00.000Z',
    '2026-11-21T24:00:00.000Z',
    '2026-11-21T15:60:00.000Z',
    '2026-11-21T15:04:60.000Z',
    '2026-11-21T15:04:05.123+15:00',
    '2026-11-21T15:04:05.123+01:60',
    ' 2026-11-21T15:04:05.123Z',
    '2026-11-21 15:04:05.123Z',
    '2026-11-21t15:04:05.123z',
  ])('refuses %j', (testo) => {
    expect(parseIso(testo)).toBeNull()
  })
})

describe('formatIso', () => {
  it('[CO15] writes milliseconds and offset', () => {
    const ms = Date.UTC(2026, 10, 21, 14, 4, 5, 123)
    expect(formatIso(ms, 60)).toBe('2026-11-21T15:04:05.123+01:00')
    expect(formatIso(ms, 0)).toBe('2026-11-21T14:04:05.123+00:00')
    expect(formatIso(ms, -210)).toBe('2026-11-21T10:34:05.123-03:30')
  })

  it('is read back to the same instant and offset', () => {
    const ms = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2100, 0, 1) })
    fc.assert(
      fc.property(ms, fc.integer({ min: -840, max: 840 }), (istante, offset) => {
        const testo = formatIso(istante, offset)
        expect(parseIso(testo)).toBe(istante)
        expect(offsetOf(testo)).toBe(offset)
      }),
    )
  })
})

describe('compareDate', () => {
  it('[MG4] compares instants, not texts, in the hour that happens twice', () => {
    const prima = '2026-10-25T02:30:00.000+02:00'
    const dopo = '2026-10-25T02:10:00.000+01:00'
    expect(prima > dopo).toBe(true)
    expect(compareDates(prima, dopo)).toBeLessThan(0)
    expect(compareDates(dopo, prima)).toBeGreaterThan(0)
  })

  it('[MG4] two texts of one instant are equal', () => {
    expect(compareDates('2026-10-25T02:30:00.000+02:00', '2026-10-25T00:30:00.000Z')).toBe(0)
  })

  it('puts what is absent or unreadable before every date', () => {
    for (const niente of [null, undefined, '', 'ieri']) {
      expect(compareDates(niente, '1970-01-01T00:00:00.000Z')).toBeLessThan(0)
      expect(compareDates(niente, null)).toBe(0)
    }
  })

  it('is the order of the instants', () => {
    fc.assert(
      fc.property(arbIso, arbIso, (a, b) => {
        const [x, y] = [parseIso(a) as number, parseIso(b) as number]
        expect(Math.sign(compareDates(a, b))).toBe(Math.sign(x - y))
      }),
    )
  })
})

describe('laterDate', () => {
  const at = '2026-11-21T15:04:05.123+01:00'
  it.each([
    [null, at],
    ['ieri', at],
    ['2026-11-21T14:04:05.122Z', at],
    ['2026-11-21T14:04:05.123Z', '2026-11-21T15:04:05.124+01:00'],
    ['2026-12-01T00:00:00.000Z', '2026-12-01T01:00:00.001+01:00'],
  ])('[MG5] after %s', (precedente, atteso) => {
    expect(laterDate(at, precedente)).toBe(atteso)
  })

  it('[MG5] is always after the date before, and never before now', () => {
    fc.assert(
      fc.property(arbIso, arbIso, (ora, precedente) => {
        const data = laterDate(ora, precedente)
        expect(compareDates(data, precedente)).toBeGreaterThan(0)
        expect(compareDates(data, ora)).toBeGreaterThanOrEqual(0)
        expect(offsetOf(data)).toBe(offsetOf(ora))
      }),
    )
  })
})

it('maxDate does not depend on the order', () => {
  const data = fc.option(arbIso)
  fc.assert(
    fc.property(data, data, (a, b) => {
      expect(maxDate(a, b)).toBe(maxDate(b, a))
      expect(compareDates(maxDate(a, b), a)).toBeGreaterThanOrEqual(0)
    }),
  )
  expect(maxDate(null, undefined)).toBeNull()
})

describe('readDate', () => {
  it.each([null, undefined, ''])('[VA17] %j is Empty date_s argument', (valore) => {
    expect(readDate(valore, 60)).toEqual({ ok: false, errore: 'Empty date_s argument', valore })
  })

  it.each(['domani', Number.NaN, Number.POSITIVE_INFINITY, 9e15, {}, new Date('x')])(
    '[VA17][VA18] %s is Invalid date and is kept',
    (valore) => {
      expect(readDate(valore, 60)).toEqual({ ok: false, errore: 'Invalid date', valore })
    },
  )

  it('reads a text, a number of milliseconds and a Date', () => {
    const ms = Date.UTC(2026, 10, 21, 14, 4, 5, 123)
    const valore = '2026-11-21T15:04:05.123+01:00'
    expect(readDate('2026-11-21T15:04:05.123+01:00', 0)).toEqual({ ok: true, valore, ms })
    expect(readDate(ms, 60)).toEqual({ ok: true, valore, ms })
    expect(readDate(new Date(ms), 60)).toEqual({ ok: true, valore, ms })
  })
})
