import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Risposta } from '#contract/schemi'
import { formatIso, instantOf } from '#rules/data'
import type { Livello } from '#rules/livello'
import { type Flag, type Modalita, needsLevelCall, needsSync, type Statistica, toRisposta } from '#rules/statistica'
import type { Archivio } from '#workers/db/archivio'
import { memoryPlatform } from '#workers/db/drivers/memory'
import { MIGRATIONS } from '#workers/db/schema'
import { countUnsynced, elenco, listUnsynced, MARK, markSynced } from '#workers/db/sincronizza'
import { writeStatistica } from '#workers/db/statistiche'
import { memoria } from './connessioni.ts'
import { apri, codice, creaBanca, giusta, type Mondo, rispondi, serve, valore } from './mondo.ts'

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

const leggi = async ({ db }: Mondo, posizione: number) =>
  valore(await db.readDomande({ id_concorso: 1, id_domande: [100_000 + posizione] }))[0]!.statistica

const preferito = ({ db, at, id }: Mondo, posizione: number, preferiti = true) =>
  db.setPreferiti({ id_concorso: 1, id_domanda: 100_000 + posizione, preferiti, at: at(), id_evento: id() })

const flag = fc.constantFrom<Flag>(0, 1)
const date = fc.integer({ min: 0, max: 40 }).map((n) => formatIso(Date.UTC(2026, 9, 25) + n, n % 2 === 0 ? 120 : 60))
const seldom = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(null) }, { weight: 1, arbitrary })
const record = fc.record({
  id_materia: fc.option(fc.integer({ min: 1, max: 3 }), { freq: 4 }),
  id_argomento: seldom(fc.constant('7')),
  id_sotto_percorso: seldom(fc.constant('è')),
  livello_conoscenza: fc.constantFrom<Livello>(-99, -2, -1, 0, 1),
  preferiti: flag,
  risposta_gettonata: fc.option(fc.integer({ min: 1, max: 5 })),
  data_eseguita: fc.option(date, { freq: 8 }),
  modalita: fc.constantFrom<Modalita | null>('ESEGUITA', 'ESEGUITA', 'LETTA', 'ASCOLTATA', null),
  sincronizzata: fc.constantFrom<Flag>(0, 0, 1),
  isLevelUpdated: flag,
  isPreferitiUpdated: flag,
  livello: fc.constantFrom('come', 'altra', 'nessuna'),
  altra: date,
  data_preferiti: seldom(date),
  data_letta: seldom(date),
  data_ascoltata: seldom(date),
})
const records = fc.array(record, { maxLength: 12 }).map((rows) =>
  rows.map(
    ({ livello, altra, ...row }, i): Statistica => ({
      ...row,
      id_concorso: 1,
      id_domanda: i + 1,
      indice_uff: i + 1,
      has_image: 0,
      has_risposta: 1,
      data_livello: livello === 'come' ? row.data_eseguita : livello === 'altra' ? altra : null,
    }),
  ),
)
const oldest = (some: Statistica[]) =>
  some
    .filter(needsSync)
    .sort((a, b) => instantOf(a.data_eseguita) - instantOf(b.data_eseguita) || a.id_domanda - b.id_domanda)

it('[SY3] marking looks every pair up by its key: through the index of what waits it would compare all with all', async () => {
  const db = await memoria()
  for (const { sql } of MIGRATIONS) db.exec(sql)
  const plan = db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${MARK}`, '[]', 1).map(({ detail }) => detail)
  expect(plan).toHaveLength(2)
  expect(plan[0]).toMatch(/^SCAN json_each/)
  expect(plan[1]).toMatch(/^SEARCH statistiche USING INTEGER PRIMARY KEY/)
  db.close()
})

it('[SY1] what waits is read from its index alone, in its order', async () => {
  const db = await memoria()
  for (const { sql } of MIGRATIONS) db.exec(sql)
  const plan = db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${elenco()}`, 1, 10).map(({ detail }) => detail)
  expect(plan).toEqual([expect.stringContaining('SEARCH statistiche USING COVERING INDEX statistiche_da_inviare')])
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
        const found = listUnsynced({ db } as Archivio, { id_concorso: 1, limite })
        expect(found?.con_livello ?? []).toEqual(sent.filter(needsLevelCall).map(toRisposta))
        expect(found?.altre ?? []).toEqual(sent.filter((r) => !needsLevelCall(r)).map(toRisposta))
      }),
    )
    db.close()
  })

  it('[SY2] level changes travel apart from the others', async () => {
    const mondo = await apri()
    valore(await rispondi(mondo, 1, 1))
    valore(await preferito(mondo, 2))
    const lotto = valore(await mondo.db.listUnsynced({ id_concorso: null, limite: 10 }))!
    expect(lotto.con_livello.map((r) => r.id_domanda)).toEqual([100_001])
    expect(lotto.altre.map((r) => r.id_domanda)).toEqual([100_002])
  })

  it('[EN35] [CA40] carries the fields of the wire: no local flags, favourites as boolean, modality as list', async () => {
    const mondo = await apri()
    valore(await rispondi(mondo, 1, giusta(1)))
    const [record] = valore(await mondo.db.listUnsynced({ id_concorso: 1, limite: 1 }))!.con_livello
    expect(record).toMatchObject({ preferiti: false, modalita: ['ESEGUITA'], id_materia: 12, livello_conoscenza: -1 })
    for (const nome of [
      'isLevelUpdated',
      'isPreferitiUpdated',
      'sincronizzata',
      'presente',
      'ultimo_evento',
      'eseguita_ms',
    ])
      expect(record).not.toHaveProperty(nome)
  })

  it('at most the limit, oldest first by instant', async () => {
    const mondo = await apri()
    const dates = ['2026-10-25T02:10:00.000+01:00', '2026-10-25T02:30:00.000+02:00', '2026-10-25T02:20:00.000+01:00']
    for (const [i, at] of dates.entries()) valore(await rispondi({ ...mondo, at: () => at }, i + 1, 1))
    const { con_livello } = valore(await mondo.db.listUnsynced({ id_concorso: null, limite: 2 }))!
    expect(con_livello.map((r) => r.id_domanda)).toEqual([100_002, 100_001])
    expect(valore(await mondo.db.pullState({ id_concorso: 1 }))).toEqual({ data: dates[1], cursore: 0 })
  })

  it('is null when nothing waits', async () => {
    const { db } = await apri()
    expect(valore(await db.listUnsynced({ id_concorso: null, limite: 10 }))).toBeNull()
    expect(valore(await db.countUnsynced())).toEqual({ totale: 0, per_banca: [] })
    expect(valore(await db.pullState({ id_concorso: 1 }))).toEqual({ data: null, cursore: 0 })
  })
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
    fc.assert(
      fc.property(records, banks, around, which, fc.nat(12), fc.nat(12), (rows, of, happens, chosen, limite, n) => {
        db.exec('DELETE FROM statistiche; DELETE FROM accantonate')
        const all = rows.map((row, i) => ({ ...row, id_concorso: of[i] as number }))
        for (const record of all) writeStatistica(db, record, 1, null)
        const a = { db, tenuta: {} } as Archivio
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
      { numRuns: 400 },
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
    return { a: { db: { ...db, run }, tenuta: {} } as Archivio, texts, pairs }
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

  it('[SY3] [SY11] what was listed before the store was read again says nothing of what is in it now', async () => {
    const { a, pairs } = await conTesti([2, 3])
    const { a: again, texts } = await conTesti([1, 2])
    listUnsynced(a, { id_concorso: 1, limite: 1 })
    const written = ({ db }: Archivio) => db.get<{ n: number }>('SELECT total_changes() AS n')?.n
    expect(written(again)).toBe(written(a))
    expect(markSynced({ ...a, db: again.db }, { id_concorso: 1, coppie: pairs([2]) })).toEqual({ segnate: 1 })
    expect(texts).toEqual([MARK])
    expect(countUnsynced(again).totale).toBe(1)
  })

  it('[SY3] marks and removes the local flags', async () => {
    const mondo = await apri()
    valore(await rispondi(mondo, 1, 1))
    valore(await preferito(mondo, 1))
    const { data_eseguita } = await leggi(mondo, 1)
    const coppie = [{ id_domanda: 100_001, data_eseguita: data_eseguita! }]
    expect(valore(await mondo.db.markSynced({ id_concorso: 1, coppie }))).toEqual({ segnate: 1 })
    expect(await leggi(mondo, 1)).toMatchObject({ sincronizzata: 1, isLevelUpdated: 0, isPreferitiUpdated: 0 })
    expect(valore(await mondo.db.countUnsynced()).totale).toBe(0)
    expect(valore(await mondo.db.markSynced({ id_concorso: 1, coppie }))).toEqual({ segnate: 0 })
  })

  it('[SY11] a record answered again during the push stays unsynced', async () => {
    const mondo = await apri()
    for (const p of [1, 2]) valore(await rispondi(mondo, p, 1))
    const inVolo = valore(await mondo.db.listUnsynced({ id_concorso: 1, limite: 10 }))!
    valore(await rispondi(mondo, 1, 2))
    const segnate = valore(await mondo.db.markSynced({ id_concorso: 1, coppie: inVolo.con_livello }))
    expect(segnate).toEqual({ segnate: 1 })
    const resto = valore(await mondo.db.listUnsynced({ id_concorso: 1, limite: 10 }))!
    expect(resto.con_livello.map((r) => [r.id_domanda, r.risposta_gettonata])).toEqual([[100_001, 2]])
  })

  it('[SY3] a question that comes with two dates is marked by the one that it has, whichever comes first', async () => {
    for (const vecchia of [0, 1]) {
      const mondo = await apri()
      valore(await rispondi(mondo, 1, 1))
      const { data_eseguita } = await leggi(mondo, 1)
      const coppie = [{ id_domanda: 100_001, data_eseguita: data_eseguita! }]
      coppie.splice(vecchia, 0, { id_domanda: 100_001, data_eseguita: '2026-01-01T00:00:00.000+01:00' })
      expect(valore(await mondo.db.markSynced({ id_concorso: 1, coppie }))).toEqual({ segnate: 1 })
    }
  })

  it('[SY4] [ER8] records of another bank are ID_CONCORSO_NON_COINCIDE and nothing is marked', async () => {
    const mondo = await apri()
    valore(await rispondi(mondo, 1, 1))
    const { data_eseguita } = await leggi(mondo, 1)
    const coppie = [{ id_domanda: 100_001, data_eseguita: data_eseguita! }]
    expect(codice(await mondo.db.markSynced({ id_concorso: 2, coppie }))).toBe('ID_CONCORSO_NON_COINCIDE')
    expect(valore(await mondo.db.countUnsynced()).totale).toBe(1)
  })
})

describe('quarantine', () => {
  it('sets a refused record aside until it changes; it still counts as unsynced', async () => {
    const mondo = await apri()
    for (const p of [1, 2]) valore(await rispondi(mondo, p, 1))
    const { data_eseguita } = await leggi(mondo, 1)
    const coppie = [{ id_domanda: 100_001, data_eseguita: data_eseguita!, codice: 'DOMANDA_NON_TROVATA' }]
    expect(valore(await mondo.db.quarantine({ id_concorso: 1, coppie }))).toEqual({ accantonate: 1 })
    const ids = async () =>
      valore(await mondo.db.listUnsynced({ id_concorso: null, limite: 10 }))?.con_livello.map((r) => r.id_domanda)
    expect(await ids()).toEqual([100_002])
    expect(valore(await mondo.db.countUnsynced()).totale).toBe(2)
    valore(await rispondi(mondo, 1, 2))
    expect(await ids()).toEqual([100_002, 100_001])
  })

  it('[SY3] [SY9] a bank with refused records alone does not keep those of another from being sent', async () => {
    const [una, altra] = await Promise.all([creaBanca({ n: 10 }), creaBanca({ id_concorso: 2, n: 10 })])
    const mondo = await apri({ n: 10 }, memoryPlatform({ fetch: serve(una, altra) }))
    valore(await mondo.db.downloadBanca({ concorso: altra.concorso, at: mondo.at() }, () => {}))
    valore(await rispondi(mondo, 1, 1))
    valore(await rispondi({ ...mondo, banca: altra }, 1, 1))
    const { data_eseguita } = await leggi(mondo, 1)
    const coppie = [{ id_domanda: 100_001, data_eseguita: data_eseguita!, codice: 'DOMANDA_NON_TROVATA' }]
    valore(await mondo.db.quarantine({ id_concorso: 1, coppie }))
    expect(valore(await mondo.db.listUnsynced({ id_concorso: null, limite: 10 }))).toMatchObject({
      id_concorso: 2,
      con_livello: [{ id_domanda: 200_001 }],
    })
    const [sua] = valore(await mondo.db.readDomande({ id_concorso: 2, id_domande: [200_001] }))
    const inviata = { id_domanda: 200_001, data_eseguita: sua?.statistica.data_eseguita as string }
    valore(await mondo.db.markSynced({ id_concorso: 2, coppie: [inviata] }))
    expect(valore(await mondo.db.listUnsynced({ id_concorso: null, limite: 10 }))).toBeNull()
    // Nobody else has the one that was refused: who leaves is told of it.
    expect(valore(await mondo.db.countUnsynced())).toEqual({ totale: 1, per_banca: [{ id_concorso: 1, n: 1 }] })
  })

  it('a record that changed meanwhile is not set aside', async () => {
    const mondo = await apri()
    valore(await rispondi(mondo, 1, 1))
    const coppie = [{ id_domanda: 100_001, data_eseguita: '2026-01-01T00:00:00.000Z', codice: 'X' }]
    expect(valore(await mondo.db.quarantine({ id_concorso: 1, coppie }))).toEqual({ accantonate: 0 })
  })
})

describe('applyRemote', () => {
  it('[MG1] an absent record takes the server’s, with its cursor', async () => {
    const mondo = await apri()
    expect(valore(await applica(mondo, [remota()]))).toEqual({ cambiate: 1 })
    expect(await leggi(mondo, 1)).toMatchObject({
      livello_conoscenza: 1,
      preferiti: 1,
      risposta_gettonata: 2,
      sincronizzata: 1,
    })
    expect(valore(await mondo.db.pullState({ id_concorso: 1 }))).toEqual({ data: null, cursore: 7 })
    expect(valore(await applica(mondo, [remota()], { cursore: 8 }))).toEqual({ cambiate: 0 })
    expect(valore(await mondo.db.pullState({ id_concorso: 1 })).cursore).toBe(8)
  })

  it('[MG2] an older record of the server loses and the local one stays unsynced', async () => {
    const mondo = await apri()
    valore(await rispondi(mondo, 1, giusta(1)))
    const prima = await leggi(mondo, 1)
    valore(await applica(mondo, [remota({ data_eseguita: '2026-01-01T00:00:00.000Z', preferiti: false })]))
    const { data_preferiti: _, ...resto } = prima
    expect(await leggi(mondo, 1)).toMatchObject(resto)
  })

  it('[MG1] forced, the server’s record wins over a newer local one', async () => {
    const mondo = await apri()
    valore(await rispondi(mondo, 1, 1))
    const vecchia = remota({ data_eseguita: '2026-01-01T00:00:00.000Z' })
    expect(valore(await applica(mondo, [vecchia], { forzato: true }))).toEqual({ cambiate: 1 })
    expect(await leggi(mondo, 1)).toMatchObject({ livello_conoscenza: 1, sincronizzata: 1 })
  })

  it('[MG3] identifiers, image and answer flags are the local ones', async () => {
    const mondo = await apri()
    valore(await applica(mondo, [remota({ id_domanda: 100_006, id_materia: 99 })]))
    expect(await leggi(mondo, 6)).toMatchObject({ id_materia: 11, indice_uff: 6, has_image: 1, has_risposta: 1 })
  })

  it('a record of a question that this bank does not have is kept and counts nowhere', async () => {
    const mondo = await apri()
    valore(await applica(mondo, [remota({ id_domanda: 100_999 })]))
    const [banca] = valore(await mondo.db.listBanche())
    expect(banca).toMatchObject({ preferiti: 0, per_livello: { '-99': 60, '1': 0 } })
  })

  it('records that come before the bank’s file count once it is here', async () => {
    const mondo = await apri()
    valore(await mondo.db.deleteBanca({ id_concorso: 1, dallaLista: true }))
    valore(await applica(mondo, [remota(), remota({ id_domanda: 100_002, id_materia: null })]))
    const { concorso } = await creaBanca()
    const banca = valore(await mondo.db.downloadBanca({ concorso, at: mondo.at() }, () => {}))
    expect(banca).toMatchObject({ preferiti: 2, per_livello: { '1': 2 } })
    expect(await leggi(mondo, 2)).toMatchObject({ indice_uff: 2, id_materia: 13 })
  })

  it('a record of another bank refuses the whole answer', async () => {
    const mondo = await apri()
    const risposte = [remota(), remota({ id_concorso: 2, id_domanda: 200_001 })]
    expect(codice(await applica(mondo, risposte))).toBe('ID_CONCORSO_NON_COINCIDE')
    expect(valore(await mondo.db.pullState({ id_concorso: 1 })).cursore).toBe(0)
    expect((await leggi(mondo, 1)).livello_conoscenza).toBe(-99)
  })

  it('after it the answer given before cannot be undone when the level is the server’s', async () => {
    const mondo = await apri()
    const { id_evento } = valore(await rispondi(mondo, 1, 1))
    valore(await applica(mondo, [remota()]))
    const late = await mondo.db.undo({ id_evento_annullato: id_evento, at: mondo.at(), id_evento: 'a' })
    expect(codice(late)).toBe('IMPOSSIBILE_SELEZIONARE_RISPOSTA')
  })
})
