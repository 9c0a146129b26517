import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '#contract/database'
import { fail, ok } from '#contract/result'
import type { StoreChange } from '#contract/tabs'
import type { WrittenRegolamento } from '#rules/regolamento/types'
import { startProva } from '#src/domain/start-prova'
import { beatProva } from '#src/features/prove/heartbeat'
import { eraseMark, markAnswer, toggleProvaReview, toggleProvaStruckOut } from '#src/features/prove/prova-marks'
import {
  closeProva,
  closeSezione,
  deliverProva,
  goToProvaPlace,
  openProva,
  provaLeft,
  provaState,
  setStatoProva,
  voceAt,
} from '#src/features/prove/prova-state'
import { advance, leftAt, type Stopwatch } from '#src/platform/stopwatch'
import { closeError, notices } from '#src/session/notices'
import { tellStoreChange } from '#src/store/changes'
import { registerSync } from '#src/sync/requests'
import { apri, giusta, sbagliata, value } from '../workers/mondo.ts'
import { stubBrowser } from './aiuti.ts'

let db: Database
vi.mock('../../src/store/opening.ts', () => ({ withStore: async () => ok(db), store: { stato: 'aperto' } }))
registerSync({ changed: () => undefined, pull: async () => ok({ cambiate: 0 }) })
stubBrowser()

const REGOLE: WrittenRegolamento = {
  punti: { tipo: 'fissi', corretta: 1, sbagliata: -0.5, omessa: 0 },
  durata: '00:10:00',
  pausa: true,
}
/** Positions with an ordinary key. */
const POSIZIONI = [1, 2, 3, 4, 6]

let muro = Date.UTC(2026, 10, 21, 9)
let monotono = 1000
/** Time goes on: both clocks, or only the page's own when the device's is changed. */
const passa = (ms: number) => {
  muro += ms
  monotono += ms
}

async function inizia(
  regole: Partial<WrittenRegolamento> = {},
  tempo_aggiuntivo = 0,
  sezioni = POSIZIONI.map(() => 0),
) {
  db = (await apri()).db
  const esito = await startProva({
    tipo: 'PROVA_PERSONALIZZATA',
    id_concorso: 1,
    scelte: Int32Array.from(POSIZIONI, (p) => 100_000 + p),
    prova: {
      regole: { ...REGOLE, ...regole },
      sezioni,
      difficolta: POSIZIONI.map(() => 0),
      tempo_aggiuntivo,
      simulazione: null,
      sfida: null,
    },
  })
  const { id } = value(esito)
  await openProva(id)
  return id
}
const guasti = () => notices.errors.map((a) => a.error.codice)

beforeEach(() => {
  closeProva()
  while (notices.errors.length > 0) closeError()
  muro = Date.UTC(2026, 10, 21, 9)
  monotono = 1000
  vi.spyOn(Date, 'now').mockImplementation(() => muro)
  vi.spyOn(performance, 'now').mockImplementation(() => monotono)
})

describe('a trial on screen', () => {
  it('a mark shows at once and is counted when the store has it; the same one again erases it', async () => {
    await inizia()
    const attesa = markAnswer(giusta(1))
    expect(provaState.voce.risposta).toBe(giusta(1))
    expect(provaState.marked).toBe(0)
    await attesa
    expect(provaState.marked).toBe(1)
    passa(400)
    await markAnswer(giusta(1))
    expect([provaState.voce.risposta, provaState.marked, voceAt(0).cambi]).toEqual([null, 0, 1])
  })

  it('the same answer touched again within 400 ms leaves no blank, however often', async () => {
    await inizia()
    for (let i = 0; i < 5; i++) {
      void markAnswer(giusta(1))
      passa(399)
    }
    await vi.waitFor(() => expect(provaState.writing).toBe(0))
    expect([provaState.voce.risposta, provaState.marked, voceAt(0).cambi]).toEqual([giusta(1), 1, 0])
    // Another answer is meant at once, and so is the next question; what was erased by its own command may be marked again.
    await markAnswer(sbagliata(1))
    expect(voceAt(0)).toMatchObject({ risposta: sbagliata(1), cambi: 1 })
    await eraseMark()
    await markAnswer(sbagliata(1))
    expect(provaState.voce.risposta).toBe(sbagliata(1))
    await goToProvaPlace(1)
    await markAnswer(sbagliata(1))
    expect(provaState.marked).toBe(2)
  })

  it('a mark that could not be written is taken back and said', async () => {
    await inizia()
    const vero = db
    db = { ...vero, stepProva: async () => fail('INDEXEDDB_GENERIC_ERROR') }
    await markAnswer(giusta(1))
    expect([provaState.voce.risposta, provaState.marked]).toEqual([null, 0])
    expect(guasti()).toEqual(['INDEXEDDB_GENERIC_ERROR'])
    db = vero
    notices.errors[0]?.actions.riprova?.()
    await vi.waitFor(() => expect(provaState.marked).toBe(1))
  })

  it('[EX13] another question shows when the mark is durable', async () => {
    await inizia()
    db = { ...db, stepProva: async () => fail('INDEXEDDB_GENERIC_ERROR') }
    void markAnswer(giusta(1))
    await goToProvaPlace(1)
    expect(provaState.indice).toBe(0)
  })

  it('[EX13] after a reload: same place, marks, flags and strikes, and the time left', async () => {
    const id = await inizia()
    await markAnswer(sbagliata(1))
    await toggleProvaReview()
    await toggleProvaStruckOut(2)
    passa(60_000)
    await goToProvaPlace(3)
    passa(30_000)
    closeProva()
    await openProva(id)
    expect([provaState.indice, provaState.n, provaState.marked, provaState.da_rivedere]).toEqual([3, 5, 1, 1])
    expect(voceAt(0)).toMatchObject({ risposta: sbagliata(1), da_rivedere: true, escluse: [2] })
    expect(provaLeft()).toBe(510_000)
  })

  it('[SI10] a device clock set back or ahead adds and takes no time', async () => {
    await inizia()
    passa(60_000)
    muro -= 3_600_000
    expect(provaLeft()).toBe(540_000)
    await markAnswer(giusta(1))
    muro += 7_200_000
    passa(10_000)
    expect(provaLeft()).toBe(530_000)
    await goToProvaPlace(1)
    expect(provaLeft()).toBe(530_000)
  })

  it('[SI10] clocks changed between visits add no time, however often the page is opened', async () => {
    const visite = fc.array(
      fc.record({ salto: fc.integer({ min: -7_200_000, max: 40_000 }), dentro: fc.nat(40_000), fuori: fc.nat(20_000) }),
      { minLength: 1, maxLength: 8 },
    )
    await fc.assert(
      fc.asyncProperty(visite, async (lista) => {
        muro = Date.UTC(2026, 10, 21, 9)
        const id = await inizia({ pausa: false })
        let resto = 600_000
        for (const [i, { salto, dentro, fuori }] of lista.entries()) {
          closeProva()
          muro += salto
          passa(fuori)
          await openProva(id)
          if (provaState.stato !== 'in_corso' || provaState.delivering || provaLeft() === 0) return
          expect(provaLeft()).toBeLessThanOrEqual(resto)
          resto = provaLeft() as number
          passa(dentro)
          // On the page every moment counts, whatever the device's clock said when it was opened.
          expect(provaLeft()).toBe(Math.max(0, resto - dentro))
          await goToProvaPlace((i + 1) % 5)
          resto = Math.max(0, resto - dentro)
          if (resto === 0) return
          expect(provaLeft()).toBe(resto)
        }
      }),
      { numRuns: 15 },
    )
  })

  it('[SI10] a clock set back between two visits and then right again takes no time either', async () => {
    const id = await inizia({ pausa: false })
    passa(60_000)
    await goToProvaPlace(1)
    closeProva()
    muro -= 3_600_000
    await openProva(id)
    expect(provaLeft()).toBe(540_000)
    passa(30_000)
    await markAnswer(giusta(2))
    expect(provaLeft()).toBe(510_000)
    closeProva()
    muro += 3_600_000
    await openProva(id)
    expect(provaLeft()).toBe(510_000)
  })

  describe('sections with a timer each', () => {
    const due = () =>
      inizia(
        { durata: '00:10:00', sezioni: [1, 2].map((n) => ({ nome: `S${n}`, durata: `00:0${n * 2}:00` })) },
        0,
        [0, 0, 1, 1, 1],
      )

    it('at the end of one the next opens by itself, and the closed one takes nothing', async () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      try {
        await due()
        expect([provaState.open_sezione, provaLeft()]).toEqual([0, 360_000])
        await markAnswer(giusta(1))
        passa(120_000)
        await vi.advanceTimersByTimeAsync(120_000)
        await vi.waitFor(() => expect(provaState.indice).toBe(2))
        expect([provaState.open_sezione, provaState.ended_sezione, provaLeft()]).toEqual([1, 0, 240_000])
        await goToProvaPlace(0)
        expect([provaState.indice, guasti()]).toEqual([2, ['SEZIONE_CHIUSA']])
        await goToProvaPlace(3)
        expect([provaState.indice, provaState.ended_sezione, voceAt(0).risposta]).toEqual([3, null, giusta(1)])
      } finally {
        vi.useRealTimers()
      }
    })

    it('one closed by hand loses its time, and a reload stays in the next', async () => {
      const id = await due()
      passa(30_000)
      expect(await closeSezione()).toBe(true)
      expect([provaState.open_sezione, provaState.indice, provaLeft()]).toEqual([1, 2, 240_000])
      expect(await closeSezione()).toBe(false)
      expect(guasti()).toEqual(['REGOLE_NON_LO_PERMETTONO'])
      closeProva()
      passa(10_000)
      await openProva(id)
      expect([provaState.open_sezione, provaState.indice, provaLeft()]).toEqual([1, 2, 230_000])
    })
  })

  it('extra time of the profile is time of the trial', async () => {
    await inizia({}, 30)
    expect(provaLeft()).toBe(780_000)
  })

  it('[EX2][EX14] a pause stops the time and takes no mark; going on counts from there', async () => {
    await inizia()
    passa(5_000)
    expect(await setStatoProva('pausa')).toBe(true)
    passa(3_600_000)
    expect(provaLeft()).toBe(595_000)
    await markAnswer(giusta(1))
    expect([provaState.marked, guasti()]).toEqual([0, ['IMPOSSIBILE_SELEZIONARE_RISPOSTA']])
    await setStatoProva('riprendi')
    passa(5_000)
    expect(provaLeft()).toBe(590_000)
  })

  it('[EX14] rules without a pause refuse one', async () => {
    await inizia({ pausa: false })
    expect(await setStatoProva('pausa')).toBe(false)
    expect(guasti()).toEqual(['REGOLE_NON_LO_PERMETTONO'])
  })

  it('a page that died is a pause since its last sign, where the rules allow one', async () => {
    const id = await inizia()
    passa(20_000)
    await markAnswer(giusta(1))
    closeProva()
    passa(86_400_000)
    await openProva(id)
    expect([provaState.stato, provaLeft()]).toEqual(['in_pausa', 580_000])
  })

  it('[SI11] without a pause the time of a dead page is over: what was marked is delivered', async () => {
    const id = await inizia({ pausa: false })
    await markAnswer(giusta(1))
    closeProva()
    passa(86_400_000)
    await openProva(id)
    await vi.waitFor(() => expect(provaState.stato).toBe('consegnata'))
    const { consegna } = value(await db.readProva({ id, at: new Date(muro).toISOString() }))
    expect([consegna?.motivo, consegna?.punteggio.punti]).toEqual(['tempo', 1000])
  })

  it('[SI11] a page that comes back after zero delivers', async () => {
    await inizia({ durata: '00:00:05' })
    await markAnswer(giusta(1))
    passa(5_000)
    beatProva('torna')
    await vi.waitFor(() => expect(provaState.stato).toBe('consegnata'))
  })

  it('rules that only go forward lead nowhere else', async () => {
    await inizia({ navigazione: 'solo_avanti' })
    await goToProvaPlace(3)
    expect([provaState.indice, guasti()]).toEqual([0, ['REGOLE_NON_LO_PERMETTONO']])
    closeError()
    await goToProvaPlace(1)
    expect(provaState.indice).toBe(1)
    await goToProvaPlace(0)
    expect([provaState.indice, guasti()]).toEqual([1, ['REGOLE_NON_LO_PERMETTONO']])
  })

  it('rules without corrections keep the first mark', async () => {
    await inizia({ correzioni: 'mai' })
    await markAnswer(sbagliata(1))
    await markAnswer(giusta(1))
    await eraseMark()
    expect(voceAt(0)).toMatchObject({ risposta: sbagliata(1), cambi: 0 })
    expect(guasti()).toEqual(['REGOLE_NON_LO_PERMETTONO'])
  })

  it('a trial left while it opens does not run behind another screen', async () => {
    const id = await inizia()
    const attesa = openProva(id)
    closeProva()
    await attesa
    expect([provaState.fase, provaLeft()]).toEqual(['chiusa', null])
  })

  it('a place that is not there is said', async () => {
    await inizia()
    await goToProvaPlace(99)
    expect(guasti()).toEqual(['INDEX_OUT_OF_BOUND'])
    notices.errors[0]?.actions.avanti?.()
    await vi.waitFor(() => expect(provaState.indice).toBe(1))
  })

  it('delivering twice delivers once', async () => {
    await inizia()
    await markAnswer(giusta(1))
    const [primo, secondo] = await Promise.all([deliverProva(), deliverProva()])
    expect([primo?.ok, secondo]).toEqual([true, null])
    expect(provaState.stato).toBe('consegnata')
  })

  it('[EX3] a trial given up does not open again and has no score', async () => {
    const id = await inizia()
    await markAnswer(giusta(1))
    await setStatoProva('abbandona')
    expect(value(await db.listProve({ id_concorso: 1, limite: 5 }))).toEqual([])
    await openProva(id)
    expect([provaState.fase, provaState.error?.codice]).toEqual(['guasto', 'ESERCITAZIONE_NON_INIZIALIZZATA'])
  })

  it('another tab: its marks and its pause show here', async () => {
    const id = await inizia()
    passa(1_000)
    const at = '2026-11-21T10:00:01.000+01:00'
    value(await db.stepProva({ id, at, evento: { tipo: 'segna', indice: 2, risposta: 1 } }))
    value(await db.stepProva({ id, at, evento: { tipo: 'pausa' } }))
    tellStoreChange({ tipo: 'seduta', id } satisfies StoreChange)
    await vi.waitFor(() => expect(provaState.stato).toBe('in_pausa'))
    expect([provaState.marked, voceAt(2).risposta]).toEqual([1, 1])
  })

  it('time on a question is measured while the page is in sight', async () => {
    await inizia()
    passa(4_000)
    beatProva('nascosta')
    await vi.waitFor(() => expect(provaState.writing).toBe(0))
    passa(60_000)
    beatProva('torna')
    await vi.waitFor(() => expect(provaState.writing).toBe(0))
    passa(2_000)
    await goToProvaPlace(1)
    await vi.waitFor(() => expect(provaState.writing).toBe(0))
    const { voci } = value(await db.readProva({ id: provaState.head?.id ?? '', at: '2026-11-21T10:01:06.000+01:00' }))
    expect(voci.find((v) => v.indice === 0)?.ms).toBe(6_000)
  })
})

describe('a device that slept', () => {
  const c: Stopwatch = { base: 1_000_000, from: 0, left: 600_000, running: true, end: 1_600_000 }

  it('[SI10] loses the time that its own clock did not count, and never gains any', () => {
    // Ten seconds by the page, five minutes in all.
    expect(leftAt(advance(c, 290_000, 10_000), 10_000)).toBe(300_000)
    expect(leftAt(advance({ ...c, end: null }, 290_000, 10_000), 10_000)).toBe(300_000)
    expect(leftAt(advance(c, 990_000, 10_000), 10_000)).toBe(0)
    expect(advance(c, -100_000, 10_000)).toBe(c)
    expect(advance({ ...c, running: false }, 100_000, 10_000)).toMatchObject({ left: 600_000, base: 1_000_000 })
  })
})
