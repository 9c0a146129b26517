import { describe, expect, it, test } from 'vitest'
import { esameOfModello } from '#rules/esame'
import { factsOf } from '#rules/istruzioni'
import { MODELLI } from '#rules/regolamento/modelli'
import { COSE, formatCose, isCose, isEve, parseCose } from '#rules/vigilia'
import { vigiliaText } from '#src/text/vigilia'

const DAY = '2026-12-12'

describe('[FG7] the eve of an exam', () => {
  test.each([
    ['2026-12-10', false],
    ['2026-12-11', true],
    ['2026-12-12', true],
    ['2026-12-13', false],
  ])('on %s: %s', (today, shown) => expect(isEve(today, DAY)).toBe(shown))

  it('is the day before also over the end of a year and when clocks change', () => {
    expect([isEve('2026-12-31', '2027-01-01'), isEve('2027-03-27', '2027-03-28')]).toEqual([true, true])
  })

  it('what was ticked is of that day alone, in the order of the screen, and nothing else is a thing', () => {
    const kept = formatCose(DAY, ['penna', 'documento'])
    expect(parseCose(kept, DAY)).toEqual(['documento', 'penna'])
    expect(parseCose(kept, '2026-12-13')).toEqual([])
    expect(parseCose(`${DAY}:ombrello,penna`, DAY)).toEqual(['penna'])
    expect(parseCose('', DAY)).toEqual([])
    expect([formatCose(DAY, COSE), kept, `${DAY}:`].map(isCose)).toEqual([true, true, true])
    expect(['2026-13-40:penna', 'penna', 7, null, `${DAY}:${'a'.repeat(300)}`, `${DAY}:a b`].map(isCose)).toEqual(
      Array(6).fill(false),
    )
  })
})

describe('[FG8] how an exam is scored, by its own rules', () => {
  const esame = {
    ...{ fonte: 'Bando', domande: 40, corretta: 750, sbagliata: -250, soglia: 21_000, massimo: 30_000 },
    quote: [],
  }
  const nothing = { extra: 0, proprie: false }

  it('the time of a question has the extra time in it, and answering pays from the break-even', () => {
    const facts = factsOf({ ...esame, durata: 3_600_000 }, { ...nothing, extra: 50 })
    expect(facts).toMatchObject({ durata: 5_400_000, a_domanda: 135_000, omessa: 0, conviene: 0.25, multipla: false })
    expect(vigiliaText.tempo_valore(facts, 50)).toBe('1 ora e 30 minuti con il tuo 50% in più')
    expect(vigiliaText.soglia_valore(facts)).toBe('21 su 30')
    expect(factsOf({ ...esame, omessa: -150, multipla: 'sbagliata' }, nothing)).toMatchObject({
      omessa: -150,
      multipla: true,
    })
  })

  it('what nobody knows is in the call: time, threshold, points that a source leaves out, blanks of one’s own four numbers', () => {
    const unknown = factsOf({ ...esame, soglia: null }, { ...nothing, ignoti: ['punti'] })
    expect(unknown).toMatchObject({ durata: null, corretta: null, errata: null, omessa: null, conviene: null })
    expect([
      vigiliaText.tempo_valore(unknown, 50),
      vigiliaText.soglia_valore(unknown),
      vigiliaText.punti(unknown.errata),
    ]).toEqual(Array(3).fill('leggi il bando'))
    expect(factsOf(esame, { ...nothing, proprie: true })).toMatchObject({ errata: -250, omessa: null, conviene: null })
    expect(factsOf(esame, { ...nothing, ignoti: ['omessa'] })).toMatchObject({ errata: -250, omessa: null })
    for (const m of MODELLI.filter((m) => m.non_indicati?.includes('punti'))) {
      const known = esameOfModello(m)
      if (known) expect(factsOf(known, { ...nothing, ignoti: m.non_indicati })).toMatchObject({ corretta: null })
    }
  })
})
