import { describe, expect, it } from 'vitest'
import { apri, codice, nuovaSeduta, rispondi, value } from '../mondo.ts'

/** The seventh question of the bank under test is published without a key. */
const SENZA = 7
const id_domanda = 100_000 + SENZA

async function conChiave(risposta = 2) {
  const mondo = await apri()
  value(await mondo.db.assignChiave({ id_concorso: 1, id_domanda, risposta, at: mondo.at() }))
  const letta = async () => value(await mondo.db.readDomande({ id_concorso: 1, id_domande: [id_domanda] }))[0]
  return { ...mondo, mondo, letta }
}

describe('a key by the person’s own hand', () => {
  it('[D17] is read with the question, under its own provenance', async () => {
    const { db, at, letta } = await conChiave()
    expect(await letta()).toMatchObject({ corretta: 2, chiave: 'utente', statistica: { has_risposta: 1 } })
    value(await db.assignChiave({ id_concorso: 1, id_domanda, risposta: null, at: at() }))
    expect(await letta()).toMatchObject({ corretta: null, chiave: 'assente', statistica: { has_risposta: 0 } })
  })

  it('[LV2] [LV3] decides outcome and level as any other', async () => {
    const { mondo } = await conChiave()
    expect(value(await rispondi(mondo, SENZA, 2))).toMatchObject({
      esito: 'corretta',
      statistica: { livello_conoscenza: -1, has_risposta: 1 },
    })
    expect(value(await rispondi(mondo, SENZA, 1))).toMatchObject({
      esito: 'errata',
      statistica: { livello_conoscenza: -2 },
    })
  })

  it('[D17a] is found by search with its provenance and its outcome', async () => {
    const { mondo, db } = await conChiave()
    value(await rispondi(mondo, SENZA, 1))
    const cerca = async (filtro: object) =>
      [...value(await db.searchDomande({ filtro, ordine: 'UFFICIALE', seme: 1 })).id_domande].includes(id_domanda)
    expect(await cerca({ chiavi: ['utente'] })).toBe(true)
    expect(await cerca({ chiavi: ['assente'] })).toBe(false)
    expect(await cerca({ conRisposta: true })).toBe(true)
    expect(await cerca({ risposte: ['errata'] })).toBe(true)
    expect(await cerca({ risposte: ['nulla'] })).toBe(false)
    value(await rispondi(mondo, SENZA, 2))
    expect(await cerca({ risposte: ['corretta'] })).toBe(true)
  })

  it('can be changed, and is refused where the bank has a key', async () => {
    const { db, at, letta } = await conChiave()
    value(await db.assignChiave({ id_concorso: 1, id_domanda, risposta: 1, at: at() }))
    expect((await letta())?.corretta).toBe(1)
    expect(codice(await db.assignChiave({ id_concorso: 1, id_domanda: 100_001, risposta: 1, at: at() }))).toBe(
      'IMPOSSIBILE_SELEZIONARE_RISPOSTA',
    )
  })

  it('moves `n_domande_assegnate` of the completion and no official count', async () => {
    const { db, at } = await apri()
    const conta = async () => value(await db.completamento({ id_concorso: 1 })).totale.assegnate
    const before = await conta()
    value(await db.assignChiave({ id_concorso: 1, id_domanda, risposta: 2, at: at() }))
    expect(await conta()).toBe(before + 1)
    value(await db.assignChiave({ id_concorso: 1, id_domanda, risposta: 1, at: at() }))
    expect(await conta()).toBe(before + 1)
  })
})

describe('marks of a sitting', () => {
  it('[D25] come back after the store was closed, place by place', async () => {
    const { db, at } = await apri()
    value(await db.createSeduta(nuovaSeduta({ at: at() })))
    value(await db.saveSegno({ id: 'seduta-1', indice: 3, da_rivedere: true, escluse: 0 }))
    value(await db.saveSegno({ id: 'seduta-1', indice: 1, da_rivedere: false, escluse: 0b10 }))
    value(await db.saveSegno({ id: 'seduta-1', indice: 0, da_rivedere: true, escluse: 0 }))
    value(await db.saveSegno({ id: 'seduta-1', indice: 0, da_rivedere: false, escluse: 0 }))
    value(await db.close())
    value(await db.open({ id_utente: 7 }))
    expect(value(await db.readSegni({ id: 'seduta-1' }))).toEqual([
      { indice: 1, da_rivedere: false, escluse: 0b10 },
      { indice: 3, da_rivedere: true, escluse: 0 },
    ])
  })

  it('are refused for another place, another option and no sitting', async () => {
    const { db, at } = await apri()
    const segno = { id: 'seduta-1', indice: 0, da_rivedere: true, escluse: 0 }
    expect(codice(await db.saveSegno(segno))).toBe('ESERCITAZIONE_NON_INIZIALIZZATA')
    expect(codice(await db.readSegni(segno))).toBe('ESERCITAZIONE_NON_INIZIALIZZATA')
    value(await db.createSeduta(nuovaSeduta({ at: at() })))
    expect(codice(await db.saveSegno({ ...segno, indice: 9999 }))).toBe('INDEX_OUT_OF_BOUND')
    expect(codice(await db.saveSegno({ ...segno, escluse: 32 }))).toBe('RICHIESTA_NON_VALIDA')
  })
})
