import { expect, it } from 'vitest'
import { NOTHING_HERE } from '#tests/only-here'
import { apri, nuovaSeduta, rispondi, value } from '../mondo.ts'

it('what would go with the store is counted: answers, notes, keys, searches, templates, sittings under way (D29)', async () => {
  const mondo = await apri()
  const { db, at } = mondo
  expect(value(await db.countSoloQui())).toEqual(NOTHING_HERE)
  value(await rispondi(mondo, 1, 1))
  value(await rispondi(mondo, 2, 1))
  value(await db.saveNota({ id_concorso: 1, id_domanda: 100_001, testo: 'Ripassa', at: at() }))
  value(await db.assignChiave({ id_concorso: 1, id_domanda: 100_007, risposta: 2, at: at() }))
  const filtro = { id: 'f', nome: 'Difficili', filtro: {}, ordine: 'UFFICIALE', creato: at() } as const
  value(await db.saveFiltro(filtro))
  value(await db.saveModello({ id: 'm', nome: 'Mia', dati: {}, creato: at() }))
  value(await db.createSeduta(nuovaSeduta({ at: at() })))
  const made = { ...NOTHING_HERE, risposte: 2, note: 1, chiavi: 1, ricerche: 1, modelli: 1, sedute: 1 }
  expect(value(await db.countSoloQui())).toEqual(made)
  value(await db.updateSeduta({ id: 'seduta-1', stato: 'abbandonata', at: at() }))
  expect(value(await db.countSoloQui())).toEqual({ ...made, sedute: 0 })
})
