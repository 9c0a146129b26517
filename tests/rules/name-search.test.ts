import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findsName, stemLength } from '#rules/name-search'

describe('[SC27] a name is found by words of the same family', () => {
  it.each([
    ['Diritto costituzionale', 'costituzione', true],
    ['Diritto costituzionale', 'COSTITUZIONE diritti', true],
    ['La Costituzione', 'costituzionale', true],
    ['Diritto amministrativo', 'amministrazione', true],
    ['Leggi e codici', 'legge', true],
    ['Storia dell’arte', 'storico', true],
    ['Comune di Forlì', 'forli comun', true],
    ['Ministero dell’Interno', "dell'interno", true],
    ['Diritto internazionale', 'interno', false],
    ['Contratti pubblici', 'contrabbando', false],
    ['Codice civile', 'civico', false],
    ['Diritto costituzionale', '"costituzione"', true],
    ['Diritto costituzionale', '"la costituzione"', false],
    ['Diritto costituzionale', 'costituzione penale', false],
    ['Diritto costituzionale', '  ', false],
  ] as const)('%s, %s: %s', (name, query, found) => {
    expect(findsName(name, query)).toBe(found)
  })

  it('is the same both ways, and every part of a name still finds it', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z]{4,12}$/),
        fc.stringMatching(/^[a-z]{0,6}$/),
        fc.stringMatching(/^[a-z]{0,6}$/),
        (stem, a, b) => {
          const [x, y] = [stem + a, stem + b]
          if (!x.includes(y) && !y.includes(x)) expect(findsName(x, y)).toBe(findsName(y, x))
          expect(findsName(`uno ${x} due`, stem)).toBe(true)
          expect(stemLength(x.length, y.length)).toBe(stemLength(y.length, x.length))
        },
      ),
    )
  })
})
