import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '#contract/database'
import { fail, ok, type Result } from '#contract/result'
import { readClassifica } from '#src/features/classifica/read-classifica'
import { markAnswer } from '#src/features/prove/prova-marks'
import { closeProva, openProva, provaLeft, provaState, setStatoProva, voceAt } from '#src/features/prove/prova-state'
import { network } from '#src/platform/network'
import { closeError, notices } from '#src/session/notices'
import { registerSync } from '#src/sync/requests'
import { apri, giusta, type Mondo, nuovaSeduta, sbagliata, value } from '../workers/mondo.ts'
import { stubBrowser } from './aiuti.ts'

let db: Database
const risposte: Record<string, (args: { query: Record<string, unknown> }) => Result<unknown>> = {}
const chiamate: string[] = []
vi.mock('../../src/store/opening.ts', () => ({ withStore: async () => ok(db), store: { stato: 'aperto' } }))
vi.mock('../../src/api/client.ts', () => ({
  call: async (nome: string, args: { query: Record<string, unknown> }) => {
    chiamate.push(nome)
    return risposte[nome]?.(args) ?? fail('RETE_ASSENTE')
  },
}))
stubBrowser()
const inviate = vi.fn()
registerSync({ changed: inviate, pull: async () => ok({ cambiate: 0 }) })

const INIZIO = Date.parse('2026-11-21T10:00:00.000+01:00')
const iso = (ms: number) => new Date(ms).toISOString()
let muro = INIZIO
let monotono = 1000
const passa = (ms: number) => {
  muro += ms
  monotono += ms
}
const guasti = () => notices.errors.map((a) => a.error.codice)

/** A simulation of an hour, of three questions, begun now. */
async function inizia(pausa: boolean): Promise<Mondo> {
  const mondo = await apri()
  db = mondo.db
  value(
    await db.createProva({
      ...nuovaSeduta({ id: 'g', tipo: 'SIMULAZIONE', at: iso(muro) }),
      scelte: Int32Array.of(100_001, 100_002, 100_003),
      prova: {
        regole: { durata: '01:00:00', pausa },
        sezioni: [0, 0, 0],
        difficolta: [0, 0, 0],
        tempo_aggiuntivo: 0,
        simulazione: { id_simulazione: 4, gettone: 'g', fine: iso(muro + 3_600_000), iniziata: iso(muro) },
        sfida: null,
      },
    }),
  )
  await openProva('g')
  return mondo
}

beforeEach(() => {
  closeProva()
  while (notices.errors.length > 0) closeError()
  muro = INIZIO
  monotono = 1000
  chiamate.length = 0
  for (const nome of Object.keys(risposte)) delete risposte[nome]
  network.offset_ms = 0
  vi.spyOn(Date, 'now').mockImplementation(() => muro)
  vi.spyOn(performance, 'now').mockImplementation(() => monotono)
})

describe('a simulation opened again', () => {
  const tenute = (altro: object = {}) =>
    ok({
      gettone: 'g',
      elementi: [{ id_domanda: 100_003, risposta: giusta(3), ms: 10, cambi: 0 }],
      totale: 1,
      indice: 2,
      ...altro,
    })

  it('[EX13] takes what another device did meanwhile, and is on its question', async () => {
    await inizia(false)
    await markAnswer(giusta(1))
    risposte.risposte_simulazione = () => tenute()
    await openProva('g')
    expect([provaState.indice, provaState.marked, voceAt(2).risposta, voceAt(0).risposta]).toEqual([
      2,
      2,
      giusta(3),
      giusta(1),
    ])
  })

  it('opens as it is without a network, and asks nobody', async () => {
    await inizia(false)
    await markAnswer(sbagliata(1))
    chiamate.length = 0
    network.online = false
    await openProva('g')
    network.online = true
    expect([provaState.fase, provaState.marked, chiamate]).toEqual(['pronta', 1, []])
  })

  it('that another device delivered is delivered here, with the marks of both', async () => {
    await inizia(false)
    await markAnswer(giusta(1))
    risposte.risposte_simulazione = () => tenute({ esito: 'consegnata' })
    await openProva('g')
    expect(provaState.stato).toBe('consegnata')
    expect(value(await db.readProva({ id: 'g', at: iso(muro) })).consegna?.punteggio).toMatchObject({ corrette: 2 })
    // The outcome is on the server: only the answers wait to be sent.
    expect(value(await db.listDaSpedire())).toEqual([])
    expect(inviate).toHaveBeenCalled()
  })

  it('that the server delivered by itself is delivered here and sent: the server may lack what is here', async () => {
    await inizia(false)
    await markAnswer(giusta(1))
    risposte.risposte_simulazione = () => tenute({ esito: 'consegnata', automatica: true })
    await openProva('g')
    expect(provaState.stato).toBe('consegnata')
    const [attesa] = value(await db.listDaSpedire())
    expect([attesa?.id, attesa?.consegna?.punteggio.corrette]).toEqual(['g', 2])
    expect(inviate).toHaveBeenCalled()
  })

  it('that another device gave up is given up here', async () => {
    await inizia(false)
    risposte.risposte_simulazione = () => tenute({ esito: 'abbandonata' })
    await openProva('g')
    expect(value(await db.listDaSpedire())).toEqual([])
    expect([provaState.fase, provaState.error?.codice]).toEqual(['guasto', 'ESERCITAZIONE_NON_INIZIALIZZATA'])
    expect(value(await db.listInCorso({ at: iso(muro) }))).toEqual([])
  })
})

it('the ranking read before the delivery has left takes no outcome of the server’s own for it', async () => {
  await inizia(false)
  await markAnswer(giusta(1))
  value(await db.deliverProva({ id: 'g', at: iso(muro) }))
  const esito = { gettone: 'g', punteggio: 0, punteggio_massimo: 3, superata: null, consegnata: true }
  const leggi = async (altro: object) => {
    risposte.classifica = () => ok({ numero_partecipanti: 1 })
    risposte.esiti_simulazione = () => ok({ elementi: [{ ...esito, ...altro }], totale: 1, punteggio_medio: 0 })
    const letta = value(await readClassifica(4, 'g', { contata: false }))
    return [letta.esito?.gettone, value(await db.listDaSpedire()).length]
  }
  expect(await leggi({ automatica: true })).toEqual([undefined, 1])
  expect(await leggi({})).toEqual(['g', 0])
})

it('a simulation given up here waits until the server knows', async () => {
  await inizia(false)
  await markAnswer(giusta(1))
  expect(await setStatoProva('abbandona')).toBe(true)
  expect(value(await db.listDaSpedire()).map((p) => [p.id, p.consegna])).toEqual([['g', null]])
})

describe('the pause of a simulation', () => {
  it('[EX14] is the server’s: the time stands still, and the end moves by what it lasted', async () => {
    await inizia(true)
    let fine = muro + 3_600_000
    let da = 0
    risposte.sospendi_simulazione = ({ query }) => {
      if (query.pausa === 'true') da = muro
      else fine += muro - da
      return ok({ fine: iso(fine), adesso: iso(muro), in_pausa: query.pausa === 'true' })
    }
    passa(600_000)
    expect(await setStatoProva('pausa')).toBe(true)
    passa(7_200_000)
    expect([provaState.stato, provaLeft()]).toEqual(['in_pausa', 3_000_000])
    // Even when the page is opened again meanwhile.
    await openProva('g')
    expect([provaState.stato, provaLeft()]).toEqual(['in_pausa', 3_000_000])
    expect(await setStatoProva('riprendi')).toBe(true)
    passa(60_000)
    expect(provaLeft()).toBe(2_940_000)
    await markAnswer(giusta(1))
    expect([provaState.marked, provaLeft()]).toEqual([1, 2_940_000])
  })

  it('needs the network: without it the time goes on, and the person is told', async () => {
    await inizia(true)
    passa(60_000)
    expect(await setStatoProva('pausa')).toBe(false)
    expect([provaState.stato, guasti()]).toEqual(['in_corso', ['RETE_ASSENTE']])
    passa(60_000)
    expect(provaLeft()).toBe(3_480_000)
  })

  it('is refused where the rules have none', async () => {
    await inizia(false)
    risposte.sospendi_simulazione = () => fail('REGOLE_NON_LO_PERMETTONO')
    expect(await setStatoProva('pausa')).toBe(false)
    expect([provaState.stato, guasti()]).toEqual(['in_corso', ['REGOLE_NON_LO_PERMETTONO']])
  })
})
