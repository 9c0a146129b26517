import { describe, expect, it } from 'vitest'
import { ACCESS_RIGHTS, effectiveLivello, isLivelloExpired } from '#rules/access'

const ORA = Date.UTC(2026, 10, 21, 12)
const PASSATA = '2026-11-21T12:00:00.000+01:00'
const FUTURA = '2026-11-21T12:00:00.001+00:00'

it('[D7][AC3][AC4][AC5][AC6][AC7][AC8][AC9][AC13] what each tier may do', () => {
  const diritti = [0, 1, 2, 3].map((livello) => {
    const { limite_quiz, spiegazioni, pdf, materie_premium, aggiornabile } = ACCESS_RIGHTS[livello as 0 | 1 | 2 | 3]
    return [limite_quiz, spiegazioni, pdf, materie_premium, aggiornabile]
  })
  expect(diritti).toEqual([
    [500, false, false, false, true],
    [null, false, false, false, true],
    [null, false, true, true, true],
    [null, true, true, true, false],
  ])
})

describe('effectiveLivello', () => {
  it.each([
    [0, PASSATA, 0],
    [1, PASSATA, 1],
    [2, PASSATA, 0],
    [3, PASSATA, 0],
    [2, FUTURA, 2],
    [3, FUTURA, 3],
    [3, null, 3],
    [3, 'mai', 0],
    [3, '2026-11-21T12:00:00.000Z', 0],
  ] as const)('[AC14] tier %i until %s is %i', (livello, scadenza, atteso) => {
    expect(effectiveLivello(livello, scadenza, ORA)).toBe(atteso)
    expect(isLivelloExpired(livello, scadenza, ORA)).toBe(livello !== atteso)
  })
})

it('[CO1][AC3] only the demo has a limit, of 500 quizzes', () => {
  expect(Object.values(ACCESS_RIGHTS).map(({ limite_quiz }) => limite_quiz)).toEqual([500, null, null, null])
})
