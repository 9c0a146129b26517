import fc from 'fast-check'
import { expect, it } from 'vitest'
import { clampZoom, MAX_ZOOM, zoomIn, zoomOut, zoomPinch } from '#src/components/seduta/zoom'
import { percentages } from '#src/features/sedute/domanda-extra'
import { isStruckOut } from '#src/features/sedute/marks'

it('percentages of the others add up to 100 and keep their order', () => {
  expect(percentages([1, 1, 1])).toEqual([34, 33, 33])
  expect(percentages([0, 0])).toEqual([0, 0])
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 2, maxLength: 5 }), (conti) => {
      const quote = percentages(conti)
      const somma = conti.reduce((a, b) => a + b, 0)
      expect(quote.reduce((a, b) => a + b, 0)).toBe(somma === 0 ? 0 : 100)
      for (const [i, n] of conti.entries()) expect(Math.abs((quote[i] ?? 0) - (100 * n) / (somma || 1))).toBeLessThan(1)
    }),
  )
})

it('each option struck out has its own bit', () => {
  const marche = { da_rivedere: false, escluse: 0b10010 }
  expect([1, 2, 3, 4, 5].filter((posizione) => isStruckOut(marche, posizione))).toEqual([2, 5])
})

it('a figure is enlarged within its limits, by steps and by two fingers', () => {
  expect(zoomOut(1)).toBe(1)
  expect(zoomIn(MAX_ZOOM)).toBe(MAX_ZOOM)
  expect(zoomPinch({ zoom: 1.5, distance: 100 }, 200)).toBe(3)
  expect(zoomPinch({ zoom: 2, distance: 0 }, 200)).toBe(2)
  fc.assert(
    fc.property(fc.double({ min: 0.01, max: 50, noNaN: true }), (z) => {
      expect(clampZoom(z)).toBeGreaterThanOrEqual(1)
      expect(zoomOut(zoomIn(clampZoom(z)))).toBeLessThanOrEqual(MAX_ZOOM)
    }),
  )
})
