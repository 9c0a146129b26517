import { describe, expect, it } from 'vitest'
import { bestCourse, breakEven, breakEvens, type CoachedPlace, cheapestPoint, lostByCause, ownRate } from '#rules/coach'
import type { PuntiTriple } from '#rules/regolamento/types'

const worth = (corretta: number, sbagliata: number, omessa: number) => ({ corretta, sbagliata, omessa })
const RIPAM = worth(750, -250, 0)
const UPP = worth(750, -375, 0)
const ASSISTENTI = worth(1000, -350, -150)
const PARLAMENTO = worth(0, -1000, -800)
const SCUOLA_2012 = worth(1000, -500, 0)

/** Break-evens worked out by hand, as the call's own numbers give them. */
describe('from which share of right answers it pays to answer [CB1]', () => {
  it.each([
    ['RIPAM 2736: 0,75 / −0,25 / 0', RIPAM, 0.25],
    ['UPP 8.171: 0,75 / −0,375 / 0', UPP, 0.375 / 1.125],
    ['MAECI 2021: 1 / −0,33 / 0', worth(1000, -330, 0), 0.33 / 1.33],
    ['Assistenti giudiziari: 1 / −0,35 / −0,15', ASSISTENTI, 0.2 / 1.35],
    ['Parlamento: 0 / −1 / −0,8', PARLAMENTO, 0.2],
    ['Scuola 2012: 1 / −0,5 / 0', SCUOLA_2012, 1 / 3],
    ['Scuola 2021: 2 / 0 / 0', worth(2000, 0, 0), 0],
    ['Trento: 1 / −0,25 / 0', worth(1000, -250, 0), 0.2],
  ])('%s', (_, vale, expected) => {
    expect(breakEven(vale)).toBeCloseTo(expected, 10)
    expect(breakEvens({ tipo: 'fissi', ...vale })).toEqual([breakEven(vale)])
  })

  it('situational questions are never left blank, and points by difficulty have one each', () => {
    expect(breakEvens({ tipo: 'per_risposta', omessa: 0 })).toEqual([0])
    const triple = (...t: PuntiTriple): PuntiTriple => t
    // A notary's preselection: wrong and blank cost the same.
    const cost = triple(-1013, -997, -991)
    expect(breakEvens({ tipo: 'per_difficolta', corretta: triple(0, 0, 0), sbagliata: cost, omessa: cost })).toEqual([
      0,
    ])
    const hard = { corretta: triple(1000, 2000, 3000), sbagliata: triple(-500, -500, -500), omessa: triple(0, 0, 0) }
    expect(breakEvens({ tipo: 'per_difficolta', ...hard })).toEqual([1 / 3, 0.2, 1 / 7])
  })

  it('rules where a right answer gives nothing more have none', () => expect(breakEven(worth(0, 0, 0))).toBeNull())
})

describe('near the threshold [CB2]', () => {
  const course = (punti: number, bianche: number, quota: number, soglia: number, vale = RIPAM) =>
    bestCourse({ punti, bianche, quota, soglia, vale })

  it('RIPAM, 27 right of 40: 20.25 points, and 13 blanks are a certain fail', () => {
    const { rispondi, probabilita, lasciando } = course(20_250, 13, 1 / 3, 21_000)
    expect(lasciando).toBe(0)
    // Answering one blank: a third of a chance to have 21. Two need both right or one: 21.5 with two, 20.75 with one.
    expect(course(20_250, 1, 1 / 3, 21_000)).toMatchObject({ rispondi: 1, probabilita: expect.closeTo(1 / 3, 9) })
    expect(rispondi).toBeGreaterThan(1)
    expect(probabilita).toBeGreaterThan(1 / 3)
  })

  it.each([
    // Already over it: each answer could only take away.
    ['RIPAM, at 21', course(21_000, 4, 0.2, 21_000), 0, 1],
    // 20 points, one right needs 1 more at 1/−0.33: one of two right gives 20.67, both 22.
    ['MAECI-like, two blanks', course(20_000, 2, 0.5, 22_000, worth(1000, -330, 0)), 2, 0.25],
    // UPP: 20.625 and 0.375 missing; one right reaches it, one wrong does not.
    ['UPP, one blank', course(20_625, 1, 0.4, 21_000, UPP), 1, 0.4],
    // Scuola 2012: 34 of 35, two blanks: one answered, half a chance; both answered need both right or 34.5.
    ['Scuola 2012', course(34_000, 2, 0.5, 35_000, SCUOLA_2012), 1, 0.5],
    // Assistenti: a blank costs 0.15, so three answered at least keep what one has.
    ['Assistenti, all known', course(0, 3, 1, 3_000, ASSISTENTI), 3, 1],
    // Trento, 36 of 60 reached with four right more: 0.9^4.
    ['Trento', course(32_000, 4, 0.9, 36_000, worth(1000, -250, 0)), 4, 0.9 ** 4],
  ])('%s', (_, found, rispondi, probabilita) => {
    expect(found.rispondi).toBe(rispondi)
    expect(found.probabilita).toBeCloseTo(probabilita, 9)
  })
})

describe('a person’s own share [CB3]', () => {
  it.each([
    [19, 19, null],
    [20, 9, 0.45],
    [0, 0, null],
  ])('%i answers, %i right', (risposte, corrette, share) => expect(ownRate({ risposte, corrette })).toBe(share))
})

const place = (esito: CoachedPlace['esito'], changes: Partial<CoachedPlace> = {}): CoachedPlace => ({
  esito,
  punti: esito === 'corretta' ? 750 : esito === 'errata' ? -250 : 0,
  massimo: 750,
  vale: RIPAM,
  era_giusta: false,
  mai_vista: false,
  opzioni: 3,
  materia: 'Diritto',
  ...changes,
})

describe('where the points of a trial went [CB4] [CB5]', () => {
  const places = [
    place('corretta'),
    place('errata'),
    place('errata', { era_giusta: true }),
    place('omessa'),
    place('omessa', { mai_vista: true }),
    place('non_valutata', { massimo: 0 }),
  ]

  it('by cause', () => {
    expect(lostByCause(places, true)).toEqual({ errate: 2000, ripensamenti: 1000, omesse: 1500, tempo: 750, doppie: 0 })
    expect(lostByCause(places, false)).toMatchObject({ omesse: 1500, tempo: 0 })
    // A double mark is one of the blanks, or of the wrong ones where the rules say so.
    const doubles = [place('omessa', { doppia: true }), place('errata', { doppia: true })]
    expect(lostByCause(doubles, false)).toMatchObject({ errate: 1000, omesse: 750, doppie: 1750 })
  })

  it.each([
    ['a change of mind before a guess', places, null, { tipo: 'ripensamenti', domande: 1, punti: 1000 }],
    // 13 blanks at one in three: 13 × (750/3 − 250×2/3) = 1083.
    [
      'blanks at one in three',
      Array.from({ length: 13 }, () => place('omessa')),
      null,
      { tipo: 'bianche', domande: 13, punti: 1083 },
    ],
    // The person's own 46 %: 13 × (0.46 × 750 − 0.54 × 250) = 2730.
    [
      'blanks at one’s own share',
      Array.from({ length: 13 }, () => place('omessa')),
      0.46,
      { tipo: 'bianche', punti: 2730 },
    ],
    // Four options at −0.25: a guess gives nothing, so the subject does.
    [
      'a subject where guessing gives nothing',
      [place('omessa', { opzioni: 4 }), place('errata')],
      null,
      { tipo: 'materia', materia: 'Diritto', domande: 2, punti: 1750 },
    ],
    ['nothing', [place('corretta')], null, null],
  ])('%s', (_, list, quota, expected) => {
    const found = cheapestPoint(list, { a_tempo: false, quota })
    if (expected === null) expect(found).toBeNull()
    else expect(found).toMatchObject(expected)
  })

  it('time, when it ended the trial', () => {
    const late = [place('corretta'), ...Array.from({ length: 4 }, () => place('omessa', { mai_vista: true }))]
    expect(cheapestPoint(late, { a_tempo: true, quota: null })).toEqual({ tipo: 'tempo', domande: 4, punti: 3000 })
  })
})
