import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { demoCost, wholeCost } from '#rules/demo-cost'

describe('what a demo account spends', () => {
  it.each([
    ['a bank that fits', 185, 0, 375, { spende: 185, riceve: 185, intera: true }],
    ['a bank larger than what is left', 12_132, 0, 500, { spende: 500, riceve: 500, intera: false }],
    ['nothing left', 608, 0, 0, { spende: 0, riceve: 0, intera: false }],
    ['given already', 608, 500, 0, { spende: 0, riceve: 500, intera: false }],
    ['given in part', 608, 200, 100, { spende: 100, riceve: 300, intera: false }],
    ['more given than it has now', 100, 120, 10, { spende: 0, riceve: 100, intera: true }],
  ])('%s [D41][AC21]', (_, domande, ricevute, left, cost) => {
    expect(demoCost({ domande, ricevute }, left)).toEqual(cost)
  })

  it('never spends more than is left, never brings more than there is, and costs nothing twice [AC21]', () => {
    const n = fc.nat(13_000)
    fc.assert(
      fc.property(n, n, n, (domande, ricevute, left) => {
        const { spende, riceve, intera } = demoCost({ domande, ricevute }, left)
        expect(spende).toBeLessThanOrEqual(left)
        expect(riceve).toBeLessThanOrEqual(domande)
        expect(intera).toBe(riceve === domande)
        expect(demoCost({ domande, ricevute: riceve }, left - spende).spende).toBe(0)
      }),
    )
  })

  it('a draw needs every question of its banks that was not given yet [D41]', () => {
    expect(wholeCost([])).toBe(0)
    expect(
      wholeCost([
        { domande: 185, ricevute: 0 },
        { domande: 116, ricevute: 116 },
        { domande: 423, ricevute: 0 },
      ]),
    ).toBe(608)
  })
})
