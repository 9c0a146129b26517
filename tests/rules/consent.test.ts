import { describe, expect, it } from 'vitest'
import { CONSENT_DAYS, formatConsent, parseConsent } from '#rules/consent'

const NOW = Date.parse('2026-11-26T10:00:00Z')
const DAY = 86_400_000

describe('the choice about cookies', () => {
  it.each(['si', 'no'] as const)('"%s" is remembered as it was made [CO5]', (choice) => {
    const made = { choice, at: NOW }
    expect(parseConsent(formatConsent(made, '2026-11'), '2026-11', NOW)).toEqual(made)
  })

  it.each([
    ['nothing was chosen', null],
    ['something else', 'true'],
    ['another text', formatConsent({ choice: 'si', at: NOW }, '2025-01')],
    ['a year ago', formatConsent({ choice: 'si', at: NOW - CONSENT_DAYS * DAY }, '2026-11')],
    ['a day that has not come', formatConsent({ choice: 'si', at: NOW + 2 * DAY }, '2026-11')],
  ])('%s: the person is asked [CO5][CC3]', (_, cookie) => {
    expect(parseConsent(cookie, '2026-11', NOW)).toBeNull()
  })

  it('holds until the last day of the year [CO5]', () => {
    const cookie = formatConsent({ choice: 'no', at: NOW - CONSENT_DAYS * DAY + 1 }, '2026-11')
    expect(parseConsent(cookie, '2026-11', NOW)?.choice).toBe('no')
  })
})
