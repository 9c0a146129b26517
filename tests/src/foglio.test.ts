import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '#contract/database'
import { ok } from '#contract/result'
import { startProva } from '#src/domain/start-prova'
import { eraseMark, markAnswer, markTwice } from '#src/features/prove/prova-marks'
import {
  closeProva,
  deliverProva,
  goToProvaPlace,
  openProva,
  provaState,
  voceAt,
} from '#src/features/prove/prova-state'
import { readRisultati } from '#src/features/prove/read-risultati'
import { redoSheet } from '#src/features/prove/risultati/redo-sheet'
import { closeError, notices } from '#src/session/notices'
import { registerSync } from '#src/sync/requests'
import { apri, giusta, sbagliata, value } from '../workers/mondo.ts'
import { stubBrowser } from './aiuti.ts'

let db: Database
vi.mock('../../src/store/opening.ts', () => ({ withStore: async () => ok(db), store: { stato: 'aperto' } }))
registerSync({ changed: () => undefined, pull: async () => ok({ cambiate: 0 }) })
stubBrowser()

const POSIZIONI = [1, 2, 3, 4, 5, 6]

async function inizia(): Promise<string> {
  db = (await apri()).db
  const { id } = value(
    await startProva({
      tipo: 'PROVA_PERSONALIZZATA',
      id_concorso: 1,
      scelte: Int32Array.from(POSIZIONI, (p) => 100_000 + p),
      prova: {
        regole: { punti: { tipo: 'fissi', corretta: 1, sbagliata: 0, omessa: 0 }, correzioni: 'mai' },
        sezioni: POSIZIONI.map(() => 0),
        difficolta: POSIZIONI.map(() => 0),
        tempo_aggiuntivo: 0,
        simulazione: null,
        sfida: null,
        foglio: 'B',
      },
    }),
  )
  await openProva(id)
  return id
}
const guasti = () => notices.errors.map((a) => a.error.codice)
const readBack = (id: string) => db.readProva({ id, at: new Date().toISOString() })
const voci = async (id: string) => value(await readBack(id)).voci

beforeEach(() => {
  closeProva()
  while (notices.errors.length > 0) closeError()
})

describe('a trial as on paper', () => {
  it('[FG2] [FG5] on paper only who was asked makes a double mark, and a mark is written before the next question', async () => {
    const id = await inizia()
    const via = markAnswer(sbagliata(1))
    // A second tap that comes before the screen shows the first does nothing.
    await markAnswer(giusta(1))
    await goToProvaPlace(1)
    expect(await voci(id)).toMatchObject([{ risposta: sbagliata(1) }])
    await via
    await goToProvaPlace(0)
    await eraseMark()
    expect(provaState.doppie).toBe(0)
    await markTwice(sbagliata(1))
    await markTwice(giusta(1))
    await markTwice(giusta(1))
    expect(voceAt(0)).toMatchObject({ risposta: sbagliata(1), doppia: giusta(1), cambi: 0 })
    expect([provaState.marked, provaState.doppie, provaState.head?.foglio]).toEqual([1, 1, 'B'])
    // The erasure was refused.
    expect(guasti()).toEqual(['REGOLE_NON_LO_PERMETTONO'])
  })

  it('[FG4] its result begins the same questions on the other version, in another order, with nothing marked', async () => {
    const id = await inizia()
    await markAnswer(giusta(1))
    await deliverProva()
    const data = value(await readRisultati(id))
    const { id: other } = value(await redoSheet(data, 'B'))
    const [seduta, prova] = [value(await db.readSeduta({ id: other })), value(await readBack(other))]
    expect(prova).toMatchObject({ foglio: 'A', voci: [], regole: data.prova.regole })
    expect([...seduta.id_domande]).not.toEqual([...data.seduta.id_domande])
    expect([...seduta.id_domande].sort()).toEqual([...data.seduta.id_domande].sort())
  })
})
