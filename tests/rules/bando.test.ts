import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BandoFacts, bandoFilter, daysToExpiry, expiryLimit, isExpired, NO_BANDO_FILTER } from '#rules/bando'
import { addDays, italianDay, italianInstant, startOfItalianDay } from '#rules/italian-day'

const at = (iso: string) => Date.parse(iso)
const YEARS = { min: at('1997-01-01T00:00:00Z'), max: at('2037-12-31T00:00:00Z') }

describe('[BA3] days to a deadline, on Italian clocks', () => {
  it.each([
    // now, deadline, days
    ['2026-11-26T08:00:00+01:00', '2026-11-26T23:59:59.999+01:00', 0],
    ['2026-11-26T23:59:00+01:00', '2026-11-27T00:01:00+01:00', 1],
    // 23 hours long: the last Sunday of March
    ['2026-03-28T23:30:00+01:00', '2026-03-29T23:59:59.999+02:00', 1],
    ['2026-03-29T00:30:00+01:00', '2026-03-29T23:59:59.999+02:00', 0],
    ['2026-03-29T23:30:00+02:00', '2026-03-30T00:30:00+02:00', 1],
    ['2026-03-28T12:00:00+01:00', '2026-03-30T12:00:00+02:00', 2],
    // 25 hours long: the last Sunday of October
    ['2026-10-25T00:10:00+02:00', '2026-10-25T23:59:59.999+01:00', 0],
    ['2026-10-24T23:59:00+02:00', '2026-10-25T23:59:00+01:00', 1],
    ['2026-10-25T02:30:00+02:00', '2026-10-25T02:30:00+01:00', 0],
    ['2026-10-25T23:59:00+01:00', '2026-10-26T00:00:00+01:00', 1],
    // midnight in Rome is another day elsewhere
    ['2026-11-26T23:30:00Z', '2026-11-27T22:59:59Z', 0],
    ['2026-12-31T22:30:00Z', '2026-12-31T23:30:00Z', 1],
    ['2026-11-28T00:00:00+01:00', '2026-11-27T23:59:59.999+01:00', -1],
  ])('from %s to %s: %s', (now, scadenza, days) => {
    expect(daysToExpiry(at(scadenza), at(now))).toBe(days)
  })

  it('is what a calendar in Rome counts', () => {
    const rome = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome', dateStyle: 'short' })
    fc.assert(
      fc.property(fc.integer(YEARS), fc.integer(YEARS), (now, scadenza) => {
        const [from, to] = [now, scadenza].map((ms) => Date.parse(`${rome.format(ms)}T12:00:00Z`)) as [number, number]
        expect(daysToExpiry(scadenza, now)).toBe((to - from) / 86_400_000)
      }),
    )
  })

  it('is the same on a device of any zone', () => {
    const script = `
      import('./rules/bando.ts').then(({ daysToExpiry, expiryLimit }) => {
        const all = []
        for (let h = 0; h < 96; h++) {
          const now = Date.parse('2026-03-28T00:00:00Z') + h * 3600000, later = Date.parse('2026-10-24T00:00:00Z') + h * 3600000
          all.push(daysToExpiry(later, now), expiryLimit(h, now), daysToExpiry(later + h * 1800000, later))
        }
        process.stdout.write(JSON.stringify(all))
      })`
    const inZone = (TZ: string) =>
      execFileSync(process.execPath, ['--import', 'tsx', '-e', script], {
        env: { ...process.env, TZ },
        encoding: 'utf8',
      })
    const rome = inZone('Europe/Rome')
    expect(JSON.parse(rome)).toHaveLength(288)
    for (const zone of ['Pacific/Auckland', 'America/Los_Angeles']) expect(inZone(zone)).toBe(rome)
  })

  it('a deadline is in time to its last instant', () => {
    expect([isExpired(10, 10), isExpired(10, 11)]).toEqual([false, true])
  })

  it('the limit of "within n days" is the midnight after the n-th, and nothing lies between it and the count of days', () => {
    fc.assert(
      fc.property(fc.integer(YEARS), fc.nat(120), fc.integer({ min: -500, max: 500 }), (now, giorni, hours) => {
        const limit = expiryLimit(giorni, now)
        expect(italianDay(limit)).toBe(addDays(italianDay(now), giorni + 1))
        expect(italianDay(limit - 1)).toBe(addDays(italianDay(now), giorni))
        const scadenza = limit + hours * 3_600_000
        expect(scadenza < limit).toBe(daysToExpiry(scadenza, now) <= giorni)
      }),
    )
  })

  it('an Italian day begins at its midnight, in both seasons and on both days of the change', () => {
    expect(startOfItalianDay('2026-03-29')).toBe(at('2026-03-29T00:00:00+01:00'))
    expect(startOfItalianDay('2026-03-30')).toBe(at('2026-03-30T00:00:00+02:00'))
    expect(startOfItalianDay('2026-10-25')).toBe(at('2026-10-25T00:00:00+02:00'))
    expect(startOfItalianDay('2026-10-26')).toBe(at('2026-10-26T00:00:00+01:00'))
  })
})

describe('[BA3] an hour on Italian clocks', () => {
  it.each([
    ['2026-11-26', 12, 0, '2026-11-26T12:00:00+01:00'],
    ['2026-07-01', 23, 59, '2026-07-01T23:59:00+02:00'],
    ['2026-03-29', 1, 59, '2026-03-29T01:59:00+01:00'],
    // 02:30 is skipped
    ['2026-03-29', 2, 30, '2026-03-29T03:30:00+02:00'],
    ['2026-03-29', 3, 0, '2026-03-29T03:00:00+02:00'],
    // 02:30 comes twice
    ['2026-10-25', 2, 30, '2026-10-25T02:30:00+02:00'],
    ['2026-10-25', 3, 0, '2026-10-25T03:00:00+01:00'],
  ])('%s %s:%s', (day, hours, minutes, iso) => {
    expect(new Date(italianInstant(day, hours, minutes)).toISOString()).toBe(new Date(iso).toISOString())
  })
})

const NOW = at('2026-11-26T10:00:00+01:00')
const bando = (b: Partial<BandoFacts>): BandoFacts => ({
  nome: 'Istruttore amministrativo',
  ente: 'Comune di Forlì',
  tipo_ente: 'ente-locale',
  livello_istruzione: 'diploma',
  settore: 'amministrativo',
  area_geografica: 'nord-est',
  in_evidenza: false,
  scadenza: '2026-12-03T23:59:59.999+01:00',
  ...b,
})

describe('[BA4][SC22] the filters of the calls', () => {
  it.each([
    ['nothing asked', {}, {}, true],
    ['expired a moment ago', {}, { scadenza: '2026-11-26T09:59:59.999+01:00' }, false],
    ['later today', { giorni: 0 }, { scadenza: '2026-11-26T12:00:00+01:00' }, true],
    ['within seven days', { giorni: 7 }, {}, true],
    ['not within six', { giorni: 6 }, {}, false],
    ['the education that is asked', { livello_istruzione: 'diploma' as const }, {}, true],
    ['another education', { livello_istruzione: 'licenza-media' as const }, {}, false],
    ['an education that nobody said', { livello_istruzione: 'diploma' as const }, { livello_istruzione: null }, false],
    ['another sector', { settore: 'sanita' as const }, {}, false],
    ['another area', { area_geografica: 'sud' as const }, {}, false],
    ['another kind of body', { tipo_ente: 'ministero' as const }, {}, false],
    ['featured only', { in_evidenza: true }, {}, false],
    ['featured only, featured', { in_evidenza: true }, { in_evidenza: true }, true],
    ['words of name and body, without accents', { search: '  FORLI istruttore ' }, {}, true],
    ['a word that is not there', { search: 'forlì dirigente' }, {}, false],
  ])('%s', (_, filter, facts, passes) => {
    expect(bandoFilter({ ...NO_BANDO_FILTER, ...filter }, NOW)(bando(facts))).toBe(passes)
  })

  it('goes through 1,500 calls in well under 50 ms', () => {
    const calls = Array.from({ length: 1_500 }, (_, i) => bando({ nome: `Concorso numero ${i}, città di più parole` }))
    const run = () => {
      const start = performance.now()
      const found = calls.filter(bandoFilter({ ...NO_BANDO_FILTER, giorni: 30, search: 'citta 149' }, NOW)).length
      return { found, ms: performance.now() - start }
    }
    const runs = Array.from({ length: 9 }, run)
    expect(runs.every((r) => r.found === runs[0]?.found && r.found > 0)).toBe(true)
    expect(Math.min(...runs.map((r) => r.ms))).toBeLessThan(50)
  })
})
