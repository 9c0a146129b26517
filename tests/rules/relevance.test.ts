import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { relevanceRank } from '#rules/relevance'
import { parseQuery, searchableText } from '#rules/text'

const rank = (testo: string, risposte: string[], query: string) =>
  relevanceRank(searchableText({ testo, risposte }), parseQuery(query))

describe('what a search is nearest to [SC13]', () => {
  it.each([
    ['L’accesso civico è gratuito?', [], 0],
    ['Accesso: quello civico è gratuito?', [], 1],
    ['L’accesso agli atti, disciplinato da una legge del 1990, e quello che altri chiamano civico', [], 2],
    ['Il difensore civico decide?', ['Sull’accesso agli atti'], 3],
    ['Che cosa è gratuito?', ['L’accesso civico'], 3],
    ['Che cosa è l’accesso?', [], 4],
  ] as const)('%s %j: %i', (testo, risposte, expected) => {
    expect(rank(testo, [...risposte], 'accesso civico')).toBe(expected)
  })

  it('the order of the words typed does not matter, and one word is near itself', () => {
    expect(rank('Civico è l’accesso', [], 'accesso civico')).toBe(1)
    expect(rank('Accesso', [], 'accesso')).toBe(0)
    expect(rank('Domanda', ['Accesso'], 'accesso')).toBe(3)
  })

  it('more words between never bring it nearer', () => {
    const words = fc.array(fc.constantFrom('il', 'della', 'atto', 'comune'), { maxLength: 12 })
    fc.assert(
      fc.property(words, words, (few, more) => {
        const between = (w: readonly string[]) => rank(`accesso ${[...w, 'civico'].join(' ')}`, [], 'accesso civico')
        expect(between([...few, ...more])).toBeGreaterThanOrEqual(between(few))
      }),
    )
  })
})
