import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, daysBetween, isDay, italianDay, italianOffset, mondayOf } from '#rules/italian-day'
import { ANCORA_UN_PICCOLO_SFORZO, LE_SAI, LIVELLI, NON_LE_SAI, NON_RISPOSTE, RIPETILE } from '#rules/livello'
import {
  chooseInvito,
  composeAncora,
  composeOggi,
  coveredOn,
  isQuestionDue,
  MASSIMO_AL_GIORNO,
  type MateriaOggi,
  planDay,
  type Vista,
} from '#rules/oggi'

const at = (iso: string) => Date.parse(iso)

describe('the Italian day', () => {
  it.each([
    ['2026-03-29T00:59:59Z', 60, '2026-03-29'],
    ['2026-03-29T01:00:00Z', 120, '2026-03-29'],
    ['2026-10-25T00:59:59Z', 120, '2026-10-25'],
    ['2026-10-25T01:00:00Z', 60, '2026-10-25'],
    ['2026-07-01T21:59:59Z', 120, '2026-07-01'],
    ['2026-07-01T22:00:00Z', 120, '2026-07-02'],
    ['2026-12-31T23:00:00Z', 60, '2027-01-01'],
    ['1970-01-01T00:00:00Z', 60, '1970-01-01'],
    ['2038-01-19T03:14:08Z', 60, '2038-01-19'],
  ])('%s is %s minutes east, on %s', (iso, offset, day) => {
    expect([italianOffset(at(iso)), italianDay(at(iso))]).toEqual([offset, day])
  })

  it('is what a clock in Rome shows', () => {
    const rome = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome', dateStyle: 'short' })
    fc.assert(
      fc.property(fc.integer({ min: at('1997-01-01T00:00:00Z'), max: at('2037-12-31T00:00:00Z') }), (ms) => {
        expect(italianDay(ms)).toBe(rome.format(ms))
      }),
    )
  })

  it('days are counted across both changes of the clock', () => {
    expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2)
    expect(daysBetween('2026-10-26', '2026-10-24')).toBe(-2)
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
    expect([mondayOf('2026-11-25'), mondayOf('2026-11-23'), mondayOf('2026-11-29')]).toEqual(
      Array(3).fill('2026-11-23'),
    )
    expect([isDay('2026-02-30'), isDay('2026-2-3'), isDay('2028-02-29')]).toEqual([false, false, true])
  })
})

describe('the plan of a day', () => {
  it.each([
    [
      '23 days and 1,357 never seen: 59 a day',
      { mai_viste: 1357, viste_oggi: 0, data_prova: '2026-12-18' },
      [23, 59, 59, true],
    ],
    [
      'a day under way keeps its pace',
      { mai_viste: 1317, viste_oggi: 40, data_prova: '2026-12-18' },
      [23, 59, 19, true],
    ],
    [
      'more than asked leaves nothing',
      { mai_viste: 1257, viste_oggi: 100, data_prova: '2026-12-18' },
      [23, 59, 0, true],
    ],
    ['no pace that can be kept', { mai_viste: 12_132, viste_oggi: 0, data_prova: '2026-12-18' }, [23, 528, 528, false]],
    ['no date: one usual sitting', { mai_viste: 300, viste_oggi: 0, data_prova: null }, [null, 20, 20, true]],
    ['the day itself: all that is left', { mai_viste: 10, viste_oggi: 0, data_prova: '2026-11-25' }, [0, 10, 10, true]],
    ['a day that has gone is none', { mai_viste: 10, viste_oggi: 0, data_prova: '2026-11-01' }, [0, 10, 10, true]],
    ['everything seen', { mai_viste: 0, viste_oggi: 0, data_prova: '2026-12-18' }, [23, 0, 0, true]],
  ])('%s', (_name, input, [giorni, al_giorno, oggi, basta]) => {
    expect(planDay({ ...input, today: '2026-11-25' })).toEqual({ giorni, al_giorno, oggi, basta })
  })

  it('says when a bank is covered at a pace', () => {
    expect(coveredOn(100, 20, '2026-11-25')).toBe('2026-11-29')
    expect([coveredOn(0, 20, '2026-11-25'), coveredOn(5, 0, '2026-11-25')]).toEqual(['2026-11-25', null])
  })

  it('errors are due after 1, 3 and 7 Italian days; what is known or unseen never', () => {
    const wrong = at('2026-11-24T22:30:00Z')
    expect([isQuestionDue(NON_LE_SAI, wrong, '2026-11-24'), isQuestionDue(NON_LE_SAI, wrong, '2026-11-25')]).toEqual([
      false,
      true,
    ])
    expect([isQuestionDue(RIPETILE, wrong, '2026-11-26'), isQuestionDue(RIPETILE, wrong, '2026-11-27')]).toEqual([
      false,
      true,
    ])
    expect([
      isQuestionDue(ANCORA_UN_PICCOLO_SFORZO, wrong, '2026-11-30'),
      isQuestionDue(ANCORA_UN_PICCOLO_SFORZO, wrong, '2026-12-01'),
    ]).toEqual([false, true])
    expect([isQuestionDue(LE_SAI, wrong, '2027-11-25'), isQuestionDue(NON_RISPOSTE, wrong, '2027-11-25')]).toEqual([
      false,
      false,
    ])
  })
})

const banca = fc
  .array(fc.record({ unseen: fc.integer({ min: 0, max: 60 }), due: fc.integer({ min: 0, max: 10 }) }), { maxLength: 6 })
  .map((sizes) => {
    let id = 0
    return sizes.map(
      ({ unseen, due }, i): MateriaOggi => ({
        id_materia: i,
        mai_viste: Array.from({ length: unseen }, () => ++id),
        dovute: Array.from({ length: due }, () => ++id),
      }),
    )
  })

describe("today's sitting [OG1]", () => {
  it('has at most n questions, none twice, and as many as there are', () => {
    fc.assert(
      fc.property(banca, fc.integer({ min: 1, max: 60 }), fc.nat(80), (materie, n, oggi) => {
        const ids = composeOggi(materie, { n, oggi })
        const all = materie.flatMap((m) => [...m.mai_viste, ...m.dovute])
        expect(new Set(ids).size).toBe(ids.length)
        expect(ids.length).toBe(Math.min(n, all.length))
      }),
    )
  })

  it('gives every subject its share of the never seen ones, within one question', () => {
    fc.assert(
      fc.property(banca, fc.integer({ min: 1, max: 60 }), (materie, n) => {
        const total = materie.reduce((sum, m) => sum + m.mai_viste.length, 0)
        const ids = new Set(composeOggi(materie, { n, oggi: n }).slice(0, total))
        const got = Math.min(n, total)
        for (const m of materie) {
          const share = total === 0 ? 0 : (got * m.mai_viste.length) / total
          const mine = m.mai_viste.filter((id) => ids.has(id)).length
          expect(Math.abs(mine - share)).toBeLessThanOrEqual(1.5)
        }
      }),
    )
  })

  it('a learner who follows it alone has seen the whole bank by the day of the exam, whenever the pace allows it', () => {
    fc.assert(
      fc.property(banca, fc.integer({ min: 1, max: 40 }), fc.constantFrom(10, 20, 40, 60), (start, days, n) => {
        const exam = addDays('2026-11-25', days)
        const unseen = start.map((m) => [...m.mai_viste])
        const left = () => unseen.reduce((sum, list) => sum + list.length, 0)
        fc.pre(planDay({ mai_viste: left(), viste_oggi: 0, data_prova: exam, today: '2026-11-25' }).basta)
        for (let today = '2026-11-25'; today < exam; today = addDays(today, 1)) {
          let viste_oggi = 0
          for (;;) {
            const { oggi, al_giorno } = planDay({ mai_viste: left(), viste_oggi, data_prova: exam, today })
            expect(al_giorno).toBeLessThanOrEqual(MASSIMO_AL_GIORNO)
            if (oggi === 0) break
            const materie = unseen.map((mai_viste, id_materia) => ({
              id_materia,
              mai_viste,
              dovute: [-1 - id_materia],
            }))
            const ids = new Set(composeOggi(materie, { n, oggi }))
            const before = left()
            for (const [i, list] of unseen.entries()) unseen[i] = list.filter((id) => !ids.has(id))
            viste_oggi += before - left()
          }
        }
        expect(left()).toBe(0)
      }),
    )
  })
})

describe('the one button of the home [OG2]', () => {
  const nothing = { aperta: false, scelte: 0, ancora: true, n_domande: 60 }
  it.each([
    ['a sitting left open comes before all', { ...nothing, aperta: true, scelte: 20, ancora: false }, 'continua'],
    ['a sitting left open of a bank without keys', { ...nothing, aperta: true }, 'continua'],
    ['questions for today', { ...nothing, scelte: 20, ancora: false }, 'comincia'],
    ['all seen and none due', { ...nothing, scelte: 20 }, 'ancora'],
    ['no question has a key', nothing, 'assegna'],
    ['no question at all', { ...nothing, n_domande: 0 }, 'apri'],
  ])('%s', (_name, at, invito) => {
    expect(chooseInvito(at)).toBe(invito)
  })

  it('a further sitting takes the least known, then the longest ago', () => {
    const viste: Vista[] = [
      { id: 1, livello: LE_SAI, quando: 1 },
      { id: 2, livello: RIPETILE, quando: 9 },
      { id: 3, livello: NON_LE_SAI, quando: 9 },
      { id: 4, livello: RIPETILE, quando: 2 },
      { id: 5, livello: LE_SAI, quando: 0 },
    ]
    expect(composeAncora(viste, 4)).toEqual([3, 4, 2, 5])
    expect(composeAncora([], 20)).toEqual([])
  })

  it('it never leaves out a question for one that is known better, or as well and later', () => {
    const vista = fc.record({ livello: fc.constantFrom(...LIVELLI), quando: fc.nat(50) })
    fc.assert(
      fc.property(fc.array(vista, { maxLength: 40 }), fc.integer({ min: 1, max: 20 }), (list, n) => {
        const viste = list.map((v, id) => ({ ...v, id }))
        const ids = new Set(composeAncora(viste, n))
        expect(ids.size).toBe(Math.min(n, viste.length))
        const left = viste.filter((v) => !ids.has(v.id))
        for (const taken of viste.filter((v) => ids.has(v.id)))
          for (const v of left)
            expect(taken.livello < v.livello || (taken.livello === v.livello && taken.quando <= v.quando)).toBe(true)
      }),
    )
  })
})
