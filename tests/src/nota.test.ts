import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '#contract/database'
import { fail, type Result } from '#contract/result'
import { avvisi, closeGuasto } from '#src/state/avvisi'
import { ATTESA_NOTA_MS, createNota, type NotaAperta } from '#src/state/nota'
import { tellNovita } from '#src/state/novita'
import { apri, valore } from '../workers/mondo.ts'
import { stubBrowser } from './aiuti.ts'

let db: Database
let guasti: Partial<Pick<Database, 'readNota' | 'saveNota'>> = {}
vi.mock('../../src/state/scrittura.ts', () => ({
  onArchivio: <T>(f: (d: Database) => Promise<Result<T>>) => f({ ...db, ...guasti }),
}))
stubBrowser()

const ROTTO = async () => fail('INDEXEDDB_GENERIC_ERROR')
/** Every test has a question of its own: what could not be written is kept by question. */
let id_domanda = 100_000
const inArchivio = async () => valore(await db.readNota({ id_domanda }))
async function open(): Promise<NotaAperta> {
  const nota = createNota({ id_domanda, id_concorso: 1 })
  await nota.apri()
  return nota
}

beforeEach(async () => {
  db = (await apri()).db
  id_domanda++
  guasti = {}
  valore(await db.saveNota({ id_concorso: 1, id_domanda, testo: 'art. 97', at: '2026-11-21T10:00:00.000+01:00' }))
})
afterEach(() => {
  while (avvisi.attenzione.length > 0) closeGuasto()
  vi.useRealTimers()
})

describe('a note', () => {
  it('saves itself after the last key, and an empty one is taken away', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const nota = await open()
    expect(nota.vista).toMatchObject({ testo: 'art. 97', stato: 'salvata' })
    nota.scrivi('art. 98')
    expect(nota.vista.stato).toBe('salvo')
    await vi.advanceTimersByTimeAsync(ATTESA_NOTA_MS - 1)
    expect(await inArchivio()).toBe('art. 97')
    await vi.advanceTimersByTimeAsync(1)
    vi.useRealTimers()
    await vi.waitFor(() => expect(nota.vista.stato).toBe('salvata'))
    expect(await inArchivio()).toBe('art. 98')
    nota.scrivi('')
    nota.chiudi()
    await vi.waitFor(async () => expect(await inArchivio()).toBe(''))
  })

  it('written in another tab shows at once, and is not written over; what is being typed here stays', async () => {
    const scrivi = async (testo: string) => {
      valore(await db.saveNota({ id_concorso: 1, id_domanda, testo, at: '2026-11-21T11:00:00.000+01:00' }))
      tellNovita({ tipo: 'nota', id_domanda })
    }
    const nota = await open()
    await scrivi('art. 97 e 98')
    await vi.waitFor(() => expect(nota.vista).toMatchObject({ testo: 'art. 97 e 98', stato: 'salvata' }))
    nota.scrivi(`${nota.vista.testo}, 99`)
    await nota.salva()
    expect(await inArchivio()).toBe('art. 97 e 98, 99')
    await scrivi('')
    await vi.waitFor(() => expect(nota.vista).toMatchObject({ testo: '', stato: 'vuota' }))
    nota.scrivi('qui')
    await scrivi('altrove')
    await new Promise((r) => setTimeout(r, 20))
    expect(nota.vista.testo).toBe('qui')
    nota.chiudi()
    await vi.waitFor(async () => expect(await inArchivio()).toBe('qui'))
  })

  it('that could not be read is never written over: not by typing, nor by trying again, nor by closing', async () => {
    guasti = { readNota: ROTTO }
    const nota = await open()
    expect(nota.vista).toMatchObject({ testo: null, stato: 'non_letta' })
    nota.scrivi('')
    nota.scrivi('altro')
    await nota.apri()
    await nota.salva()
    expect(nota.vista).toMatchObject({ testo: null, stato: 'non_letta' })
    nota.chiudi()
    await new Promise((r) => setImmediate(r))
    expect(await inArchivio()).toBe('art. 97')

    guasti = {}
    await nota.apri()
    expect(nota.vista).toMatchObject({ testo: 'art. 97', stato: 'salvata' })
  })

  it('that could not be written is told and tried again, its text kept', async () => {
    const nota = await open()
    guasti = { saveNota: ROTTO }
    nota.scrivi('art. 98')
    await nota.salva()
    expect(nota.vista).toMatchObject({ testo: 'art. 98', stato: 'non_salvata' })
    // In its own window it says so itself.
    expect(avvisi.attenzione).toEqual([])
    guasti = {}
    await nota.apri()
    expect(nota.vista).toMatchObject({ testo: 'art. 98', stato: 'salvata' })
    expect(await inArchivio()).toBe('art. 98')
  })

  it('that could not be written while it closed is told, kept, and written by «Riprova»', async () => {
    const nota = await open()
    guasti = { saveNota: ROTTO }
    nota.scrivi('art. 99')
    nota.chiudi()
    await vi.waitFor(() => expect(avvisi.attenzione).toHaveLength(1))
    // Opened again it has the text, which is still to be written.
    const ancora = await open()
    expect(ancora.vista).toMatchObject({ testo: 'art. 99', stato: 'non_salvata' })
    guasti = {}
    avvisi.attenzione[0]?.vie.riprova?.()
    await vi.waitFor(async () => expect(await inArchivio()).toBe('art. 99'))
  })

  it('typed while the one before was being written keeps the last', async () => {
    const nota = await open()
    const porta = { apri: () => {} }
    const prima = new Promise<void>((f) => {
      porta.apri = f
    })
    guasti = { saveNota: (a) => prima.then(() => db.saveNota(a)) }
    nota.scrivi('uno')
    const scritta = nota.salva()
    guasti = {}
    nota.scrivi('due')
    porta.apri()
    await scritta
    expect(nota.vista).toMatchObject({ testo: 'due', stato: 'salvo' })
    await nota.salva()
    expect(nota.vista.stato).toBe('salvata')
    expect(await inArchivio()).toBe('due')
  })
})
