import { describe, expect, it } from 'vitest'
import type { Sicurezza } from '#rules/coach'
import { memoryPlatform } from '#tests/workers/memory'
import { apri, creaBanca, giusta, type Mondo, sbagliata, serve, value } from '../mondo.ts'

const answer = async (
  mondo: Mondo,
  posizione: number,
  risposta: number,
  said: { sicurezza?: Sicurezza; escluse?: number },
) => {
  const id_evento = mondo.id()
  const where = { id_concorso: 1, id_domanda: 100_000 + posizione, id_seduta: null, indice: null }
  value(await mondo.db.answer({ ...where, risposta, modalita: 'ESEGUITA', at: mondo.at(), id_evento, ...said }))
  return id_evento
}

describe('own results by how sure one said to be [CB3]', () => {
  it('counts what was said with each answer, without those taken back, and travels with the event', async () => {
    const mondo = await apri()
    await answer(mondo, 1, giusta(1), { sicurezza: 'sicuro' })
    // Asked again on the same day, as in a drill: the answer was shown before.
    await answer(mondo, 1, sbagliata(1), { sicurezza: 'sicuro' })
    await answer(mondo, 2, sbagliata(2), { sicurezza: 'sicuro', escluse: 1 })
    await answer(mondo, 3, giusta(3), { sicurezza: 'caso', escluse: 4 })
    await answer(mondo, 4, giusta(4), {})
    await answer(mondo, 6, giusta(6), { sicurezza: 'forse' as Sicurezza, escluse: -1 })
    const id_evento_annullato = await answer(mondo, 8, giusta(8), { sicurezza: 'incerto' })
    value(await mondo.db.undo({ id_evento_annullato, at: mondo.at(), id_evento: mondo.id() }))
    const none = { risposte: 0, corrette: 0 }
    const told = {
      sicurezza: { sicuro: { risposte: 2, corrette: 1 }, incerto: none, caso: { risposte: 1, corrette: 1 } },
      escluse: [{ risposte: 1, corrette: 1 }, { risposte: 1, corrette: 0 }, none, { risposte: 1, corrette: 1 }],
    }
    expect(value(await mondo.db.readCalibration())).toEqual(told)
    const sent = value(await mondo.db.listEventi({ limite: 100 }))?.eventi ?? []
    const other = await apri({}, { ...memoryPlatform({ fetch: serve(await creaBanca()) }), newDevice: () => 'other' })
    const eventi = sent.map((e) => ({ ...e, effettivo: mondo.at() }))
    value(await other.db.applyEventi({ eventi, cursore: 1, epoca: 'e' }))
    expect(value(await other.db.readCalibration())).toEqual(told)
  })
})
