import { describe, expect, it } from 'vitest'
import { UNTOUCHED_STATISTICA } from '#rules/statistica'
import { loadSqlite } from '#wasm/sqlite'
import { poolFileRecovery } from '#workers/backends/pool-recovery'
import { type EventoScritto, insertEvento } from '#workers/core/events'
import { migrate } from '#workers/core/migrate'
import type { Connection } from '#workers/core/platform'
import { replayEvento } from '#workers/recovery/replay'
import { apri, giusta, rispondi, sbagliata, value } from '../mondo.ts'

/** Published without a key. */
const SENZA = 7
const id = (posizione: number) => 100_000 + posizione

async function practised() {
  const mondo = await apri()
  const { db, at } = mondo
  const record = async (posizione: number) =>
    value(await db.readDomande({ id_concorso: 1, id_domande: [id(posizione)] }))[0]?.statistica
  value(await db.assignChiave({ id_concorso: 1, id_domanda: id(SENZA), risposta: 2, at: at() }))
  for (const p of [1, 2, 3]) value(await rispondi(mondo, p, giusta(p)))
  value(await rispondi(mondo, 4, sbagliata(4)))
  value(await db.setPreferiti({ id_concorso: 1, id_domanda: id(5), preferiti: true, at: at(), id_evento: mondo.id() }))
  const reset = async (materie: readonly number[] | null = null, name = 'r1') =>
    value(await db.resetStatistiche({ id_concorso: 1, materie, id: name, at: at() }))
  return { mondo, db, at, record, reset }
}

describe('statistics reset', () => {
  it('[RS2][RS3][RS4][RS5][RS6] leaves every question as never touched, keys and counts as published', async () => {
    const fresh = value(await (await apri()).db.completamento({ id_concorso: 1 }))
    const { db, record, reset } = await practised()
    expect(value(await db.countReset({ id_concorso: 1, materie: null }))).toEqual({
      domande: 6,
      livelli: 4,
      preferiti: 1,
      chiavi: 1,
      da_inviare: 5,
    })
    expect(await reset()).toMatchObject({ domande: 6 })
    for (const p of [1, 2, 3, 4, 5]) expect(await record(p)).toMatchObject({ ...UNTOUCHED_STATISTICA, has_risposta: 1 })
    expect(await record(SENZA)).toMatchObject({ has_risposta: 0 })
    expect(value(await db.completamento({ id_concorso: 1 }))).toEqual(fresh)
    expect(value(await db.countUnsynced()).totale).toBe(0)
    expect(value(await db.countReset({ id_concorso: 1, materie: null })).domande).toBe(0)
  })

  it('[RS1] takes only the subjects that were named', async () => {
    const { record, reset } = await practised()
    const before = await Promise.all([1, 2, 3, 4, 5].map(record))
    const named = before[0]?.id_materia as number
    await reset([named])
    const after = await Promise.all([1, 2, 3, 4, 5].map(record))
    for (const [i, was] of before.entries())
      expect(after[i]?.livello_conoscenza).toBe(was?.id_materia === named ? -99 : was?.livello_conoscenza)
    expect(new Set(before.map((r) => r?.id_materia)).size).toBeGreaterThan(1)
  })

  it('(D28) gives back what it took and keeps what was read since', async () => {
    const { mondo, db, at, record, reset } = await practised()
    await reset(null, 'r1')
    const read = {
      id_concorso: 1,
      id_domanda: id(1),
      risposta: 1,
      modalita: 'LETTA' as const,
      id_seduta: null,
      indice: null,
    }
    value(await db.answer({ ...read, at: at(), id_evento: mondo.id() }))
    const letta = (await record(1))?.data_letta
    expect(letta).toBeTruthy()
    value(await db.restoreReset({ id_concorso: 1, atto: 'azzeramento', id: 'r1', at: at() }))
    expect(await record(1)).toMatchObject({ livello_conoscenza: -1, data_letta: letta })
  })

  it('(D28) gives back what it took, dated now so that it is sent, but not over what was answered since', async () => {
    const { mondo, db, at, record, reset } = await practised()
    const before = await Promise.all([1, 2, 3, 4, 5].map(record))
    await reset()
    expect(value(await db.listResets({ id_concorso: 1, atto: 'azzeramento', da: '2000-01-01T00:00:00.000Z' }))).toEqual(
      [{ id: 'r1', at: expect.any(String), domande: 6 }],
    )
    value(await rispondi(mondo, 1, sbagliata(1)))
    expect(value(await db.restoreReset({ id_concorso: 1, atto: 'azzeramento', id: 'r1', at: at() })).domande).toBe(5)
    expect((await record(1))?.livello_conoscenza).toBe(-2)
    for (const p of [2, 3, 4, 5])
      expect(await record(p)).toMatchObject({
        livello_conoscenza: before[p - 1]?.livello_conoscenza,
        preferiti: before[p - 1]?.preferiti,
        risposta_gettonata: before[p - 1]?.risposta_gettonata,
        sincronizzata: 0,
      })
    expect(await record(SENZA)).toMatchObject({ has_risposta: 1 })
    expect(value(await db.listResets({ id_concorso: 1, atto: 'azzeramento', da: '2000-01-01T00:00:00.000Z' }))).toEqual(
      [],
    )
    expect(value(await db.restoreReset({ id_concorso: 1, atto: 'azzeramento', id: 'r1', at: at() })).domande).toBe(0)
  })

  it('changes nothing more when it is asked again with its id', async () => {
    const { db, reset } = await practised()
    await reset()
    expect(await reset()).toMatchObject({ domande: 0 })
    expect(
      value(await db.listResets({ id_concorso: 1, atto: 'azzeramento', da: '2000-01-01T00:00:00.000Z' }))[0]?.domande,
    ).toBe(6)
  })

  it('of another device is in the history, and is not offered here to be taken back', async () => {
    const { db, at, reset } = await practised()
    await reset()
    const sent = value(await db.listEventi({ limite: 500 }))?.eventi ?? []
    const other = await apri()
    const eventi = sent.map((e) => ({ ...e, effettivo: at() }))
    value(await other.db.applyEventi({ eventi, cursore: 1, epoca: 'x' }))
    expect(value(await other.db.listRisposteDate())).toHaveLength(4)
    const since = { id_concorso: 1, atto: 'azzeramento' as const, da: '2000-01-01T00:00:00.000Z' }
    expect(value(await db.listResets(since))).toHaveLength(1)
    expect(value(await other.db.listResets(since))).toEqual([])
  })

  it('[SY16] is in the events: a store rebuilt from them has the same records, reset and given back, and sends the same', async () => {
    const { mondo, db, at, reset } = await practised()
    await reset(null, 'r1')
    value(await rispondi(mondo, 2, sbagliata(2)))
    value(await db.restoreReset({ id_concorso: 1, atto: 'azzeramento', id: 'r1', at: at() }))
    value(await rispondi(mondo, 3, giusta(3)))
    await reset([1], 'r2')
    const { id_evento } = value(await rispondi(mondo, 8, giusta(8)))
    value(await db.undo({ id_evento_annullato: id_evento, at: at(), id_evento: mondo.id() }))
    // The middle grade of a situational question: it stays unanswered, and nothing was taken back.
    expect(value(await rispondi(mondo, 10, 3)).esito).toBe('nulla')
    const { utente } = value(await db.copyStore({ id_concorsi: [] }))
    const files = poolFileRecovery(await loadSqlite(), {} as never, '')
    const store = files.scratch(new Uint8Array(await utente.arrayBuffer())).db
    const rebuilt = files.scratch().db
    migrate(rebuilt)
    for (const e of store.all<EventoScritto>('SELECT * FROM eventi ORDER BY dispositivo, seq')) {
      insertEvento(rebuilt, e)
      replayEvento(rebuilt, e, false)
    }
    const levels = (of: Connection) =>
      of.all(`SELECT id_domanda, livello_conoscenza, preferiti, risposta_gettonata, data_livello, sincronizzata,
          isPreferitiUpdated FROM statistiche WHERE id_domanda <> ${id(SENZA)} ORDER BY 1`)
    expect(levels(rebuilt)).toEqual(levels(store))
    expect(levels(store).length).toBeGreaterThan(4)
  })
})
