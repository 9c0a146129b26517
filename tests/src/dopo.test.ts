import { describe, expect, it } from 'vitest'
import { groupErrors } from '#rules/errori'
import { nextStudyDay } from '#rules/oggi'
import { forecastText } from '#src/features/home/text'
import { dopoText, errorSentence } from '#src/text/dopo'
import { halves, wholes } from '#src/text/previsione'

const of = (...materie: (string | null)[]) =>
  materie.map((materia) => ({ id_materia: materia === null ? null : materia.charCodeAt(0), materia, testo: 'Cosa?' }))
const citing = (...testi: string[]) => testi.map((testo) => ({ id_materia: 1, materia: 'Diritto', testo }))

describe('errors of a sitting', () => {
  it('[OG7] are together by subject, the subject with most of them first, each in its order', () => {
    const errors = of('Logica', null, 'Diritto', 'Logica', 'Diritto', 'Logica').map((e, i) => ({ ...e, i }))
    expect(
      groupErrors(errors, (e) => e).map((g) => [g.name, g.n, g.alike.map((a) => a.errors.map((e) => e.i))]),
    ).toEqual([
      ['Logica', 3, [[0, 3, 5]]],
      ['Diritto', 2, [[2, 4]]],
      [null, 1, [[1]]],
    ])
  })

  it('[OG7] are together by the act that two or more of them cite', () => {
    const errors = citing('Cosa?', 'La L. 241/1990', 'il D.Lgs. 165/2001', 'la legge 7 agosto 1990, n. 241')
    const [group] = groupErrors(errors, (e) => e)
    expect(group?.alike.map((a) => [a.act, a.errors.map((e) => errors.indexOf(e))])).toEqual([
      ['L. 241/1990', [1, 3]],
      [null, [0, 2]],
    ])
    const sentence = (n: number) => errorSentence(errors.slice(1, n), errors)
    expect(errorSentence([errors[1], errors[3]] as typeof errors, errors)).toBe(
      'Tutti e 2 gli errori sono sulla L. 241/1990.',
    )
    expect(errorSentence(errors.slice(1), errors)).toBe('2 errori su 3 sono sulla L. 241/1990.')
    const named = citing('L’art. 1 della Costituzione', 'L’art. 2 della Costituzione', 'Cosa?')
    expect(errorSentence(named, named)).toBe('2 errori su 3 sono sulla Costituzione.')
    expect(sentence(3)).toBeNull()
  })

  it('[VC8] are together by the point that two or more of them are on, the others by act', () => {
    const errors = citing('La L. 241/1990', 'Uno', 'la legge 7 agosto 1990, n. 241', 'Due', 'Tre').map((e, i) => ({
      ...e,
      id_domanda: i + 1,
    }))
    const near = [
      [4, 2],
      [5, 4],
      [5, 99],
    ] as const
    const [group] = groupErrors(errors, (e) => e, near)
    expect(group?.alike.map((a) => [a.near, a.act, a.errors.map((e) => e.id_domanda)])).toEqual([
      [true, null, [2, 4, 5]],
      [false, 'L. 241/1990', [1, 3]],
    ])
  })

  it.each([
    [of(), of('Logica', 'Diritto'), 'Nessun errore.'],
    [of(), of(), null],
    [of('Logica'), of('Logica', 'Logica'), null],
    [of('Logica'), of('Logica', 'Diritto'), 'L’errore è in Logica.'],
    [of('Logica', 'Logica'), of('Logica', 'Diritto'), 'Gli errori sono tutti in Logica.'],
    [of('Logica', 'Logica', 'Diritto'), of('Logica', 'Diritto'), '2 errori su 3 sono in Logica.'],
    [of('Logica', 'Diritto'), of('Logica', 'Diritto'), 'Gli errori sono in 2 materie.'],
    [of(null), of('Logica', null), null],
  ])('are told in a sentence where it tells something', (errors, asked, told) => {
    expect(errorSentence(errors, asked)).toBe(told)
  })

  it.each([
    [1, 'Ripassa l’errore'],
    [2, 'Ripassa i 2 errori'],
    [8, 'Ripassa gli 8 errori'],
    [11, 'Ripassa gli 11 errori'],
    [18, 'Ripassa i 18 errori'],
    [80, 'Ripassa gli 80 errori'],
    [110, 'Ripassa i 110 errori'],
  ])('%i take their article', (n, told) => expect(dopoText.ripassa(n)).toBe(told))
})

describe('the next study day [OG5]', () => {
  it.each([
    ['2026-11-28', null, [], '2026-11-29'],
    ['2026-11-28', null, [6], '2026-11-30'],
    ['2026-11-28', '2026-11-29', [], null],
    ['2026-11-28', '2026-11-28', [], null],
    ['2026-11-28', '2026-11-30', [6], null],
    ['2026-11-28', '2026-12-01', [6], '2026-11-30'],
    ['2026-11-28', '2026-11-01', [], '2026-11-29'],
  ] as const)('after %s with the exam on %s', (today, data_prova, riposo, day) => {
    expect(nextStudyDay(today, data_prova, riposo)).toBe(day)
  })
})

describe('a predicted score', () => {
  it.each([
    [17_400, '17,5', '17'],
    [-1_200, '−1', '−1'],
    [-100, '0', '0'],
  ])('%i thousandths to the half and to the point', (points, half, whole) => {
    expect([halves(points), wholes(points)]).toEqual([half, whole])
  })
})

it('[OG5] asks for the next day of study by its name', () => {
  expect(dopoText.quando('2026-12-07', true, 20)).toBe('Domani alle 8: 20 domande?')
  expect(dopoText.quando('2026-12-07', false, 1)).toBe('Lunedì alle 8: 1 domanda?')
})

it.each([
  [0.04, 'oggi quasi mai ci entri'],
  [0.05, 'ci entri 1 volta su 10'],
  [0.4, 'ci entri 4 volte su 10'],
  [0.94, 'ci entri 9 volte su 10'],
  [0.95, 'ci entri quasi sempre'],
])('a place among published results, got with a probability of %d: %s', (p_posto, told) => {
  const outcome = { titolo: 'Concorso', posti: 10, candidati: 2000 } as Parameters<typeof forecastText.posto>[0]
  expect(forecastText.posto(outcome, { posto: 120, p_posto })).toBe(
    `Fra gli esiti pubblicati di «Concorso» saresti circa al posto 120 su 2.000, per 10 posti: ${told}.`,
  )
})
