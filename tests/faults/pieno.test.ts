import { describe, expect, it } from 'vitest'
import { loadBundle } from './lib/bundle.ts'
import { makeBanks } from './power/banks.ts'

type Pieno = typeof import('./io/pieno.ts')

const FULL = 'INDEXEDDB_NOT_ENOUGH_SPACE'

describe('a disk that is full (R5)', async () => {
  const banks = await makeBanks()
  const { fillDisk } = await loadBundle<Pieno>(new URL('./io/pieno.ts', import.meta.url))

  it('a thousand answers more are kept, then it is said, and a bank can be deleted', { timeout: 600_000 }, async () => {
    const { prima, dopo, fine, cancellazione, mancanti, riserva } = await fillDisk({ banks, senza: false })
    console.log(`full after ${prima} answers, ${dopo} more`)
    expect({ fine, cancellazione, mancanti }).toEqual({ fine: FULL, cancellazione: 'ok', mancanti: 0 })
    expect(prima).toBeGreaterThan(0)
    expect(dopo).toBeGreaterThanOrEqual(1000)
    // What deleting needs was never given up for an answer.
    expect(riserva).toBe(2 * 1024 * 1024)
  })

  it('without its reserve the log cannot be emptied, and the first full disk ends the answers', {
    timeout: 600_000,
  }, async () => {
    const { dopo, fine, cancellazione, mancanti } = await fillDisk({ banks, senza: true })
    expect({ dopo, fine, cancellazione, mancanti }).toEqual({ dopo: 0, fine: FULL, cancellazione: 'ok', mancanti: 0 })
  })
})
