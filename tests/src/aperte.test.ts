import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type Database, SEVERAL_BANCHE } from '#contract/database'
import { ok } from '#contract/result'
import type { WrittenRegolamento } from '#rules/regolamento/types'
import {
  deliverExpiredProve,
  deliverOpenProva,
  dropSeduta,
  onProveExpired,
  openSeduteActions,
  readOpenSedute,
} from '#src/domain/open-sedute'
import { closeError, notices } from '#src/session/notices'
import { session } from '#src/session/session'
import { onStoreChange } from '#src/store/changes'
import { registerSync } from '#src/sync/requests'
import { memoryPlatform } from '#tests/workers/memory'
import { createDatabase } from '#workers/store/database'
import { creaBanca, giusta, nuovaSeduta, serve, UTENTE, value } from '../workers/mondo.ts'
import { stubBrowser } from './aiuti.ts'

let db: Database
vi.mock('../../src/store/opening.ts', () => ({ withStore: async () => ok(db), store: { stato: 'aperto' } }))
stubBrowser()
const cambiate = vi.fn()
registerSync({ changed: cambiate, pull: async () => ok({ cambiate: 0 }) })
const dette: string[] = []
const finite: number[] = []
onProveExpired((n) => finite.push(n))
onStoreChange((n) => n.tipo === 'seduta' && dette.push(n.id))

const INIZIO = Date.parse('2026-11-21T10:00:00.000+01:00')
const MINUTO = 60_000
const iso = () => new Date().toISOString()
const passa = (ms: number) => vi.advanceTimersByTimeAsync(ms)
/** Time goes by without a page to see it. */
const salta = (ms: number) => vi.setSystemTime(Date.now() + ms)
const guasti = () => notices.errors.map((a) => a.error.codice)

type Chiesta = {
  id?: string
  regole?: WrittenRegolamento
  scelte?: number[]
  id_concorso?: number
  gettone?: boolean
  limitata?: boolean
}

/** A trial of ten minutes; over two banks when its questions are. */
async function inizia({ id = 'prova', regole = {}, scelte = [100_001, 100_002, 100_003], ...altro }: Chiesta = {}) {
  const { id_concorso = 1, gettone = false, limitata = true } = altro
  const args = {
    ...nuovaSeduta({ id, tipo: gettone ? 'SIMULAZIONE' : 'PROVA_PERSONALIZZATA', at: iso() }),
    id_concorso,
    filtro: { id_concorso },
    scelte: Int32Array.from(scelte),
    prova: {
      regole: { ...(limitata && { durata: '00:10:00' }), ...regole },
      sezioni: scelte.map(() => 0),
      difficolta: scelte.map(() => 0),
      tempo_aggiuntivo: 0,
      simulazione: gettone
        ? { id_simulazione: 4, gettone: id, fine: new Date(Date.now() + 10 * MINUTO).toISOString() }
        : null,
      sfida: null,
    },
  } as const
  value(await db.createProva(args))
}
const segna = async (id: string, indice: number) =>
  value(await db.stepProva({ id, at: iso(), evento: { tipo: 'segna', indice, risposta: giusta(indice + 1) } }))
const pausa = async (id: string) => value(await db.stepProva({ id, at: iso(), evento: { tipo: 'pausa' } }))
const leggi = async (id: string) => value(await db.readProva({ id, at: iso() }))
const ids = async (id_concorso: number | null) => (await readOpenSedute(id_concorso)).map((s) => s.id)
const livello = async () =>
  value(await db.readDomande({ id_concorso: 1, id_domande: [100_001] }))[0]?.statistica.livello_conoscenza

beforeEach(async () => {
  vi.useRealTimers()
  const due = await Promise.all([creaBanca({ n: 20 }), creaBanca({ id_concorso: 2, n: 20 })])
  db = createDatabase(memoryPlatform({ fetch: serve(...due) }))
  value(await db.open({ id_utente: UTENTE }))
  for (const { concorso } of due) value(await db.downloadBanca({ concorso, at: iso() }, () => {}))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: INIZIO })
  session.in_seduta = false
  while (notices.errors.length > 0) closeError()
  dette.length = 0
  finite.length = 0
  cambiate.mockClear()
})

describe('sittings left open', () => {
  it('[EX13] a trial stays in sight of its bank, of several and of all, whatever is opened after it', async () => {
    await inizia({ id: 'sospesa', regole: { pausa: true } })
    await pausa('sospesa')
    await inizia({ id: 'su-due', regole: { pausa: true }, id_concorso: SEVERAL_BANCHE, scelte: [100_001, 200_001] })
    await pausa('su-due')
    await inizia({ id: 'ufficiale', id_concorso: SEVERAL_BANCHE, scelte: [100_001, 200_001], gettone: true })
    for (const [i, id] of ['vecchio', 'nuovo', 'altrove'].entries()) {
      salta(1000)
      const id_concorso = i === 2 ? 2 : 1
      value(await db.createSeduta(nuovaSeduta({ id, at: iso(), id_concorso, filtro: { id_concorso } })))
    }
    salta(1000)
    value(await db.createSeduta(nuovaSeduta({ id: 'lettura', tipo: 'LETTA', at: iso() })))
    // Of what records its answers at once the newest is enough.
    expect(await ids(1)).toEqual(['lettura', 'nuovo', 'sospesa'])
    expect(await ids(2)).toEqual(['altrove'])
    expect((await ids(SEVERAL_BANCHE)).sort()).toEqual(['su-due', 'ufficiale'])
    expect((await ids(null)).sort()).toEqual(['altrove', 'lettura', 'nuovo', 'sospesa', 'su-due', 'ufficiale'])
  })

  it('a simulation cannot be given up from a list, wherever it is', async () => {
    await inizia({ id: 'ufficiale', id_concorso: SEVERAL_BANCHE, scelte: [100_001, 200_001], gettone: true })
    await dropSeduta('ufficiale')
    expect(guasti()).toEqual(['REGOLE_NON_LO_PERMETTONO'])
    expect((await leggi('ufficiale')).stato).toBe('in_corso')
    expect(value(await db.listDaSpedire())).toEqual([])
    expect(await ids(SEVERAL_BANCHE)).toEqual(['ufficiale'])
  })

  it('a trial that is closed is counted, delivered as it is, or given up; the lists hear of it', async () => {
    for (const id of ['data', 'lasciata']) await inizia({ id })
    await segna('data', 0)
    await segna('data', 2)
    const verso = vi.fn()
    const { countDate, onDeliver: onConsegna } = openSeduteActions(verso)
    const [data, lasciata] = ['data', 'lasciata'].map((id) => ({ ...nuovaSeduta({ id, at: iso() }), id })) as never[]
    expect([await countDate(data as never), await countDate(lasciata as never)]).toEqual([2, 0])
    await onConsegna(data as never)
    expect(verso.mock.calls).toEqual([['/riepilogo?id_concorso=1&seduta=data&prova=1']])
    expect((await leggi('data')).consegna).toMatchObject({ motivo: 'consegna', punteggio: { corrette: 2, omesse: 1 } })
    expect(await livello()).toBe(-1)
    await dropSeduta('lasciata')
    expect(await leggi('lasciata')).toMatchObject({ stato: 'abbandonata', consegna: null })
    expect([dette, cambiate.mock.calls.length, guasti()]).toEqual([['data', 'lasciata'], 2, []])
  })

  it('one that a dead page left running is closed as of its last sign, where its rules allow a pause', async () => {
    for (const id of ['data', 'lasciata']) await inizia({ id, regole: { pausa: true } })
    salta(60 * MINUTO)
    await deliverOpenProva('data')
    expect((await leggi('data')).consegna).toMatchObject({ motivo: 'consegna', usati: 0 })
    await dropSeduta('lasciata')
    expect((await leggi('lasciata')).stato).toBe('abbandonata')
  })

  it('[SI11] one whose time is over is delivered, never given up', async () => {
    await inizia()
    await segna('prova', 0)
    salta(10 * MINUTO)
    await dropSeduta('prova')
    expect((await leggi('prova')).consegna).toMatchObject({ motivo: 'tempo', punteggio: { corrette: 1 } })
    expect(finite).toEqual([1])
  })
})

describe('a trial whose time ended while nobody looked', () => {
  it('[SI11] is delivered when the store opens, with all that was marked, and told once', async () => {
    await inizia({ id: 'finita' })
    await segna('finita', 0)
    await inizia({ id: 'sospesa', regole: { pausa: true } })
    await inizia({ id: 'ufficiale', gettone: true })
    await inizia({ id: 'senza-tempo', limitata: false })
    salta(24 * 60 * MINUTO)
    await Promise.all([deliverExpiredProve(), deliverExpiredProve()])
    expect((await leggi('finita')).consegna).toMatchObject({ motivo: 'tempo', usati: 10 * MINUTO })
    expect(await livello()).toBe(-1)
    expect([dette, cambiate.mock.calls.length]).toEqual([['finita'], 1])
    expect(finite).toEqual([1])
    // The server's clock ends a simulation; a pause and no limit wait for the person.
    for (const id of ['sospesa', 'ufficiale', 'senza-tempo']) expect((await leggi(id)).stato).toBe('in_corso')
  })

  it('[SI11] is delivered at zero when it was left for another screen', async () => {
    await inizia()
    await segna('prova', 0)
    expect(await ids(1)).toEqual(['prova'])
    await passa(10 * MINUTO - 1)
    expect((await leggi('prova')).stato).toBe('in_corso')
    await passa(1)
    await vi.waitFor(async () => expect((await leggi('prova')).stato).toBe('consegnata'))
    expect(await ids(1)).toEqual([])
  })

  it('is left alone while another tab gives signs of it, and while any trial is on screen', async () => {
    await inizia({ regole: { durata: '00:00:30' } })
    salta(29_000)
    await segna('prova', 0)
    salta(60_000)
    await deliverExpiredProve()
    expect((await leggi('prova')).stato).toBe('in_corso')
    salta(60_000)
    session.in_seduta = true
    await deliverExpiredProve()
    expect((await leggi('prova')).stato).toBe('in_corso')
    session.in_seduta = false
    await deliverExpiredProve()
    expect((await leggi('prova')).stato).toBe('consegnata')
  })

  it('waits for a bank that is not on the device: without it what was marked would count for nobody', async () => {
    await inizia({ id_concorso: SEVERAL_BANCHE, scelte: [100_001, 200_002] })
    await segna('prova', 0)
    salta(60 * MINUTO)
    value(await db.deleteBanca({ id_concorso: 2, dallaLista: false }))
    expect(await ids(SEVERAL_BANCHE)).toEqual(['prova'])
    expect((await leggi('prova')).stato).toBe('in_corso')
    vi.useRealTimers()
    const { concorso } = await creaBanca({ id_concorso: 2, n: 20 })
    value(await db.downloadBanca({ concorso, at: iso() }, () => {}))
    vi.useFakeTimers({ toFake: ['Date'], now: INIZIO + 60 * MINUTO })
    expect(await ids(SEVERAL_BANCHE)).toEqual([])
    expect((await leggi('prova')).consegna).toMatchObject({ motivo: 'tempo', punteggio: { corrette: 1 } })
  })
})
