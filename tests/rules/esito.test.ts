import { describe, expect, it } from 'vitest'
import { chiaveValida, esitoRisposta, hasChiave, isUncounted } from '#rules/esito'

describe('with a key', () => {
  it.each([
    [2, 2, 'corretta'],
    [2, 1, 'errata'],
    [2, null, 'nulla'],
    [null, 1, 'nulla'],
  ] as const)('[LV5][LV8] key %s, answer %s: %s', (corretta, risposta, atteso) => {
    expect(esitoRisposta({ corretta, punti: null }, risposta)).toBe(atteso)
  })
})

describe('with points', () => {
  it.each([
    [[750, 375, 0], 1, 'corretta'],
    [[750, 375, 0], 2, 'nulla'],
    [[750, 375, 0], 3, 'errata'],
    [[750, 375, 0], null, 'nulla'],
    [[750, 375, 0], 4, 'nulla'],
    [[0, 750, 750], 2, 'corretta'],
    [[0, 750, 750], 3, 'corretta'],
    [[0, 0, 1000, -250], 1, 'nulla'],
    [[0, 0, 1000, -250], 4, 'errata'],
  ] as const)('[EN17][LV8] %j, answer %s: %s', (punti, risposta, atteso) => {
    expect(esitoRisposta({ corretta: null, punti }, risposta)).toBe(atteso)
  })

  it('decide even where a key is given too', () => {
    expect(esitoRisposta({ corretta: 2, punti: [750, 375, 0] }, 2)).toBe('nulla')
  })
})

describe('annulled by the body', () => {
  const chiavi = [
    { corretta: 2, punti: null },
    { corretta: null, punti: [750, 375, 0] },
  ]
  it.each(chiavi)('[EN18][LV8] with %j no answer is right or wrong', (chiave) => {
    const esiti = (stato: 'annullata' | 'contestata' | 'valida') =>
      [1, 2, 3].map((risposta) => esitoRisposta(chiaveValida({ ...chiave, stato }), risposta))
    expect(esiti('annullata')).toEqual(['nulla', 'nulla', 'nulla'])
    for (const stato of ['valida', 'contestata'] as const) {
      expect(esiti(stato)).toEqual([1, 2, 3].map((risposta) => esitoRisposta(chiave, risposta)))
      expect(isUncounted({ stato }, { esito: 'nulla' })).toBe(false)
    }
  })

  it('it is out of the counts, unless it was judged before', () => {
    expect(isUncounted({ stato: 'annullata' }, { esito: 'nulla' })).toBe(true)
    expect(isUncounted({ stato: 'annullata' }, { esito: 'errata' })).toBe(false)
  })
})

it('a question can be scored with a key or with points', () => {
  expect(hasChiave({ corretta: 1 })).toBe(true)
  expect(hasChiave({ corretta: null, punti: [750, 0] })).toBe(true)
  expect(hasChiave({ corretta: null, punti: [] })).toBe(false)
  expect(hasChiave({ corretta: null, punti: null })).toBe(false)
})
