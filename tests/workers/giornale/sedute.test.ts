import { describe, expect, it } from 'vitest'
import { ok } from '#contract/result'
import { PROPRIE_FROM } from '#rules/raccolta'
import { syncGiornale } from '#src/sync/giornale'
import { memoryPlatform } from '#tests/workers/memory'
import { apri, creaBanca, giusta, type Mondo, nuovaSeduta, sbagliata, serve, value } from '../mondo.ts'
import { Server, type Wire } from './model-server.ts'
import { REGOLE, SCELTE } from './trial.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
const idOf = (posizione: number, banca = 1) => banca * 100_000 + posizione

/** A server in memory, as a device of its account reaches it. */
function makeServer() {
  const server = new Server(
    () => NOW,
    null,
    () => 1,
  )
  const sync = async ({ db }: Mondo) =>
    value(
      await syncGiornale(db, {
        send: async ({ corpo: { eventi } }) => {
          const numeri = server.put(eventi as readonly Wire[])
          return ok({ rifiutati: [], numeri })
        },
        fetch: async ({ query: { cursore } }) => ok(server.page(cursore)),
        clock: () => ({ at: new Date(NOW).toISOString(), scarto_ms: 0 }),
      }),
    )
  return { server, sync }
}

let devices = 0
const device = async () => {
  const name = `d${++devices}`
  return apri({}, { ...memoryPlatform({ fetch: serve(await creaBanca()) }), newDevice: () => name })
}

async function exercise({ db, at }: Mondo, id: string, answers: readonly number[]) {
  value(await db.createSeduta(nuovaSeduta({ id, at: at(), scelte: Int32Array.from(SCELTE, (p) => idOf(p)) })))
  for (const [indice, risposta] of answers.entries()) {
    const where = { id_concorso: 1, id_domanda: idOf(SCELTE[indice] as number), id_seduta: id, indice }
    const args = { ...where, risposta, modalita: 'ESEGUITA' as const, at: at(), id_evento: `${id}-${indice}` }
    value(await db.answer(args))
  }
  value(await db.saveSegno({ id, indice: 1, da_rivedere: true, escluse: 2 }))
}
const conclude = ({ db, at }: Mondo, id: string) => db.updateSeduta({ id, stato: 'consegnata', at: at() })

async function trial({ db, at }: Mondo, id: string): Promise<void> {
  const many = { sezioni: SCELTE.map(() => 0), difficolta: SCELTE.map(() => 0), tempo_aggiuntivo: 20 }
  value(
    await db.createProva({
      ...nuovaSeduta({ id, tipo: 'PROVA_PERSONALIZZATA', at: at() }),
      scelte: Int32Array.from(SCELTE, (p) => idOf(p)),
      prova: { regole: REGOLE, ...many, simulazione: null, sfida: null },
    }),
  )
  const steps = [
    { tipo: 'segna', indice: 0, risposta: giusta(1) },
    { tipo: 'segna', indice: 1, risposta: sbagliata(2), ms: 900 },
    { tipo: 'rivedi', indice: 2, vero: true },
    { tipo: 'escludi', indice: 2, risposta: 1, vero: true },
  ] as const
  for (const evento of steps) value(await db.stepProva({ id, at: at(), evento }))
}

const storia = async ({ db }: Mondo) => value(await db.listStoria({ id_concorso: null, limite: 20, salta: 0 }))
/** A sitting but for the ids of its answers. */
const read = async ({ db }: Mondo, id: string) => {
  const { risposte, ...seduta } = value(await db.readSeduta({ id }))
  return { ...seduta, risposte: risposte.map(({ id_evento: _, ...r }) => r), segni: value(await db.readSegni({ id })) }
}
const AT = '2026-11-21T13:00:00.000+01:00'

describe('[SY13] sittings that have ended travel by the journal', () => {
  it('with their answers, marks, rules and outcome', async () => {
    const { sync } = makeServer()
    const [phone, desk] = [await device(), await device()]
    await exercise(phone, 'esercizio', [giusta(1), sbagliata(2)])
    value(await conclude(phone, 'esercizio'))
    await trial(phone, 'prova')
    value(await phone.db.deliverProva({ id: 'prova', at: phone.at() }))
    await trial(phone, 'lasciata')
    value(await phone.db.stepProva({ id: 'lasciata', at: phone.at(), evento: { tipo: 'abbandona' } }))
    await trial(phone, 'aperta')
    expect(value(await phone.db.countSoloQui())).toMatchObject({ concluse: 3, sedute: 1 })
    expect(await sync(phone)).toMatchObject({ voci: 0 })
    expect(value(await phone.db.countSoloQui())).toMatchObject({ concluse: 0, sedute: 0 })

    expect(await sync(desk)).toMatchObject({ voci: 4, first: true })
    expect(await storia(desk)).toEqual(await storia(phone))
    expect((await storia(desk)).map((s) => s.id).sort()).toEqual(['esercizio', 'lasciata', 'prova'])
    for (const id of ['esercizio', 'prova', 'lasciata']) expect(await read(desk, id)).toEqual(await read(phone, id))
    for (const id of ['prova', 'lasciata'])
      expect(value(await desk.db.readProva({ id, at: AT }))).toEqual(value(await phone.db.readProva({ id, at: AT })))
    expect(await sync(desk)).toMatchObject({ sent: 0, voci: 0 })
    expect(await sync(phone)).toMatchObject({ sent: 0, voci: 0 })
    expect(await storia(phone)).toHaveLength(3)
  })

  it('the same sitting ended on two devices: both show the end that the server heard first', async () => {
    const { sync, server } = makeServer()
    const [phone, desk] = [await device(), await device()]
    await exercise(phone, 'e', [giusta(1)])
    await exercise(desk, 'e', [sbagliata(1), giusta(2)])
    value(await conclude(phone, 'e'))
    value(await conclude(desk, 'e'))
    await sync(desk)
    expect(await sync(phone)).toMatchObject({ voci: 1 })
    await sync(desk)
    expect(await read(phone, 'e')).toEqual(await read(desk, 'e'))
    expect((await read(phone, 'e')).risposte).toHaveLength(2)
    expect(server.kept.filter((e) => e.tipo === 'SEDUTA')).toHaveLength(1)
    // The answers of both are there.
    expect(server.kept.filter((e) => e.tipo === 'RISPOSTA')).toHaveLength(2)
  })

  it('one that is under way here has ended when another device has ended it, its answers as they were given', async () => {
    const { sync } = makeServer()
    const [phone, desk] = [await device(), await device()]
    await exercise(phone, 'e', [giusta(1)])
    await exercise(desk, 'e', [])
    value(await conclude(phone, 'e'))
    await sync(phone)
    expect(await sync(desk)).toMatchObject({ voci: 1 })
    expect(await read(desk, 'e')).toEqual(await read(phone, 'e'))
    expect(await sync(desk)).toMatchObject({ sent: 0 })
  })

  it('a server that was restored gets them again', async () => {
    const { sync, server } = makeServer()
    const phone = await device()
    await exercise(phone, 'e', [giusta(1)])
    value(await conclude(phone, 'e'))
    await sync(phone)
    server.kept = []
    server.epoca = 'seconda'
    await sync(phone)
    expect(server.kept.map((e) => e.id)).toContain('SEDUTA:e')
  })

  it('what is no sitting changes nothing, and the next ones are taken in', async () => {
    const { sync, server } = makeServer()
    const [phone, desk] = [await device(), await device()]
    await exercise(phone, 'e', [giusta(1)])
    value(await conclude(phone, 'e'))
    await sync(phone)
    const good = server.kept.find((e) => e.tipo === 'SEDUTA') as Wire
    const content = JSON.parse(good.dati as string)
    const bad = [
      { ...content, domande: 'AAA=' },
      { ...content, risposte: '' },
      { ...content, concorsi: content.domande.slice(0, 8) },
      { ...content, stato: 'in_corso' },
      { ...content, prova: { dati: {} } },
    ]
    server.kept = []
    server.put(bad.map((c, i) => ({ ...good, id: `SEDUTA:b${i}`, chiave: `b${i}`, dati: JSON.stringify(c) })))
    server.put([{ ...good, id: 'SEDUTA:b9', chiave: 'b9', dati: 'no' }, good])
    expect(await sync(desk)).toMatchObject({ voci: 1 })
    expect((await storia(desk)).map((s) => s.id)).toEqual(['e'])
  })

  it('those of one’s own bank stay here', async () => {
    const { sync, server } = makeServer()
    const own = await creaBanca({ id_concorso: PROPRIE_FROM, n: 3, cambia: (d) => ({ ...d, id_domanda: d.posizione }) })
    const mondo = await apri({}, memoryPlatform({ fetch: serve(await creaBanca(), own) }))
    value(await mondo.db.downloadBanca({ concorso: own.concorso, at: mondo.at() }, () => {}))
    const of = { id_concorso: PROPRIE_FROM, filtro: { id_concorso: PROPRIE_FROM } }
    value(await mondo.db.createSeduta(nuovaSeduta({ id: 'mia', ...of, at: mondo.at() })))
    const scelte = Int32Array.of(1, idOf(1))
    value(await mondo.db.createSeduta(nuovaSeduta({ id: 'mista', scelte, at: mondo.at() })))
    for (const id of ['mia', 'mista']) value(await conclude(mondo, id))
    await sync(mondo)
    expect(server.kept).toEqual([])
    expect(value(await mondo.db.countSoloQui())).toMatchObject({ concluse: 0, restano: 1, banche: 1 })
  })

  /** A sitting that was concluded, begun with a filter so long. */
  const concluded = async (mondo: Mondo, id: string, length: number) => {
    const filtro = { id_concorso: 1, testo: 'x'.repeat(length) }
    value(await mondo.db.createSeduta(nuovaSeduta({ id, filtro, scelte: Int32Array.of(idOf(1)), at: mondo.at() })))
    value(await conclude(mondo, id))
  }

  it('as many go at a time as a push holds, and the rest the next time', async () => {
    const { sync, server } = makeServer()
    const mondo = await device()
    for (let i = 0; i < 10; i++) await concluded(mondo, `e${i}`, 60_000)
    await sync(mondo)
    expect(server.kept).toHaveLength(6)
    await sync(mondo)
    expect(server.kept).toHaveLength(10)
    expect(value(await mondo.db.countSoloQui())).toMatchObject({ concluse: 0 })
  })

  it('one that is longer than an event may be stays here, and is counted', async () => {
    const { sync, server } = makeServer()
    const mondo = await device()
    await concluded(mondo, 'lunga', 80_000)
    await concluded(mondo, 'corta', 0)
    await sync(mondo)
    expect(server.kept.map((e) => e.chiave)).toEqual(['corta'])
    expect(value(await mondo.db.countSoloQui())).toMatchObject({ concluse: 0, restano: 1 })
    expect(value(await mondo.db.readGiornale())).toMatchObject({ da_inviare: 0 })
  })

  it('one of a bank with nine thousand questions is short enough', async () => {
    const { sync, server } = makeServer()
    const [phone, desk] = [await apri({ n: 9_000 }), await device()]
    value(await phone.db.createSeduta(nuovaSeduta({ id: 'tutte', at: phone.at() })))
    const given = { id_concorso: 1, id_seduta: 'tutte', modalita: 'ESEGUITA' as const, risposta: 1 }
    value(await phone.db.answer({ ...given, id_domanda: idOf(1), indice: 0, at: phone.at(), id_evento: 'a' }))
    value(await conclude(phone, 'tutte'))
    await sync(phone)
    await sync(desk)
    expect(server.kept.filter((e) => e.tipo === 'SEDUTA')).toHaveLength(1)
    expect(await read(desk, 'tutte')).toEqual(await read(phone, 'tutte'))
  })
})
