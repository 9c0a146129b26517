import { IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import type { Database } from '#contract/database'
import { ask, type Idb, openIdb, STORES } from '#workers/backends/idb'
import { createDatabase } from '#workers/store/database'
import { creaBanca, nuovaSeduta, serve, UTENTE, value } from '../mondo.ts'
import { newFactory, type Opzioni, platformOf } from './platforms.ts'

Object.assign(globalThis, { IDBKeyRange })

const ORA = '2026-11-21T10:00:00.000+01:00'
const DOPO = (giorni: number) => new Date(Date.parse(ORA) + giorni * 86_400_000).toISOString()
const banca = await creaBanca({ id_concorso: 1, n: 60 })

const make = (opzioni: Opzioni) =>
  createDatabase({ ...platformOf({ fetch: serve(banca), ...opzioni }), lock: async () => () => {} })
const answer = async (db: Database, posizione: number) =>
  value(
    await db.answer({
      id_concorso: 1,
      id_domanda: 100_000 + posizione,
      risposta: 1,
      modalita: 'ESEGUITA',
      at: `2026-11-21T10:00:0${posizione}.000+01:00`,
      id_evento: `evento-${posizione}`,
      id_seduta: null,
      indice: null,
    }),
  )
const answered = async (db: Database) =>
  value(await db.readDomande({ id_concorso: 1, id_domande: [1, 2, 3, 4, 5, 6].map((n) => 100_000 + n) }))
    .filter(({ statistica }) => statistica.livello_conoscenza !== -99)
    .map(({ id_domanda }) => id_domanda - 100_000)

/** A store with a bank, a cursor and six answers; `ogni` decides what is a snapshot and what is log. */
async function fill(opzioni: Opzioni) {
  const db = make(opzioni)
  value(await db.open({ id_utente: UTENTE }))
  value(await db.downloadBanca({ concorso: banca.concorso, at: ORA }, () => {}))
  value(await db.applyRemote({ id_concorso: 1, risposte: [], cursore: 5, forzato: false }))
  for (const n of [1, 2, 3, 4]) await answer(db, n)
  return db
}
const rows = (idb: Idb) =>
  idb.transaction(['registro'], 'readonly', (tx) => ask(tx.objectStore('registro').getAllKeys()))
const pieces = (idb: Idb, area: string) =>
  idb.transaction(['pezzi'], 'readonly', async (tx) =>
    (await ask(tx.objectStore('pezzi').getAllKeys())).filter((k) => (k as unknown[])[1] === area),
  )
const guasti = async (idb: Idb) =>
  (await pieces(idb, 'file')).map((k) => (k as string[])[2]).filter((name) => name?.startsWith('guasto-'))

/** Every row of a browser's IndexedDB, by store. */
type Content = [store: string, key: IDBValidKey, value: unknown][]
const contentOf = (factory: IDBFactory): Promise<Content> =>
  openIdb(factory).transaction(STORES, 'readonly', async (tx) => {
    const content: Content = []
    for (const name of STORES) {
      const store = tx.objectStore(name)
      const [keys, values] = [await ask(store.getAllKeys()), await ask(store.getAll())]
      content.push(...keys.map((key, i): Content[number] => [name, key, values[i]]))
    }
    return content
  })

/** Another browser with those rows. */
async function browserWith(content: Content) {
  const factory = newFactory()
  const idb = openIdb(factory)
  await idb.transaction(STORES, 'readwrite', (tx) => {
    for (const [store, key, value] of content) tx.objectStore(store).put(value, key)
  })
  return { factory, idb }
}

async function makeSnapshot(senzaWasm: boolean): Promise<Content> {
  const factory = newFactory()
  const db = await fill({ factory, ogni: 1, senzaWasm })
  await expect.poll(async () => (await rows(openIdb(factory))).length).toBe(0)
  value(await db.close())
  const poi = make({ factory, ogni: 1000, senzaWasm })
  value(await poi.open({ id_utente: UTENTE }))
  for (const n of [5, 6]) await answer(poi, n)
  value(await poi.close())
  return contentOf(factory)
}

describe.each([
  ['sqlite-wasm', false],
  ['sql.js', true],
])('a damaged store over the log, %s [SY10][D32]', (_, senzaWasm) => {
  let made: Promise<Content> | undefined
  /** A store whose snapshot has four answers and whose log has two more. */
  const withSnapshot = async () => {
    made ??= makeSnapshot(senzaWasm)
    return browserWith(await made)
  }
  const told = async (db: Database, at = ORA) => value(await db.verifyArchivio({ at, completa: true })).recupero

  it('a transaction is gone: all before it and every event after it are there, the rest is asked again', async () => {
    const factory = newFactory()
    const idb = openIdb(factory)
    const before = await fill({ factory, ogni: 1000, senzaWasm })
    for (const n of [5, 6]) await answer(before, n)
    value(await before.close())
    const gone = (await rows(idb)).at(-4) as IDBValidKey
    await idb.transaction(['registro'], 'readwrite', (tx) => void tx.objectStore('registro').delete(gone))

    const db = make({ factory, senzaWasm })
    const opened = value(await db.open({ id_utente: UTENTE }))
    expect(opened).toMatchObject({ da_sincronizzare: 5, banche: [{ id_concorso: 1, n_domande: 60 }] })
    expect(await answered(db)).toEqual([1, 2, 4, 5, 6])
    expect(value(await db.pullState({ id_concorso: 1 })).cursore).toBe(0)
    expect(await told(db)).toMatchObject({ causa: 'danno', utente: true, eventi: 5, mancanti: 1, dallo_specchio: 0 })
    expect((await guasti(idb)).sort()).toEqual(['guasto-1.db', 'guasto-1.db-log'])
    await answer(db, 3)
    value(await db.close())

    // Once: the next opening finds a whole store, and the old one is kept for its time.
    const poi = make({ factory, senzaWasm })
    value(await poi.open({ id_utente: UTENTE }))
    expect(await answered(poi)).toEqual([1, 2, 3, 4, 5, 6])
    expect(await told(poi)).toBeNull()
    expect(await guasti(idb)).toHaveLength(2)
    for (const giorni of [7, 14, 21, 28]) await told(poi, DOPO(giorni))
    expect(await guasti(idb)).toHaveLength(2)
    await told(poi, DOPO(31))
    await expect.poll(() => guasti(idb)).toEqual([])
    value(await poi.close())
  })

  it('two pages of a snapshot changed: it opens, is told, and no event is lost', async () => {
    const { factory, idb } = await withSnapshot()
    const [key] = (await pieces(idb, 'istantanee')) as [IDBValidKey]
    await idb.transaction(['pezzi'], 'readwrite', async (tx) => {
      const bytes = (await ask(tx.objectStore('pezzi').get(key))) as Uint8Array
      const text = Buffer.from(bytes).toString('latin1')
      // Inside the row of the bank, which says something else from now on.
      bytes[text.indexOf('Ente di prova') + 2] = 0x5a
      // What kind of page another one is.
      bytes[8192 * 3] = 0x55
      tx.objectStore('pezzi').put(bytes, key)
    })
    const db = make({ factory, senzaWasm })
    const { banche } = value(await db.open({ id_utente: UTENTE }))
    expect(banche).toMatchObject([{ id_concorso: 1, n_domande: 60 }])
    expect(JSON.stringify(banche)).not.toContain('EnZe')
    expect(await answered(db)).toEqual([1, 2, 3, 4, 5, 6])
    expect(await told(db)).toMatchObject({ causa: 'danno', utente: true, eventi: 6, mancanti: 0 })
    value(await db.close())
  })

  it.each(['istantanee', 'pezzi'] as const)(
    'a snapshot whose %s are gone: the answers of the log are there',
    async (store) => {
      const { factory, idb } = await withSnapshot()
      await idb.transaction([store], 'readwrite', async (tx) => {
        const keys = await ask(tx.objectStore(store).getAllKeys())
        for (const key of keys)
          if (store === 'istantanee' || (key as unknown[])[1] === 'istantanee') tx.objectStore(store).delete(key)
      })
      const db = make({ factory, senzaWasm })
      expect(value(await db.open({ id_utente: UTENTE })).banche).toMatchObject([{ id_concorso: 1, n_domande: 60 }])
      expect(await answered(db)).toEqual(store === 'istantanee' ? [1, 2, 3, 4, 5, 6] : [5, 6])
      expect(await told(db)).toMatchObject({ causa: 'danno', utente: true, mancanti: store === 'istantanee' ? 0 : 4 })
      value(await db.close())
    },
  )

  it('whichever transaction is gone, all that the others wrote is there', { timeout: 600_000 }, async () => {
    const factory = newFactory()
    const idb = openIdb(factory)
    const before = await fill({ factory, ogni: 1000, senzaWasm })
    const opere = operas()
    /** By work, the transactions that it is. */
    const sue: IDBValidKey[][] = []
    for (const { fai } of opere) {
      const n = (await rows(idb)).length
      await fai(before)
      sue.push((await rows(idb)).slice(n))
    }
    expect(sue.map((k) => k.length)).toEqual(opere.map(() => 1))
    value(await before.close())
    const whole = await contentOf(factory)
    const log = whole.filter(([store]) => store === 'registro')
    // Slow without WebAssembly: by day one of five.
    const step = senzaWasm && process.env.NOTTE !== '1' ? 5 : 1
    for (const row of log.filter((_, i) => i % step === 0)) {
      const [, gone] = row
      const { factory } = await browserWith(whole.filter((other) => other !== row))
      const db = make({ factory, senzaWasm })
      value(await db.open({ id_utente: UTENTE }))
      const lost = sue.findIndex((keys) => keys.some((key) => JSON.stringify(key) === JSON.stringify(gone)))
      for (const [i, { nome, dopo: after, serve: deve }] of opere.entries()) {
        if (i === lost || (lost >= 0 && deve?.includes(opere[lost]!.nome))) continue
        expect(await after(db), `${nome} without ${JSON.stringify(gone)}`).toBe(true)
      }
      // Whole again: what is written now is kept.
      value(await db.saveNota({ id_concorso: 1, id_domanda: 100_060, testo: 'dopo', at: ORA }))
      value(await db.close())
      const poi = make({ factory, senzaWasm })
      value(await poi.open({ id_utente: UTENTE }))
      expect(value(await poi.readNota({ id_domanda: 100_060 }))).toBe('dopo')
      expect(await told(poi)).toBeNull()
      value(await poi.close())
    }
  })
})

type Opera = {
  nome: string
  fai: (db: Database) => Promise<unknown>
  /** Whether what it wrote is there. */
  dopo: (db: Database) => Promise<boolean>
  /** Works without which it cannot be. */
  serve?: string[]
}

/** One transaction each: what a person writes, begins and arranges, in the order of a day. */
function operas(): Opera[] {
  const statistica = async (db: Database, n: number) =>
    value(await db.readDomande({ id_concorso: 1, id_domande: [100_000 + n] }))[0]!.statistica
  const nota = (testo: string): Opera => ({
    nome: `note ${testo}`,
    fai: async (db) => value(await db.saveNota({ id_concorso: 1, id_domanda: 100_001, testo, at: ORA })),
    dopo: async (db) => value(await db.readNota({ id_domanda: 100_001 })) !== '',
  })
  const modello = (id: string): Opera => ({
    nome: `template ${id}`,
    fai: async (db) => value(await db.saveModello({ id, nome: id, dati: {}, creato: ORA } as never)),
    dopo: async (db) => value(await db.listModelli()).some((m) => m.id === id),
  })
  const filtro = (id: string): Opera => ({
    nome: `filter ${id}`,
    fai: async (db) =>
      value(await db.saveFiltro({ id, nome: id, filtro: { testo: id }, ordine: 'UFFICIALE', creato: ORA })),
    dopo: async (db) => value(await db.listFiltri()).some((f) => f.id === id),
  })
  const seduta = (id: string): Opera => ({
    nome: `sitting ${id}`,
    fai: async (db) => value(await db.createSeduta(nuovaSeduta({ id, at: ORA }))),
    dopo: async (db) => value(await db.readSeduta({ id })).id_domande.length > 0,
  })
  const risposta = (id_seduta: string, indice: number, n: number): Opera => ({
    nome: `answer ${n}`,
    fai: async (db) =>
      value(
        await db.answer({
          id_concorso: 1,
          id_domanda: 100_000 + n,
          risposta: 1,
          modalita: 'ESEGUITA',
          at: ORA,
          id_evento: `nella-seduta-${n}`,
          id_seduta,
          indice,
        }),
      ),
    dopo: async (db) =>
      (await statistica(db, n)).livello_conoscenza !== -99 &&
      value(await db.readSeduta({ id: id_seduta })).risposte.some((r) => r.indice === indice),
    serve: [`sitting ${id_seduta}`],
  })
  const preferita = (n: number): Opera => ({
    nome: `favourite ${n}`,
    fai: async (db) =>
      value(
        await db.setPreferiti({
          id_concorso: 1,
          id_domanda: 100_000 + n,
          preferiti: true,
          at: ORA,
          id_evento: `p-${n}`,
        }),
      ),
    dopo: async (db) => (await statistica(db, n)).preferiti === 1,
  })
  return [
    nota('prima'),
    modello('m1'),
    seduta('s1'),
    risposta('s1', 0, 1),
    filtro('f1'),
    preferita(30),
    { ...nota('seconda'), serve: [] },
    seduta('s2'),
    risposta('s2', 7, 8),
    modello('m2'),
    risposta('s1', 11, 12),
    filtro('f2'),
    preferita(31),
  ]
}
