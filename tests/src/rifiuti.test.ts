import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '#contract/database'
import { ok } from '#contract/result'
import { startProva } from '#src/domain/start-prova'
import { markAnswer } from '#src/features/prove/prova-marks'
import * as trial from '#src/features/prove/prova-state'
import { readRisultati } from '#src/features/prove/read-risultati'
import { assignKey, markSeen } from '#src/features/sedute/modes'
import { readRiepilogo } from '#src/features/sedute/riepilogo/read-riepilogo'
import {
  answer,
  closeSeduta,
  goToPlace,
  openSeduta,
  sedutaState,
  setSedutaStato,
} from '#src/features/sedute/seduta-state'
import { closeError, notices } from '#src/session/notices'
import { registerSync } from '#src/sync/requests'
import { memoryPlatform } from '#tests/workers/memory'
import { apri, codice, creaBanca, giusta, nuovaSeduta, serve, value } from '../workers/mondo.ts'
import { stubBrowser } from './aiuti.ts'

let db: Database
vi.mock('../../src/store/opening.ts', async () => ({
  withStore: async () => ok(db),
  store: (await import('valtio')).proxy({ stato: 'aperto' }),
}))
registerSync({ changed: () => undefined, pull: async () => ok({ cambiate: 0 }) })
stubBrowser()

const guasti = () => notices.errors.map((a) => a.error.codice)
const N = 20
const SENZA = 4

/** A store whose bank can be updated to a version without one of its questions. */
async function mondo() {
  const prima = await creaBanca({ n: N })
  const dopo = await creaBanca({ n: N, solo: (p) => p !== SENZA })
  const m = await apri({ n: N }, memoryPlatform({ fetch: serve(prima, dopo) }))
  db = m.db
  return { ...m, update: async () => value(await db.downloadBanca({ concorso: dopo.concorso, at: m.at() }, () => {})) }
}
const nuovaProva = async () =>
  value(
    await startProva({
      tipo: 'PROVA_PERSONALIZZATA',
      id_concorso: 1,
      scelte: Int32Array.from([1, 2, SENZA], (p) => 100_000 + p),
      prova: {
        regole: { punti: { tipo: 'fissi', corretta: 1, sbagliata: 0, omessa: 0 }, durata: '00:10:00', pausa: true },
        sezioni: [0, 0, 0],
        difficolta: [0, 0, 0],
        tempo_aggiuntivo: 0,
        simulazione: null,
        sfida: null,
      },
    }),
  ).id

beforeEach(() => {
  closeSeduta()
  trial.closeProva()
  while (notices.errors.length > 0) closeError()
})

describe('TIPO_ESERCITAZIONE_ERRATO', () => {
  it('[EX5] a trial does not open as an exercise, nor an exercise as a trial', async () => {
    const { at } = await mondo()
    await openSeduta(await nuovaProva())
    expect([sedutaState.fase, sedutaState.error?.codice]).toEqual(['guasto', 'TIPO_ESERCITAZIONE_ERRATO'])
    const { id } = value(await db.createSeduta(nuovaSeduta({ at: at() })))
    await trial.openProva(id)
    expect([trial.provaState.fase, trial.provaState.error?.codice]).toEqual(['guasto', 'TIPO_ESERCITAZIONE_ERRATO'])
    expect(codice(await readRisultati(id))).toBe('TIPO_ESERCITAZIONE_ERRATO')
  })

  it('[EX8] [D22] nothing is answered where one reads, and nothing counts as read where one answers', async () => {
    const { at } = await mondo()
    await openSeduta(value(await db.createSeduta(nuovaSeduta({ id: 'l', tipo: 'LETTA', at: at() }))).id)
    expect(await answer(giusta(1))).toBeNull()
    await openSeduta(value(await db.createSeduta(nuovaSeduta({ id: 'e', at: at() }))).id)
    if (!sedutaState.domanda) throw new Error('no question')
    expect(await markSeen(sedutaState.domanda, 'LETTA')).toBe(false)
    expect(await assignKey(sedutaState.domanda, 1)).toBe(false)
    expect(new Set(guasti())).toEqual(new Set(['TIPO_ESERCITAZIONE_ERRATO']))
    expect(value(await db.countUnsynced()).totale).toBe(0)
  })
})

describe('DOMANDA_NON_TROVATA', () => {
  it('[ER12] a question that an update took away is told, the next one is shown, and the summary has the others', async () => {
    const { at, update } = await mondo()
    const { id } = value(await db.createSeduta(nuovaSeduta({ at: at() })))
    await openSeduta(id)
    await answer(giusta(1))
    await goToPlace(SENZA - 1)
    await answer(giusta(SENZA))
    await update()
    await openSeduta(id)
    expect(guasti()).toEqual(['DOMANDA_NON_TROVATA'])
    notices.errors[0]?.actions.avanti?.()
    await vi.waitFor(() => expect(sedutaState.domanda?.id_domanda).toBe(100_000 + SENZA + 1))
    await setSedutaStato('consegnata')
    const { righe, n, seduta } = value(await readRiepilogo(id))
    expect([n, righe.length, seduta.risposte.length]).toEqual([N, N - 1, 2])
    expect(righe.map((r) => r.indice)).toEqual([...Array(N).keys()].filter((i) => i !== SENZA - 1))
  })

  it('[ER12] the result of a trial has the questions that are left', async () => {
    const { update } = await mondo()
    const id = await nuovaProva()
    await trial.openProva(id)
    await markAnswer(giusta(1))
    await trial.deliverProva()
    await update()
    const { posti, consegna } = value(await readRisultati(id))
    expect(posti.map((p) => p.indice)).toEqual([0, 1])
    expect(consegna.punteggio.corrette).toBe(1)
  })
})

describe('[ER13] IMPOSSIBILE_SELEZIONARE_RISPOSTA', () => {
  it('[EX2] a pause of another tab that is not known here yet: the store refuses, the answer is taken back', async () => {
    const { at } = await mondo()
    const { id } = value(await db.createSeduta(nuovaSeduta({ at: at() })))
    await openSeduta(id)
    value(await db.updateSeduta({ id, stato: 'in_pausa', at: at() }))
    expect((await answer(giusta(1)))?.ok).toBe(false)
    expect([sedutaState.given, guasti()]).toEqual([null, ['IMPOSSIBILE_SELEZIONARE_RISPOSTA']])
    expect(value(await db.countUnsynced()).totale).toBe(0)
  })
})

describe('ESERCITAZIONE_NON_INIZIALIZZATA', () => {
  it('[EX1] no result of a trial that was not delivered, no step of one that nobody began', async () => {
    await mondo()
    expect(codice(await readRisultati(await nuovaProva()))).toBe('ESERCITAZIONE_NON_INIZIALIZZATA')
    expect(codice(await readRiepilogo('boh'))).toBe('ESERCITAZIONE_NON_INIZIALIZZATA')
    await trial.openProva('boh')
    expect(trial.provaState.error?.codice).toBe('ESERCITAZIONE_NON_INIZIALIZZATA')
  })
})
