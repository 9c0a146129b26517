import fc from 'fast-check'
import type { Voce } from '#rules/prova/machine'

/** A place of a trial, whatever was done there. */
export const voce: fc.Arbitrary<Voce> = fc.record({
  risposta: fc.option(fc.integer({ min: 1, max: 4 })),
  da_rivedere: fc.boolean(),
  escluse: fc.uniqueArray(fc.integer({ min: 1, max: 4 })).map((e) => e.sort((a, b) => a - b)),
  ms: fc.nat(5_000),
  cambi: fc.nat(4),
  // Zero also stands for what was kept before they were counted.
  cambi_rivedi: fc.nat(3),
  cambi_escluse: fc.nat(3),
})
