import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '#contract/database'
import type { Result } from '#contract/result'
import { loadMarks, sedutaMarks, toggleReview, toggleStruckOut } from '#src/features/sedute/marks'
import { tellStoreChange } from '#src/store/changes'
import { apri, nuovaSeduta, value } from '../workers/mondo.ts'
import { stubBrowser } from './aiuti.ts'

let db: Database
/** What a save of this tab waits for. */
let prima: Promise<unknown> = Promise.resolve()
vi.mock('../../src/store/on-store.ts', () => ({
  onStore: <T>(f: (d: Database) => Promise<Result<T>>) =>
    f({ ...db, saveSegno: (args) => prima.then(() => db.saveSegno(args)) }),
}))
stubBrowser()

const ID = 'seduta-1'
const letti = async () => value(await db.readSegni({ id: ID }))
/** As another tab of the account does it. */
async function altrove(indice: number, escluse: number): Promise<void> {
  value(await db.saveSegno({ id: ID, indice, da_rivedere: false, escluse }))
  tellStoreChange({ tipo: 'segni', id: ID })
}

beforeEach(async () => {
  prima = Promise.resolve()
  const mondo = await apri()
  db = mondo.db
  value(await db.createSeduta(nuovaSeduta({ at: mondo.at() })))
  await loadMarks(ID)
})

describe('marks beside the answers of a practice that two tabs show', () => {
  it('what another tab strikes out shows at once, and stays when more is struck out here', async () => {
    await altrove(0, 0b001)
    await vi.waitFor(() => expect(sedutaMarks.by_place[0]?.escluse).toBe(0b001))
    await toggleStruckOut(0, 2)
    expect(await letti()).toEqual([{ indice: 0, da_rivedere: false, escluse: 0b011 }])
  })

  it('what is told while a mark of this tab is on its way hides neither', async () => {
    let scrivi = () => {}
    prima = new Promise<void>((done) => {
      scrivi = done
    })
    const qui = toggleReview(1)
    await altrove(0, 0b100)
    await new Promise((r) => setTimeout(r, 20))
    expect(sedutaMarks.by_place[1]?.da_rivedere).toBe(true)
    scrivi()
    await qui
    await vi.waitFor(() => expect(sedutaMarks.by_place[0]?.escluse).toBe(0b100))
    expect(sedutaMarks.by_place[1]?.da_rivedere).toBe(true)
    expect(await letti()).toHaveLength(2)
  })
})
