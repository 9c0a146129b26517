import fc from 'fast-check'
import { expect, it } from 'vitest'
import { completamentoMateria, percentage } from '#rules/completamento'

it.each([
  [0, 0, 0],
  [0, 3, 0],
  [1, 3, 33],
  [2, 3, 66],
  [3, 3, 100],
  [29, 100, 29],
  [199, 200, 99],
  [5, 0, 0],
])('[CP2] percentuale(%i, %i) is %i', (parte, totale, atteso) => {
  expect(percentage(parte, totale)).toBe(atteso)
})

it('[CP2] is the whole part of the exact quotient, and 100 only when all is done', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.nat(), (totale, n) => {
      const parte = n % (totale + 1)
      const avuto = percentage(parte, totale)
      expect(BigInt(avuto)).toBe((100n * BigInt(parte)) / BigInt(totale))
      expect(avuto === 100).toBe(parte === totale)
    }),
  )
})

it.each([
  [{ assegnate: 0, non_risposte: 0 }, 0],
  [{ assegnate: 8, non_risposte: 8 }, 0],
  [{ assegnate: 8, non_risposte: 5 }, 37],
  [{ assegnate: 8, non_risposte: 0 }, 100],
])('[CP1] completion of a subject %j is %i', (conteggio, atteso) => {
  expect(completamentoMateria(conteggio)).toBe(atteso)
})
