import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '#contract/database'
import { fail, type Result } from '#contract/result'
import { createNota, NOTA_WAIT_MS, type OpenNota } from '#src/features/sedute/nota'
import { closeError, notices } from '#src/session/notices'
import { tellStoreChange } from '#src/store/changes'
import { apri, value } from '../workers/mondo.ts'
import { stubBrowser } from './aiuti.ts'

let db: Database
let guasti: Partial<Pick<Database, 'readNota' | 'saveNota'>> = {}
vi.mock('../../src/store/on-store.ts', () => ({
  onStore: <T>(f: (d: Database) => Promise<Result<T>>) => f({ ...db, ...guasti }),
}))
stubBrowser()

const ROTTO = async () => fail('INDEXEDDB_GENERIC_ERROR')
/** Every test has a question of its own: what could not be written is kept by question. */
let id_domanda = 100_000
const inArchivio = async () => value(await db.readNota({ id_domanda }))
async function open(): Promise<OpenNota> {
  const nota = createNota({ id_domanda, id_concorso: 1 })
  await nota.open()
  return nota
}

beforeEach(async () => {
  db = (await apri()).db
  id_domanda++
  guasti = {}
  value(await db.saveNota({ id_concorso: 1, id_domanda, testo: 'art. 97', at: '2026-11-21T10:00:00.000+01:00' }))
})
afterEach(() => {
  while (notices.errors.length > 0) closeError()
  vi.useRealTimers()
})

describe('a note', () => {
  it('saves itself after the last key, and an empty one is taken away', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const nota = await open()
    expect(nota.view).toMatchObject({ testo: 'art. 97', stato: 'salvata' })
    nota.type('art. 98')
    expect(nota.view.stato).toBe('salvo')
    await vi.advanceTimersByTimeAsync(NOTA_WAIT_MS - 1)
    expect(await inArchivio()).toBe('art. 97')
    await vi.advanceTimersByTimeAsync(1)
    vi.useRealTimers()
    await vi.waitFor(() => expect(nota.view.stato).toBe('salvata'))
    expect(await inArchivio()).toBe('art. 98')
    nota.type('')
    nota.close()
    await vi.waitFor(async () => expect(await inArchivio()).toBe(''))
  })

  it('written in another tab shows at once, and is not written over; what is being typed here stays', async () => {
    const scrivi = async (testo: string) => {
      value(await db.saveNota({ id_concorso: 1, id_domanda, testo, at: '2026-11-21T11:00:00.000+01:00' }))
      tellStoreChange({ tipo: 'nota', id_domanda })
    }
    const nota = await open()
    await scrivi('art. 97 e 98')
    await vi.waitFor(() => expect(nota.view).toMatchObject({ testo: 'art. 97 e 98', stato: 'salvata' }))
    nota.type(`${nota.view.testo}, 99`)
    await nota.save()
    expect(await inArchivio()).toBe('art. 97 e 98, 99')
    await scrivi('')
    await vi.waitFor(() => expect(nota.view).toMatchObject({ testo: '', stato: 'vuota' }))
    nota.type('qui')
    await scrivi('altrove')
    await new Promise((r) => setTimeout(r, 20))
    expect(nota.view.testo).toBe('qui')
    nota.close()
    await vi.waitFor(async () => expect(await inArchivio()).toBe('qui'))
  })

  it('that could not be read is never written over: not by typing, nor by trying again, nor by closing', async () => {
    guasti = { readNota: ROTTO }
    const nota = await open()
    expect(nota.view).toMatchObject({ testo: null, stato: 'non_letta' })
    nota.type('')
    nota.type('altro')
    await nota.open()
    await nota.save()
    expect(nota.view).toMatchObject({ testo: null, stato: 'non_letta' })
    nota.close()
    await new Promise((r) => setImmediate(r))
    expect(await inArchivio()).toBe('art. 97')

    guasti = {}
    await nota.open()
    expect(nota.view).toMatchObject({ testo: 'art. 97', stato: 'salvata' })
  })

  it('that could not be written is told and tried again, its text kept', async () => {
    const nota = await open()
    guasti = { saveNota: ROTTO }
    nota.type('art. 98')
    await nota.save()
    expect(nota.view).toMatchObject({ testo: 'art. 98', stato: 'non_salvata' })
    // In its own window it says so itself.
    expect(notices.errors).toEqual([])
    guasti = {}
    await nota.open()
    expect(nota.view).toMatchObject({ testo: 'art. 98', stato: 'salvata' })
    expect(await inArchivio()).toBe('art. 98')
  })

  it('that could not be written while it closed is told, kept, and written by «Riprova»', async () => {
    const nota = await open()
    guasti = { saveNota: ROTTO }
    nota.type('art. 99')
    nota.close()
    await vi.waitFor(() => expect(notices.errors).toHaveLength(1))
    // Opened again it has the text, which is still to be written.
    const ancora = await open()
    expect(ancora.view).toMatchObject({ testo: 'art. 99', stato: 'non_salvata' })
    guasti = {}
    notices.errors[0]?.actions.riprova?.()
    await vi.waitFor(async () => expect(await inArchivio()).toBe('art. 99'))
  })

  it('typed while the one before was being written keeps the last', async () => {
    const nota = await open()
    const porta = { apri: () => {} }
    const prima = new Promise<void>((f) => {
      porta.apri = f
    })
    guasti = { saveNota: (a) => prima.then(() => db.saveNota(a)) }
    nota.type('uno')
    const scritta = nota.save()
    guasti = {}
    nota.type('due')
    porta.apri()
    await scritta
    expect(nota.view).toMatchObject({ testo: 'due', stato: 'salvo' })
    await nota.save()
    expect(nota.view.stato).toBe('salvata')
    expect(await inArchivio()).toBe('due')
  })
})
