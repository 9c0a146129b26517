import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ANCORA_UN_PICCOLO_SFORZO,
  clampLivello,
  isLivello,
  LE_SAI,
  LIVELLI,
  lowerLivello,
  NON_LE_SAI,
  NON_RISPOSTE,
  RIPETILE,
  raiseLivello,
} from '#rules/livello'
import { arbLivello } from './arbitraries.ts'

it('[LV1] the levels have their values, from the worst to the best', () => {
  expect([NON_RISPOSTE, NON_LE_SAI, RIPETILE, ANCORA_UN_PICCOLO_SFORZO, LE_SAI]).toEqual([-99, -2, -1, 0, 1])
  expect(LIVELLI).toEqual([-99, -2, -1, 0, 1])
})

describe('movement', () => {
  it.each([
    [-99, -1],
    [-2, -1],
    [-1, 0],
    [0, 1],
    [1, 1],
  ] as const)('[LV2][LV4] %i rises to %i', (da, a) => {
    expect(raiseLivello(da)).toBe(a)
  })

  it.each([
    [-99, -2],
    [-2, -2],
    [-1, -2],
    [0, -1],
    [1, 0],
  ] as const)('[LV3][LV4] %i falls to %i', (da, a) => {
    expect(lowerLivello(da)).toBe(a)
  })

  it('never leaves the scale nor returns to unanswered', () => {
    fc.assert(
      fc.property(arbLivello, (livello) => {
        for (const mosso of [raiseLivello(livello), lowerLivello(livello)]) {
          expect(isLivello(mosso)).toBe(true)
          expect(mosso).not.toBe(NON_RISPOSTE)
        }
      }),
    )
  })
})

it.each([
  [-1000, -99],
  [-99, -99],
  [-98, -2],
  [-3, -2],
  [-2, -2],
  [-1, -1],
  [0, 0],
  [1, 1],
  [2, 1],
  [1000, 1],
])('[LV4] %i clamps to %i', (valore, atteso) => {
  expect(clampLivello(valore)).toBe(atteso)
})

it('[LV6] exactly the five numbers are valid', () => {
  for (const livello of LIVELLI) expect(isLivello(livello)).toBe(true)
  for (const altro of [-98, 2, 0.5, '0', null, undefined, true, Number.NaN]) expect(isLivello(altro)).toBe(false)
})
