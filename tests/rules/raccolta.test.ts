import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listBelow, listNodi, nameNodi, toMappa } from '#rules/percorso'
import {
  fromPercorsoRecord,
  idOfRaccolta,
  isPercorso,
  materiaOfNodo,
  nodoOfMateria,
  toPercorsoRecord,
  toRaccolta,
} from '#rules/raccolta'

const ALBERO = [
  { id_sotto_percorso: 1, nome: 'Enti', sotto_percorsi: [{ id_sotto_percorso: 2, nome: 'Principi' }] },
  { id_sotto_percorso: 3, nome: 'Contratti', sotto_percorsi: [{ id_sotto_percorso: 4, nome: 'Principi' }] },
]

test('[PD2] [EN43] every collection has one number, and every number is one collection', () => {
  fc.assert(
    fc.property(fc.constantFrom('CONCORSO' as const, 'PERCORSO' as const), fc.integer({ min: 1 }), (contesto, id) => {
      const number = idOfRaccolta({ contesto, id })
      expect(toRaccolta(number)).toEqual({ contesto, id })
      expect(isPercorso(number)).toBe(contesto === 'PERCORSO')
      expect(nodoOfMateria(materiaOfNodo(id))).toBe(id)
    }),
  )
  expect(nodoOfMateria(7)).toBeNull()
})

test('[EN32] [VA22] a record of a path goes to the wire and comes back the same', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1 }), fc.option(fc.integer({ min: 1 })), (id, nodo) => {
      const record = {
        id_domanda: 5,
        id_concorso: -id,
        id_materia: nodo === null ? null : -nodo,
        livello_conoscenza: 1,
      }
      const sent = toPercorsoRecord({ ...record, id_argomento: null, id_sotto_percorso: null })
      expect(sent).toMatchObject({ id_argomento: id, id_sotto_percorso: nodo === null ? null : String(nodo) })
      expect(sent).not.toHaveProperty('id_concorso')
      expect(fromPercorsoRecord(sent, id)).toEqual({ ...record, id_argomento: null, id_sotto_percorso: null })
    }),
  )
  expect(fromPercorsoRecord({ id_sotto_percorso: 'x' }, 1).id_materia).toBeNull()
})

test('[EN12] a tree is listed from the top, its nodes named so that no two are alike, and answered as a map', () => {
  expect(listNodi(ALBERO).map(({ livelli }) => livelli.join(';'))).toEqual(['1', '1;2', '3', '3;4'])
  expect([...nameNodi(ALBERO).values()]).toEqual(['Enti', 'Enti › Principi', 'Contratti', 'Contratti › Principi'])
  expect(listBelow(ALBERO, 3)).toEqual([3, 4])
  expect(listBelow(ALBERO, 9)).toEqual([])
  expect(toMappa(ALBERO)['1']?.sotto_percorsi['2']).toEqual({
    id_sotto_percorso: 2,
    nome: 'Principi',
    sotto_percorsi: {},
  })
})
