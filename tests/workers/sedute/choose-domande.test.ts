import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SEVERAL_BANCHE } from '#contract/database'
import { RISPOSTE_RULE } from '#rules/risposte-shape'
import { permute } from '#rules/shuffle'
import { memoryPlatform } from '#tests/workers/memory'
import { MIGRATIONS, VERSION } from '#workers/core/schema'
import { createDatabase } from '#workers/store/database'
import { codice, creaBanca, giusta, type Mondo, nuovaSeduta, orologio, serve, UTENTE, value } from '../mondo.ts'

/** An open store with two banks downloaded: ids 1000xx and 2000xx. */
async function apriDue(): Promise<Mondo> {
  const [before, seconda] = await Promise.all([creaBanca({ n: 20 }), creaBanca({ id_concorso: 2, n: 20 })])
  const platform = memoryPlatform({ fetch: serve(before, seconda) })
  const db = createDatabase(platform)
  const at = orologio()
  let n = 0
  value(await db.open({ id_utente: UTENTE }))
  for (const { concorso } of [before, seconda]) value(await db.downloadBanca({ concorso, at: at() }, () => {}))
  return { db, banca: before, at, platform, id: () => `evento-${++n}` }
}
const scelta = (at: string, ...ids: number[]) =>
  nuovaSeduta({
    at,
    scelte: Int32Array.from(ids),
    id_concorso: SEVERAL_BANCHE,
    filtro: { id_concorso: SEVERAL_BANCHE },
  })

const rispondiPosto = (m: Mondo, indice: number, id_concorso: number, id_domanda: number) =>
  m.db.answer({
    ...{ id_concorso, id_domanda, indice, id_seduta: 'seduta-1' },
    ...{ risposta: giusta(id_domanda % 100_000), modalita: 'ESEGUITA', at: m.at(), id_evento: m.id() },
  })

describe('a sitting over chosen questions', () => {
  it('keeps them in the order given, each with its bank', async () => {
    const { db, at } = await apriDue()
    const seduta = value(await db.createSeduta(scelta(at(), 200_003, 100_002, 200_001)))
    expect([...seduta.id_domande]).toEqual([200_003, 100_002, 200_001])
    expect([...seduta.id_concorsi]).toEqual([2, 1, 2])
    expect(seduta.id_concorso).toBe(SEVERAL_BANCHE)
    expect(value(await db.readSeduta({ id: seduta.id }))).toEqual(seduta)
  })

  it('of one bank is a sitting of that bank', async () => {
    const { db, at } = await apriDue()
    const seduta = value(await db.createSeduta(scelta(at(), 200_003, 200_001)))
    expect(seduta).toMatchObject({ id_concorso: 2, filtro: { id_concorso: 2 } })
    expect([...seduta.id_concorsi]).toEqual([2, 2])
    expect(value(await db.listAperte({ id_concorso: 2 }))[0]?.id).toBe(seduta.id)
    expect(value(await db.listAperte({ id_concorso: SEVERAL_BANCHE }))).toEqual([])
  })

  it('of several is nobody else’s, and the newest of any', async () => {
    const { db, at } = await apriDue()
    value(await db.createSeduta(scelta(at(), 200_003, 100_001)))
    for (const id_concorso of [1, 2]) expect(value(await db.listAperte({ id_concorso }))).toEqual([])
    for (const id_concorso of [SEVERAL_BANCHE, null])
      expect(value(await db.listAperte({ id_concorso }))[0]).toMatchObject({ id: 'seduta-1', n: 2 })
  })

  it('of several is in the history of all, once concluded, and in that of no bank', async () => {
    const { db, at } = await apriDue()
    const { id } = value(await db.createSeduta(scelta(at(), 200_003, 100_001)))
    value(await db.createSeduta({ ...scelta(at(), 200_003), id: 'sola' }))
    for (const seduta of [id, 'sola']) value(await db.updateSeduta({ id: seduta, stato: 'consegnata', at: at() }))
    const storia = async (id_concorso: number | null) =>
      value(await db.listStoria({ id_concorso, limite: 9, salta: 0 })).map((s) => [s.id, s.id_concorso])
    expect(await storia(null)).toEqual([
      ['sola', 2],
      [id, SEVERAL_BANCHE],
    ])
    expect(await storia(SEVERAL_BANCHE)).toEqual([[id, SEVERAL_BANCHE]])
    expect([await storia(1), await storia(2)]).toEqual([[], [['sola', 2]]])
  })

  it('shuffles by the seed for CASUALE, and takes each question once', async () => {
    const { db, at } = await apriDue()
    const ids = [100_001, 200_001, 100_002, 200_002, 100_003, 200_003]
    const seduta = value(await db.createSeduta({ ...scelta(at(), ...ids, ...ids), ordine: 'CASUALE', seme: 5 }))
    expect([...seduta.id_domande]).toEqual([...permute(Int32Array.from(ids), 5)])
    expect([...seduta.id_concorsi]).toEqual([...seduta.id_domande].map((id) => Math.floor(id / 100_000)))
  })

  it('leaves out what is not on the device; with nothing left there is no sitting', async () => {
    const { db, at } = await apriDue()
    const seduta = value(await db.createSeduta(scelta(at(), 100_021, 100_005, 0, -3, 300_001)))
    expect([...seduta.id_domande]).toEqual([100_005])
    expect(codice(await db.createSeduta({ ...scelta(at(), 300_001), id: 'altra' }))).toBe('DOMANDE_NON_QUI')
    expect(codice(await db.createSeduta({ ...scelta(at()), id: 'altra' }))).toBe('DOMANDE_NON_QUI')
  })

  it('answers follow the bank of each place', async () => {
    const mondo = await apriDue()
    value(await mondo.db.createSeduta(scelta(mondo.at(), 200_003, 100_002)))
    expect(codice(await rispondiPosto(mondo, 0, 1, 100_002))).toBe('ID_CONCORSO_NON_COINCIDE')
    expect(codice(await rispondiPosto(mondo, 0, 2, 200_001))).toBe('DOMANDA_NON_TROVATA')
    expect(codice(await rispondiPosto(mondo, 2, 2, 200_003))).toBe('INDEX_OUT_OF_BOUND')
    expect(value(await rispondiPosto(mondo, 0, 2, 200_003)).risposta).toMatchObject({ indice: 0, id_domanda: 200_003 })
    expect(value(await rispondiPosto(mondo, 1, 1, 100_002)).statistica.id_concorso).toBe(1)
    expect(codice(await rispondiPosto(mondo, 1, 1, 100_002))).toBe('IMPOSSIBILE_SELEZIONARE_RISPOSTA')
    expect(value(await mondo.db.readSeduta({ id: 'seduta-1' })).risposte).toHaveLength(2)
  })

  it('goes on when one of its banks is removed', async () => {
    const mondo = await apriDue()
    const { db, at } = mondo
    value(await db.createSeduta(scelta(at(), 200_003, 100_002)))
    value(await db.deleteBanca({ id_concorso: 2, dallaLista: true }))
    expect([...value(await db.readSeduta({ id: 'seduta-1' })).id_concorsi]).toEqual([2, 1])
    expect(codice(await db.readDomande({ id_concorso: 2, id_domande: [200_003] }))).toBe('CONCORSO_NON_TROVATO')
    expect(codice(await rispondiPosto(mondo, 1, 1, 100_002))).toBe('ok')
  })

  it('any choice keeps exactly its questions that are there', async () => {
    const { db, at } = await apriDue()
    let n = 0
    const id = fc.tuple(fc.constantFrom(1, 2, 3), fc.integer({ min: 1, max: 25 })).map(([c, p]) => c * 100_000 + p)
    await fc.assert(
      fc.asyncProperty(fc.array(id, { maxLength: 30 }), async (ids) => {
        const esito = await db.createSeduta({ ...scelta(at(), ...ids), id: `s${++n}` })
        const waits = [...new Set(ids)].filter((x) => x < 300_000 && x % 100_000 <= 20)
        expect(esito.ok ? [...esito.value.id_domande] : []).toEqual(waits)
        if (esito.ok) expect([...esito.value.id_concorsi]).toEqual(waits.map((x) => Math.floor(x / 100_000)))
      }),
      { numRuns: 60 },
    )
  })
})

describe('a database of version 9', () => {
  it('keeps its open sitting, which takes answers', async () => {
    const banca = await creaBanca()
    const platform = memoryPlatform({ fetch: serve(banca) })
    const old = (await platform.openDriver(UTENTE)).connect()
    old.exec(MIGRATIONS.find(({ versione }) => versione === 9)?.sql ?? '')
    old.exec('PRAGMA user_version = 9')
    old.exec(`INSERT INTO sedute VALUES ('seduta-1', 'ESERCITAZIONE', 1, '{"id_concorso":1}', 'UFFICIALE', 42, 1, 1,
      'in_corso', 1, '2026-11-20T10:00:00.000+01:00', '2026-11-20T10:00:00.000+01:00', 1)`)
    const blob = new Uint8Array(Int32Array.of(100_003, 100_001).buffer)
    old.run(`INSERT INTO sedute_domande VALUES ('seduta-1', 2, ?)`, blob)
    old.close()

    const db = createDatabase(platform)
    const at = orologio()
    expect(value(await db.open({ id_utente: UTENTE })).versione).toBe(VERSION)
    value(await db.downloadBanca({ concorso: banca.concorso, at: at() }, () => {}))
    const seduta = value(await db.readSeduta({ id: 'seduta-1' }))
    expect([...seduta.id_domande]).toEqual([100_003, 100_001])
    expect([...seduta.id_concorsi]).toEqual([1, 1])
    // Its letters are those that it began with; a new sitting has the rule of today.
    expect(seduta.regola_risposte).toBe(1)
    expect(value(await db.listAperte({ id_concorso: 1 }))[0]?.id).toBe('seduta-1')
    const mondo = { db, banca, at, platform, id: () => 'e1' }
    expect(codice(await rispondiPosto(mondo, 1, 1, 100_003))).toBe('DOMANDA_NON_TROVATA')
    expect(value(await rispondiPosto(mondo, 1, 1, 100_001)).risposta?.indice).toBe(1)
    const nuova = value(await db.createSeduta(nuovaSeduta({ id: 'seduta-2', at: at() })))
    expect(nuova.regola_risposte).toBe(RISPOSTE_RULE)
  })
})
