import { describe, expect, it } from 'vitest'
import { toMappa } from '#rules/percorso'
import { nameTopics } from '#src/domain/topics'

describe('the names of topics', () => {
  it('[EN12][EN13] are the path’s and those of the nodes above, for every node of every path', () => {
    const percorsi = [
      {
        argomento: 'Basi',
        sotto_percorsi: toMappa([
          { id_sotto_percorso: 7, nome: 'Stato', sotto_percorsi: [{ id_sotto_percorso: 3, nome: 'Parlamento' }] },
          { id_sotto_percorso: 9, nome: 'Lingua' },
        ]),
      },
      { argomento: 'Altro', sotto_percorsi: toMappa([{ id_sotto_percorso: 4, nome: 'Stato' }]) },
    ]
    expect(new Map([...nameTopics(percorsi)].map(([id, { way }]) => [id, way.join(' › ')]))).toEqual(
      new Map([
        [7, 'Basi › Stato'],
        [3, 'Basi › Stato › Parlamento'],
        [9, 'Basi › Lingua'],
        [4, 'Altro › Stato'],
      ]),
    )
    expect(nameTopics(percorsi).get(3)?.nome).toBe('Parlamento')
    expect(nameTopics([]).size).toBe(0)
  })
})
