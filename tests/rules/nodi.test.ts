import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LIVELLI, type Livello } from '#rules/livello'
import { countNodi, type Known } from '#rules/nodi'
import { listBelow } from '#rules/percorso'

const TREE = [
  {
    id_sotto_percorso: 1,
    nome: 'Uno',
    sotto_percorsi: [
      { id_sotto_percorso: 2, nome: 'Due', sotto_percorsi: [{ id_sotto_percorso: 3, nome: 'Tre' }] },
      { id_sotto_percorso: 4, nome: 'Quattro' },
    ],
  },
  { id_sotto_percorso: 5, nome: 'Cinque' },
]
const row = (nodo: number, assegnate: number, non_risposte: number): Known => ({
  id_materia: -nodo,
  totale: assegnate,
  assegnate,
  non_risposte,
  viste: assegnate - non_risposte,
  per_livello: Object.fromEntries(
    LIVELLI.map((l) => [l, l === -99 ? non_risposte : l === 1 ? assegnate - non_risposte : 0]),
  ) as Record<Livello, number>,
})

test('[CP1] [PD2] a node is completed as its own questions and all those below it are, floor of the sum and not of the parts', () => {
  const [one] = countNodi(TREE, [row(1, 3, 3), row(3, 3, 1), row(4, 1, 0)])
  expect(one).toMatchObject({
    totale: 7,
    assegnate: 7,
    non_risposte: 4,
    viste: 3,
    percentuale: 42,
    materie: [-1, -3, -4],
  })
  expect(one?.sotto.map(({ nome, percentuale }) => [nome, percentuale])).toEqual([
    ['Due', 66],
    ['Quattro', 100],
  ])
})

test('[CP1] nodes without questions are left out, and the first level adds up to the whole', () => {
  expect(countNodi(TREE, [row(4, 2, 1)]).map(({ nome }) => nome)).toEqual(['Uno'])
  const counts = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 9 })), {
    minLength: 5,
    maxLength: 5,
  })
  fc.assert(
    fc.property(counts, (list) => {
      const rows = list.map(([n, open], i) => row(i + 1, n, Math.min(n, open)))
      const nodi = countNodi(TREE, rows)
      const sum = (of: (k: { totale: number; non_risposte: number }) => number, all: readonly Known[]) =>
        all.reduce((n, k) => n + of(k), 0)
      expect(nodi.reduce((n, k) => n + k.totale, 0)).toBe(sum((k) => k.totale, rows))
      expect(nodi.reduce((n, k) => n + k.non_risposte, 0)).toBe(sum((k) => k.non_risposte, rows))
      for (const { id_sotto_percorso, materie } of nodi)
        expect(materie).toEqual(listBelow(TREE, id_sotto_percorso).map((id) => -id))
    }),
  )
})
