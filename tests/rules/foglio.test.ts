import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { hasMarksOf } from '#rules/prova/aperta'
import { isVersione, otherVersione, reorder, semeOf, versioneOf } from '#rules/prova/foglio'
import { EMPTY_VOCE, marksOf, type Prova, type ProvaEvent, stepProva, type Voce } from '#rules/prova/machine'
import { mergeVoce } from '#rules/prova/merge'
import { scoreVoce } from '#rules/regolamento/punteggio'
import { startProva } from './start-prova.ts'

const REGOLE = { navigazione: 'libera', correzioni: 'mai', pausa: false } as const
const foglio = () => startProva([4, 4, 4], REGOLE, { durata: null, fine: null, at: 0, foglio: true })
const segna = (indice: number, risposta: number): ProvaEvent => ({ tipo: 'segna', indice, risposta, at: 1 })
const ancora = (indice: number, risposta: number): ProvaEvent => ({
  tipo: 'segna',
  indice,
  risposta,
  seconda: true,
  at: 1,
})
const fai = (prova: Prova, ...eventi: ProvaEvent[]): Prova =>
  eventi.reduce((p, e) => {
    const passo = stepProva(p, e)
    return passo.ok ? passo.prova : p
  }, prova)

/** A place of a paper sheet: nothing was ever changed. */
const voce: fc.Arbitrary<Voce> = fc
  .tuple(fc.option(fc.integer({ min: 1, max: 4 })), fc.option(fc.integer({ min: 1, max: 3 })), fc.nat(900))
  .map(([risposta, step, ms]) => ({
    ...EMPTY_VOCE,
    risposta,
    ms,
    ...(risposta !== null && step !== null && { doppia: ((risposta - 1 + step) % 4) + 1 }),
  }))

describe('a paper sheet', () => {
  test.each<[string, ProvaEvent[], number[]]>([
    ['nothing is a blank', [], []],
    ['a mark', [segna(0, 2)], [2]],
    ['the same mark again', [segna(0, 2), segna(0, 2)], [2]],
    ['an erasure', [segna(0, 2), { tipo: 'cancella', indice: 0, at: 1 }], [2]],
    ['a second mark', [segna(0, 2), ancora(0, 4)], [2, 4]],
    ['a mark elsewhere that nobody was asked about', [segna(0, 2), segna(0, 4)], [2]],
    ['a third mark', [segna(0, 2), ancora(0, 4), ancora(0, 1)], [2, 4]],
    ['an erasure of two', [segna(0, 2), ancora(0, 4), { tipo: 'cancella', indice: 0, at: 1 }], [2, 4]],
  ])('[FG1] [FG2] %s', (_, eventi, segni) => {
    const voce = fai(foglio(), ...eventi).voci.get(0) ?? EMPTY_VOCE
    expect(marksOf(voce)).toEqual(segni)
    expect(voce.cambi).toBe(0)
  })

  it('[FG1] whatever is touched, what was marked stays marked, and no place has more than two marks', () => {
    const evento = fc.oneof(
      fc.record({
        tipo: fc.constant('segna' as const),
        indice: fc.nat(2),
        risposta: fc.integer({ min: 1, max: 4 }),
        seconda: fc.boolean(),
      }),
      fc.record({ tipo: fc.constant('cancella' as const), indice: fc.nat(2) }),
      fc.record({ tipo: fc.constant('rivedi' as const), indice: fc.nat(2), vero: fc.boolean() }),
    )
    fc.assert(
      fc.property(fc.array(evento), (eventi) => {
        let p = foglio()
        for (const e of eventi) {
          const dopo = fai(p, { ...e, at: 1 })
          for (const [i, prima] of p.voci) {
            const segni = marksOf(dopo.voci.get(i) ?? EMPTY_VOCE)
            expect(segni.slice(0, marksOf(prima).length)).toEqual(marksOf(prima))
            expect(segni.length).toBeLessThanOrEqual(2)
          }
          p = dopo
        }
      }),
    )
  })

  it('elsewhere a second mark takes the place of the first, and none is double', () => {
    const p = startProva([4], { ...REGOLE, correzioni: 'fino_alla_consegna' }, { durata: null, fine: null, at: 0 })
    expect(fai(p, segna(0, 2), segna(0, 4)).voci.get(0)).toMatchObject({ risposta: 4, cambi: 1 })
    const mai = startProva([4], REGOLE, { durata: null, fine: null, at: 0 })
    expect(fai(mai, segna(0, 2), segna(0, 4)).voci.get(0)).toMatchObject({ risposta: 2 })
  })

  it.each([
    ['omessa', { esito: 'omessa', punti: -150 }],
    ['sbagliata', { esito: 'errata', punti: -350 }],
  ] as const)(
    '[FG2] a double mark counts as %s where the rules say so, even with the right answer in it',
    (multipla, atteso) => {
      const punti = { tipo: 'fissi', corretta: 1000, sbagliata: -350, omessa: -150 } as const
      const domanda = { sezione: 0, corretta: 2, punti: null, difficolta: null }
      expect(
        scoreVoce({ risposta_multipla: multipla }, punti, domanda, marksOf({ risposta: 2, doppia: 4 })),
      ).toMatchObject(atteso)
    },
  )

  it('[FG6] of two devices every one keeps the same, in whatever order; a double mark stands over a single one, a single one over a blank', () => {
    fc.assert(
      fc.property(voce, voce, voce, (a, b, c) => {
        expect(mergeVoce(a, b)).toEqual(mergeVoce(b, a))
        expect(mergeVoce(a, a)).toEqual(a)
        expect(mergeVoce(mergeVoce(a, b), c)).toEqual(mergeVoce(a, mergeVoce(b, c)))
        const segni = marksOf(mergeVoce(a, b))
        expect(segni.length).toBe(Math.max(marksOf(a).length, marksOf(b).length))
        expect([marksOf(a), marksOf(b)]).toContainEqual(segni)
      }),
    )
  })

  it('[FG6] a second mark that only one device has is not lost with the other', () => {
    const doppia = new Map([[0, { ...EMPTY_VOCE, risposta: 1, doppia: 3 }]])
    expect(hasMarksOf(new Map([[0, { risposta: 1 }]]), doppia)).toBe(false)
    expect(hasMarksOf(doppia, doppia)).toBe(true)
  })
})

describe('[FG4] versions A and B', () => {
  const sezioni = fc.array(fc.nat(2), { minLength: 1, maxLength: 60 })

  it('version B has the same questions in another order, each in its section, decided by the seed alone', () => {
    fc.assert(
      fc.property(sezioni, fc.integer(), (list, seme) => {
        const order = reorder(list, seme)
        expect([...order].sort((a, b) => a - b)).toEqual(list.map((_, i) => i))
        expect(order.map((place) => list[place])).toEqual(list)
        expect(reorder(list, seme)).toEqual(order)
        const alone = new Set(list).size === list.length
        if (!alone) expect(order).not.toEqual(list.map((_, i) => i))
      }),
    )
  })

  it('chance gives both, the seed of its answers is another, and one is the other of the other', () => {
    const given = Array.from({ length: 1000 }, (_, seme) => versioneOf(seme))
    const many = given.filter((v) => v === 'A').length
    expect(many).toBeGreaterThan(400)
    expect(many).toBeLessThan(600)
    expect(versioneOf(7)).toBe(versioneOf(7))
    expect([semeOf(7, 'A'), semeOf(7, undefined), semeOf(7, 'B') === 7]).toEqual([7, 7, false])
    expect([otherVersione('A'), otherVersione('B')]).toEqual(['B', 'A'])
    expect(['A', 'B', 'C', null, 1].map(isVersione)).toEqual([true, true, false, false, false])
  })
})
