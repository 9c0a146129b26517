import { describe, expect, it } from 'vitest'
import { type ComparedDomanda, diffBanche } from '#rules/banca-diff'

const asked = (n: number, altro: Partial<ComparedDomanda> = {}): ComparedDomanda => ({
  id_ufficiale: String(n),
  testo: `Quale organo decide in via ordinaria nel caso numero ${n}?`,
  risposte: [`il primo di ${n}`, `il secondo di ${n}`, `il terzo di ${n}`],
  corretta: 1,
  immagine: null,
  ...altro,
})
const bank = (...numbers: number[]) => numbers.map((n) => asked(n))

describe('two versions of a bank', () => {
  it('that are equal change nothing', () => {
    const diff = diffBanche(bank(1, 2, 3), bank(1, 2, 3))
    expect(diff).toEqual({ matches: [0, 1, 2], unchanged: 3, edited: [], keyChanged: [], added: [], removed: [] })
  })

  it('numbered again match by their texts, not by their numbers', () => {
    const next = [asked(3, { id_ufficiale: '1' }), asked(1, { id_ufficiale: '2' }), asked(9, { id_ufficiale: '3' })]
    const diff = diffBanche(bank(1, 2, 3), next)
    expect(diff.matches.slice(0, 2)).toEqual([2, 0])
    expect(diff.unchanged).toBe(2)
  })

  it('of one number and quite other words are two questions', () => {
    const other = asked(2, { testo: 'In che anno fu firmato il trattato?', risposte: ['1951', '1957', '1992'] })
    const diff = diffBanche(bank(1, 2), [asked(1), other])
    expect(diff).toMatchObject({ matches: [0, null], added: [1], removed: [1] })
  })

  it('name the questions whose right answer is another one, also where the answers only moved', () => {
    const moved = asked(2, { risposte: ['il terzo di 2', 'il primo di 2', 'il secondo di 2'], corretta: 2 })
    const diff = diffBanche(bank(1, 2, 3), [asked(1, { corretta: 2 }), moved, asked(3)])
    expect(diff).toMatchObject({ keyChanged: [0], edited: [1], unchanged: 1, removed: [] })
  })

  it('tell an edited text by its number', () => {
    const diff = diffBanche(bank(1, 2), [
      asked(1, { testo: 'Quale organo decide, in via ordinaria, nel caso numero uno?' }),
      asked(2),
    ])
    expect(diff).toMatchObject({ edited: [0], unchanged: 1, added: [], removed: [] })
  })

  it('with a question twice give each its own', () => {
    const diff = diffBanche(
      [...bank(1), asked(1, { id_ufficiale: '7' })],
      [asked(1, { id_ufficiale: '7' }), ...bank(1)],
    )
    expect(diff).toMatchObject({ matches: [1, 0], unchanged: 2 })
  })

  it('of 6,000 questions are compared in seconds, 5,020 of them the same', () => {
    const old = Array.from({ length: 6000 }, (_, i) => asked(i))
    const next = [
      ...old.slice(980),
      ...Array.from({ length: 980 }, (_, i) => asked(10_000 + i, { testo: `Chi firmò l’atto ${i} del registro?` })),
    ]
    const diff = diffBanche(old, next)
    expect(diff).toMatchObject({ unchanged: 5020 })
    expect(diff.added).toHaveLength(980)
  })
})
