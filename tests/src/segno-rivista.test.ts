import { describe, expect, it } from 'vitest'
import { EMPTY_VOCE } from '#rules/prova/machine'
import { reviewMark } from '#src/features/prove/risultati/review-mark'
import { risultatiText } from '#src/text/risultati'

const voce = (risposta: number | null) => ({ ...EMPTY_VOCE, risposta })
const GRADI = { corretta: null, punti: [0, 375, 750], stato: 'valida' as const }
const CHIAVE = { corretta: 2, punti: null, stato: 'valida' as const }
const segni = (
  domanda: typeof GRADI | typeof CHIAVE,
  esito: 'corretta' | 'errata' | 'intermedia' | 'omessa',
  mia: number | null,
) => [1, 2, 3].map((p) => reviewMark(domanda, p, { esito, voce: voce(mia) }))

describe('an answer of the review', () => {
  it('that is worth part of the points is neither right nor wrong, and says its points', () => {
    expect(segni(GRADI, 'intermedia', 2)).toEqual([
      { tone: 'altra', text: 'La meno efficace · 0 punti' },
      { tone: 'neutra', text: 'La tua · Neutra · +0,375 punti' },
      { tone: 'ok', text: 'La più efficace · +0,75 punti' },
    ])
  })

  it('that is the best, the worst, or none, says that', () => {
    expect(segni(GRADI, 'corretta', 3).map((s) => s?.tone)).toEqual(['altra', 'altra', 'ok'])
    expect(segni(GRADI, 'corretta', 3)[2]?.text).toBe('La tua · La più efficace · +0,75 punti')
    expect(segni(GRADI, 'errata', 1).map((s) => s?.tone)).toEqual(['errata', 'altra', 'ok'])
    expect(segni(GRADI, 'omessa', null).map((s) => s?.tone)).toEqual(['altra', 'altra', 'ok'])
  })

  it('with a key is right or wrong', () => {
    expect(segni(CHIAVE, 'errata', 1)).toEqual([
      { tone: 'errata', text: 'La tua risposta' },
      { tone: 'ok', text: 'Risposta corretta' },
      null,
    ])
    expect(segni(CHIAVE, 'corretta', 2)[1]).toEqual({ tone: 'ok', text: 'La tua, corretta' })
  })

  it('of an annulled question says no key and no grade', () => {
    for (const domanda of [GRADI, CHIAVE]) {
      const posto = { esito: 'non_valutata' as const, voce: voce(1) }
      expect([1, 2, 3].map((p) => reviewMark({ ...domanda, stato: 'annullata' }, p, posto))).toEqual([
        { tone: 'altra', text: 'La tua risposta' },
        null,
        null,
      ])
    }
  })

  it('one point is singular', () => {
    expect([1000, -1000, 0, 2000, 500].map(risultatiText.punti_presi)).toEqual([
      '+1 punto',
      '−1 punto',
      '0 punti',
      '+2 punti',
      '+0,5 punti',
    ])
  })
})
