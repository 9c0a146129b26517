import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '#contract/database'
import { fail, ok } from '#contract/result'
import type { StoreChange } from '#contract/tabs'
import {
  answer,
  closeSeduta,
  esitoAt,
  goToPlace,
  isPreferitaAt,
  openSeduta,
  sedutaState,
  setMescola,
  setSedutaStato,
  undoLast,
} from '#src/features/sedute/seduta-state'
import { setLivello } from '#src/features/sedute/set-livello'
import { toggleShownPreferita } from '#src/features/sedute/toggle-preferita'
import { closeError, notices } from '#src/session/notices'
import { session } from '#src/session/session'
import { tellStoreChange } from '#src/store/changes'
import { registerSync } from '#src/sync/requests'
import { apri, giusta, nuovaSeduta, sbagliata, value } from '../workers/mondo.ts'

let db: Database
vi.mock('../../src/store/opening.ts', () => ({ withStore: async () => ok(db), store: { stato: 'aperto' } }))

let changed = 0
registerSync({ changed: () => changed++, pull: async () => ok({ cambiate: 0 }) })

/** A sitting of 50 questions on the real store, in memory; question 1 is at place 0. */
async function open() {
  const mondo = await apri({ n: 50 })
  db = mondo.db
  const seduta = value(await db.createSeduta(nuovaSeduta({ at: mondo.at() })))
  await openSeduta(seduta.id)
  return { ...mondo, seduta }
}
const guasti = () => notices.errors.map((a) => a.error.codice)

beforeEach(() => {
  closeSeduta()
  while (notices.errors.length > 0) closeError()
  changed = 0
})

describe('a sitting on screen', () => {
  it('left while it opens does not come back', async () => {
    const { seduta } = await open()
    const attesa = openSeduta(seduta.id)
    closeSeduta()
    await attesa
    expect([sedutaState.fase, sedutaState.seduta, session.in_seduta]).toEqual(['chiusa', null, false])
  })

  it('another one opened meanwhile stays, with its own answers and favourites', async () => {
    const { seduta, at } = await open()
    await answer(giusta(1))
    await toggleShownPreferita()
    const altra = value(await db.createSeduta(nuovaSeduta({ id: 'seduta-2', at: at() })))
    const prima = openSeduta(seduta.id)
    await Promise.all([prima, openSeduta(altra.id)])
    expect([sedutaState.seduta?.id, sedutaState.corrette, esitoAt(0), isPreferitaAt(0)]).toEqual([
      altra.id,
      0,
      null,
      true,
    ])
  })

  it('[EX11] the printed order stays after a reload, and the shuffled one comes back', async () => {
    const mondo = await apri({ n: 50 })
    db = mondo.db
    const { id } = value(await db.createSeduta({ ...nuovaSeduta({ at: mondo.at() }), mescola: true }))
    await openSeduta(id)
    expect(sedutaState.mescola).toBe(true)
    await setMescola(false)
    await openSeduta(id)
    expect(sedutaState.mescola).toBe(false)
    await setMescola(true)
    await openSeduta(id)
    expect(sedutaState.mescola).toBe(true)
    const vero = db
    db = { ...vero, updateSeduta: async () => fail('INDEXEDDB_GENERIC_ERROR') }
    await setMescola(false)
    expect([sedutaState.mescola, guasti()]).toEqual([true, ['INDEXEDDB_GENERIC_ERROR']])
  })

  it('shows the outcome before the store answers, and its record afterwards', async () => {
    await open()
    const attesa = answer(giusta(1))
    expect(sedutaState.given).toMatchObject({ esito: 'corretta', salvata: false, livello_prima: -99 })
    expect(sedutaState.domanda?.statistica.livello_conoscenza).toBe(-99)
    await attesa
    expect(sedutaState.given).toMatchObject({ esito: 'corretta', salvata: true })
    expect(sedutaState.domanda?.statistica.livello_conoscenza).toBe(-1)
    expect([sedutaState.corrette, sedutaState.errate, sedutaState.nulle]).toEqual([1, 0, 0])
    expect(changed).toBe(1)
  })

  it('a second tap answers nothing, not even while the first is being saved', async () => {
    const { seduta } = await open()
    const [prima, seconda] = await Promise.all([answer(sbagliata(1)), answer(giusta(1))])
    expect(prima?.ok).toBe(true)
    expect(seconda).toBeNull()
    expect(await answer(giusta(1))).toBeNull()
    expect(value(await db.readSeduta({ id: seduta.id })).risposte).toHaveLength(1)
  })

  it('an answer that could not be written is not shown as given, and may be tried again', async () => {
    const { seduta } = await open()
    const vero = db
    db = { ...vero, answer: async () => fail('INDEXEDDB_GENERIC_ERROR') }
    const esito = await answer(giusta(1))
    expect(esito?.ok).toBe(false)
    expect(sedutaState.given).toBeNull()
    expect(esitoAt(0)).toBeNull()
    expect(sedutaState.corrette).toBe(0)
    expect(changed).toBe(0)
    expect(guasti()).toEqual(['INDEXEDDB_GENERIC_ERROR'])
    db = vero
    notices.errors[0]?.actions.riprova?.()
    await vi.waitFor(() => expect(sedutaState.given?.salvata).toBe(true))
    expect(value(await db.readSeduta({ id: seduta.id })).risposte).toHaveLength(1)
  })

  it('[EX13] the next question shows when the answer is durable, and never while it is not', async () => {
    await open()
    const vero = db
    let commit = (_: boolean) => {}
    const held = new Promise<boolean>((done) => {
      commit = done
    })
    db = { ...vero, answer: async (a) => ((await held) ? vero.answer(a) : fail('INDEXEDDB_GENERIC_ERROR')) }
    const first = answer(giusta(1))
    const [once, twice] = [goToPlace(1), goToPlace(1)]
    await new Promise((done) => setImmediate(done))
    expect([sedutaState.indice, sedutaState.given?.salvata]).toEqual([0, false])
    commit(true)
    await Promise.all([first, once, twice])
    expect(sedutaState.indice).toBe(1)
    db = { ...vero, answer: async () => fail('INDEXEDDB_GENERIC_ERROR') }
    void answer(giusta(2))
    await goToPlace(2)
    expect([sedutaState.indice, sedutaState.given, guasti()]).toEqual([1, null, ['INDEXEDDB_GENERIC_ERROR']])
  })

  it('trying again after a lost acknowledgement counts one answer', async () => {
    const { seduta } = await open()
    const vero = db
    db = {
      ...vero,
      answer: async (args) => {
        await vero.answer(args)
        return fail('ARCHIVIO_NON_APERTO')
      },
    }
    await answer(giusta(1))
    db = vero
    notices.errors[0]?.actions.riprova?.()
    await vi.waitFor(() => expect(sedutaState.given?.salvata).toBe(true))
    expect(value(await db.readSeduta({ id: seduta.id })).risposte).toHaveLength(1)
    expect(sedutaState.domanda?.statistica.livello_conoscenza).toBe(-1)
  })

  it('[EX13] opens again where it was, with every answer and favourite', async () => {
    const { seduta } = await open()
    await answer(giusta(1))
    await toggleShownPreferita()
    await goToPlace(1)
    await answer(sbagliata(2))
    await goToPlace(30)
    closeSeduta()
    await openSeduta(seduta.id)
    expect(sedutaState).toMatchObject({ fase: 'pronta', indice: 30, n: 50, corrette: 1, errate: 1 })
    expect([esitoAt(0), esitoAt(1), esitoAt(2)]).toEqual(['corretta', 'errata', null])
    expect([isPreferitaAt(0), isPreferitaAt(1)]).toEqual([true, false])
    expect(sedutaState.domanda?.id_domanda).toBe(seduta.id_domande[30])
  })

  it('[EX15] undo takes back the newest answers one by one, after a reload too', async () => {
    const { seduta } = await open()
    await answer(giusta(1))
    await goToPlace(1)
    await answer(sbagliata(2))
    await openSeduta(seduta.id)
    expect((await undoLast())?.ok).toBe(true)
    expect(sedutaState).toMatchObject({ indice: 1, given: null, errate: 0, corrette: 1 })
    expect(sedutaState.domanda?.statistica.livello_conoscenza).toBe(-99)
    expect((await undoLast())?.ok).toBe(true)
    expect(sedutaState).toMatchObject({ indice: 0, corrette: 0 })
    expect(await undoLast()).toBeNull()
  })

  it('[EX15] the last question of a sitting is undone as any other', async () => {
    await open()
    await goToPlace(49)
    await answer(1)
    expect((await undoLast())?.ok).toBe(true)
    expect(sedutaState).toMatchObject({ indice: 49, given: null })
  })

  it('[LV6] a level set by hand is shown, and its answer is undone no more', async () => {
    await open()
    await answer(giusta(1))
    await setLivello(1)
    expect(sedutaState.domanda?.statistica.livello_conoscenza).toBe(1)
    expect(sedutaState.undoable).toBeNull()
    expect(changed).toBe(2)
  })

  it('[EX1] [EX2] paused it takes no answer, resumed it does', async () => {
    const { seduta } = await open()
    expect(await setSedutaStato('in_pausa')).toBe(true)
    expect(await answer(giusta(1))).toBeNull()
    expect(guasti()).toEqual(['IMPOSSIBILE_SELEZIONARE_RISPOSTA'])
    await openSeduta(seduta.id)
    expect(sedutaState.stato).toBe('in_pausa')
    await setSedutaStato('in_corso')
    expect((await answer(giusta(1)))?.ok).toBe(true)
  })

  it('[EX3] a sitting that was quit does not open again', async () => {
    const { seduta } = await open()
    await setSedutaStato('abbandonata')
    await openSeduta(seduta.id)
    expect(sedutaState.error?.codice).toBe('ESERCITAZIONE_NON_INIZIALIZZATA')
  })

  it('no sitting of that id, and no id at all, are ESERCITAZIONE_NON_INIZIALIZZATA', async () => {
    await open()
    for (const id of ['', 'boh']) {
      await openSeduta(id)
      expect(sedutaState).toMatchObject({ fase: 'guasto', error: { codice: 'ESERCITAZIONE_NON_INIZIALIZZATA' } })
    }
  })

  it('[ER11] [EB19] a place that does not exist is INDEX_OUT_OF_BOUND, and the question stays', async () => {
    await open()
    const prima = sedutaState.domanda?.id_domanda
    await goToPlace(50)
    await goToPlace(-1)
    expect(guasti()).toEqual(['INDEX_OUT_OF_BOUND'])
    expect(sedutaState.domanda?.id_domanda).toBe(prima)
  })

  it('nothing may interrupt it while it is open', async () => {
    await open()
    expect(session.in_seduta).toBe(true)
    closeSeduta()
    expect(session.in_seduta).toBe(false)
  })
})

describe('questions on their way', () => {
  it('are read in pages and ahead, each once', async () => {
    await open()
    const chiesti: number[] = []
    const vero = db
    db = {
      ...vero,
      readDomande: (args) => {
        chiesti.push(args.id_domande.length)
        return vero.readDomande(args)
      },
    }
    for (let i = 1; i < 50; i++) await goToPlace(i, false)
    expect(chiesti).toEqual([20, 10])
  })

  it('one that an update took away is told, its neighbours are shown', async () => {
    const { seduta } = await open()
    const vero = db
    const persa = seduta.id_domande[25] as number
    db = {
      ...vero,
      readDomande: async (args) =>
        args.id_domande.includes(persa) ? fail('DOMANDA_NON_TROVATA') : vero.readDomande(args),
    }
    await goToPlace(26)
    expect(sedutaState.domanda?.id_domanda).toBe(seduta.id_domande[26])
    await goToPlace(25)
    expect(guasti()).toEqual(['DOMANDA_NON_TROVATA'])
    notices.errors[0]?.actions.avanti?.()
    await vi.waitFor(() => expect(sedutaState.indice).toBe(26))
  })
})

describe('the same sitting in another tab', () => {
  const nota = (n: StoreChange) => tellStoreChange(n)
  const altrove = (indice: number, id_evento = `altrove-${indice}`) => ({
    id_concorso: 1,
    id_domanda: 100_001 + indice,
    risposta: giusta(indice + 1),
    modalita: 'ESEGUITA' as const,
    id_evento,
    id_seduta: 'seduta-1',
    indice,
  })

  it('shows the place answered there, and takes no second answer for it', async () => {
    const { at } = await open()
    const data = value(await db.answer({ ...altrove(0), at: at() }))
    nota({ tipo: 'record', id_seduta: 'seduta-1', ...data })
    expect(sedutaState.given).toMatchObject({ esito: 'corretta', salvata: true })
    expect(sedutaState.domanda?.statistica.livello_conoscenza).toBe(-1)
    expect(esitoAt(0)).toBe('corretta')
    expect(await answer(sbagliata(1))).toBeNull()
    expect(changed).toBe(0)
  })

  it('an answer that the leader stored stands, though its reply was lost', async () => {
    await open()
    const vero = db
    db = {
      ...vero,
      answer: async (a) => {
        nota({ tipo: 'record', id_seduta: 'seduta-1', ...value(await vero.answer(a)) })
        return fail('ARCHIVIO_OCCUPATO')
      },
    }
    expect(await answer(giusta(1))).toMatchObject({ ok: true })
    expect([esitoAt(0), sedutaState.given?.salvata, guasti()]).toEqual(['corretta', true, []])
  })

  it('keeps the answer that came first, shows it and says so', async () => {
    const { seduta, at } = await open()
    value(await db.answer({ ...altrove(0), at: at() }))
    await answer(sbagliata(1))
    expect(guasti()).toEqual(['GIA_RISPOSTA'])
    expect(sedutaState.given).toMatchObject({ esito: 'corretta', id_evento: 'altrove-0' })
    expect(value(await db.readSeduta({ id: seduta.id })).risposte).toHaveLength(1)
  })

  it('frees the place of an answer taken back there', async () => {
    const { at } = await open()
    const data = value(await db.answer({ ...altrove(0), at: at() }))
    nota({ tipo: 'record', id_seduta: 'seduta-1', ...data })
    const args = { id_evento_annullato: 'altrove-0', at: at(), id_evento: 'u' }
    nota({ tipo: 'annullata', id_evento: 'altrove-0', statistica: value(await db.undo(args)) })
    expect(sedutaState.given).toBeNull()
    expect(sedutaState.corrette).toBe(0)
  })

  it('pauses, and ends, with it', async () => {
    const { at } = await open()
    value(await db.updateSeduta({ id: 'seduta-1', stato: 'in_pausa', at: at() }))
    nota({ tipo: 'seduta', id: 'seduta-1' })
    await vi.waitFor(() => expect(sedutaState.stato).toBe('in_pausa'))
    value(await db.updateSeduta({ id: 'seduta-1', stato: 'consegnata', at: at() }))
    nota({ tipo: 'seduta', id: 'seduta-1' })
    await vi.waitFor(() => expect(sedutaState.stato).toBe('consegnata'))
  })

  it('leaves another sitting alone', async () => {
    const { at } = await open()
    const data = value(await db.answer({ ...altrove(0), id_seduta: null, indice: null, at: at() }))
    nota({
      tipo: 'record',
      id_seduta: 'altra',
      ...data,
      risposta: { ...altrove(0), ...data, risposta: 1, livello_prima: -99, livello_dopo: -1 },
    })
    expect(sedutaState.given).toBeNull()
    // The record is the same question's: its level shows.
    expect(sedutaState.domanda?.statistica.livello_conoscenza).toBe(-1)
  })
})
