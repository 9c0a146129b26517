import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { NumberedDomanda } from '#contract/domanda'
import type { Risposta } from '#contract/schemas'
import { needsLevelCall, toRisposta } from '#rules/statistica'
import { memoryPlatform } from '#tests/workers/memory'
import type { StoreContext } from '#workers/core/context'
import { migrate } from '#workers/core/migrate'
import { MIGRATIONS } from '#workers/core/schema'
import { writeStatistica } from '#workers/statistiche/records'
import { listToSend, listUnsynced } from '#workers/statistiche/sync'
import { memoria } from '../engine/connections.ts'
import { apri, codice, creaBanca, giusta, type Mondo, rispondi, serve, value } from '../mondo.ts'
import { leggi, oldest, preferito, records } from './record-rows.ts'

const remota = (altro: Partial<Risposta> = {}): Risposta => ({
  id_concorso: 1,
  id_domanda: 100_001,
  id_materia: 12,
  livello_conoscenza: 1,
  data_eseguita: '2026-11-22T08:00:00.000+01:00',
  risposta_gettonata: 2,
  preferiti: true,
  modalita: ['ESEGUITA'],
  ...altro,
})

const applica = ({ db }: Mondo, risposte: Risposta[], altro: { cursore?: number; forzato?: boolean } = {}) =>
  db.applyRemote({ id_concorso: 1, risposte, cursore: 7, forzato: false, ...altro })

it('[SY1] what waits is read from its index alone, in its order', async () => {
  const db = await memoria()
  for (const { sql } of MIGRATIONS) db.exec(sql)
  const plan = db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${listToSend()}`, 1, 10).map(({ detail }) => detail)
  expect(plan).toEqual([expect.stringMatching(/^SEARCH statistiche USING (COVERING )?INDEX statistiche_da_inviare/)])
  // The record is at hand, and never gone to: no column is read but of the index.
  const steps = db.all<{ opcode: string; p1: number }>(`EXPLAIN ${listToSend()}`, 1, 10)
  const index = steps.findLast(({ opcode }) => opcode === 'OpenRead')?.p1
  expect(new Set(steps.filter(({ opcode }) => opcode === 'Column').map(({ p1 }) => p1))).toEqual(new Set([index]))
  expect(steps.map(({ opcode }) => opcode)).not.toContain('FinishSeek')
  db.close()
})

describe('what waits', () => {
  it('[SY1] [SY2] is every record that the rule sends, oldest first, as the rule writes it, whatever the records hold', async () => {
    const db = await memoria()
    for (const { sql } of MIGRATIONS) db.exec(sql)
    fc.assert(
      fc.property(records, fc.integer({ min: 1, max: 13 }), (all, limite) => {
        db.exec('DELETE FROM statistiche')
        for (const record of all) writeStatistica(db, record, 1, null)
        const sent = oldest(all).slice(0, limite)
        const found = listUnsynced({ db } as StoreContext, { id_concorso: 1, limite })
        expect(found?.con_livello ?? []).toEqual(sent.filter(needsLevelCall).map(toRisposta))
        expect(found?.altre ?? []).toEqual(sent.filter((r) => !needsLevelCall(r)).map(toRisposta))
      }),
    )
    db.close()
  })

  it('is the same in a store of the version before its index had one number', async () => {
    await fc.assert(
      fc.asyncProperty(records, async (all) => {
        const db = await memoria()
        for (const { sql } of MIGRATIONS.filter(({ versione }) => versione < 18)) db.exec(sql)
        db.exec('PRAGMA user_version = 17')
        for (const record of all) writeStatistica(db, record, 1, null)
        migrate(db)
        const found = listUnsynced({ db } as StoreContext, { id_concorso: 1, limite: 99 })
        const sent = oldest(all)
        expect(found?.con_livello ?? []).toEqual(sent.filter(needsLevelCall).map(toRisposta))
        expect(found?.altre ?? []).toEqual(sent.filter((r) => !needsLevelCall(r)).map(toRisposta))
        db.close()
      }),
      { numRuns: 30 },
    )
  })

  it('[SY2] level changes travel apart from the others', async () => {
    const mondo = await apri()
    value(await rispondi(mondo, 1, 1))
    value(await preferito(mondo, 2))
    const batch = value(await mondo.db.listUnsynced({ id_concorso: null, limite: 10 }))!
    expect(batch.con_livello.map((r) => r.id_domanda)).toEqual([100_001])
    expect(batch.altre.map((r) => r.id_domanda)).toEqual([100_002])
  })

  it('[EN35] [CA40] carries the fields of the wire: no local flags, favourites as boolean, modality as list', async () => {
    const mondo = await apri()
    value(await rispondi(mondo, 1, giusta(1)))
    const [record] = value(await mondo.db.listUnsynced({ id_concorso: 1, limite: 1 }))!.con_livello
    expect(record).toMatchObject({ preferiti: false, modalita: ['ESEGUITA'], id_materia: 12, livello_conoscenza: -1 })
    for (const name of [
      'isLevelUpdated',
      'isPreferitiUpdated',
      'sincronizzata',
      'presente',
      'ultimo_evento',
      'eseguita_ms',
    ])
      expect(record).not.toHaveProperty(name)
  })

  it('at most the limit, oldest first by instant', async () => {
    const mondo = await apri()
    const dates = ['2026-10-25T02:10:00.000+01:00', '2026-10-25T02:30:00.000+02:00', '2026-10-25T02:20:00.000+01:00']
    for (const [i, at] of dates.entries()) value(await rispondi({ ...mondo, at: () => at }, i + 1, 1))
    const { con_livello } = value(await mondo.db.listUnsynced({ id_concorso: null, limite: 2 }))!
    expect(con_livello.map((r) => r.id_domanda)).toEqual([100_002, 100_001])
    expect(value(await mondo.db.pullState({ id_concorso: 1 }))).toEqual({ data: dates[1], cursore: 0 })
  })

  it('[SY16] [EX15] a first answer that was sent is sent again once it is taken back, and so is a level put back by hand', async () => {
    const mondo = await apri()
    const { db, at, id } = mondo
    const given = [value(await rispondi(mondo, 1, 1)), value(await rispondi(mondo, 2, 1))]
    const coppie = given.map(({ statistica: s }) => ({
      id_domanda: s.id_domanda,
      data_eseguita: s.data_eseguita as string,
    }))
    value(await db.markSynced({ id_concorso: 1, coppie }))
    const undone = value(
      await db.undo({ id_evento_annullato: given[0]?.id_evento as string, at: at(), id_evento: id() }),
    )
    value(await db.setLivello({ id_concorso: 1, id_domanda: 100_002, livello: -99, at: at(), id_evento: id() }))
    const waiting = async () => value(await db.listUnsynced({ id_concorso: 1, limite: 10 }))?.con_livello ?? []
    expect(await waiting()).toMatchObject([
      { id_domanda: 100_001, livello_conoscenza: -99, risposta_gettonata: null, modalita: [], preferiti: false },
      { id_domanda: 100_002, livello_conoscenza: -99, data_preferiti: null },
    ])
    // What the server had of before changes nothing of it, nor that it waits.
    value(await applica(mondo, [remota({ data_eseguita: given[0]?.statistica.data_eseguita as string })]))
    expect(await waiting()).toHaveLength(2)
    // Another device that has the answer takes it back too.
    const other = await apri()
    value(await rispondi(other, 1, 1))
    const here = { id_domanda: 100_001, data_eseguita: (await leggi(other, 1)).data_eseguita as string }
    value(await other.db.markSynced({ id_concorso: 1, coppie: [here] }))
    value(await applica(other, await waiting()))
    expect(await leggi(other, 1)).toMatchObject({ livello_conoscenza: -99, data_eseguita: undone.data_eseguita })
  })

  it('is null when nothing waits', async () => {
    const { db } = await apri()
    expect(value(await db.listUnsynced({ id_concorso: null, limite: 10 }))).toBeNull()
    expect(value(await db.countUnsynced())).toEqual({ totale: 0, per_banca: [] })
    expect(value(await db.pullState({ id_concorso: 1 }))).toEqual({ data: null, cursore: 0 })
  })
})

describe('quarantine', () => {
  it('sets a refused record aside until it changes; it still counts as unsynced', async () => {
    const mondo = await apri()
    for (const p of [1, 2]) value(await rispondi(mondo, p, 1))
    const { data_eseguita } = await leggi(mondo, 1)
    const coppie = [{ id_domanda: 100_001, data_eseguita: data_eseguita!, codice: 'DOMANDA_NON_TROVATA' }]
    expect(value(await mondo.db.quarantine({ id_concorso: 1, coppie }))).toEqual({ accantonate: 1 })
    const ids = async () =>
      value(await mondo.db.listUnsynced({ id_concorso: null, limite: 10 }))?.con_livello.map((r) => r.id_domanda)
    expect(await ids()).toEqual([100_002])
    expect(value(await mondo.db.countUnsynced()).totale).toBe(2)
    value(await rispondi(mondo, 1, 2))
    expect(await ids()).toEqual([100_002, 100_001])
  })

  it('[SY3] [SY9] a bank with refused records alone does not keep those of another from being sent', async () => {
    const [una, other] = await Promise.all([creaBanca({ n: 10 }), creaBanca({ id_concorso: 2, n: 10 })])
    const mondo = await apri({ n: 10 }, memoryPlatform({ fetch: serve(una, other) }))
    value(await mondo.db.downloadBanca({ concorso: other.concorso, at: mondo.at() }, () => {}))
    value(await rispondi(mondo, 1, 1))
    value(await rispondi({ ...mondo, banca: other }, 1, 1))
    const { data_eseguita } = await leggi(mondo, 1)
    const coppie = [{ id_domanda: 100_001, data_eseguita: data_eseguita!, codice: 'DOMANDA_NON_TROVATA' }]
    value(await mondo.db.quarantine({ id_concorso: 1, coppie }))
    expect(value(await mondo.db.listUnsynced({ id_concorso: null, limite: 10 }))).toMatchObject({
      id_concorso: 2,
      con_livello: [{ id_domanda: 200_001 }],
    })
    const [sua] = value(await mondo.db.readDomande({ id_concorso: 2, id_domande: [200_001] }))
    const inviata = { id_domanda: 200_001, data_eseguita: sua?.statistica.data_eseguita as string }
    value(await mondo.db.markSynced({ id_concorso: 2, coppie: [inviata] }))
    expect(value(await mondo.db.listUnsynced({ id_concorso: null, limite: 10 }))).toBeNull()
    // Nobody else has the one that was refused: who leaves is told of it.
    expect(value(await mondo.db.countUnsynced())).toEqual({ totale: 1, per_banca: [{ id_concorso: 1, n: 1 }] })
  })

  it('[SY9] a question that the bank has again is sent once the bank came in another version; what is wrong with a record stays', async () => {
    const cambia = (d: NumberedDomanda) => ({ ...d, testo: `${d.testo} Nuova.` })
    const [prima, dopo] = await Promise.all([creaBanca({ n: 10 }), creaBanca({ n: 10, cambia })])
    const mondo = await apri({ n: 10 }, memoryPlatform({ fetch: serve(prima, dopo) }))
    const coppie = []
    for (const [p, codice] of [
      [1, 'DOMANDA_NON_TROVATA'],
      [2, 'RICHIESTA_NON_VALIDA'],
    ] as const) {
      value(await rispondi(mondo, p, 1))
      const { data_eseguita } = await leggi(mondo, p)
      coppie.push({ id_domanda: 100_000 + p, data_eseguita: data_eseguita as string, codice })
    }
    value(await mondo.db.quarantine({ id_concorso: 1, coppie }))
    const sent = async () => value(await mondo.db.listUnsynced({ id_concorso: 1, limite: 10 }))?.con_livello ?? []
    expect(await sent()).toEqual([])
    value(await mondo.db.downloadBanca({ concorso: dopo.concorso, at: mondo.at() }, () => {}))
    expect((await sent()).map((r) => r.id_domanda)).toEqual([100_001])
  })

  it('a record that changed meanwhile is not set aside', async () => {
    const mondo = await apri()
    value(await rispondi(mondo, 1, 1))
    const coppie = [{ id_domanda: 100_001, data_eseguita: '2026-01-01T00:00:00.000Z', codice: 'X' }]
    expect(value(await mondo.db.quarantine({ id_concorso: 1, coppie }))).toEqual({ accantonate: 0 })
  })
})

describe('applyRemote', () => {
  it('[MG1] an absent record takes the server’s, with its cursor', async () => {
    const mondo = await apri()
    expect(value(await applica(mondo, [remota()]))).toEqual({ cambiate: 1 })
    expect(await leggi(mondo, 1)).toMatchObject({
      livello_conoscenza: 1,
      preferiti: 1,
      risposta_gettonata: 2,
      sincronizzata: 1,
    })
    expect(value(await mondo.db.pullState({ id_concorso: 1 }))).toEqual({ data: null, cursore: 7 })
    expect(value(await applica(mondo, [remota()], { cursore: 8 }))).toEqual({ cambiate: 0 })
    expect(value(await mondo.db.pullState({ id_concorso: 1 })).cursore).toBe(8)
  })

  it('[MG2] an older record of the server loses and the local one stays unsynced', async () => {
    const mondo = await apri()
    value(await rispondi(mondo, 1, giusta(1)))
    const before = await leggi(mondo, 1)
    value(await applica(mondo, [remota({ data_eseguita: '2026-01-01T00:00:00.000Z', preferiti: false })]))
    const { data_preferiti: _, ...resto } = before
    expect(await leggi(mondo, 1)).toMatchObject(resto)
  })

  it('[MG1] forced, the server’s record wins over a newer local one', async () => {
    const mondo = await apri()
    value(await rispondi(mondo, 1, 1))
    const vecchia = remota({ data_eseguita: '2026-01-01T00:00:00.000Z' })
    expect(value(await applica(mondo, [vecchia], { forzato: true }))).toEqual({ cambiate: 1 })
    expect(await leggi(mondo, 1)).toMatchObject({ livello_conoscenza: 1, sincronizzata: 1 })
  })

  it('[MG3] identifiers, image and answer flags are the local ones', async () => {
    const mondo = await apri()
    value(await applica(mondo, [remota({ id_domanda: 100_006, id_materia: 99 })]))
    expect(await leggi(mondo, 6)).toMatchObject({ id_materia: 11, indice_uff: 6, has_image: 1, has_risposta: 1 })
  })

  it('[EB37] a record of a question that this bank does not have is kept, counts nowhere, and the log says so', async () => {
    const mondo = await apri()
    const log = vi.spyOn(console, 'warn').mockImplementation(() => {})
    value(await applica(mondo, [remota()]))
    expect(log).not.toHaveBeenCalled()
    value(await applica(mondo, [remota({ id_domanda: 100_999 })]))
    expect(log).toHaveBeenCalledExactlyOnceWith('Il servizio ritorna quiz non presenti nel db', 1)
    log.mockRestore()
    const [banca] = value(await mondo.db.listBanche())
    expect(banca).toMatchObject({ preferiti: 1, per_livello: { '-99': 59, '1': 1 } })
  })

  it('records that come before the bank’s file count once it is here', async () => {
    const mondo = await apri()
    value(await mondo.db.deleteBanca({ id_concorso: 1, dallaLista: true }))
    value(await applica(mondo, [remota(), remota({ id_domanda: 100_002, id_materia: null })]))
    const { concorso } = await creaBanca()
    const banca = value(await mondo.db.downloadBanca({ concorso, at: mondo.at() }, () => {}))
    expect(banca).toMatchObject({ preferiti: 2, per_livello: { '1': 2 } })
    expect(await leggi(mondo, 2)).toMatchObject({ indice_uff: 2, id_materia: 13 })
  })

  it('a record of another bank refuses the whole answer', async () => {
    const mondo = await apri()
    const risposte = [remota(), remota({ id_concorso: 2, id_domanda: 200_001 })]
    expect(codice(await applica(mondo, risposte))).toBe('ID_CONCORSO_NON_COINCIDE')
    expect(value(await mondo.db.pullState({ id_concorso: 1 })).cursore).toBe(0)
    expect((await leggi(mondo, 1)).livello_conoscenza).toBe(-99)
  })

  it('after it the answer given before cannot be undone when the level is the server’s', async () => {
    const mondo = await apri()
    const { id_evento } = value(await rispondi(mondo, 1, 1))
    value(await applica(mondo, [remota()]))
    const late = await mondo.db.undo({ id_evento_annullato: id_evento, at: mondo.at(), id_evento: 'a' })
    expect(codice(late)).toBe('IMPOSSIBILE_SELEZIONARE_RISPOSTA')
  })
})
