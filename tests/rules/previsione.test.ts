import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Esame, esameOfModello, esameOfSimulazione, formatEsame, parseEsame, regoleOfEsame } from '#rules/esame'
import {
  type Calibrazione,
  calibrate,
  calibratedLogit,
  type EsamePrevisto,
  firstTryRate,
  predictEsame,
  type Riscontro,
} from '#rules/previsione'
import { createRandom } from '#rules/random'
import { MODELLI } from '#rules/regolamento/modelli'

const EXACT: Calibrazione = { coefficienti: [0, 1, 0, 0], deviazione: 0, opzioni: 4 }
const RIPAM = { corretta: 750, sbagliata: -250 }
const exam = (more: Partial<EsamePrevisto['sezioni'][number]>): EsamePrevisto => ({
  base: 0,
  massimo: 30_000,
  soglia: 21_000,
  sezioni: [{ domande: 40, punti: RIPAM, viste: new Float64Array(), mai_viste: [], ...more }],
})
/** Log-odds of what is surely remembered, and of what is surely not. */
const SURE = 20

describe('what the exam would give [PV4]', () => {
  it('is the best score where everything is remembered, and a guess where nothing is', () => {
    const best = predictEsame(exam({ viste: new Float64Array(100).fill(SURE) }), EXACT, 1)
    expect([best.mediana, best.da, best.a, best.p_soglia, best.mancano]).toEqual([30_000, 30_000, 30_000, 1, 0])
    const none = predictEsame(exam({ viste: new Float64Array(100).fill(-SURE) }), EXACT, 1)
    // A quarter of 40 right: 10 × 0,75 − 30 × 0,25 = 0; 21 more right ones, a point each.
    expect(Math.abs(none.mediana)).toBeLessThanOrEqual(1000)
    expect(none.p_soglia).toBe(0)
    expect(none.mancano).toBeGreaterThanOrEqual(20)
  })

  it('draws the same exams from the same seed, in order', () => {
    const half = exam({ viste: new Float64Array(50).fill(SURE), mai_viste: [{ quante: 50, giuste: 0.4, prove: 30 }] })
    const one = predictEsame(half, EXACT, 7)
    expect(predictEsame(half, EXACT, 7)).toEqual(one)
    expect([...one.punteggi]).toEqual([...one.punteggi].sort((a, b) => a - b))
    expect(one.da).toBeLessThan(one.mediana)
    expect(one.a).toBeGreaterThan(one.mediana)
  })

  it('more remembered never gives less', () => {
    fc.assert(
      fc.property(fc.nat(100), fc.nat(100), fc.integer(), (a, b, seed) => {
        const of = (known: number) =>
          predictEsame(
            exam({ viste: Float64Array.from({ length: 100 }, (_, i) => (i < known ? SURE : -SURE)) }),
            EXACT,
            seed,
          )
        expect(of(Math.max(a, b)).mediana).toBeGreaterThanOrEqual(of(Math.min(a, b)).mediana)
      }),
      { numRuns: 20 },
    )
  })

  it('has no threshold to miss where the exam has none, and no questions where the bank has none', () => {
    const { p_soglia, mancano, mediana } = predictEsame({ ...exam({}), soglia: null }, EXACT, 1)
    expect([p_soglia, mancano, mediana]).toEqual([null, null, 0])
  })
})

describe('the calibration [PV2]', () => {
  it('leaves the model as it is without answers', () => {
    expect(calibrate([], 4).coefficienti).toEqual([0, 1, 0, 0])
    expect(calibratedLogit(EXACT, { ricordo: 0.8, giorni: 3, livello: -1 })).toBeCloseTo(Math.log(4))
  })

  it.each([
    ['forgets less than the model says', 0.95],
    ['forgets more', 0.4],
  ])('follows a person who %s', (_name, truth) => {
    const random = createRandom(5)
    const answers = Array.from(
      { length: 800 },
      (): Riscontro => ({
        ricordo: 0.7,
        giorni: 4,
        livello: -1,
        giusta: random(1000) < 1000 * (truth + (1 - truth) / 4),
      }),
    )
    const x = calibratedLogit(calibrate(answers, 4), { ricordo: 0.7, giorni: 4, livello: -1 })
    expect(1 / (1 + Math.exp(-x))).toBeCloseTo(truth, 1)
  })

  it('stays finite whatever the answers are', () => {
    const riscontro = fc.record({
      ricordo: fc.double({ min: 0, max: 1, noNaN: true }),
      giorni: fc.nat(400),
      livello: fc.constantFrom(-99, -2, -1, 0, 1),
      giusta: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(riscontro, { maxLength: 60 }), fc.integer({ min: 2, max: 5 }), (list, k) => {
        const { coefficienti, deviazione } = calibrate(list, k)
        expect([...coefficienti, deviazione].every(Number.isFinite)).toBe(true)
      }),
    )
  })

  it('a first-try rate rests on the bank, then on chance [PV3]', () => {
    const none = { risposte: 0, giuste: 0 }
    expect(firstTryRate(none, none, 4)).toBe(0.25)
    expect(firstTryRate(none, { risposte: 992, giuste: 498 }, 4)).toBeCloseTo(0.5)
    expect(firstTryRate({ risposte: 200, giuste: 180 }, { risposte: 992, giuste: 498 }, 4)).toBeGreaterThan(0.85)
  })
})

describe('the exam that a person prepares for [PV5]', () => {
  const ripam: Esame = {
    fonte: 'R',
    domande: 40,
    corretta: 750,
    sbagliata: -250,
    soglia: 21_000,
    massimo: 30_000,
    quote: [],
  }
  it('is kept as text and read back; anything else is none', () => {
    expect(parseEsame(formatEsame(ripam))).toEqual(ripam)
    for (const bad of [
      '',
      '{}',
      'null',
      '[]',
      formatEsame({ ...ripam, domande: 0 }),
      formatEsame({ ...ripam, corretta: -1 }),
      formatEsame({ ...ripam, quote: [[0, 1]] }),
    ])
      expect(parseEsame(bad)).toBeNull()
  })

  it('is read from a simulation, with its subjects', () => {
    const s = {
      descrizione: 'Preselettiva',
      numero_domande: 30,
      punteggio_risposte_corrette: 1,
      punteggio_risposte_sbagliate: -0.33,
      punteggio_non_risposte: 0,
      sbarramento: 21,
      materie_simulazione: [
        { id_materia: 3, numero: 20 },
        { id_materia: 4, numero: 10 },
      ],
    }
    const esame = esameOfSimulazione(s)
    expect(esame).toMatchObject({
      sbagliata: -330,
      soglia: 21_000,
      massimo: 30_000,
      quote: [
        [3, 20],
        [4, 10],
      ],
    })
    expect(esame && regoleOfEsame(esame).sezioni.map((x) => [x.domande, x.materie])).toEqual([
      [20, [3]],
      [10, [4]],
    ])
    expect(esameOfSimulazione({ ...s, punteggio_risposte_corrette: 0 })).toBeNull()
    expect(esame).not.toHaveProperty('durata')
    expect(esame).not.toHaveProperty('omessa')
    const blank = esameOfSimulazione({ ...s, punteggio_non_risposte: -0.15 })
    expect(blank && parseEsame(formatEsame(blank))?.omessa).toBe(-150)
    const timed = esameOfSimulazione({ ...s, durata: '01:00:00' })
    expect(timed && parseEsame(formatEsame(timed))?.durata).toBe(3_600_000)
  })

  it('is read from each known competition with one value for right and wrong', () => {
    const known = MODELLI.flatMap((m) => esameOfModello(m) ?? [])
    expect(known.find((e) => e.fonte.startsWith('RIPAM 3997'))).toMatchObject({ ...ripam, fonte: expect.any(String) })
    for (const e of known) expect(parseEsame(formatEsame(e))).toEqual(e)
  })
})
