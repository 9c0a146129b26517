import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { difficoltaUse, scaleShares, withoutDifficolta } from '#rules/regolamento/difficolta'
import { MODELLI } from '#rules/regolamento/modelli'
import { scoreProva } from '#rules/regolamento/punteggio'
import { readRegolamento } from '#rules/regolamento/read'
import type { Difficolta, Regolamento, WrittenRegolamento } from '#rules/regolamento/types'

function leggi(scritto: WrittenRegolamento): Regolamento {
  const letto = readRegolamento(scritto)
  if (!letto.ok) throw new Error(JSON.stringify(letto.difetti))
  return letto.regolamento
}

describe('difficulty of questions in the rules', () => {
  it('quotas for another number of questions are whole, add up, and are within one of their share', () => {
    const quota = fc.integer({ min: 0, max: 200 })
    fc.assert(
      fc.property(fc.tuple(quota, quota, quota), fc.integer({ min: 0, max: 1000 }), (quote, n) => {
        const trovate = scaleShares(quote, n)
        const somma = quote[0] + quote[1] + quote[2]
        expect(trovate[0] + trovate[1] + trovate[2]).toBe(n)
        for (const [i, t] of trovate.entries()) {
          expect(Number.isInteger(t) && t >= 0).toBe(true)
          if (somma > 0) expect(Math.abs(t - ((quote[i] as number) * n) / somma)).toBeLessThan(1)
        }
      }),
    )
    expect(scaleShares([60, 100, 40], 10)).toEqual([3, 5, 2])
    expect(scaleShares([60, 100, 40], 200)).toEqual([60, 100, 40])
  })

  it('the models that look at it are those of police, finance guard and notaries', () => {
    const usi = MODELLI.map((m) => [m.id, difficoltaUse(m.regole)] as const).filter(([, u]) => u.punti || u.quote)
    expect(usi).toEqual([
      ['notai-2006', { punti: true, quote: false }],
      ['polizia-difficolta', { punti: true, quote: true }],
      ['gdf-marescialli-2024', { punti: true, quote: false }],
    ])
  })

  it('without it every model scores questions of no difficulty as its own rules score medium ones', () => {
    for (const { id, regole } of MODELLI) {
      const intere = leggi(regole)
      const piane = leggi(withoutDifficolta(regole))
      expect([id, difficoltaUse(withoutDifficolta(regole))]).toEqual([id, { punti: false, quote: false }])
      const domande = (difficolta: Difficolta | null) =>
        [[1], [2], []].map(() => ({ sezione: 0, corretta: 1, punti: null, difficolta }))
      const segni = [[1], [2], []]
      expect([id, scoreProva(piane, domande(null), segni)]).toEqual([id, scoreProva(intere, domande(2), segni)])
    }
  })
})
