import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sampleDomande } from '#rules/sample'

const arbBanca = fc
  .array(
    fc.record({ id_domanda: fc.integer({ min: 1, max: 1e9 }), id_materia: fc.option(fc.integer({ min: 1, max: 6 })) }),
    {
      minLength: 1,
      maxLength: 120,
    },
  )
  .map((domande) => [...new Map(domande.map((d) => [d.id_domanda, d])).values()])

/** RIPAM's subjects by size. */
const TREDICI = [1904, 1517, 1363, 1258, 1137, 1024, 913, 844, 721, 603, 412, 301, 135]
const grande = TREDICI.flatMap((n, m) =>
  Array.from({ length: n }, (_, i) => ({ id_domanda: m * 10_000 + i, id_materia: m })),
)

describe('sampleDomande', () => {
  it('[AC17] a smaller sample is the beginning of a larger one', () => {
    fc.assert(
      fc.property(arbBanca, fc.nat(130), fc.nat(130), (domande, a, b) => {
        const [poche, molte] = [Math.min(a, b), Math.max(a, b)]
        expect(sampleDomande(domande, molte).slice(0, poche)).toEqual(sampleDomande(domande, poche))
      }),
    )
  })

  it('[AC17] has n questions of the bank, each once, whatever order they come in', () => {
    fc.assert(
      fc.property(arbBanca, fc.nat(130), (domande, n) => {
        const campione = sampleDomande(domande, n)
        expect(campione.length).toBe(Math.min(n, domande.length))
        expect(new Set(campione).size).toBe(campione.length)
        const ids = new Set(domande.map((d) => d.id_domanda))
        for (const id of campione) expect(ids.has(id)).toBe(true)
        expect(sampleDomande([...domande].reverse(), n)).toEqual(campione)
      }),
    )
  })

  it('[AC17] every subject is there as soon as there are as many places', () => {
    fc.assert(
      fc.property(arbBanca, fc.nat(130), (domande, n) => {
        const materie = new Set(domande.map((d) => d.id_materia))
        fc.pre(n >= materie.size)
        const scelte = new Set(sampleDomande(domande, n))
        const viste = new Set(domande.filter((d) => scelte.has(d.id_domanda)).map((d) => d.id_materia))
        expect(viste).toEqual(materie)
      }),
    )
  })

  it('[AC17] 500 of 12,132 over 13 subjects: each within one place of its share', () => {
    const conta = new Map<number, number>()
    for (const id of sampleDomande(grande, 500))
      conta.set(Math.floor(id / 10_000), (conta.get(Math.floor(id / 10_000)) ?? 0) + 1)
    expect(grande.length).toBe(12_132)
    for (const [materia, n] of TREDICI.entries())
      expect(Math.abs((conta.get(materia) ?? 0) - (500 * n) / grande.length)).toBeLessThan(1)
  })

  it('[AC17] is not the first questions of a subject', () => {
    const prime = sampleDomande(grande, 500).filter((id) => id % 10_000 < 50)
    expect(prime.length).toBeLessThan(100)
  })
})
