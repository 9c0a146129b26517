import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countGraduatoria, placeIn, rankPrevisione, readEsiti } from '#rules/graduatoria'

const of = (punteggi: number[], posti = 2) => countGraduatoria(punteggi, { titolo: 'T', posti, massimo: 30_000 })

describe('published results [PV7]', () => {
  it('a place counts who has more, and is a step too low at most', () => {
    const list = of([30_000, 24_000, 24_000, 21_000, -450])
    expect([30_000, 24_000, 23_999, 21_000, 0, -1].map((p) => placeIn(list, p))).toEqual([1, 2, 4, 4, 5, 6])
    const anyScores = fc.array(fc.integer({ min: -5_000, max: 30_000 }), { minLength: 1, maxLength: 200 })
    fc.assert(
      fc.property(anyScores, fc.integer({ min: 0, max: 30_000 }), (punteggi, mine) => {
        const exact = 1 + punteggi.filter((p) => p > mine).length
        const step = 1 + punteggi.filter((p) => p > mine - 100).length
        const place = placeIn(of(punteggi), mine)
        return place >= exact && place <= step
      }),
    )
  })

  it('says the place of the median and how many virtual exams are inside, for an exam of the same best score alone', () => {
    const list = of([28_000, 26_000, 22_000, 18_000])
    const punteggi = Int32Array.of(20_000, 21_000, 23_000, 27_000)
    expect(rankPrevisione(list, { massimo: 30_000, mediana: 22_000, punteggi })).toEqual({ posto: 3, p_posto: 0.25 })
    expect(rankPrevisione(list, { massimo: 40_000, mediana: 22_000, punteggi })).toBeNull()
  })

  it('reads the last cell of each row, with comma or point, and names the first row that is no score', () => {
    expect(readEsiti('codice;punteggio\r\nA;21,5\r\n\r\nB;"-0.45"\n', 30_000)).toEqual({
      ...{ ok: true, punteggi: [21_500, -450] },
    })
    expect(readEsiti('A;21\nB;assente', 30_000)).toEqual({ ok: false, riga: 2, testo: 'B;assente' })
    expect(readEsiti('A;31', 30_000)).toEqual({ ok: false, riga: 1, testo: 'A;31' })
  })

  const folder = process.env.BANCHE_VERE
  it.skipIf(!folder)('a published list of 59,141 results has its places where they are', () => {
    const text = readFileSync(join(folder ?? '', 'esiti-agenzia-entrate-2023/esiti.csv'), 'utf8')
    const read = readEsiti(text, 30_000)
    const list = countGraduatoria(read.ok ? read.punteggi : [], { titolo: 'T', posti: 3970, massimo: 30_000 })
    expect(list.candidati).toBe(59_141)
    expect(placeIn(list, 21_000)).toBeLessThanOrEqual(12_872)
    expect(placeIn(list, 20_900)).toBeGreaterThanOrEqual(12_872)
    expect(placeIn(list, 23_800)).toBeLessThanOrEqual(3970)
    expect(placeIn(list, 23_600)).toBeGreaterThan(3970)
  })
})
