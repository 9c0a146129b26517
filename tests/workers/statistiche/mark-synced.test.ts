import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Statistica } from '#rules/statistica'
import type { StoreContext } from '#workers/core/context'
import { MIGRATIONS } from '#workers/core/schema'
import { writeStatistica } from '#workers/statistiche/records'
import { countUnsynced, listUnsynced, MARK, markSynced } from '#workers/statistiche/sync'
import { memoria } from '../engine/connections.ts'
import { apri, codice, rispondi, value } from '../mondo.ts'
import { leggi, oldest, preferito, records } from './record-rows.ts'

it('[SY3] marking looks every pair up by its key: through the index of what waits it would compare all with all', async () => {
  const db = await memoria()
  for (const { sql } of MIGRATIONS) db.exec(sql)
  const plan = db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${MARK}`, '[]', 1).map(({ detail }) => detail)
  expect(plan).toHaveLength(2)
  expect(plan[0]).toMatch(/^SCAN json_each/)
  expect(plan[1]).toMatch(/^SEARCH statistiche USING INTEGER PRIMARY KEY/)
  db.close()
})

describe('markSynced', () => {
  it('[SY3] [SY11] marks the records that still have the date of their pair and no other, whatever was listed before', async () => {
    const db = await memoria()
    for (const { sql } of MIGRATIONS) db.exec(sql)
    const marked = () =>
      new Set(
        db.all<{ id: number }>('SELECT id_domanda AS id FROM statistiche WHERE sincronizzata = 1').map(({ id }) => id),
      )
    // What happens around the list, and what is marked of it: the first so many, or those chosen, or turned round.
    const around = fc.constantFrom(
      ...([
        'nothing',
        'nothing',
        'refused before',
        'answered again',
        'another date',
        'another list',
        'wrong bank',
      ] as const),
    )
    const which = fc.constantFrom('first', 'first', 'some', 'reversed', 'twice')
    const banks = fc.array(fc.constantFrom(1, 1, 2), { minLength: 12, maxLength: 12 })
    // Ids that lie together, and ids that do not.
    const spread = fc.constantFrom(1, 100)
    const any = [records, banks, around, which, spread, fc.nat(12), fc.nat(12)] as const
    fc.assert(
      fc.property(...any, (rows, of, happens, chosen, far, limite, n) => {
        db.exec('DELETE FROM statistiche; DELETE FROM accantonate')
        const all = rows.map((row, i) => ({
          ...row,
          id_concorso: of[i] as number,
          id_domanda: far * row.id_domanda,
        }))
        for (const record of all) writeStatistica(db, record, 1, null)
        const a = { db, mirrorState: {} } as StoreContext
        const waiting = oldest(all.filter((r) => r.id_concorso === 1))
        const one = waiting[n % Math.max(waiting.length, 1)]
        const refused = happens === 'refused before'
        if (refused && one) db.run("INSERT INTO accantonate VALUES (?, ?, 'x')", one.id_domanda, one.data_eseguita)
        const listed = waiting.filter((r) => !refused || r !== one).slice(0, limite + 1)
        listUnsynced(a, { id_concorso: 1, limite: limite + 1 })
        if (happens === 'answered again' && one)
          writeStatistica(db, { ...one, data_eseguita: '2026-01-01T00:00:00.000+01:00' }, 1, null)
        if (happens === 'another list') listUnsynced(a, { id_concorso: 2, limite: n + 1 })
        const part = {
          first: listed.slice(0, n),
          some: listed.filter((_, i) => i % 2 === n % 2),
          reversed: listed.slice(0, n).reverse(),
          twice: [...listed.slice(0, n), ...listed.slice(0, 1)],
        }[chosen]
        const wrong = happens === 'another date'
        const coppie = part.map((r) => ({
          id_domanda: r.id_domanda,
          data_eseguita: wrong && r === one ? '2026-01-02T00:00:00.000+01:00' : (r.data_eseguita as string),
        }))
        const before = marked()
        if (happens === 'wrong bank' && coppie.length > 0) {
          expect(() => markSynced(a, { id_concorso: 2, coppie })).toThrow('ID_CONCORSO_NON_COINCIDE')
          expect(marked()).toEqual(before)
          return
        }
        const { segnate } = markSynced(a, { id_concorso: 1, coppie })
        const expected = new Set(part.map(({ id_domanda }) => id_domanda))
        if ((wrong || happens === 'answered again') && one) expected.delete(one.id_domanda)
        expect(marked()).toEqual(new Set([...before, ...expected]))
        expect(segnate).toBe(expected.size)
      }),
      { numRuns: 600 },
    )
    db.close()
  })

  /** A store with these records and one text that was run by each call of `markSynced`. */
  async function conTesti(ids: number[]) {
    const db = await memoria()
    for (const { sql } of MIGRATIONS) db.exec(sql)
    const record = (id_domanda: number): Statistica => ({
      ...(fc.sample(
        records.filter((some) => some.length > 0),
        { seed: 1, numRuns: 1 },
      )[0]?.[0] as Statistica),
      id_domanda,
      livello_conoscenza: 1,
      sincronizzata: 0,
      data_eseguita: `2026-11-22T08:00:0${id_domanda}.000+01:00`,
    })
    for (const id of ids) writeStatistica(db, record(id), 1, null)
    const texts: string[] = []
    const run: typeof db.run = (sql, ...values) => {
      texts.push(sql)
      return db.run(sql, ...values)
    }
    const pairs = (some: number[]) =>
      some.map((id) => ({ id_domanda: id, data_eseguita: record(id).data_eseguita as string }))
    return { a: { db: { ...db, run }, mirrorState: {} } as StoreContext, texts, pairs }
  }

  it('[SY3] the oldest that wait are marked without looking any up, as long as nothing was written since they were listed', async () => {
    const { a, texts, pairs } = await conTesti([1, 2, 3, 4])
    listUnsynced(a, { id_concorso: 1, limite: 3 })
    expect(markSynced(a, { id_concorso: 1, coppie: pairs([1, 2]) })).toEqual({ segnate: 2 })
    // Something was written: the marks themselves.
    expect(markSynced(a, { id_concorso: 1, coppie: pairs([3]) })).toEqual({ segnate: 1 })
    expect(texts.map((text) => text === MARK)).toEqual([false, true])
    expect(countUnsynced(a).totale).toBe(1)
  })

  it('[SY3] ids that lie together are marked as they are passed, others through the index of what waits', async () => {
    const plans: string[][] = []
    for (const ids of [
      [1, 2, 3, 4],
      [1, 9],
    ]) {
      const { a, texts, pairs } = await conTesti(ids)
      listUnsynced(a, { id_concorso: 1, limite: 2 })
      expect(markSynced(a, { id_concorso: 1, coppie: pairs(ids.slice(0, 2)) })).toEqual({ segnate: 2 })
      expect(countUnsynced(a).totale).toBe(ids.length - 2)
      const plan = a.db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${texts[0]}`)
      plans.push(plan.map(({ detail }) => detail))
    }
    expect(plans).toEqual([
      [expect.stringMatching(/^SEARCH statistiche USING INTEGER PRIMARY KEY/)],
      [expect.stringMatching(/^SEARCH statistiche USING (COVERING )?INDEX statistiche_da_inviare/)],
    ])
  })

  it('[SY3] [SY11] what was listed before the store was read again says nothing of what is in it now', async () => {
    const { a, pairs } = await conTesti([2, 3])
    const { a: again, texts } = await conTesti([1, 2])
    listUnsynced(a, { id_concorso: 1, limite: 1 })
    const written = ({ db }: StoreContext) => db.get<{ n: number }>('SELECT total_changes() AS n')?.n
    expect(written(again)).toBe(written(a))
    expect(markSynced({ ...a, db: again.db }, { id_concorso: 1, coppie: pairs([2]) })).toEqual({ segnate: 1 })
    expect(texts).toEqual([MARK])
    expect(countUnsynced(again).totale).toBe(1)
  })

  it('[SY3] marks and removes the local flags', async () => {
    const mondo = await apri()
    value(await rispondi(mondo, 1, 1))
    value(await preferito(mondo, 1))
    const { data_eseguita } = await leggi(mondo, 1)
    const coppie = [{ id_domanda: 100_001, data_eseguita: data_eseguita! }]
    expect(value(await mondo.db.markSynced({ id_concorso: 1, coppie }))).toEqual({ segnate: 1 })
    expect(await leggi(mondo, 1)).toMatchObject({ sincronizzata: 1, isLevelUpdated: 0, isPreferitiUpdated: 0 })
    expect(value(await mondo.db.countUnsynced()).totale).toBe(0)
    expect(value(await mondo.db.markSynced({ id_concorso: 1, coppie }))).toEqual({ segnate: 0 })
  })

  it('[SY11] a record answered again during the push stays unsynced', async () => {
    const mondo = await apri()
    for (const p of [1, 2]) value(await rispondi(mondo, p, 1))
    const inVolo = value(await mondo.db.listUnsynced({ id_concorso: 1, limite: 10 }))!
    value(await rispondi(mondo, 1, 2))
    const segnate = value(await mondo.db.markSynced({ id_concorso: 1, coppie: inVolo.con_livello }))
    expect(segnate).toEqual({ segnate: 1 })
    const resto = value(await mondo.db.listUnsynced({ id_concorso: 1, limite: 10 }))!
    expect(resto.con_livello.map((r) => [r.id_domanda, r.risposta_gettonata])).toEqual([[100_001, 2]])
  })

  it('[SY3] a question that comes with two dates is marked by the one that it has, whichever comes first', async () => {
    for (const vecchia of [0, 1]) {
      const mondo = await apri()
      value(await rispondi(mondo, 1, 1))
      const { data_eseguita } = await leggi(mondo, 1)
      const coppie = [{ id_domanda: 100_001, data_eseguita: data_eseguita! }]
      coppie.splice(vecchia, 0, { id_domanda: 100_001, data_eseguita: '2026-01-01T00:00:00.000+01:00' })
      expect(value(await mondo.db.markSynced({ id_concorso: 1, coppie }))).toEqual({ segnate: 1 })
    }
  })

  it('[SY4] [ER8] records of another bank are ID_CONCORSO_NON_COINCIDE and nothing is marked', async () => {
    const mondo = await apri()
    value(await rispondi(mondo, 1, 1))
    const { data_eseguita } = await leggi(mondo, 1)
    const coppie = [{ id_domanda: 100_001, data_eseguita: data_eseguita! }]
    expect(codice(await mondo.db.markSynced({ id_concorso: 2, coppie }))).toBe('ID_CONCORSO_NON_COINCIDE')
    expect(value(await mondo.db.countUnsynced()).totale).toBe(1)
  })
})
