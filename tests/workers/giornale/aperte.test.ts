import { describe, expect, it } from 'vitest'
import type { NewProva } from '#contract/prova'
import { ok } from '#contract/result'
import { formatIso, instantOf } from '#rules/dates'
import type { WrittenRegolamento } from '#rules/regolamento/types'
import { syncGiornale } from '#src/sync/giornale'
import { memoryPlatform } from '#tests/workers/memory'
import { apri, creaBanca, giusta, type Mondo, nuovaSeduta, sbagliata, serve, value } from '../mondo.ts'
import { Server, type Wire } from './model-server.ts'
import { REGOLE, SCELTE } from './trial.ts'

const START = Date.UTC(2026, 10, 21, 12)
const idOf = (posizione: number) => 100_000 + posizione
const MINUTE = 60_000

/** A server in memory and a clock that everybody shares; `skew`: how far a device's own is ahead. */
function makeWorld() {
  let now = START
  const server = new Server(
    () => now,
    null,
    () => 1,
  )
  const sync = async ({ db }: Mondo, skew = 0) =>
    value(
      await syncGiornale(db, {
        send: async ({ corpo: { eventi } }) =>
          ok({ rifiutati: [], numeri: server.put(JSON.parse(JSON.stringify(eventi)) as Wire[]) }),
        fetch: async ({ query: { cursore } }) => ok(server.page(cursore)),
        clock: () => ({ at: new Date(now).toISOString(), scarto_ms: -skew }),
      }),
    )
  return {
    server,
    sync,
    at: (skew = 0) => formatIso(now + skew, 60),
    wait: (ms: number) => {
      now += ms
    },
    now: () => now,
    /** Versions of sittings under way on the server. */
    kept: () => server.kept.filter((e) => e.tipo === 'APERTA'),
  }
}
type World = ReturnType<typeof makeWorld>

let devices = 0
const device = async () => {
  const name = `d${++devices}`
  return apri({}, { ...memoryPlatform({ fetch: serve(await creaBanca()) }), newDevice: () => name })
}

async function exercise({ db }: Mondo, at: string, id = 'e') {
  value(await db.createSeduta(nuovaSeduta({ id, at, scelte: Int32Array.from(SCELTE, idOf) })))
}
async function answer({ db }: Mondo, w: World, indice: number, risposta: number, id_evento: string) {
  const where = { id_concorso: 1, id_domanda: idOf(SCELTE[indice] as number), id_seduta: 'e', indice }
  value(await db.answer({ ...where, risposta, modalita: 'ESEGUITA', at: w.at(), id_evento }))
}
async function trial({ db }: Mondo, at: string, rest: Partial<WrittenRegolamento> = {}, more: Partial<NewProva> = {}) {
  const many = { sezioni: SCELTE.map(() => 0), difficolta: SCELTE.map(() => 0), tempo_aggiuntivo: 0 }
  value(
    await db.createProva({
      ...nuovaSeduta({ id: 'p', tipo: 'PROVA_PERSONALIZZATA', at }),
      scelte: Int32Array.from(SCELTE, idOf),
      prova: { regole: { ...REGOLE, ...rest }, ...many, simulazione: null, sfida: null, ...more },
    }),
  )
}
const mark = async ({ db }: Mondo, at: string, indice: number, risposta: number, seconda = false) =>
  value(await db.stepProva({ id: 'p', at, evento: { tipo: 'segna', indice, risposta, seconda } }))
const stato = async ({ db }: Mondo, at: string, tipo: 'pausa' | 'riprendi') =>
  value(await db.stepProva({ id: 'p', at, evento: { tipo } }))
const prova = async ({ db }: Mondo, at: string) => value(await db.readProva({ id: 'p', at }))
const aperte = async ({ db }: Mondo) => value(await db.listAperte({ id_concorso: null }))
const marks = async (mondo: Mondo, w: World) =>
  (await prova(mondo, w.at())).voci.flatMap((v) => (v.risposta === null ? [] : [[v.indice, v.risposta]]))

describe('[SY15] sittings under way travel by the journal', () => {
  it('an exercise goes on elsewhere with its answers, its marks and its place, and the first device hears of it', async () => {
    const w = makeWorld()
    const [phone, desk] = [await device(), await device()]
    await exercise(phone, w.at())
    await answer(phone, w, 0, giusta(1), 'a1')
    await answer(phone, w, 1, sbagliata(2), 'a2')
    value(await phone.db.saveSegno({ id: 'e', indice: 2, da_rivedere: true, escluse: 2 }))
    await w.sync(phone)
    expect(value(await phone.db.readGiornale())).toMatchObject({ da_inviare: 0 })
    expect(value(await phone.db.countSoloQui())).toMatchObject({ sedute: 0 })

    expect(await w.sync(desk)).toMatchObject({ voci: 1 })
    expect(await aperte(desk)).toMatchObject([{ id: 'e', altrove: true, indice: 1, corrette: 1, errate: 1, n: 3 }])
    expect(value(await desk.db.readSegni({ id: 'e' }))).toEqual([{ indice: 2, da_rivedere: true, escluse: 2 }])
    // Twice is once: the next owner of a store may be asked again.
    for (let i = 0; i < 2; i++) value(await desk.db.takeSeduta({ id: 'e' }))
    expect(await aperte(desk)).toMatchObject([{ id: 'e' }])
    expect((await aperte(desk))[0]).not.toHaveProperty('altrove')
    w.wait(1000)
    await answer(desk, w, 2, giusta(3), 'a3')
    value(await desk.db.saveSegno({ id: 'e', indice: 2, da_rivedere: false, escluse: 0 }))
    await w.sync(desk)
    await w.sync(phone)
    expect(await aperte(phone)).toMatchObject([{ id: 'e', altrove: true, indice: 2, corrette: 2, errate: 1 }])
    // What was taken off there is off here, and does not come back.
    expect(value(await phone.db.readSegni({ id: 'e' }))).toEqual([])
    await w.sync(desk)
    expect(value(await desk.db.readSegni({ id: 'e' }))).toEqual([])
    expect(await w.sync(phone)).toMatchObject({ sent: 0, voci: 0 })
  })

  it('an answer taken back leaves its place on every device; of two at one place the first stands on both', async () => {
    const w = makeWorld()
    const [phone, desk] = [await device(), await device()]
    await exercise(phone, w.at())
    await w.sync(phone)
    await w.sync(desk)
    await answer(phone, w, 0, giusta(1), 'b1')
    await answer(desk, w, 0, sbagliata(1), 'b0')
    await answer(desk, w, 1, giusta(2), 'b2')
    for (const d of [phone, desk, phone, desk]) await w.sync(d)
    for (const d of [phone, desk])
      expect(value(await d.db.readSeduta({ id: 'e' })).risposte.map((r) => r.id_evento)).toEqual(['b0', 'b2'])
    value(await desk.db.undo({ id_evento_annullato: 'b2', at: w.at(), id_evento: 'u' }))
    for (const d of [desk, phone]) await w.sync(d)
    for (const d of [phone, desk])
      expect(value(await d.db.readSeduta({ id: 'e' })).risposte.map((r) => r.id_evento)).toEqual(['b0'])
  })

  it('a trial begun on the phone is delivered at the desk, where the phone then has it ended', async () => {
    const w = makeWorld()
    const [phone, desk] = [await device(), await device()]
    await trial(phone, w.at())
    await mark(phone, w.at(), 0, giusta(1))
    await w.sync(phone)
    expect(await w.sync(desk)).toMatchObject({ voci: 1 })
    value(await desk.db.takeSeduta({ id: 'p' }))
    w.wait(MINUTE)
    await mark(desk, w.at(), 1, giusta(2))
    value(await desk.db.deliverProva({ id: 'p', at: w.at() }))
    await w.sync(desk)
    expect(await w.sync(phone)).toMatchObject({ voci: 1 })
    expect(await aperte(phone)).toEqual([])
    expect(await prova(phone, w.at())).toEqual(await prova(desk, w.at()))
    expect(value(await phone.db.listStoria({ id_concorso: null, limite: 9, salta: 0 }))).toHaveLength(1)
    expect(await w.sync(phone)).toMatchObject({ sent: 0, voci: 0 })
  })

  it('what both marked apart is on both, whoever hears first', async () => {
    const w = makeWorld()
    const [phone, desk] = [await device(), await device()]
    await trial(phone, w.at())
    await w.sync(phone)
    await w.sync(desk)
    value(await desk.db.takeSeduta({ id: 'p' }))
    await mark(phone, w.at(), 0, giusta(1))
    await mark(desk, w.at(), 1, giusta(2))
    for (const d of [phone, desk, phone]) await w.sync(d)
    for (const d of [phone, desk])
      expect(await marks(d, w)).toEqual([
        [0, giusta(1)],
        [1, giusta(2)],
      ])
    expect(await aperte(phone)).toMatchObject([{ altrove: true }])
    value(await phone.db.takeSeduta({ id: 'p' }))
    for (const d of [phone, desk]) await w.sync(d)
    expect(await aperte(desk)).toMatchObject([{ altrove: true }])
    expect((await aperte(phone))[0]).not.toHaveProperty('altrove')
  })

  it('[FG6] the double marks of a paper sheet are on both devices; of two marks made apart one is, and it is not double', async () => {
    const w = makeWorld()
    const [phone, desk] = [await device(), await device()]
    await trial(phone, w.at(), { correzioni: 'mai' }, { foglio: 'B' })
    await mark(phone, w.at(), 0, 1)
    await w.sync(phone)
    await w.sync(desk)
    value(await desk.db.takeSeduta({ id: 'p' }))
    expect(await prova(desk, w.at())).toMatchObject({ foglio: 'B', voci: [{ indice: 0, risposta: 1 }] })
    await mark(desk, w.at(), 0, 3, true)
    await mark(desk, w.at(), 1, 2)
    await mark(phone, w.at(), 1, 1)
    for (const d of [phone, desk, phone, desk]) await w.sync(d)
    for (const d of [phone, desk]) {
      const { voci } = await prova(d, w.at())
      expect(voci).toMatchObject([
        { indice: 0, risposta: 1, doppia: 3 },
        { indice: 1, risposta: 2 },
      ])
      expect(voci[1]).not.toHaveProperty('doppia')
    }
    value(await desk.db.deliverProva({ id: 'p', at: w.at() }))
    await w.sync(desk)
    await w.sync(phone)
    const [here, there] = [await prova(desk, w.at()), await prova(phone, w.at())]
    expect(there.consegna?.punteggio).toEqual(here.consegna?.punteggio)
    expect(there.voci).toEqual(here.voci)
  })

  it('what was marked here and not delivered there stays, as a trial given up', async () => {
    const w = makeWorld()
    const [phone, desk] = [await device(), await device()]
    await trial(phone, w.at())
    await w.sync(phone)
    await w.sync(desk)
    await mark(phone, w.at(), 0, giusta(1))
    await mark(desk, w.at(), 1, giusta(2))
    value(await desk.db.deliverProva({ id: 'p', at: w.at() }))
    await w.sync(desk)
    await w.sync(phone)
    const storia = value(await phone.db.listStoria({ id_concorso: null, limite: 9, salta: 0 }))
    expect(storia.map((s) => s.stato).sort()).toEqual(['abbandonata', 'consegnata'])
    const kept = storia.find((s) => s.stato === 'abbandonata')?.id ?? ''
    expect(value(await phone.db.readProva({ id: kept, at: w.at() })).voci).toMatchObject([
      { indice: 0, risposta: giusta(1) },
    ])
    await w.sync(phone)
    await w.sync(desk)
    expect(value(await desk.db.listStoria({ id_concorso: null, limite: 9, salta: 0 }))).toHaveLength(2)
  })

  it('an exercise given up on one device is under way on none', async () => {
    const w = makeWorld()
    const [phone, desk] = [await device(), await device()]
    await exercise(phone, w.at())
    await w.sync(phone)
    await w.sync(desk)
    value(await phone.db.updateSeduta({ id: 'e', stato: 'abbandonata', at: w.at() }))
    await w.sync(phone)
    await w.sync(desk)
    expect(await aperte(desk)).toEqual([])
    expect(value(await desk.db.listStoria({ id_concorso: null, limite: 9, salta: 0 }))).toEqual([])
  })

  it('a trial without a pause has the same time left on every device, also where the clock is an hour ahead', async () => {
    const w = makeWorld()
    const HOUR = 60 * MINUTE
    const [phone, desk] = [await device(), await device()]
    await trial(phone, w.at())
    w.wait(10 * MINUTE)
    await mark(phone, w.at(), 0, 1)
    await w.sync(phone)
    w.wait(5 * MINUTE)
    await w.sync(desk, HOUR)
    expect(await prova(desk, w.at(HOUR))).toMatchObject({ stato: 'in_corso', resto: 45 * MINUTE })
    w.wait(5 * MINUTE)
    await mark(desk, w.at(HOUR), 1, 1)
    await w.sync(desk, HOUR)
    await w.sync(phone)
    for (const [d, skew] of [
      [phone, 0],
      [desk, HOUR],
    ] as const)
      expect((await prova(d, w.at(skew))).resto).toBe(40 * MINUTE)
  })

  it('a trial of which nothing is marked began when it did, also where the clock is an hour ahead', async () => {
    const w = makeWorld()
    const [phone, desk] = [await device(), await device()]
    await trial(phone, w.at())
    w.wait(10 * MINUTE)
    await w.sync(phone)
    await w.sync(desk, 60 * MINUTE)
    expect(await prova(desk, w.at(60 * MINUTE))).toMatchObject({ stato: 'in_corso', resto: 50 * MINUTE })
  })

  it('the writer stays at its place when a version of before comes from a clock that is ahead', async () => {
    const w = makeWorld()
    const [phone, desk] = [await device(), await device()]
    await trial(phone, w.at())
    await mark(phone, w.at(), 0, 1)
    await w.sync(phone)
    await w.sync(desk, 60 * MINUTE)
    w.wait(MINUTE)
    await mark(desk, w.at(60 * MINUTE), 2, 1)
    await w.sync(desk, 60 * MINUTE)
    value(await phone.db.stepProva({ id: 'p', at: w.at(), evento: { tipo: 'apri', indice: 1 } }))
    await w.sync(phone)
    expect(await prova(phone, w.at())).toMatchObject({ indice: 1 })
  })

  it('a clock that is put back while a trial runs takes no time of it, however often the devices meet', async () => {
    const w = makeWorld()
    const [phone, desk] = [await device(), await device()]
    await trial(phone, w.at(60 * MINUTE))
    w.wait(10 * MINUTE)
    await mark(phone, w.at(60 * MINUTE), 0, 1)
    for (const d of [phone, desk, phone, desk]) {
      w.wait(MINUTE)
      await mark(d, w.at(), 1, 1)
      await w.sync(d)
      await w.sync(d === phone ? desk : phone)
    }
    // The minute in which the clock was put back counts for nobody.
    for (const d of [phone, desk]) expect((await prova(d, w.at())).resto).toBe(47 * MINUTE)
  })

  it('where a pause is allowed, time that ran on either counts once, and nobody gains any', async () => {
    const w = makeWorld()
    const [phone, desk] = [await device(), await device()]
    await trial(phone, w.at(), { pausa: true })
    w.wait(10 * MINUTE)
    await stato(phone, w.at(), 'pausa')
    await w.sync(phone)
    w.wait(30 * MINUTE)
    await w.sync(desk)
    expect(await prova(desk, w.at())).toMatchObject({ stato: 'in_pausa', resto: 50 * MINUTE })
    // Both run for a while without knowing of each other: ten minutes together, five more on the desk alone.
    await stato(phone, w.at(), 'riprendi')
    await stato(desk, w.at(), 'riprendi')
    w.wait(10 * MINUTE)
    await stato(phone, w.at(), 'pausa')
    w.wait(5 * MINUTE)
    await stato(desk, w.at(), 'pausa')
    for (const d of [phone, desk, phone]) await w.sync(d)
    for (const d of [phone, desk]) expect((await prova(d, w.at())).resto).toBe(35 * MINUTE)
  })

  it('is sent once a minute at most while nothing is marked, and never twice as it was', async () => {
    const w = makeWorld()
    const phone = await device()
    await trial(phone, w.at(), { pausa: true })
    const beat = async () =>
      value(await phone.db.stepProva({ id: 'p', at: w.at(), evento: { tipo: 'apri', indice: 0, ms: 500 } }))
    await w.sync(phone)
    let sent = 0
    for (let i = 0; i < 12; i++) {
      w.wait(15_000)
      await beat()
      sent += (await w.sync(phone)).sent
    }
    expect(sent).toBe(3)
    expect(w.kept()).toHaveLength(1)
  })

  it('is there where its bank is not, and waits', async () => {
    const w = makeWorld()
    const [phone, desk] = [await device(), await device()]
    value(await desk.db.deleteBanca({ id_concorso: 1, dallaLista: false }))
    await trial(phone, w.at())
    await mark(phone, w.at(), 0, 2)
    await w.sync(phone)
    await w.sync(desk)
    expect(await aperte(desk)).toMatchObject([{ id: 'p', id_concorso: 1, altrove: true }])
    expect(await marks(desk, w)).toEqual([[0, 2]])
  })

  it('what is damaged changes nothing, and the next ones are taken in', async () => {
    const w = makeWorld()
    const [phone, desk] = [await device(), await device()]
    await trial(phone, w.at())
    await mark(phone, w.at(), 0, 2)
    await w.sync(phone)
    const good = w.kept()[0] as Wire
    const content = JSON.parse(good.dati as string)
    const bad = [
      { ...content, domande: 'AAA=' },
      { ...content, indice: 3 },
      { ...content, tipo: 'ESERCITAZIONE' },
      { ...content, prova: null },
      { ...content, prova: { ...content.prova, dati: { ...content.prova.dati, regole: { durata: 'mai' } } } },
      { ...content, prova: { ...content.prova, dati: { ...content.prova.dati, risposte: [4] } } },
      { ...content, concorsi: content.domande.slice(0, 8) },
      { ...content, tratti: [[1]] },
    ]
    w.server.kept = []
    w.server.put(
      bad.map((c, i) => ({
        ...good,
        id: `APERTA:b${i}:x`,
        chiave: `b${i}`,
        dispositivo: 'x',
        dati: JSON.stringify(c),
      })),
    )
    const odd = { ...content, voci: [...content.voci, [9, 1, 0, 0, 0, 0, 0, 0], [1, 7, 0, 0, 0, 0, 0, 0]] }
    w.server.put([
      { ...good, dati: 'no', id: 'APERTA:b9:x' },
      { ...good, dati: JSON.stringify(odd) },
    ])
    expect(await w.sync(desk)).toMatchObject({ voci: 1 })
    expect(await marks(desk, w)).toEqual([[0, 2]])
  })

  it('a restored server is told of it again', async () => {
    const w = makeWorld()
    const phone = await device()
    await trial(phone, w.at())
    await w.sync(phone)
    w.server.kept = []
    w.server.epoca = 'seconda'
    await w.sync(phone)
    expect(w.kept()).toHaveLength(1)
    expect(instantOf(w.kept()[0]?.effettivo ?? '')).toBe(w.now())
  })
})
