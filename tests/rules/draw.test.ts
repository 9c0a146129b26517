import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DrawCandidate, drawByQuota } from '#rules/draw'

const domande = (per: Record<number, readonly (number | null)[]>): DrawCandidate[] =>
  Object.entries(per).flatMap(([m, d]) =>
    d.map((difficolta, i) => ({ id_domanda: Number(m) * 1000 + i, id_materia: Number(m), difficolta })),
  )

describe('a draw', () => {
  it('takes as many of each subject as asked, the same for the same seed', () => {
    const tutte = domande({ 1: Array(30).fill(null), 2: Array(20).fill(1) })
    const quote = {
      materie: [
        { id_materia: 1, numero: 5 },
        { id_materia: 2, numero: 3 },
      ],
      difficolta: null,
    }
    const uno = drawByQuota(tutte, quote, 7)
    expect(uno).toEqual(drawByQuota(tutte.toReversed(), quote, 7))
    expect(uno).not.toEqual(drawByQuota(tutte, quote, 8))
    expect(uno.ok && uno.id_domande.map((id) => Math.floor(id / 1000))).toEqual([1, 1, 1, 1, 1, 2, 2, 2])
  })

  it('says which subject has too few questions', () => {
    const quote = { materie: [{ id_materia: 1, numero: 2 }], difficolta: null }
    expect(drawByQuota(domande({ 1: [1] }), quote, 1)).toEqual({ ok: false, mancano: { id_materia: 1 } })
  })

  it('subjects give way to each other for the quotas by difficulty', () => {
    // Subject 1 could take the only hard question that subject 2 needs.
    const tutte = domande({ 1: [3, 1], 2: [3] })
    const quote = {
      materie: [
        { id_materia: 1, numero: 1 },
        { id_materia: 2, numero: 1 },
      ],
      difficolta: [1, 0, 1] as const,
    }
    expect(drawByQuota(tutte, quote, 1)).toEqual({ ok: true, id_domande: [1001, 2000] })
    expect(drawByQuota(tutte, { ...quote, difficolta: [0, 1, 1] }, 1)).toEqual({ ok: false, mancano: 'difficolta' })
  })

  it('any draw that exists is found, and keeps every quota', () => {
    const dati = fc.array(
      fc.array(fc.record({ difficolta: fc.integer({ min: 1, max: 3 }), presa: fc.boolean() }), {
        minLength: 1,
        maxLength: 9,
      }),
      { minLength: 1, maxLength: 5 },
    )
    fc.assert(
      fc.property(dati, fc.nat(), (materie, seme) => {
        const tutte = materie.flatMap((m, i) =>
          m.map((d, k) => ({ id_domanda: i * 100 + k, id_materia: i, difficolta: d.difficolta })),
        )
        const prese = materie.flat().filter((d) => d.presa)
        const quota = (n: number) => prese.filter((d) => d.difficolta === n).length
        const quote = {
          materie: materie.map((m, id_materia) => ({ id_materia, numero: m.filter((d) => d.presa).length })),
          difficolta: [quota(1), quota(2), quota(3)] as const,
        }
        const esito = drawByQuota(tutte, quote, seme)
        if (!esito.ok) throw new Error(JSON.stringify(esito))
        const trovate = esito.id_domande.map((id) => tutte.find((d) => d.id_domanda === id) as (typeof tutte)[number])
        expect(new Set(esito.id_domande).size).toBe(prese.length)
        for (const n of [1, 2, 3]) expect(trovate.filter((d) => d.difficolta === n)).toHaveLength(quota(n))
        for (const { id_materia, numero } of quote.materie)
          expect(trovate.filter((d) => d.id_materia === id_materia)).toHaveLength(numero)
      }),
    )
  })
})
