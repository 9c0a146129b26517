import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, daysBetween, isDay, italianDay, italianOffset, mondayOf } from '#rules/italian-day'
import { ANCORA_UN_PICCOLO_SFORZO, LE_SAI, NON_LE_SAI, NON_RISPOSTE, RIPETILE } from '#rules/livello'
import {
  chooseInvito,
  composeOggi,
  isQuestionDue,
  type MateriaOggi,
  newWithoutDate,
  offerRitmi,
  orderRipasso,
  type Piano,
  type PianoInput,
  planDay,
  QUANTE_DI_SOLITO,
  sharePiano,
  sumParti,
  usualAnswers,
  type Vista,
  weaveSubjects,
} from '#rules/oggi'

const PLAN = { n_domande: 12_132, scelto: null, usuale: 60, riposo: [] }
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
  const input: PianoInput = {
    mai_viste: 1000,
    viste_oggi: 0,
    n_domande: 12_132,
    data_prova: '2026-12-15',
    inizio: '2026-11-25',
    today: '2026-11-25',
    scelto: null,
    usuale: 60,
    riposo: [],
  }
  it.each<[string, Partial<PianoInput>, Partial<Piano>]>([
    // Twenty days, the last four of review: 1000 over 16.
    ['covers the bank in four fifths of the days', {}, { giorni: 20, al_giorno: 63, oggi: 63, nuove: 63, basta: true }],
    ['a day under way keeps its pace', { mai_viste: 960, viste_oggi: 40 }, { al_giorno: 63, oggi: 23 }],
    ['more than asked leaves nothing', { mai_viste: 900, viste_oggi: 100 }, { al_giorno: 63, oggi: 0 }],
    // Ten days behind, ten to come, of which four of review.
    ['a late date spreads over what is left', { today: '2026-12-05' }, { giorni: 10, al_giorno: 167, basta: false }],
    ['in the last days what is unseen is spread again', { today: '2026-12-12', mai_viste: 40 }, { al_giorno: 20 }],
    ['days off count for nothing', { riposo: [5, 6] }, { giorni: 20, giorni_studio: 14, al_giorno: 91 }],
    ['the goal is within reach', { mai_viste: 12_132 }, { al_giorno: 759, obiettivo: 90, oggi: 90, basta: false }],
    ['never more than nobody keeps up', { mai_viste: 12_132, usuale: 140 }, { obiettivo: 150, alla_prova: 3000 }],
    ['a pace that was chosen holds', { mai_viste: 12_132, scelto: 300 }, { obiettivo: 300, alla_prova: 6000 }],
    // A quarter of what the day has beyond the date's pace.
    ['a usual day stays one', { mai_viste: 100 }, { al_giorno: 7, obiettivo: 60, nuove: 21 }],
    ['no date: one usual sitting is new', { data_prova: null }, { giorni: null, al_giorno: 20, oggi: 20, basta: true }],
    ['the day itself', { today: '2026-12-15', mai_viste: 10 }, { giorni: 0, giorni_studio: 0, al_giorno: 10 }],
    ['a day that has gone is none', { data_prova: '2026-11-01', mai_viste: 10 }, { giorni: 0 }],
    ['no more than there are', { mai_viste: 5, n_domande: 5, data_prova: null }, { obiettivo: 5, nuove: 5, oggi: 5 }],
    ['everything seen', { mai_viste: 0 }, { al_giorno: 0, oggi: 0, obiettivo: 60, basta: true, coperta_il: null }],
  ])('%s [OG3]', (_name, more, expected) => {
    expect(planDay({ ...input, ...more })).toMatchObject(expected)
  })

  it.each([
    [20, 20, 0, 20],
    [20, 20, 8, 12],
    [20, 20, 15, 10],
    [3, 20, 15, 3],
    [0, 0, 9, 0],
    [20, 5, 9, 3],
    [20, -20, 7, 0],
  ])('without a date, of %s new ones with %s to do and %s due %s come [OG1]', (oggi, resta, dovute, news) => {
    expect(newWithoutDate(oggi, { resta, dovute })).toBe(news)
  })

  it('is shared by the banks of one exam, and its parts add up to it [OG8]', () => {
    const small = fc.integer({ min: 0, max: 4000 })
    const parte = fc.record({ mai_viste: small, viste_oggi: small, seen: small })
    fc.assert(
      fc.property(
        fc.array(parte, { minLength: 1, maxLength: 6 }),
        fc.option(fc.integer({ min: 5, max: 300 })),
        (of, scelto) => {
          const parti = of.map(({ seen, ...p }) => ({ ...p, n_domande: seen + p.mai_viste + p.viste_oggi + 1 }))
          const whole = planDay({ ...input, ...sumParti(parti), scelto })
          const shares = parti.map((_, i) => sharePiano(whole, parti, i))
          const sum = (of: (p: Piano) => number) => shares.reduce((total, p) => total + of(p), 0)
          expect(sum((p) => p.obiettivo)).toBe(whole.obiettivo)
          expect(sum((p) => p.nuove)).toBe(whole.nuove)
          expect(sum((p) => p.alla_prova ?? 0)).toBe(whole.alla_prova)
          for (const [i, p] of shares.entries()) {
            expect(p.oggi).toBeLessThanOrEqual(parti[i]?.mai_viste ?? 0)
            expect(p.nuove).toBeLessThanOrEqual((parti[i]?.mai_viste ?? 0) + (parti[i]?.viste_oggi ?? 0))
            expect(p.nuove).toBeGreaterThanOrEqual(0)
          }
        },
      ),
    )
  })

  it('says when a bank is covered at its pace, days off left out', () => {
    expect(planDay(input).coperta_il).toBe('2026-12-10')
    expect(planDay({ ...input, scelto: 20 }).coperta_il).toBe('2027-01-13')
    // Five days of twenty, from Wednesday on, without Saturday and Sunday.
    expect(planDay({ ...input, mai_viste: 100, scelto: 20, riposo: [5, 6], data_prova: '2026-12-02' }).coperta_il).toBe(
      '2026-12-01',
    )
  })

  it('a usual day is the median of the last ones, today left out', () => {
    const days = [10, 200, 30, 40].map((risposte, i) => ({ giorno: `2026-11-2${i}`, risposte }))
    expect(usualAnswers(days, { da: '2026-11-01', today: '2026-11-24' })).toBe(40)
    expect(usualAnswers(days, { da: '2026-11-01', today: '2026-11-22' })).toBe(QUANTE_DI_SOLITO)
  })

  it.each<[Partial<PianoInput>, number[]]>([
    [{ mai_viste: 5000, n_domande: 5000, usuale: 60 }, [60, 90, 100]],
    [{ mai_viste: 12_132, usuale: 140 }, [60, 100, 150]],
    [{ mai_viste: 100, n_domande: 5000 }, [40, 60, 100]],
    [{ mai_viste: 30, n_domande: 30, usuale: 30 }, [20, 30]],
    [{ mai_viste: 5000, n_domande: 5000, usuale: 60, scelto: 300 }, [60, 90, 300]],
    [{ mai_viste: 5000, n_domande: 5000, usuale: 60, scelto: 5 }, [5, 90, 100]],
    [{ mai_viste: 5, n_domande: 5 }, [5]],
  ])('%j offers the paces %j [OG3]', (more, paces) => {
    expect(offerRitmi({ ...input, ...more }).map((r) => r.obiettivo)).toEqual(paces)
  })

  it('each pace on offer has the day that it brings: 11, 20 and 40 a day of 185 questions [OG3]', () => {
    const walked = { mai_viste: 165, viste_oggi: 20, n_domande: 185, usuale: 20 }
    const days = { today: '2026-11-29', inizio: '2026-11-29', data_prova: '2026-12-22' }
    expect(offerRitmi({ ...input, ...walked, ...days })).toMatchObject([
      { obiettivo: 11, basta: true, coperta_il: '2026-12-15' },
      { obiettivo: 20, basta: true, coperta_il: '2026-12-12' },
      { obiettivo: 40, basta: true, coperta_il: '2026-12-08' },
    ])
  })

  it('more a day never ends later, and a choice on offer changes no offer [OG3]', () => {
    const riposo = fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { maxLength: 6 })
    const counts = fc.record({ mai_viste: fc.nat(4000), seen: fc.nat(400), giorni: fc.integer({ min: 1, max: 200 }) })
    fc.assert(
      fc.property(counts, riposo, fc.integer({ min: 1, max: 200 }), ({ mai_viste, seen, giorni }, riposo, usuale) => {
        const n_domande = mai_viste + seen + 1
        const data_prova = addDays(input.today, giorni)
        const asked = { ...input, mai_viste, n_domande, data_prova, riposo, usuale }
        const offers = offerRitmi(asked)
        for (const [i, offer] of offers.entries()) {
          expect(offerRitmi({ ...asked, scelto: offer.obiettivo })).toEqual(offers)
          const { basta, coperta_il } = planDay({ ...asked, scelto: offer.obiettivo })
          expect([offer.basta, offer.coperta_il]).toEqual([basta, coperta_il])
          const before = offers[i - 1]
          if (!before) continue
          expect(before.obiettivo).toBeLessThan(offer.obiettivo)
          if (coperta_il !== null) expect(coperta_il <= (before.coperta_il as string)).toBe(true)
        }
        const own = planDay(asked)
        expect(offers.find((o) => o.obiettivo === own.obiettivo)?.coperta_il).toBe(own.coperta_il)
      }),
    )
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

const banca = fc.array(fc.record({ unseen: fc.nat(60), peso: fc.nat(60) }), { maxLength: 6 }).map((sizes) => {
  let id = 0
  return sizes.map(
    ({ unseen, peso }, i): MateriaOggi => ({
      id_materia: i,
      peso,
      mai_viste: Array.from({ length: unseen }, () => ++id),
    }),
  )
})
const ripasso = fc.nat(20).map((n) => Array.from({ length: n }, (_, i) => -1 - i))

describe('the order MATERIE [SC28]', () => {
  it('has every place once, each subject in its own order and in every beginning by its share', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(4), { maxLength: 80 }), fc.nat(80), (subjects, n) => {
        const places = [...weaveSubjects(subjects)]
        expect(places.toSorted((a, b) => a - b)).toEqual(subjects.map((_, place) => place))
        for (const subject of new Set(subjects)) {
          const own = places.filter((place) => subjects[place] === subject)
          expect(own).toEqual(own.toSorted((a, b) => a - b))
          const beginning = places.slice(0, n)
          const share = (beginning.length * own.length) / subjects.length
          expect(Math.abs(beginning.filter((place) => subjects[place] === subject).length - share)).toBeLessThan(2)
        }
      }),
    )
  })

  it('is the official order where there is one subject', () => {
    expect([...weaveSubjects([7, 7, 7])]).toEqual([0, 1, 2])
    expect([...weaveSubjects([1, 1, 1, 1, 2, 2])]).toEqual([0, 4, 1, 2, 5, 3])
  })
})

describe("today's sitting [OG1]", () => {
  it('has at most n questions, none twice, and as many as there are', () => {
    fc.assert(
      fc.property(
        banca,
        ripasso,
        fc.integer({ min: 1, max: 60 }),
        fc.nat(80),
        fc.nat(80),
        (materie, old, n, oggi, resta) => {
          const ids = composeOggi(materie, old, { n, oggi, resta })
          const all = old.length + materie.reduce((sum, m) => sum + m.mai_viste.length, 0)
          expect(new Set(ids).size).toBe(ids.length)
          expect(ids.length).toBe(Math.min(n, all))
        },
      ),
    )
  })

  it('gives every subject its share by weight, within one question, and those of weight 0 last [OG4]', () => {
    fc.assert(
      fc.property(banca, fc.integer({ min: 1, max: 60 }), (start, n) => {
        const materie = start.map((m) => ({ ...m, peso: m.peso === 0 ? 0 : m.mai_viste.length }))
        const heavy = materie.filter((m) => m.peso > 0)
        const total = heavy.reduce((sum, m) => sum + m.mai_viste.length, 0)
        const ids = new Set(composeOggi(materie, [], { n, oggi: n, resta: n }))
        const got = Math.min(n, total)
        for (const m of heavy) {
          const mine = m.mai_viste.filter((id) => ids.has(id)).length
          expect(Math.abs(mine - (got * m.mai_viste.length) / total)).toBeLessThanOrEqual(1.5)
        }
        for (const m of materie)
          if (m.peso === 0 && got === n) expect(m.mai_viste.some((id) => ids.has(id))).toBe(false)
      }),
    )
  })

  it('mixes new and old as the day still asks them', () => {
    const materie = [{ id_materia: 1, peso: 100, mai_viste: Array.from({ length: 100 }, (_, i) => i) }]
    const old = Array.from({ length: 100 }, (_, i) => -1 - i)
    const news = (at: { n: number; oggi: number; resta: number }) =>
      composeOggi(materie, old, at).filter((id) => id >= 0).length
    expect(news({ n: 20, oggi: 40, resta: 60 })).toBe(14)
    expect(news({ n: 20, oggi: 5, resta: 10 })).toBe(5)
    expect(news({ n: 20, oggi: 0, resta: 60 })).toBe(0)
    expect(composeOggi(materie, [], { n: 20, oggi: 0, resta: 60 })).toHaveLength(20)
  })

  it('a learner who keeps the goal has seen the whole bank before the exam, also after missed days [OG3]', () => {
    const missed = fc.array(fc.boolean(), { minLength: 40, maxLength: 40 })
    fc.assert(
      fc.property(
        banca,
        fc.integer({ min: 1, max: 40 }),
        missed,
        fc.constantFrom(10, 20, 40),
        (start, days, off, n) => {
          const first = '2026-11-25'
          const exam = addDays(first, days)
          const unseen = start.map((m) => [...m.mai_viste])
          const left = () => unseen.reduce((sum, list) => sum + list.length, 0)
          const plan = (today: string, viste_oggi: number) =>
            planDay({ ...PLAN, mai_viste: left(), viste_oggi, data_prova: exam, inizio: first, today })
          for (let day = 0; day < days; day++) {
            if (off[day]) continue
            const today = addDays(first, day)
            // From here on no day is missed: whatever the plan calls enough is enough.
            const promised = plan(today, 0).basta && off.slice(day, days).every((isOff) => !isOff)
            const goal = plan(today, 0).obiettivo
            for (let answers = 0; answers < goal; answers += n) {
              const { oggi } = plan(today, answers)
              const materie = unseen.map((mai_viste, id) => ({ id_materia: id, peso: mai_viste.length, mai_viste }))
              const ids = new Set(composeOggi(materie, [-1], { n, oggi, resta: goal - answers }))
              for (const [i, list] of unseen.entries()) unseen[i] = list.filter((id) => !ids.has(id))
            }
            if (promised && day === days - 1) expect(left()).toBe(0)
          }
        },
      ),
    )
  })
})

describe('the order of review [OG4]', () => {
  it('is by predicted recall, then level, then the longest ago', () => {
    const viste: Vista[] = [
      { id: 1, livello: LE_SAI, quando: 1, ricordo: 0.2 },
      { id: 2, livello: RIPETILE, quando: 9, ricordo: 0.5 },
      { id: 3, livello: NON_LE_SAI, quando: 9, ricordo: 0.5 },
      { id: 4, livello: RIPETILE, quando: 2, ricordo: 0.5 },
      { id: 5, livello: LE_SAI, quando: 0, ricordo: 0.9 },
    ]
    expect(orderRipasso(viste)).toEqual([1, 3, 4, 2, 5])
    expect(orderRipasso(viste.map(({ ricordo: _, ...v }) => v))).toEqual([3, 4, 2, 5, 1])
    expect(orderRipasso([])).toEqual([])
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
})
