import { IDBKeyRange as Intervallo } from 'fake-indexeddb'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { memoryPlatform } from '#tests/workers/memory'
import { loadSqlite } from '#wasm/sqlite'
import { poolFileRecovery } from '#workers/backends/pool-recovery'
import { convertStatistica, UNKNOWN_DATE } from '#workers/legacy/convert'
import { readOld, whichOf } from '#workers/legacy/read'
import { createDatabase } from '#workers/store/database'
import { creaBanca, serve, UTENTE, value } from '../mondo.ts'
import { AT, browser, DOPO, names, passano, statisticheDi, TOCCATE, visita, writeVecchio } from './old-database.ts'

beforeAll(() => {
  globalThis.IDBKeyRange = Intervallo
})
afterEach(() => void vi.restoreAllMocks())

describe('[MI1] [MI2] [D31] the old database', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9])('of version %i is taken over with every record', async (versione) => {
    const { factory, open } = browser()
    await writeVecchio(factory, versione)
    const db = open()
    const dei_percorsi = versione >= 4 ? 1 : 0
    expect(await visita(db)).toEqual({ stato: 'fatta', copiate: TOCCATE + dei_percorsi })
    const waits = value(await db.countUnsynced())
    // Records 2, 3, 5 and 6; the first was sent, the seventh says of no change.
    expect(waits.totale).toBe(4)
    const batch = value(await db.listUnsynced({ id_concorso: 1, limite: 50 }))
    const tutte = [...(batch?.con_livello ?? []), ...(batch?.altre ?? [])]
    const di = (n: number) => tutte.find((r) => r.id_domanda === 100_000 + n)
    expect(di(2)).toMatchObject({ livello_conoscenza: -2, preferiti: true, modalita: ['ESEGUITA'] })
    expect(di(3)).toMatchObject({ livello_conoscenza: -99, preferiti: true })
    expect(di(5)).toMatchObject({ livello_conoscenza: 0, data_eseguita: UNKNOWN_DATE })
    expect(di(6)).toMatchObject({ livello_conoscenza: 1, risposta_gettonata: 3 })
    const banche = value(await db.listBanche())
    expect(banche.map((b) => [b.id_concorso, b.stato, b.ente])).toEqual([
      [1, 0, 'Ente'],
      ...(versione >= 4 ? [[-5, 0, '']] : []),
      [9, 0, ''],
    ])
    expect(await names(factory)).toContain('concorsi')
  })

  it('the bank that comes later shows the levels that were there', async () => {
    const banca = await creaBanca({ n: 20 })
    const { factory, open } = browser({ fetch: serve(banca) })
    await writeVecchio(factory, 9)
    const db = open()
    await visita(db)
    value(await db.downloadBanca({ concorso: banca.concorso, at: AT }, () => {}))
    const [before, , , quarta] = value(
      await db.readDomande({ id_concorso: 1, id_domande: [100_001, 100_002, 100_003, 100_004] }),
    )
    expect(before?.statistica).toMatchObject({ livello_conoscenza: 1, sincronizzata: 1, risposta_gettonata: 2 })
    expect(quarta?.statistica.livello_conoscenza).toBe(-99)
    expect(value(await db.listBanche())[0]?.per_livello[1]).toBe(2)
  })

  it.each([
    ['of before the year 1000', '0001-01-01T00:00:00Z'],
    ['beyond the year 9999', '+012026-01-01T00:00:00Z'],
    ['in microseconds', 1_700_000_000_000_000],
    ['long before', -1e14],
    ['that is none', new Date(Number.NaN)],
  ])(
    '[EB35] a date %s is no date: the log says so, the answer is kept and sent all the same',
    async (_, data_eseguita) => {
      const log = vi.spyOn(console, 'warn').mockImplementation(() => {})
      const { factory, open } = browser()
      const strana = { id_domanda: 100_020, id_concorso: 1, livello_conoscenza: 1, data_eseguita, sincronizzata: false }
      await writeVecchio(factory, 9, [strana])
      const db = open()
      await visita(db)
      expect(log).toHaveBeenCalledWith('Errore durante la formattazione della data', data_eseguita)
      const batch = value(await db.listUnsynced({ id_concorso: 1, limite: 50 }))
      const sua = [...(batch?.con_livello ?? []), ...(batch?.altre ?? [])].find((r) => r.id_domanda === 100_020)
      expect(sua).toMatchObject({ livello_conoscenza: 1, data_eseguita: UNKNOWN_DATE })
    },
  )

  it('a record that names no bank is kept and not sent; it is the bank’s that has its question when that one comes', async () => {
    const banca = await creaBanca({ n: 20 })
    const { factory, open } = browser({ fetch: serve(banca) })
    const senza = (n: number) => ({ id_domanda: n, livello_conoscenza: 1, data_eseguita: AT, sincronizzata: false })
    await writeVecchio(factory, 9, [senza(100_020), senza(300_001)])
    const db = open()
    await visita(db)
    expect(value(await db.countUnsynced()).per_banca).toEqual([{ id_concorso: 1, n: 4 }])
    value(await db.downloadBanca({ concorso: banca.concorso, at: AT }, () => {}))
    expect(value(await db.countUnsynced()).per_banca).toEqual([{ id_concorso: 1, n: 5 }])
    const [sua] = value(await db.readDomande({ id_concorso: 1, id_domande: [100_020] }))
    expect(sua?.statistica).toMatchObject({ id_concorso: 1, livello_conoscenza: 1, sincronizzata: 0 })
    expect(value(await db.listBanche())[0]?.per_livello[1]).toBe(3)
  })

  it('banks and paths by a key that is no id stop nothing', async () => {
    const { factory, open } = browser()
    const banche = [{ id_concorso: 1.5, concorso: 'Mezza' }]
    const percorsi = [{ id_argomento: 2.5, argomento: 'Mezzo' }]
    await writeVecchio(factory, 9, [], { banche, banche_meta: banche, percorsi, percorsi_meta: percorsi })
    const db = open()
    expect(await visita(db)).toEqual({ stato: 'fatta', copiate: TOCCATE + 1 })
    expect(value(await db.listBanche()).map((b) => b.id_concorso)).toEqual([1, -5, 9])
  })

  it('[MI4] records of a path wait for its package, and are then shown, rebuilt and sent like those of a bank', async () => {
    const [banca, percorso] = await Promise.all([creaBanca({ n: 20 }), creaBanca({ id_concorso: -5, n: 20 })])
    const { factory, open } = browser({ fetch: serve(banca, percorso) })
    const old = { id_argomento: 5, id_sotto_percorso: '1;11;;;;;', data_eseguita: AT, sincronizzata: false }
    const ofBank = { id_domanda: 500_005, id_concorso: 1, livello_conoscenza: 1, data_eseguita: AT, sincronizzata: 1 }
    await writeVecchio(factory, 9, [ofBank], {
      statistiche_percorsi: [
        { ...old, id_domanda: 500_001, livello_conoscenza: 0, risposta_gettonata: 2, modalita: 'ESEGUITA' },
        { ...old, id_domanda: 500_002, livello_conoscenza: -99, preferiti: true, isPreferitiUpdated: true },
        { ...old, id_domanda: 500_003, livello_conoscenza: 1, sincronizzata: true },
        // Numbers that a bank's questions have too, one of them not touched there; and a question of another path.
        { ...old, id_domanda: 100_001, livello_conoscenza: -2 },
        { ...old, id_domanda: 100_019, livello_conoscenza: -2 },
        { ...old, id_domanda: 500_004, id_argomento: 6, livello_conoscenza: 1 },
        // One of this path's under whose number a bank has a record.
        { ...old, id_domanda: 500_005, livello_conoscenza: -2 },
      ],
    })
    const db = open()
    await visita(db)
    const waits = async () => value(await db.countUnsynced()).per_banca
    expect(await waits()).toEqual([{ id_concorso: 1, n: 4 }])
    // Whoever signs out is told of them too.
    expect(value(await db.countSoloQui()).risposte).toBe(4 + 7)
    value(await db.downloadBanca({ concorso: banca.concorso, at: AT }, () => {}))
    value(await db.downloadBanca({ concorso: percorso.concorso, at: AT }, () => {}))

    const ids = [500_001, 500_002, 500_003, 500_004]
    const read = async () => value(await db.readDomande({ id_concorso: -5, id_domande: ids })).map((d) => d.statistica)
    expect(await read()).toMatchObject([
      { id_concorso: -5, id_materia: -12, indice_uff: 1, livello_conoscenza: 0, risposta_gettonata: 2 },
      { livello_conoscenza: -99, preferiti: 1 },
      { livello_conoscenza: 1, sincronizzata: 1 },
      { livello_conoscenza: -99, data_eseguita: null },
    ])
    expect(value(await db.listBanche()).find((b) => b.id_concorso === -5)).toMatchObject({
      preferiti: 1,
      per_livello: { '0': 1, '1': 1 },
    })
    expect(await waits()).toEqual([
      { id_concorso: -5, n: 2 },
      { id_concorso: 1, n: 4 },
    ])
    expect(value(await db.countSoloQui()).risposte).toBe(6 + 5)
    const batch = value(await db.listUnsynced({ id_concorso: -5, limite: 50 }))
    expect([...(batch?.con_livello ?? []), ...(batch?.altre ?? [])].map((r) => r.id_domanda)).toEqual([
      500_001, 500_002,
    ])
    // Each bank's question keeps its own record, and an answer to one is the bank's.
    const [own, free] = value(await db.readDomande({ id_concorso: 1, id_domande: [100_001, 100_019] }))
    expect(own?.statistica).toMatchObject({ id_concorso: 1, livello_conoscenza: 1 })
    expect(free?.statistica).toMatchObject({ id_concorso: 1, livello_conoscenza: -99 })

    const { utente } = value(await db.copyStore({ id_concorsi: [] }))
    const files = poolFileRecovery(await loadSqlite(), {} as never, '')
    const store = files.scratch(new Uint8Array(await utente.arrayBuffer())).db
    const kept = store.all<{ id: number }>('SELECT id_domanda AS id FROM statistiche_percorsi ORDER BY 1')
    expect(kept.map(({ id }) => id)).toEqual([100_001, 100_019, 500_004, 500_005, 700_001])
    const ofNumber = 'SELECT id_concorso, livello_conoscenza FROM statistiche WHERE id_domanda = 500005'
    expect(store.all(ofNumber)).toEqual([{ id_concorso: 1, livello_conoscenza: 1 }])
    const events = 'SELECT id_domanda AS id, tipo FROM eventi WHERE id_concorso = -5 ORDER BY seq'
    expect(store.all(events)).toEqual([
      { id: 500_001, tipo: 'RISPOSTA' },
      { id: 500_002, tipo: 'PREFERITO' },
      { id: 500_003, tipo: 'LIVELLO' },
    ])
    store.close()
  })

  it('[MI4] what was practised on the path before the old database was taken over stays where it is newer', async () => {
    const percorso = await creaBanca({ id_concorso: -5, n: 20 })
    const { factory, open } = browser({ fetch: serve(percorso) })
    const old = { id_argomento: 5, data_eseguita: '2024-05-01T10:00:00.000Z', sincronizzata: false }
    await writeVecchio(factory, 9, [], {
      statistiche_percorsi: [
        { ...old, id_domanda: 500_001, livello_conoscenza: 1, preferiti: true, isPreferitiUpdated: true },
        { ...old, id_domanda: 500_002, livello_conoscenza: 1 },
      ],
    })
    const db = open()
    value(await db.open({ id_utente: UTENTE }))
    value(await db.downloadBanca({ concorso: percorso.concorso, at: AT }, () => {}))
    value(await db.setLivello({ id_concorso: -5, id_domanda: 500_001, livello: -2, at: AT, id_evento: 'nuovo' }))
    value(await db.migrateVecchio({ at: AT }))
    const found = value(await db.readDomande({ id_concorso: -5, id_domande: [500_001, 500_002] }))
    expect(found.map(({ statistica: s }) => [s.livello_conoscenza, s.preferiti, s.sincronizzata])).toEqual([
      [-2, 1, 0],
      [1, 0, 0],
    ])
  })

  it('[SY10] every record is also the events that say it, and its records are rebuilt from them', async () => {
    const { factory, platform } = browser()
    await writeVecchio(factory, 9)
    const db = createDatabase(platform)
    await visita(db)
    const stato = value(await db.verifyArchivio({ at: AT, completa: true }))
    expect(stato.recupero).toBeNull()
    const mirrored = await platform.mirror?.read(UTENTE)
    expect(mirrored?.events.map(({ id_domanda, tipo }) => `${id_domanda - 100_000} ${tipo}`).sort()).toEqual([
      '2 LIVELLO',
      '2 PREFERITO',
      '3 PREFERITO',
      '5 LIVELLO',
      '6 RISPOSTA',
      '7 PREFERITO',
    ])
  })

  it('what is newer here stays, each half on its own', async () => {
    const banca = await creaBanca({ n: 20 })
    const { factory, open } = browser({ fetch: serve(banca) })
    await writeVecchio(factory, 9)
    const db = open()
    value(await db.open({ id_utente: UTENTE }))
    value(await db.downloadBanca({ concorso: banca.concorso, at: AT }, () => {}))
    value(await db.setLivello({ id_concorso: 1, id_domanda: 100_002, livello: 1, at: AT, id_evento: 'nuovo' }))
    value(await db.migrateVecchio({ at: AT }))
    const [domanda] = value(await db.readDomande({ id_concorso: 1, id_domande: [100_002] }))
    expect(domanda?.statistica).toMatchObject({ livello_conoscenza: 1, preferiti: 1, sincronizzata: 0 })
  })

  it('is taken over once, by the first account that comes', async () => {
    const { factory, open } = browser()
    await writeVecchio(factory, 9)
    const db = open()
    expect((await visita(db)).stato).toBe('fatta')
    expect(value(await db.migrateVecchio({ at: AT })).stato).toBe('gia_fatta')
    expect(await visita(db, 8)).toEqual({ stato: 'assente', copiate: 0 })
    expect(value(await db.countUnsynced()).totale).toBe(0)
  })

  it('stays 30 days and then goes', async () => {
    const { factory, open } = browser()
    await writeVecchio(factory, 9)
    const db = open()
    await visita(db)
    expect((await passano(db, 30)).stato).toBe('gia_fatta')
    expect(await names(factory)).toContain('concorsi')
    expect(value(await db.migrateVecchio({ at: DOPO(30.01) })).stato).toBe('eliminata')
    expect(await names(factory)).not.toContain('concorsi')
    expect(value(await db.countUnsynced()).totale).toBe(4)
  })

  it.each([
    ['ahead for a while', [0, 1500, 0, 1]],
    ['ahead from now on', [0, 1500, 1501]],
    ['behind until now', [0, -4000, 0, 1]],
  ])('a clock that is %s takes no more than a week of its 30 days', async (_, giorni) => {
    const { factory, open } = browser()
    await writeVecchio(factory, 9)
    const db = open()
    for (const g of giorni) expect((await visita(db, UTENTE, DOPO(g))).stato).toMatch(/fatta$/)
    const ultimo = giorni.at(-1) as number
    for (const g of [7, 14, 21]) expect((await visita(db, UTENTE, DOPO(ultimo + g))).stato).toBe('gia_fatta')
    expect(await names(factory)).toContain('concorsi')
    await visita(db, UTENTE, DOPO(ultimo + 28))
    expect((await visita(db, UTENTE, DOPO(ultimo + 31))).stato).toBe('eliminata')
  })

  it('is not made by looking for it', async () => {
    const { factory, open } = browser()
    expect(await visita(open())).toEqual({ stato: 'assente', copiate: 0 })
    expect(await names(factory)).not.toContain('concorsi')
    expect(await readOld(factory)).toBeNull()
  })

  it('without IndexedDB there is nothing to take over and nothing breaks', async () => {
    const db = createDatabase(memoryPlatform())
    expect(await visita(db)).toEqual({ stato: 'assente', copiate: 0 })
    expect(value(await db.verifyArchivio({ at: AT, completa: true })).recupero).toBeNull()
  })
})

describe('reading an old record', () => {
  it('[MI1] converts every form of sincronizzata', () => {
    const di = (sincronizzata: unknown, other: object = {}) =>
      convertStatistica({ id_domanda: 1, livello_conoscenza: 1, data_eseguita: AT, sincronizzata, ...other }, AT)
        ?.sincronizzata
    expect([true, 1, false, 0, undefined].map((s) => di(s))).toEqual([1, 1, 0, 0, 0])
    expect(di(false, { livello_conoscenza: -99, preferiti: true })).toBeNull()
    expect(di(false, { livello_conoscenza: -99, preferiti: true, isPreferitiUpdated: true })).toBe(0)
  })

  it('keeps what is no record out and gives defaults to what is missing', () => {
    expect(convertStatistica({ livello_conoscenza: 1 }, AT)).toBeNull()
    expect(convertStatistica({ id_domanda: 'x', livello_conoscenza: 1 }, AT)).toBeNull()
    expect(statisticheDi(9).filter((r) => convertStatistica(r, AT) !== null)).toHaveLength(TOCCATE)
    expect(convertStatistica({ id_domanda: '12', livello_conoscenza: '-1' }, AT)).toMatchObject({
      id_domanda: 12,
      livello_conoscenza: -1,
      id_concorso: 0,
      data_eseguita: UNKNOWN_DATE,
      has_image: 0,
    })
  })

  it('tells the stores by key and content, whatever their names', () => {
    expect(whichOf('a', 'id_domanda', [{ id_domanda: 1, id_concorso: 1 }])).toBe('statistiche')
    expect(whichOf('b', 'id_domanda', [{ id_domanda: 1, id_argomento: 1 }])).toBe('statistiche_percorsi')
    expect(whichOf('c', 'id_concorso', [{ id_concorso: 1, n_domande_assegnate: 1 }])).toBe('banche_meta')
    expect(whichOf('d', 'id_concorso', [{ id_concorso: 1 }])).toBe('banche')
    expect(whichOf('e', 'id_argomento', [{ id_argomento: 1, n_domande_by_materia: {} }])).toBe('percorsi_meta')
    expect(whichOf('percorsi', 'id_argomento', [])).toBe('percorsi')
    expect(whichOf('immagini', 'nome', [{ nome: 'x' }])).toBeNull()
  })
})
