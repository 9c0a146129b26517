import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { apri, type Mondo, value } from '../workers/mondo.ts'

// The bank of tests says a difficulty for three questions of four: easy, medium, hard, none.
describe('the draw of a custom trial', () => {
  let mondo: Mondo
  beforeEach(async () => {
    vi.resetModules()
    mondo = await apri()
    vi.doMock('../../src/store/on-store.ts', () => ({
      onStore: (f: (db: Mondo['db']) => Promise<unknown>) => f(mondo.db),
    }))
  })
  afterEach(() => void vi.doUnmock('../../src/store/on-store.ts'))

  const filtro = (id: number) => ({ id_concorso: 1, conRisposta: true, materie: [id] })

  it('counts what each subject has of every difficulty', async () => {
    const { countMaterieLeft: countMaterie } = await import('#src/features/prove/draw')
    const materie = value(await countMaterie({ id_concorso: 1, conRisposta: true }, 'Senza materia'))
    const tutte = [0, 1, 2, 3].map((d) => materie.reduce((n, m) => n + (m.difficolta[d] ?? 0), 0))
    for (const m of materie) expect(m.difficolta.reduce((a, b) => a + b, 0)).toBe(m.n)
    const domande = Array.from({ length: 60 }, (_, i) => i + 1).filter((p) => p % 5 === 0 || p % 7 !== 0)
    expect(tutte).toEqual([0, 1, 2, 3].map((d) => domande.filter((p) => p % 4 === d).length))
  })

  it('gives so many easy, medium and hard ones, by subject, the same for the same seed', async () => {
    const { drawDomande } = await import('#src/features/prove/draw')
    const quote = [
      { id_materia: 11, numero: 4, sezione: 0 },
      { id_materia: 12, numero: 4, sezione: 0 },
      { id_materia: 13, numero: 3, sezione: 1 },
    ]
    const draw = async (seme: number) => value(await drawDomande(1, quote, filtro, seme, [[2, 4, 2], null]))
    const { domande, sezioni } = await draw(5)
    expect(sezioni).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1])
    const prima = domande.slice(0, 8)
    for (const id of [11, 12]) expect(prima.filter((d) => d.id_materia === id)).toHaveLength(4)
    // Who does not say it is medium.
    expect([1, 2, 3].map((d) => prima.filter((x) => (x.difficolta ?? 2) === d).length)).toEqual([2, 4, 2])
    expect(new Set(domande.map((d) => d.id_domanda)).size).toBe(11)
    expect((await draw(5)).domande.map((d) => d.id_domanda)).toEqual(domande.map((d) => d.id_domanda))
    expect((await draw(6)).domande.map((d) => d.id_domanda)).not.toEqual(domande.map((d) => d.id_domanda))
  })

  it('answers that there are not enough when another tab took them', async () => {
    const { drawDomande } = await import('#src/features/prove/draw')
    const quote = [{ id_materia: 11, numero: 10, sezione: 0 }]
    expect(await drawDomande(1, quote, filtro, 1, [[10, 0, 0]])).toMatchObject({
      error: { codice: 'NESSUNA_DOMANDA' },
    })
  })
})
