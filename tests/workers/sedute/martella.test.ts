import { describe, expect, it } from 'vitest'
import { MARTELLA } from '#contract/database'
import { ok } from '#contract/result'
import { formatIso } from '#rules/dates'
import { syncGiornale } from '#src/sync/giornale'
import { memoryPlatform } from '#tests/workers/memory'
import { migrate } from '#workers/core/migrate'
import { regrowMartelle } from '#workers/sedute/martella'
import { blobOf, idsOf } from '#workers/sedute/places'
import { memoria } from '../engine/connections.ts'
import { Server, type Wire } from '../giornale/model-server.ts'
import {
  apri,
  codice,
  creaBanca,
  giusta,
  type Mondo,
  nuovaSeduta,
  rispondi,
  sbagliata,
  serve,
  value,
} from '../mondo.ts'

const idOf = (posizione: number) => 100_000 + posizione
const DAY = 86_400_000
const noon = (day: number) => formatIso(Date.UTC(2026, 10, 21, 11) + day * DAY, 60)

async function drill(mondo: Mondo, positions: readonly number[], id = 'm') {
  const scelte = Int32Array.from(positions, idOf)
  return value(await mondo.db.createSeduta(nuovaSeduta({ id, at: mondo.at(), ordine: MARTELLA, scelte })))
}
/** Answers a place of the drill; the question is the one that stands there. */
async function give(mondo: Mondo, indice: number, right: boolean, id_evento = mondo.id(), at = mondo.at()) {
  const { id_domande } = value(await mondo.db.readSeduta({ id: 'm' }))
  const id_domanda = id_domande[indice] as number
  const posizione = id_domanda - 100_000
  const risposta = right ? giusta(posizione) : sbagliata(posizione)
  const where = { id_concorso: 1, id_domanda, risposta, id_seduta: 'm', indice }
  return value(await mondo.db.answer({ ...where, modalita: 'ESEGUITA', at, id_evento }))
}
const positions = async ({ db }: Mondo) =>
  [...value(await db.readSeduta({ id: 'm' })).id_domande].map((id) => id - 100_000)

describe('the drill [MB4] [MB5]', () => {
  it('asks again in the transaction of the answer, until each was right twice in a row', async () => {
    const mondo = await apri()
    await drill(mondo, [1, 2, 3])
    await give(mondo, 0, false)
    expect(await positions(mondo)).toEqual([1, 2, 3, 1])
    for (const indice of [1, 2, 3]) await give(mondo, indice, true)
    expect(await positions(mondo)).toEqual([1, 2, 3, 1, 2, 3, 1])
    for (const indice of [4, 5, 6]) await give(mondo, indice, true)
    expect(await positions(mondo)).toHaveLength(7)
    const [open] = value(await mondo.db.listAperte({ id_concorso: 1 }))
    expect(open).toMatchObject({ n: 7, corrette: 6, errate: 1, ordine: MARTELLA })
  })

  it('an answer taken back takes with it what it had added', async () => {
    const mondo = await apri()
    await drill(mondo, [1, 2, 3])
    await give(mondo, 0, false)
    const { id_evento } = await give(mondo, 1, false)
    const undo = { id_evento_annullato: id_evento, at: mondo.at(), id_evento: mondo.id() }
    value(await mondo.db.undo(undo))
    expect(await positions(mondo)).toEqual([1, 2, 3, 1])
  })

  it('without chosen questions, or as another kind of sitting, is refused', async () => {
    const mondo = await apri()
    const asked = nuovaSeduta({ id: 'm', at: mondo.at(), ordine: MARTELLA })
    expect(codice(await mondo.db.createSeduta(asked))).toBe('TIPO_ESERCITAZIONE_ERRATO')
    const reading = { ...asked, tipo: 'LETTA' as const, scelte: Int32Array.of(idOf(1)) }
    expect(codice(await mondo.db.createSeduta(reading))).toBe('TIPO_ESERCITAZIONE_ERRATO')
    const gone = { ...asked, scelte: Int32Array.of(9_999_999) }
    expect(codice(await mondo.db.createSeduta(gone))).toBe('DOMANDE_NON_QUI')
  })

  it('moves a level once a day, and the goal of the day counts a question once', async () => {
    const mondo = await apri()
    await rispondi(mondo, 1, sbagliata(1))
    await drill(mondo, [1, 2])
    const again = await give(mondo, 0, true)
    expect(again.statistica.livello_conoscenza).toBe(-2)
    expect(again.risposta).toMatchObject({ livello_prima: -2, livello_dopo: -2 })
    // Not yet answered today: the first answer moves it, the next one does not.
    expect((await give(mondo, 1, true)).statistica.livello_conoscenza).toBe(-1)
    expect((await give(mondo, 2, true)).statistica.livello_conoscenza).toBe(-2)
    expect((await give(mondo, 3, true)).statistica.livello_conoscenza).toBe(-1)
    const scelte = { data_prova: null, scelto: null, riposo: [], pesi: [] }
    const oggi = await mondo.db.readOggi({ ...scelte, id_concorso: 1, n: 20, at: mondo.at() })
    expect(value(oggi).risposte_oggi).toBe(2)
    const [giorno] = value(await mondo.db.readGiorni({ id_concorso: 1, da: '2026-01-01' }))
    expect(giorno?.risposte).toBe(5)
    // On another day it moves again.
    await drill(mondo, [1], 'm2')
    const where = { id_concorso: 1, id_domanda: idOf(1), risposta: giusta(1), id_seduta: 'm2', indice: 0 }
    const next = await mondo.db.answer({ ...where, modalita: 'ESEGUITA', at: noon(1), id_evento: 'z2' })
    expect(value(next).statistica.livello_conoscenza).toBe(-1)
  })

  it('moves a level with the first answer of the day, whatever else was done to the question before', async () => {
    const mondo = await apri()
    await drill(mondo, [1, 2])
    const { id_evento } = await give(mondo, 0, false)
    value(await mondo.db.undo({ id_evento_annullato: id_evento, at: mondo.at(), id_evento: mondo.id() }))
    expect((await give(mondo, 0, true)).statistica.livello_conoscenza).toBe(-1)
    const star = { id_concorso: 1, id_domanda: idOf(2), preferiti: true, at: mondo.at(), id_evento: mondo.id() }
    value(await mondo.db.setPreferiti(star))
    expect((await give(mondo, 1, true)).statistica.livello_conoscenza).toBe(-1)
  })

  it('goes on on another device with the same places', async () => {
    let now = Date.UTC(2026, 10, 21, 12)
    const server = new Server(
      () => now,
      null,
      () => 1,
    )
    const sync = async ({ db }: Mondo) =>
      value(
        await syncGiornale(db, {
          send: async ({ corpo: { eventi } }) =>
            ok({ rifiutati: [], numeri: server.put(JSON.parse(JSON.stringify(eventi)) as Wire[]) }),
          fetch: async ({ query: { cursore } }) => ok(server.page(cursore)),
          clock: () => ({ at: new Date(now).toISOString(), scarto_ms: 0 }),
        }),
      )
    const device = async (name: string) =>
      apri({}, { ...memoryPlatform({ fetch: serve(await creaBanca()) }), newDevice: () => name })
    const [phone, desk] = [await device('a'), await device('b')]
    await drill(phone, [1, 2, 3])
    await sync(phone)
    await sync(desk)
    expect(await positions(desk)).toEqual([1, 2, 3])
    await give(phone, 0, false, 'e1')
    const { id_evento } = await give(phone, 1, false, 'e2')
    now += 60_000
    await sync(phone)
    await sync(desk)
    expect(await positions(desk)).toEqual(await positions(phone))
    value(await phone.db.undo({ id_evento_annullato: id_evento, at: phone.at(), id_evento: 'e3' }))
    await give(phone, 1, true, 'e4')
    await give(phone, 2, true, 'e5')
    now += 60_000
    await sync(phone)
    await sync(desk)
    expect(await positions(desk)).toEqual(await positions(phone))
    expect(await positions(desk)).toEqual([1, 2, 3, 1, 2, 3])
  })
})

describe('a list older than its answers [MB4]', () => {
  it('grows again when the store is rebuilt', async () => {
    const db = await memoria()
    migrate(db)
    const sitting = ['m', 'ESERCITAZIONE', 1, '{}', MARTELLA, 1, 0, 0, 'in_corso', 0, 'x', 'x', 0, 1]
    db.run(`INSERT INTO sedute VALUES (${sitting.map(() => '?').join()})`, ...sitting)
    db.run('INSERT INTO sedute_domande(id_seduta, n, id_domande) VALUES (?, 3, ?)', 'm', blobOf(Int32Array.of(7, 8, 9)))
    for (const [indice, id, esito] of [
      [0, 7, 'errata'],
      [1, 8, 'corretta'],
      [2, 9, 'corretta'],
      [3, 7, 'corretta'],
    ] as const)
      db.run('INSERT INTO sedute_risposte VALUES (?, ?, ?, 1, ?, ?, -2, -2)', 'm', indice, id, esito, `e${indice}`)
    regrowMartelle(db)
    const row = db.get<{ n: number; id_domande: Uint8Array }>('SELECT n, id_domande FROM sedute_domande')
    expect([...idsOf(row?.id_domande as Uint8Array)]).toEqual([7, 8, 9, 7, 8, 9, 7])
    expect(row?.n).toBe(7)
    db.close()
  })
})

describe('errors of a bank [MB1] [MB2] [MB6]', () => {
  it('apart: never right, now and then, bestie nere and tamed ones', async () => {
    const mondo = await apri()
    for (let i = 0; i < 3; i++) await rispondi(mondo, 1, sbagliata(1))
    await rispondi(mondo, 2, sbagliata(2))
    await rispondi(mondo, 2, giusta(2))
    const errori = value(await mondo.db.readErrori({ id_concorso: 1 }))
    expect([[...errori.mai], [...errori.instabili]]).toEqual([[idOf(1)], [idOf(2)]])
    expect(errori.nere).toEqual([
      { id_domanda: idOf(1), id_concorso: 1, errori: 3, risposte: 3, fila: 0, giorno: '2026-11-21' },
    ])
    expect(value(await mondo.db.readErrori({ id_concorso: null })).nere).toEqual(errori.nere)
    for (let i = 0; i < 3; i++) await rispondi(mondo, 1, giusta(1))
    const after = value(await mondo.db.readErrori({ id_concorso: 1 }))
    expect([after.nere, after.domate.map((b) => b.id_domanda)]).toEqual([[], [idOf(1)]])
  })

  it('what was taken back or reset is no error', async () => {
    const mondo = await apri()
    const { id_evento } = value(await rispondi(mondo, 1, sbagliata(1)))
    value(await mondo.db.undo({ id_evento_annullato: id_evento, at: mondo.at(), id_evento: mondo.id() }))
    for (let i = 0; i < 3; i++) await rispondi(mondo, 2, sbagliata(2))
    value(await mondo.db.resetStatistiche({ id_concorso: 1, materie: null, id: 'r', at: mondo.at() }))
    const errori = value(await mondo.db.readErrori({ id_concorso: 1 }))
    expect([[...errori.mai], [...errori.instabili], errori.nere]).toEqual([[], [], []])
    await rispondi(mondo, 2, sbagliata(2))
    const again = value(await mondo.db.readErrori({ id_concorso: 1 }))
    expect([[...again.mai], again.nere]).toEqual([[idOf(2)], []])
  })

  it('a reset that was taken back gives the errors back, and one that was not forgets the habit', async () => {
    const mondo = await apri()
    const reset = (id: string) => mondo.db.resetStatistiche({ id_concorso: 1, materie: null, id, at: mondo.at() })
    for (let i = 0; i < 3; i++) await rispondi(mondo, 2, sbagliata(2))
    const before = value(await mondo.db.readErrori({ id_concorso: 1 }))
    value(await reset('r'))
    value(await mondo.db.restoreReset({ id_concorso: 1, atto: 'azzeramento', id: 'r', at: mondo.at() }))
    expect(value(await mondo.db.readErrori({ id_concorso: 1 }))).toEqual(before)
    value(await reset('r2'))
    for (let i = 0; i < 2; i++) await rispondi(mondo, 2, sbagliata(2))
    const habits = value(await mondo.db.readAbitudini({ id_domande: [idOf(2)] }))
    expect(habits).toEqual([{ id_domanda: idOf(2), risposta: sbagliata(2), volte: 2, errori: 2 }])
  })

  it('tells the wrong answer that stays, where it is more than half of them', async () => {
    const mondo = await apri()
    const [stays, other] = [1, 2, 3].filter((risposta) => risposta !== giusta(3)) as [number, number]
    for (const risposta of [stays, stays, other]) await rispondi(mondo, 3, risposta)
    await rispondi(mondo, 1, sbagliata(1))
    const habits = value(await mondo.db.readAbitudini({ id_domande: [idOf(1), idOf(3), 9_999_999] }))
    expect(habits).toEqual([{ id_domanda: idOf(3), risposta: stays, volte: 2, errori: 3 }])
  })
})
