import { describe, expect, it } from 'vitest'
import { memoryPlatform } from '#tests/workers/memory'
import { MAX_ATTACHED } from '#workers/banche/attach'
import { createDatabase } from '#workers/store/database'
import {
  apri,
  type BancaDiProva,
  codice,
  creaBanca,
  giusta,
  orologio,
  rispondi,
  serve,
  UTENTE,
  value,
} from '../mondo.ts'

const daLista = ({ concorso: c }: BancaDiProva, other: { n_domande_totali?: number } = {}) => ({
  id_concorso: c.id_concorso,
  concorso: c.concorso,
  ente: c.ente.ente,
  anno: c.anno,
  profilo: c.profilo,
  n_domande_totali: c.numero_domande,
  con_immagini: c.con_immagini > 0,
  data_ultimo_aggiornamento: c.data_ultimo_aggiornamento,
  ...other,
})

async function vuoto(...banche: BancaDiProva[]) {
  const platform = memoryPlatform({ fetch: serve(...banche) })
  const db = createDatabase(platform)
  value(await db.open({ id_utente: UTENTE }))
  return { db, platform, at: orologio() }
}

describe('list', () => {
  it('[BK1] [EN52] an added bank has state 0 until it is downloaded, then 1', async () => {
    const banca = await creaBanca()
    const { db, at } = await vuoto(banca)
    const versioni = { 1: banca.concorso.versione }
    const [added] = value(await db.registerBanche({ banche: [daLista(banca)], versioni }))
    expect(added).toMatchObject({ stato: 0, versione: null, n_domande: 0, n_domande_totali: 60, completamento: 0 })
    expect(codice(await db.completamento({ id_concorso: 1 }))).toBe('CONCORSO_NOT_INITIALIZED')
    const here = value(await db.downloadBanca({ concorso: banca.concorso, at: at() }, () => {}))
    expect(here).toMatchObject({ stato: 1, versione: banca.concorso.versione, n_domande: 60, ente: 'Ente di prova' })
    expect(here.per_livello).toEqual({ '-99': 60, '-2': 0, '-1': 0, '0': 0, '1': 0 })
  })

  it('[EN52] another published version gives state 3, and the list removes nothing', async () => {
    const { db, banca } = await apri()
    const banche = [daLista(banca)]
    expect(value(await db.registerBanche({ banche, versioni: { 1: 'nuova' } }))[0]!.stato).toBe(3)
    expect(value(await db.registerBanche({ banche, versioni: {} }))[0]!.stato).toBe(3)
    expect(value(await db.registerBanche({ banche, versioni: { 1: banca.concorso.versione } }))[0]!.stato).toBe(1)
    expect(value(await db.registerBanche({ banche: [], versioni: {} }))).toHaveLength(1)
  })

  it('[BK2] a bank that the server lists no more leaves the list, unless it is on the device or the server never listed it', async () => {
    const banche = await Promise.all([1, 2, 3].map((id_concorso) => creaBanca({ id_concorso, n: 9 })))
    const { db, at } = await vuoto(...banche)
    const versioni = { 1: 'prima', 2: 'prima' }
    value(await db.registerBanche({ banche: banche.map((b) => daLista(b)), versioni }))
    value(await db.downloadBanca({ concorso: banche[0]!.concorso, at: at() }, () => {}))
    const left = value(await db.registerBanche({ banche: [], versioni: {}, assenti: [1, 2, 3, 4] }))
    expect(left.map((b) => b.id_concorso).sort()).toEqual([1, 3])
  })

  it('a withdrawn bank stays in the list, marked, with what is here of it', async () => {
    const { db, banca } = await apri()
    const mark = async (ritirata: boolean) =>
      value(await db.registerBanche({ banche: [{ ...daLista(banca), ritirata }], versioni: {} }))[0]
    expect(await mark(true)).toMatchObject({ ritirata: true, stato: 1, n_domande: 60 })
    expect(value(await db.listBanche())[0]?.ritirata).toBe(true)
    expect(await mark(false)).toMatchObject({ ritirata: false, stato: 1 })
  })

  it('[BK3] a demo sample is partially loaded and keeps the official positions', async () => {
    const { db } = await apri({ solo: (posizione) => posizione % 10 === 3 })
    const [banca] = value(await db.listBanche())
    expect(banca).toMatchObject({ stato: 2, n_domande: 6, n_domande_totali: 60 })
    const { posizioni } = value(await db.selectDomande({ filtro: { id_concorso: 1 }, ordine: 'UFFICIALE', seme: 0 }))
    expect([...posizioni]).toEqual([3, 13, 23, 33, 43, 53])
  })

  it('[BK5] exactly one bank is selected', async () => {
    const banche = [await creaBanca({ n: 9 }), await creaBanca({ id_concorso: 2, n: 9 })]
    const { db, at } = await vuoto(...banche)
    value(await db.registerBanche({ banche: banche.map((b) => daLista(b)), versioni: {} }))
    for (const id_concorso of [1, 2, 1, 1]) {
      expect(value(await db.selectBanca({ id_concorso, at: at() }))).toMatchObject({ id_concorso, selezionata: true })
      const selected = value(await db.listBanche()).filter((b) => b.selezionata)
      expect(selected.map((b) => b.id_concorso)).toEqual([id_concorso])
    }
  })

  it('[BK6] selecting a bank that is not in the list fails and keeps the selection', async () => {
    const { db, at } = await apri()
    value(await db.selectBanca({ id_concorso: 1, at: at() }))
    expect(codice(await db.selectBanca({ id_concorso: 5, at: at() }))).toBe('CONCORSO_NON_TUO')
    expect(value(await db.listBanche())[0]!.selezionata).toBe(true)
  })

  it('the last used comes first, by instant and not by text', async () => {
    const banche = [await creaBanca({ n: 9 }), await creaBanca({ id_concorso: 2, n: 9 })]
    const { db } = await vuoto(...banche)
    value(await db.registerBanche({ banche: banche.map((b) => daLista(b)), versioni: {} }))
    value(await db.selectBanca({ id_concorso: 1, at: '2026-10-25T02:10:00.000+01:00' }))
    value(await db.selectBanca({ id_concorso: 2, at: '2026-10-25T02:30:00.000+02:00' }))
    expect(value(await db.listBanche()).map((b) => b.id_concorso)).toEqual([1, 2])
  })

  it('[ER6] [EB15] what is asked of a bank outside the list is CONCORSO_NON_TROVATO', async () => {
    const { db, at, id } = await apri()
    const filtro = { id_concorso: 9 }
    expect(codice(await db.countDomande({ filtro }))).toBe('CONCORSO_NON_TROVATO')
    expect(codice(await db.completamento(filtro))).toBe('CONCORSO_NON_TROVATO')
    expect(codice(await db.deleteBanca({ ...filtro, dallaLista: false }))).toBe('CONCORSO_NON_TROVATO')
    const favourite = { ...filtro, id_domanda: 1, preferiti: true, at: at(), id_evento: id() }
    expect(codice(await db.setPreferiti(favourite))).toBe('CONCORSO_NON_TROVATO')
  })
})

describe('deletion', () => {
  it('[BK2] [ER7] removes the file and keeps every record until the bank is back', async () => {
    const mondo = await apri()
    const { db, banca, at } = mondo
    const { statistica } = value(await rispondi(mondo, 1, giusta(1)))
    value(await db.deleteBanca({ id_concorso: 1, dallaLista: false }))
    expect(value(await db.listBanche())[0]).toMatchObject({ stato: 0, n_domande: 0, dimensione: 0, preferiti: 0 })
    expect(codice(await db.countDomande({ filtro: { id_concorso: 1 } }))).toBe('CONCORSO_NOT_INITIALIZED')
    expect(value(await db.countUnsynced()).totale).toBe(1)
    value(await db.downloadBanca({ concorso: banca.concorso, at: at() }, () => {}))
    const [domanda] = value(await db.readDomande({ id_concorso: 1, id_domande: [100_001] }))
    expect(domanda!.statistica).toEqual(statistica)
    expect(value(await db.listBanche())[0]!.per_livello[-1]).toBe(1)
  })

  it('[BK2] from the list too: the records stay', async () => {
    const mondo = await apri()
    value(await rispondi(mondo, 1, 1))
    value(await mondo.db.deleteBanca({ id_concorso: 1, dallaLista: true }))
    expect(value(await mondo.db.listBanche())).toEqual([])
    expect(value(await mondo.db.listUnsynced({ id_concorso: null, limite: 9 }))!.con_livello).toHaveLength(1)
  })
})

describe('update of a bank', () => {
  it('[BK10] [BK12] keeps the level of every question; one that left is hidden and comes back with it', async () => {
    const before = await creaBanca({ n: 20 })
    const after = await creaBanca({ n: 20, solo: (p) => p !== 4, cambia: (d) => ({ ...d, id_materia: 13 }) })
    const { db, at } = await vuoto(before, after)
    const mondo = { db, at, banca: before, platform: memoryPlatform(), id: () => crypto.randomUUID() }
    value(await db.downloadBanca({ concorso: before.concorso, at: at() }, () => {}))
    for (const p of [1, 4]) value(await rispondi(mondo, p, giusta(p)))
    value(await db.downloadBanca({ concorso: after.concorso, at: at() }, () => {}))
    const [banca] = value(await db.listBanche())
    expect(banca).toMatchObject({ n_domande: 19, versione: after.concorso.versione })
    expect(banca!.per_livello[-1]).toBe(1)
    const [domanda] = value(await db.readDomande({ id_concorso: 1, id_domande: [100_001] }))
    expect(domanda!.statistica).toMatchObject({ id_materia: 13, livello_conoscenza: -1 })
    expect(codice(await db.readDomande({ id_concorso: 1, id_domande: [100_004] }))).toBe('DOMANDA_NON_TROVATA')
    value(await db.downloadBanca({ concorso: before.concorso, at: at() }, () => {}))
    expect(value(await db.listBanche())[0]!.per_livello[-1]).toBe(2)
  })
})

describe('attached banks', () => {
  it('more than the limit are attached on use, the least recent leaves', async () => {
    const banche = await Promise.all(
      Array.from({ length: MAX_ATTACHED + 3 }, (_, i) => creaBanca({ id_concorso: i + 1, n: 12 })),
    )
    const { db, at } = await vuoto(...banche)
    for (const { concorso } of banche) value(await db.downloadBanca({ concorso, at: at() }, () => {}))
    for (let round = 0; round < 2; round++)
      for (const { id_concorso } of banche) {
        const filtro = { id_concorso, testo: 'quesito 1' }
        expect(value(await db.countDomande({ filtro })).totale).toBe(12)
        const mondo = {
          db,
          at,
          banca: banche[id_concorso - 1]!,
          platform: memoryPlatform(),
          id: () => crypto.randomUUID(),
        }
        value(await rispondi(mondo, 1 + round, 1))
      }
    expect(value(await db.countUnsynced()).per_banca).toHaveLength(banche.length)
  })
})
