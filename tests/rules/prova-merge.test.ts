import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EMPTY_VOCE, stepProva, type Voce } from '#rules/prova/machine'
import { mergeFixedVoce, mergeProva, mergeVoce } from '#rules/prova/merge'
import { startProva } from './start-prova.ts'
import { voce } from './voce.ts'

describe('one trial on two devices', () => {
  it('a place merged is the same whichever comes first, and merging again changes nothing', () => {
    fc.assert(
      fc.property(voce, voce, voce, (a, b, c) => {
        expect(mergeVoce(a, b)).toEqual(mergeVoce(b, a))
        expect(mergeVoce(a, mergeVoce(a, b))).toEqual(mergeVoce(a, b))
        expect(mergeVoce(mergeVoce(a, b), c)).toEqual(mergeVoce(a, mergeVoce(b, c)))
      }),
    )
  })

  it('[D25] whatever was marked, flagged, struck out, changed and taken off on the second device holds against the copy of the first', () => {
    const regole = { navigazione: 'libera', correzioni: 'fino_alla_consegna', pausa: false } as const
    const passo = fc.oneof(
      fc.record({ tipo: fc.constant('segna' as const), indice: fc.nat(2), risposta: fc.integer({ min: 1, max: 4 }) }),
      fc.record({ tipo: fc.constant('cancella' as const), indice: fc.nat(2) }),
      fc.record({ tipo: fc.constant('rivedi' as const), indice: fc.nat(2), vero: fc.boolean() }),
      fc.record({
        tipo: fc.constant('escludi' as const),
        indice: fc.nat(2),
        risposta: fc.integer({ min: 1, max: 4 }),
        vero: fc.boolean(),
      }),
    )
    fc.assert(
      fc.property(fc.array(passo), fc.array(passo), fc.nat(90_000), (prima, poi, fermo) => {
        let p = startProva([4, 4, 4], regole, { durata: null, fine: null, at: 0 })
        const vai = (passi: typeof prima) => {
          for (const e of passi) {
            const esito = stepProva(p, { ...e, at: 0 })
            if (esito.ok) p = esito.prova
          }
        }
        vai(prima)
        // The first device stays on its place for a while, and nobody hears of it.
        const vecchie = new Map([0, 1, 2].map((i) => [i, { ...(p.voci.get(i) ?? EMPTY_VOCE), ms: fermo }]))
        vai(poi)
        const { voci } = mergeProva({ indice: 0, voci: vecchie }, p, {
          sezioni: [0, 0, 0],
          fini: null,
          regole,
        })
        const segni = (v: Voce = EMPTY_VOCE) => ({ ...v, ms: 0 })
        for (const i of [0, 1, 2]) expect(segni(voci.get(i))).toEqual(segni(p.voci.get(i)))
      }),
    )
  })

  it('a flag or a strike kept before its changes were counted is there, until it is taken off', () => {
    const vecchia = { ...EMPTY_VOCE, da_rivedere: true, escluse: [1, 3] }
    expect(mergeVoce(vecchia, EMPTY_VOCE)).toEqual(vecchia)
    expect(mergeVoce(vecchia, { ...EMPTY_VOCE, escluse: [2] })).toEqual({ ...vecchia, escluse: [1, 2, 3] })
    const tolte = { ...EMPTY_VOCE, cambi_rivedi: 1, escluse: [3], cambi_escluse: 1 }
    expect(mergeVoce(vecchia, tolte)).toEqual(tolte)
    expect(mergeVoce(tolte, vecchia)).toEqual(tolte)
  })

  it('nobody goes back where the rules only go forward, and a place that does not exist is none', () => {
    const altrove = { indice: 2, voci: new Map([[7, { ...EMPTY_VOCE, risposta: 1 }]]) }
    const qui = { indice: 3, voci: new Map([[0, { ...EMPTY_VOCE, risposta: 1 }]]) }
    const regole = { navigazione: 'solo_avanti', correzioni: 'fino_alla_consegna', pausa: false } as const
    const unita = mergeProva(qui, altrove, { sezioni: [0, 0, 0, 0, 0], fini: null, regole })
    expect([unita.indice, [...unita.voci.keys()]]).toEqual([3, [0]])
    expect(mergeProva(altrove, qui, { sezioni: [0, 0, 0, 0, 0], fini: null, regole }).indice).toBe(3)
  })

  it('where a mark is never changed the first one that the server received holds on every device, in whatever order they come', () => {
    const regole = { navigazione: 'libera', correzioni: 'mai', pausa: false } as const
    expect(mergeFixedVoce({ ...EMPTY_VOCE, risposta: 1 }, { ...EMPTY_VOCE, risposta: 3, cambi: 2 })).toMatchObject({
      risposta: 1,
      cambi: 0,
    })
    fc.assert(
      fc.property(fc.array(voce, { minLength: 1, maxLength: 4 }), (dispositivi) => {
        // Each device sends what it has, then takes what the server keeps.
        const server = dispositivi.reduce(mergeFixedVoce, EMPTY_VOCE)
        expect(server.risposta).toBe(dispositivi.find((v) => v.risposta !== null)?.risposta ?? null)
        for (const mia of dispositivi) {
          const { voci } = mergeProva(
            { indice: 0, voci: new Map([[0, mia]]) },
            { indice: 0, voci: new Map([[0, server]]) },
            { sezioni: [0], fini: null, regole },
          )
          expect(voci.get(0)).toEqual(server)
        }
      }),
    )
  })
})
