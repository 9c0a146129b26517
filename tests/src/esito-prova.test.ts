import { expect, it, vi } from 'vitest'

vi.mock('#src/session/session', () => ({ currentUserId: () => 7 }))
const { formatOutcome, NOT_TOLD, readOutcome, writePlan } = await import('#src/domain/study-plan')

it('how an exam went is that of its day: another date asks anew', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (k: string) => kept.get(k) ?? null,
    setItem: (k: string, v: string) => void kept.set(k, v),
  })
  expect(readOutcome(12, '2026-12-14')).toBe(null)
  writePlan('esiti', 12, formatOutcome('2026-12-14', 23_500))
  expect(readOutcome(12, '2026-12-14')).toBe(23_500)
  expect(readOutcome(12, '2027-02-01')).toBe(null)
  writePlan('esiti', 12, formatOutcome('2027-02-01', NOT_TOLD))
  expect(readOutcome(12, '2027-02-01')).toBe(NOT_TOLD)
  vi.unstubAllGlobals()
})
