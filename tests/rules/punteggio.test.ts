import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DomandaProva, type GivenMarks, scoreProva } from '#rules/regolamento/punteggio'
import { readRegolamento } from '#rules/regolamento/read'
import type { Difficolta, Regolamento, WrittenRegolamento } from '#rules/regolamento/types'

function leggi(scritto: WrittenRegolamento): Regolamento {
  const letto = readRegolamento(scritto)
  if (!letto.ok) throw new Error(JSON.stringify(letto.difetti))
  return letto.regolamento
}

describe('any rules, any trial', () => {
  const punto = fc.integer({ min: -3000, max: 3000 }).map((n) => n / 1000)
  const terna = fc.tuple(punto, punto, punto)
  const punti = fc.oneof(
    fc.record({ tipo: fc.constant('fissi' as const), corretta: punto, sbagliata: punto, omessa: punto }),
    fc.record({ tipo: fc.constant('per_difficolta' as const), corretta: terna, sbagliata: terna, omessa: terna }),
    fc.record({ tipo: fc.constant('per_risposta' as const), omessa: punto }),
  )
  const regole = fc
    .record({
      base: punto,
      risposta_multipla: fc.constantFrom('omessa' as const, 'sbagliata' as const),
      sezioni: fc.array(punti, { minLength: 1, maxLength: 4 }),
    })
    .map(({ sezioni, ...r }) => leggi({ ...r, sezioni: sezioni.map((p, i) => ({ nome: `S${i}`, punti: p })) }))
  const domanda = fc.record({
    sezione: fc.nat(3),
    corretta: fc.option(fc.integer({ min: 1, max: 4 })),
    punti: fc.option(fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 2, maxLength: 5 })),
    difficolta: fc.option(fc.constantFrom<Difficolta>(1, 2, 3)),
  })
  const segni = fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { maxLength: 3 })
  const prova = fc.tuple(regole, fc.array(fc.tuple(domanda, segni), { maxLength: 40 })).map(([r, voci]) => ({
    regole: r,
    domande: voci.map(([d]) => ({ ...d, sezione: d.sezione % r.sezioni.length })),
    segni: voci.map(([, s]) => s),
  }))

  it('points and what was lost make the best score, in whole thousandths, in total and by section', () => {
    fc.assert(
      fc.property(prova, (p) => {
        const fatto = scoreProva(p.regole, p.domande, p.segni)
        for (const c of [fatto, ...fatto.sezioni]) {
          expect(Number.isInteger(c.punti)).toBe(true)
          expect(c.punti + c.persi_errate + c.persi_intermedie + c.persi_omesse).toBe(
            c.massimo - giusteSottoIlMassimo(p, c === fatto ? null : (c as { nome: string }).nome),
          )
        }
        expect(fatto.sezioni.reduce((n, s) => n + s.punti, fatto.base)).toBe(fatto.punti)
        expect(fatto.corrette + fatto.errate + fatto.intermedie + fatto.omesse + fatto.non_valutate).toBe(
          p.domande.length,
        )
      }),
    )
  })

  it('the order of the questions changes nothing', () => {
    fc.assert(
      fc.property(prova, (p) => {
        const girata = scoreProva(p.regole, p.domande.toReversed(), p.segni.toReversed())
        expect(girata).toEqual(scoreProva(p.regole, p.domande, p.segni))
      }),
    )
  })

  /** Odd rules may pay a blank more than the right answer: then right answers lose points too, and no list names them. */
  function giusteSottoIlMassimo(
    p: { regole: Regolamento; domande: DomandaProva[]; segni: GivenMarks[] },
    nome: string | null,
  ) {
    return p.domande.reduce((sum, d, i) => {
      const sezione = p.regole.sezioni[d.sezione]
      if (!sezione || (nome !== null && sezione.nome !== nome)) return sum
      const sola = { ...p.regole, base: 0 }
      const voce = scoreProva(sola, [d], [p.segni[i] ?? []])
      return sum + (voce.corrette === 1 ? voce.massimo - voce.punti : 0)
    }, 0)
  }
})
