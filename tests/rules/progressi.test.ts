import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { italianDay, mondayOf } from '#rules/italian-day'
import { LIVELLI, type Livello } from '#rules/livello'
import {
  CORRETTA,
  composeProgressi,
  countDays,
  countStreak,
  ERRATA,
  type Passo,
  readPasso,
  sumWeeks,
  WEEKS_TOLD,
} from '#rules/progressi'
import { packPasso } from './passo.ts'

type Step = { minute: number; domanda: number } & Passo
const minute = (iso: string) => Date.parse(iso) / 60_000
const step = (iso: string, domanda: number, altro: Partial<Passo> = {}): Step => ({
  minute: minute(iso),
  domanda,
  esito: CORRETTA,
  prima: 0,
  dopo: 2,
  decimi: 100,
  ...altro,
})

/** Columns as the store gives them. */
const columns = (steps: readonly Step[]) => ({
  minuti: Int32Array.from(steps, (s) => s.minute),
  domande: Int32Array.from(steps, (s) => s.domanda),
  stati: Int32Array.from(steps, packPasso),
})
type Known = { domanda: number; materia?: number; livello: Livello; minute?: number }
const touched = (known: readonly Known[]) => ({
  domande: Int32Array.from(known, (k) => k.domanda),
  materie: Int32Array.from(known, (k) => k.materia ?? 1),
  livelli: Int32Array.from(known, (k) => k.livello),
  minuti: Int32Array.from(known, (k) => k.minute ?? 0),
})

describe('days of practice [PG1]', () => {
  it('belong to the Italian day, in summer and in winter time', () => {
    const days = countDays(
      columns([
        step('2026-07-01T21:59:00Z', 1),
        step('2026-07-01T22:00:00Z', 2, { esito: ERRATA }),
        step('2026-12-01T22:59:00Z', 3, { prima: 4 }),
        step('2026-12-01T23:00:00Z', 4, { esito: 0 }),
      ]),
      '',
    )
    expect(days).toEqual([
      { giorno: '2026-07-01', risposte: 1, giuste: 1, nuove: 1, ms: 10_000 },
      { giorno: '2026-07-02', risposte: 1, giuste: 0, nuove: 1, ms: 10_000 },
      { giorno: '2026-12-01', risposte: 1, giuste: 1, nuove: 0, ms: 10_000 },
    ])
  })

  it('each minute has the day that its instant has', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 29_000_000, max: 30_500_000 }), { maxLength: 40 }), (minutes) => {
        const days = countDays(columns(minutes.map((m) => ({ ...step('2026-01-01T00:00:00Z', 1), minute: m }))), '')
        const expected = new Map<string, number>()
        for (const m of minutes) expected.set(italianDay(m * 60_000), (expected.get(italianDay(m * 60_000)) ?? 0) + 1)
        expect(new Map(days.map((d) => [d.giorno, d.risposte]))).toEqual(expected)
      }),
    )
  })
})

describe('levels week by week [PG2]', () => {
  const today = '2026-11-26'

  it('follow the steps, count what another device answered from its date, and end with today', () => {
    const told = composeProgressi(
      columns([
        step('2026-11-10T10:00:00Z', 1, { dopo: 2 }),
        step('2026-11-18T10:00:00Z', 1, { prima: 2, dopo: 3 }),
        step('2026-11-25T10:00:00Z', 2, { esito: ERRATA, dopo: 1 }),
      ]),
      touched([
        { domanda: 1, livello: 0 },
        { domanda: 2, livello: -2 },
        { domanda: 3, livello: 1, minute: minute('2026-11-19T10:00:00Z') },
      ]),
      { totale: 10, today },
    )
    expect(told.settimane).toEqual([
      { lunedi: '2026-11-09', per_livello: { [-99]: 9, [-2]: 0, [-1]: 1, 0: 0, 1: 0 } },
      { lunedi: '2026-11-16', per_livello: { [-99]: 8, [-2]: 0, [-1]: 0, 0: 1, 1: 1 } },
      { lunedi: '2026-11-23', per_livello: { [-99]: 7, [-2]: 1, [-1]: 0, 0: 1, 1: 1 } },
    ])
  })

  it('every week adds up to the bank, and there are at most twelve', () => {
    const steps = fc.array(
      fc.record({
        days: fc.integer({ min: 0, max: 200 }),
        domanda: fc.integer({ min: 1, max: 20 }),
        dopo: fc.integer({ min: 0, max: 7 }),
      }),
      { maxLength: 60 },
    )
    fc.assert(
      fc.property(steps, (drawn) => {
        const sorted = [...drawn].sort((a, b) => b.days - a.days)
        const made = sorted.map(({ days, domanda, dopo }) =>
          step(new Date(Date.parse('2026-11-26T10:00:00Z') - days * 86_400_000).toISOString(), domanda, { dopo }),
        )
        const last = new Map(made.map((s) => [s.domanda, LIVELLI[s.dopo] ?? -99]))
        const known = [...last].map(([domanda, livello]) => ({ domanda, livello }))
        const { settimane } = composeProgressi(columns(made), touched(known), { totale: 30, today })
        expect(settimane.length).toBeLessThanOrEqual(WEEKS_TOLD)
        expect(settimane.at(-1)?.lunedi).toBe(mondayOf(today))
        for (const { per_livello } of settimane) {
          const counts = Object.values(per_livello)
          expect(counts.reduce((a, b) => a + b, 0)).toBe(30)
          expect(Math.min(...counts)).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })

  it('tells each subject apart', () => {
    const told = composeProgressi(
      columns([
        step('2026-11-24T10:00:00Z', 1),
        step('2026-11-25T10:00:00Z', 2, { esito: ERRATA }),
        step('2026-11-25T10:00:00Z', 3),
      ]),
      touched([
        { domanda: 1, livello: -1, materia: 5 },
        { domanda: 2, livello: -2, materia: 5 },
        { domanda: 3, livello: -1, materia: 0 },
      ]),
      { totale: 3, today },
    )
    expect(told.materie).toEqual([
      { id_materia: 5, risposte: 2, giuste: 1, settimane: [{ lunedi: '2026-11-23', risposte: 2, giuste: 1 }] },
      { id_materia: null, risposte: 1, giuste: 1, settimane: [{ lunedi: '2026-11-23', risposte: 1, giuste: 1 }] },
    ])
  })
})

it('[PG1] a step is one number, and comes back from it', () => {
  const part = (max: number) => fc.integer({ min: 0, max })
  fc.assert(
    fc.property(fc.record({ esito: part(3), prima: part(7), dopo: part(7), decimi: part(3000) }), (passo) => {
      expect(readPasso(packPasso(passo))).toEqual(passo)
    }),
  )
})

describe('weeks and days in a row [PG1]', () => {
  const day = (giorno: string, ms = 1000) => ({ giorno, risposte: 1, giuste: 1, nuove: 0, ms })

  it('a week runs from Monday to Sunday, and empty ones are told', () => {
    const weeks = sumWeeks(
      [day('2026-11-08'), day('2026-11-22'), day('2026-11-23'), day('2026-11-26')],
      '2026-11-26',
      3,
    )
    expect(weeks.map(({ giorno, risposte, ms }) => [giorno, risposte, ms])).toEqual([
      ['2026-11-09', 0, 0],
      ['2026-11-16', 1, 1000],
      ['2026-11-23', 2, 2000],
    ])
  })

  it.each([
    [[], 0],
    [['2026-11-26'], 1],
    [['2026-11-25'], 1],
    [['2026-11-24'], 0],
    [['2026-11-23', '2026-11-24', '2026-11-25'], 3],
    [['2026-11-23', '2026-11-25', '2026-11-26'], 2],
  ])('%j: %i', (days, n) => {
    expect(
      countStreak(
        days.map((giorno) => ({ giorno })),
        '2026-11-26',
      ),
    ).toBe(n)
  })
})
