import { describe, expect, it } from 'vitest'
import { memoryPlatform } from '#tests/workers/memory'
import { createDatabase } from '#workers/store/database'
import { ALBERO, apri, codice, creaBanca, giusta, nuovaSeduta, rispondi, serve, UTENTE, value } from '../mondo.ts'

const PATH = -5

/** A store with a path, and a bank of the same number beside it. */
async function open() {
  const bank = await creaBanca({ id_concorso: 5 })
  const path = await creaBanca({ id_concorso: PATH, cambia: (d) => ({ ...d, id_domanda: d.id_domanda + 10_000_000 }) })
  const data = memoryPlatform({ fetch: serve(path, bank) })
  const world = { ...(await apri({ id_concorso: 5 }, data)), banca: path }
  value(await world.db.downloadBanca({ concorso: path.concorso, at: world.at() }, () => {}))
  return { ...world, bank, path, first: path.domande[0]!.id_domanda }
}
type World = Awaited<ReturnType<typeof open>>
const answer = (w: World, posizione: number) =>
  w.db.answer({
    id_concorso: PATH,
    id_domanda: w.first + posizione - 1,
    risposta: giusta(posizione),
    modalita: 'ESEGUITA',
    at: w.at(),
    id_evento: w.id(),
    id_seduta: null,
    indice: null,
  })

describe('a path beside a bank', () => {
  it('[PD2] [EN12] has its tree, its nodes as subjects and a completion of its own', async () => {
    const w = await open()
    expect(value(await w.db.readAlbero({ id_concorso: PATH }))).toEqual(ALBERO)
    expect(value(await w.db.readAlbero({ id_concorso: 5 }))).toEqual([])
    value(await answer(w, 1))
    const { materie } = value(await w.db.completamento({ id_concorso: PATH }))
    expect(materie.map((m) => m.id_materia)).toEqual([-11, -12, -13, null])
    expect(materie.map((m) => m.per_livello[1] + m.per_livello[0] + m.per_livello[-1])).toEqual([0, 1, 0, 0])
    expect(value(await w.db.completamento({ id_concorso: 5 })).totale.per_livello[-99]).toBe(60)
  })

  it('[PD2] is practised at a node, searched with banks, and tried by nodes', async () => {
    const w = await open()
    const filtro = { id_concorso: PATH, materie: [-11, -12] }
    const seduta = value(await w.db.createSeduta(nuovaSeduta({ id_concorso: PATH, filtro, at: w.at() })))
    const wanted = w.path.domande.filter((d) => d.id_materia === -11 || d.id_materia === -12)
    expect([...seduta.id_domande]).toEqual(wanted.map((d) => d.id_domanda))
    const counts = value(await w.db.countRicerca({ filtro: {} }))
    expect(new Map(counts.per_concorso.map((c) => [c.id_concorso, c.n]))).toEqual(
      new Map([
        [PATH, 60],
        [5, 60],
      ]),
    )
    const found = value(
      await w.db.searchDomande({ filtro: { concorsi: [PATH], materie: [-13] }, ordine: 'CASUALE', seme: 1 }),
    )
    expect(new Set(found.id_concorsi)).toEqual(new Set([PATH]))
    expect(found.id_domande).toHaveLength(w.path.domande.filter((d) => d.id_materia === -13).length)
    const [domanda] = value(await w.db.readDomande({ id_concorso: PATH, id_domande: [w.first] }))
    expect(domanda?.statistica).toMatchObject({ id_concorso: PATH, id_argomento: '5', id_sotto_percorso: '12' })
  })

  it('[SY2] [MG1] its records wait, are marked and merged apart from those of the bank of the same number', async () => {
    const w = await open()
    value(await answer(w, 1))
    value(await rispondi({ ...w, banca: w.bank }, 1, giusta(1)))
    const waiting = value(await w.db.listUnsynced({ id_concorso: PATH, limite: 10 }))
    const [record] = waiting?.con_livello ?? []
    expect(record).toMatchObject({ id_concorso: PATH, id_domanda: w.first, id_materia: -12, id_argomento: null })
    value(
      await w.db.markSynced({
        id_concorso: PATH,
        coppie: [{ id_domanda: w.first, data_eseguita: record!.data_eseguita }],
      }),
    )
    expect(value(await w.db.countUnsynced()).per_banca).toEqual([{ id_concorso: 5, n: 1 }])
    const remote = { ...record!, id_domanda: w.first + 1, livello_conoscenza: -2 as const }
    expect(
      value(await w.db.applyRemote({ id_concorso: PATH, risposte: [remote], cursore: 9, forzato: false })),
    ).toEqual({ cambiate: 1 })
    expect(value(await w.db.pullState({ id_concorso: PATH })).cursore).toBe(9)
    expect(value(await w.db.pullState({ id_concorso: 5 })).cursore).toBe(0)
  })

  it('[BK1] its file outlives a restart, and its records a deletion and a download', async () => {
    const w = await open()
    value(await answer(w, 1))
    value(await w.db.close())
    const again = createDatabase(w.platform)
    expect(
      value(await again.open({ id_utente: UTENTE }))
        .banche.map((b) => [b.id_concorso, b.n_domande])
        .sort(),
    ).toEqual(
      [
        [PATH, 60],
        [5, 60],
      ].sort(),
    )
    value(await again.deleteBanca({ id_concorso: PATH, dallaLista: true }))
    expect(codice(await again.readAlbero({ id_concorso: PATH }))).toBe('CONCORSO_NON_TROVATO')
    value(await again.downloadBanca({ concorso: w.path.concorso, at: w.at() }, () => {}))
    expect(value(await again.completamento({ id_concorso: PATH })).totale.per_livello[-99]).toBe(59)
  })
})
