import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { highlightRanges } from '#rules/text'
import { excerpt } from '#src/features/ricerca/excerpt'

const lungo = `${'Una premessa che non finisce mai, '.repeat(12)}poi la parola trovata${' nel mezzo di altre parole'.repeat(9)}`

describe('a long text in a closed row', () => {
  it('a hit that would be out of sight comes near, after the beginning', () => {
    const corto = excerpt(lungo, 'trovata', 240)
    expect(corto).toBe(
      `Una premessa che non finisce mai, Una … finisce mai, poi la parola trovata${' nel mezzo di altre parole'.repeat(9)}`,
    )
    expect(excerpt(lungo, 'premessa', 240)).toBe(lungo)
    // What comes after the hit is short: what comes before takes its room.
    expect(excerpt(`${'parole di prima '.repeat(8)}fine`, 'fine', 100)).toBe(
      'parole di prima … di prima parole di prima parole di prima parole di prima parole di prima fine',
    )
    expect(excerpt(lungo, 'assente', 240)).toBe(lungo)
    expect(excerpt('breve', 'breve', 240)).toBe('breve')
  })

  it('whatever the text, a hit is marked within what is shown', () => {
    const parola = fc.constantFrom('atto', 'l’ente', 'e', 'àèì', '«x»', '🎓', 'parolalunghissima'.repeat(6), '\n')
    fc.assert(
      fc.property(fc.array(parola, { maxLength: 60 }), fc.constantFrom(36, 100, 240), (parole, limite) => {
        const testo = [...parole, 'cercata'].join(' ')
        const [hit] = highlightRanges(excerpt(testo, 'cercata', limite), 'cercata')
        expect(hit?.[1]).toBeLessThanOrEqual(limite)
      }),
    )
  })
})
