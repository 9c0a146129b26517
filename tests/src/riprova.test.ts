// long: one store that stops answering and is let go, for every write of a person
import { beforeEach, expect, it, vi } from 'vitest'
import type { Database } from '#contract/database'
import { fail, ok, type Result } from '#contract/result'
import { startProva } from '#src/domain/start-prova'
import { eraseMark, markAnswer } from '#src/features/prove/prova-marks'
import {
  areMarksWritten,
  askDelivery,
  closeProva,
  deliverProva,
  goToProvaPlace as goToProva,
  openProva,
  provaState,
  setStatoProva,
  voceAt,
  withdrawDelivery,
} from '#src/features/prove/prova-state'
import {
  answer,
  closeSeduta,
  goToPlace,
  openSeduta,
  setLivello,
  setSedutaStato,
  sedutaState as sullo_schermo,
} from '#src/features/sedute/seduta-state'
import { toggleShownPreferita } from '#src/features/sedute/toggle-preferita'
import { closeError, notices } from '#src/session/notices'
import { session } from '#src/session/session'
import { registerSync } from '#src/sync/requests'
import { apri, giusta, nuovaSeduta, sbagliata, value } from '../workers/mondo.ts'
import { followAccount, makeUtente, stubBrowser } from './aiuti.ts'

// A write that fails when the person is elsewhere already: what is tried again is that write, of that sitting.

let db: Database
vi.mock('../../src/store/opening.ts', () => ({ withStore: async () => ok(db), store: { stato: 'aperto' } }))
registerSync({ changed: () => undefined, pull: async () => ok({ cambiate: 0 }) })
stubBrowser()

const guasti = () => notices.errors.map((a) => a.error.codice)
/** As the dialog does: it closes, then does what was chosen. */
function riprova() {
  const primo = notices.errors[0]
  closeError()
  primo?.actions.riprova?.()
}

type Metodo = 'answer' | 'updateSeduta' | 'stepProva' | 'deliverProva' | 'setLivello' | 'setPreferiti' | 'readDomande'
/**
 * The store stops answering one of its methods, or its first `primi` calls alone; what it gives back lets the calls made meanwhile
 * fail and the next ones through.
 */
function hang(metodo: Metodo, primi = Number.POSITIVE_INFINITY) {
  const vero = db
  const attese: { done: (esito: Result<unknown>) => void; call: () => Promise<Result<unknown>> }[] = []
  const fermo = (a: never) => {
    const call = () => (vero[metodo] as (a: never) => Promise<Result<unknown>>)(a)
    return attese.length < primi ? new Promise<Result<unknown>>((done) => void attese.push({ done, call })) : call()
  }
  db = { ...vero, [metodo]: fermo } as Database
  const arrivata = (quante = 1) => vi.waitFor(() => expect(attese).toHaveLength(quante))
  const libera = async (quante = 1, come: Result<never> | 'si' = fail('ARCHIVIO_OCCUPATO')) => {
    await arrivata(quante)
    db = vero
    for (const { done, call } of attese) done(come === 'si' ? await call() : come)
  }
  return Object.assign(libera, { arrivata })
}

async function twoSedute() {
  const mondo = await apri({ n: 50 })
  db = mondo.db
  const una = value(await db.createSeduta(nuovaSeduta({ at: mondo.at() })))
  const altra = value(await db.createSeduta(nuovaSeduta({ id: 'seduta-2', at: mondo.at() })))
  return { una, altra }
}
const risposte = async (id: string) => value(await db.readSeduta({ id })).risposte

const POSIZIONI = [1, 2, 3]
async function twoProve() {
  db = (await apri()).db
  const inizia = async () =>
    value(
      await startProva({
        tipo: 'PROVA_PERSONALIZZATA',
        id_concorso: 1,
        scelte: Int32Array.from(POSIZIONI, (p) => 100_000 + p),
        prova: {
          regole: {
            punti: { tipo: 'fissi', corretta: 1, sbagliata: -0.5, omessa: 0 },
            durata: '00:10:00',
            pausa: true,
          },
          sezioni: POSIZIONI.map(() => 0),
          difficolta: POSIZIONI.map(() => 0),
          tempo_aggiuntivo: 0,
          simulazione: null,
          sfida: null,
        },
      }),
    ).id
  return { una: await inizia(), altra: await inizia() }
}
const letta = async (id: string) => value(await db.readProva({ id, at: new Date().toISOString() }))

beforeEach(() => {
  closeSeduta()
  closeProva()
  while (notices.errors.length > 0) closeError()
})

it('answers of a sitting that was left are written by trying again, all of them, the one told while it was open too', async () => {
  const { una, altra } = await twoSedute()
  await openSeduta(una.id)
  const prima = hang('answer')
  const data = answer(giusta(1))
  await prima()
  await data
  await goToPlace(1)
  const fallisci = hang('answer')
  const date = [answer(giusta(2))]
  await goToPlace(2)
  date.push(answer(giusta(3)))
  await openSeduta(altra.id)
  await fallisci(2)
  await Promise.all(date)
  expect(guasti()).toEqual(['ARCHIVIO_OCCUPATO'])
  riprova()
  await vi.waitFor(async () => expect(await risposte(una.id)).toHaveLength(3))
  expect(await risposte(altra.id)).toEqual([])
  expect([sullo_schermo.seduta?.id, sullo_schermo.corrette]).toEqual([altra.id, 0])
  expect(guasti()).toEqual([])
})

it('what was not tried again is not done by a later retry', async () => {
  const { una, altra } = await twoSedute()
  await openSeduta(una.id)
  const prima = hang('answer')
  const data = answer(giusta(1))
  await openSeduta(altra.id)
  await prima()
  await data
  closeError()
  const poi = hang('answer')
  const seconda = answer(giusta(1))
  await poi()
  await seconda
  riprova()
  await vi.waitFor(async () => expect(await risposte(altra.id)).toHaveLength(1))
  expect(await risposte(una.id)).toEqual([])
})

it('an end that failed ends the sitting that it was of, not the one on screen', async () => {
  const { una, altra } = await twoSedute()
  await openSeduta(una.id)
  const fallisci = hang('updateSeduta')
  const fine = setSedutaStato('consegnata')
  await openSeduta(altra.id)
  await fallisci()
  expect(await fine).toBe(false)
  riprova()
  await vi.waitFor(async () => expect(value(await db.readSeduta({ id: una.id })).stato).toBe('consegnata'))
  expect(value(await db.readSeduta({ id: altra.id })).stato).toBe('in_corso')
  expect(sullo_schermo.stato).toBe('in_corso')
})

it('a mark of a trial that was left: the person is told, and no trial gets it', async () => {
  const { una, altra } = await twoProve()
  await openProva(una)
  const fallisci = hang('stepProva')
  const segno = markAnswer(giusta(1))
  const aperta = openProva(altra)
  // Its place is kept by a step too.
  await fallisci(2)
  await Promise.all([segno, aperta])
  expect(guasti()).toEqual(['SEGNO_NON_SCRITTO'])
  expect(notices.errors[0]?.actions.riprova).toBeUndefined()
  for (const id of [una, altra]) expect((await letta(id)).voci.filter((v) => v.risposta !== null)).toEqual([])
  expect([provaState.voce.risposta, voceAt(0).risposta, provaState.marked]).toEqual([null, null, 0])
})

it('tried again when its trial was left meanwhile, a mark is told and not made', async () => {
  const { una, altra } = await twoProve()
  await openProva(una)
  const fallisci = hang('stepProva')
  const segno = markAnswer(giusta(1))
  await fallisci()
  await segno
  const { actions: vie } = notices.errors[0] ?? {}
  closeError()
  await openProva(altra)
  vie?.riprova?.()
  await vi.waitFor(() => expect(guasti()).toEqual(['SEGNO_NON_SCRITTO']))
  for (const id of [una, altra]) expect((await letta(id)).voci.filter((v) => v.risposta !== null)).toEqual([])
})

it('two marks that failed one after the other are both made by trying again', async () => {
  const { una } = await twoProve()
  await openProva(una)
  const fallisci = hang('stepProva')
  const primo = markAnswer(giusta(1))
  const passo = goToProva(1)
  const secondo = passo.then(() => markAnswer(giusta(2)))
  await vi.waitFor(() => expect(provaState.indice).toBe(1))
  await fallisci(3)
  await Promise.all([primo, secondo])
  riprova()
  await vi.waitFor(() => expect(provaState.marked).toBe(2))
  expect([voceAt(0).risposta, voceAt(1).risposta]).toEqual([giusta(1), giusta(2)])
})

it('a delivery and a surrender that failed are of the trial that they were asked for; a pause is not asked again', async () => {
  const { una, altra } = await twoProve()
  await openProva(una)
  await markAnswer(giusta(1))
  const fallisci = hang('deliverProva')
  const consegna = deliverProva()
  await openProva(altra)
  await fallisci()
  await consegna
  riprova()
  await vi.waitFor(async () => expect((await letta(una)).stato).toBe('consegnata'))
  expect([(await letta(altra)).stato, provaState.stato]).toEqual(['in_corso', 'in_corso'])

  const fermo = hang('stepProva')
  const pausa = setStatoProva('pausa')
  closeProva()
  await fermo()
  expect(await pausa).toBe(false)
  expect([guasti(), notices.errors[0]?.actions.riprova]).toEqual([['ARCHIVIO_OCCUPATO'], undefined])
  closeError()

  await openProva(altra)
  const rotto = hang('stepProva')
  const resa = setStatoProva('abbandona')
  closeProva()
  await rotto()
  expect(await resa).toBe(false)
  riprova()
  await vi.waitFor(async () => expect((await letta(altra)).stato).toBe('abbandonata'))
})

it('a mark that failed late is not made over the one chosen after it, nor after it was taken back', async () => {
  for (const poi of [() => markAnswer(giusta(1)), eraseMark]) {
    const { una } = await twoProve()
    await openProva(una)
    const fallisci = hang('stepProva', 1)
    const primo = markAnswer(sbagliata(1))
    await poi()
    const voluto = (await letta(una)).voci.find((v) => v.indice === 0)?.risposta
    await fallisci()
    await primo
    expect(guasti()).toEqual(['ARCHIVIO_OCCUPATO'])
    riprova()
    await vi.waitFor(() => expect(provaState.writing).toBe(0))
    expect((await letta(una)).voci.find((v) => v.indice === 0)?.risposta).toBe(voluto)
    closeProva()
  }
})

it('a level that failed late is not set over the one chosen after it', async () => {
  const { una } = await twoSedute()
  await openSeduta(una.id)
  const fallisci = hang('setLivello', 1)
  const primo = setLivello(-1)
  await setLivello(-2)
  await fallisci()
  await primo
  riprova()
  await new Promise((done) => setTimeout(done, 20))
  expect(sullo_schermo.domanda?.statistica.livello_conoscenza).toBe(-2)
})

it('what failed for an account is not tried again in the store of the next one', async () => {
  const account = (id_utente_idoneo: number) => ({
    token: 't'.repeat(20),
    utente: makeUtente({ id_utente_idoneo }),
    ricordami: true,
    emessa: 0,
  })
  await followAccount()
  session.credentials = account(7)
  const { una } = await twoSedute()
  await openSeduta(una.id)
  const fallisci = hang('setPreferiti')
  const stella = toggleShownPreferita()
  await fallisci()
  await stella
  expect(guasti()).toEqual(['ARCHIVIO_OCCUPATO'])
  session.credentials = null
  expect(guasti()).toEqual(['ARCHIVIO_OCCUPATO'])
  session.credentials = account(8)
  expect(guasti()).toEqual([])

  // Whoever leaves makes what is under way fail, and is gone by then.
  for (const poi of [null, account(8)]) {
    session.credentials = account(7)
    const rotto = hang('setPreferiti')
    const altra = toggleShownPreferita()
    await rotto.arrivata()
    session.credentials = poi
    await rotto()
    await altra
    expect(guasti()).toEqual(poi ? [] : ['ARCHIVIO_OCCUPATO'])
    session.credentials = account(8)
    expect(guasti()).toEqual([])
  }
  session.credentials = null
})

it('an exercise ends when the answer under way is written, and not when it failed', async () => {
  const { una } = await twoSedute()
  await openSeduta(una.id)
  const fallisci = hang('answer')
  const data = answer(giusta(1))
  const fine = setSedutaStato('consegnata')
  await fallisci()
  await data
  expect(await fine).toBe(false)
  riprova()
  expect(await setSedutaStato('consegnata')).toBe(true)
  expect(await risposte(una.id)).toHaveLength(1)
  expect(guasti()).toEqual([])
})

it('an answer that was not written is told, also where a question that could not be read is told already', async () => {
  const { una } = await twoSedute()
  await openSeduta(una.id)
  const rispondi = hang('answer')
  const data = answer(giusta(1))
  const leggi = hang('readDomande')
  const altrove = goToPlace(40)
  await leggi(1, fail('INDEXEDDB_GENERIC_ERROR', { dati: { disco: 'lettura' } }))
  await altrove
  expect(guasti()).toEqual(['INDEXEDDB_GENERIC_ERROR'])
  await rispondi(1, fail('INDEXEDDB_GENERIC_ERROR'))
  await data
  expect(guasti()).toEqual(['INDEXEDDB_GENERIC_ERROR', 'INDEXEDDB_GENERIC_ERROR'])
  closeError()
  riprova()
  await vi.waitFor(async () => expect(await risposte(una.id)).toHaveLength(1))
})

it('a pause of a trial that was left since is not ended by trying again', async () => {
  const { una, altra } = await twoProve()
  await openProva(una)
  expect(await setStatoProva('pausa')).toBe(true)
  const fallisci = hang('stepProva')
  const riprende = setStatoProva('riprendi')
  await fallisci()
  expect(await riprende).toBe(false)
  await openProva(altra)
  riprova()
  await new Promise((done) => setTimeout(done, 20))
  expect((await letta(una)).stato).toBe('in_pausa')
})

it('a trial is delivered when the mark under way is written, and not when it failed', async () => {
  const { una } = await twoProve()
  await openProva(una)
  const fallisci = hang('stepProva')
  const segno = markAnswer(giusta(1))
  const consegna = askDelivery()
  expect(provaState.delivery_asked).toBe(true)
  await fallisci()
  await segno
  expect([await consegna, provaState.stato, provaState.delivery_asked]).toEqual([null, 'in_corso', false])
  const scrive = hang('stepProva')
  riprova()
  const ancora = askDelivery()
  await scrive(1, 'si')
  expect(await ancora).toMatchObject({ ok: true })
  expect([provaState.stato, (await letta(una)).voci.map((v) => v.risposta)]).toEqual(['consegnata', [giusta(1)]])
})

it('a trial pauses when the mark under way is written, and not when it failed', async () => {
  const { una } = await twoProve()
  await openProva(una)
  const fallisci = hang('stepProva', 1)
  const segno = markAnswer(giusta(1))
  const pausa = setStatoProva('pausa')
  await fallisci()
  await segno
  expect([await pausa, provaState.stato]).toEqual([false, 'in_corso'])
  riprova()
  await vi.waitFor(() => expect(provaState.marked).toBe(1))
  expect(await setStatoProva('pausa')).toBe(true)
})

it('a delivery that waits for a mark is withdrawn by going back; the end of the time does not wait', async () => {
  const { una } = await twoProve()
  await openProva(una)
  const scrive = hang('stepProva', 1)
  const segno = markAnswer(giusta(1))
  const consegna = askDelivery()
  withdrawDelivery()
  await scrive(1, 'si')
  await segno
  expect([await consegna, provaState.stato, provaState.marked]).toEqual([null, 'in_corso', 1])
  const lento = hang('stepProva', 1)
  const altro = markAnswer(sbagliata(1))
  const chiesta = askDelivery()
  expect(await deliverProva()).toMatchObject({ ok: true })
  await lento()
  await altro
  expect([await chiesta, provaState.stato]).toEqual([null, 'consegnata'])
})

it('a delivery that was taken back is not made when the trial is left before the mark is written; one that was not is', async () => {
  for (const ritirata of [true, false]) {
    const { una } = await twoProve()
    await openProva(una)
    const scrive = hang('stepProva', 1)
    const segno = markAnswer(giusta(1))
    const consegna = askDelivery()
    if (ritirata) withdrawDelivery()
    closeProva()
    await scrive(1, 'si')
    await segno
    const esito = await consegna
    expect(esito?.ok ?? null).toBe(ritirata ? null : true)
    const { stato, voci } = await letta(una)
    expect([stato, voci.map((v) => v.risposta)]).toEqual([ritirata ? 'in_corso' : 'consegnata', [giusta(1)]])
  }
})

it('whoever leaves a trial is kept by a mark that was not written, once', async () => {
  const { una } = await twoProve()
  await openProva(una)
  const fallisci = hang('stepProva', 1)
  const segno = markAnswer(giusta(1))
  const scritti = areMarksWritten()
  await fallisci()
  await segno
  expect([await scritti, await areMarksWritten(), guasti()]).toEqual([false, true, ['ARCHIVIO_OCCUPATO']])
  riprova()
  expect([await areMarksWritten(), provaState.marked, guasti()]).toEqual([true, 1, []])
})

it('what another trial still writes holds up no delivery', async () => {
  const { una, altra } = await twoProve()
  await openProva(una)
  const lento = hang('stepProva', 1)
  const segno = markAnswer(giusta(1))
  await openProva(altra)
  await markAnswer(giusta(1))
  expect(await askDelivery()).toMatchObject({ ok: true })
  expect((await letta(altra)).stato).toBe('consegnata')
  await lento()
  await segno
  expect(guasti()).toEqual(['SEGNO_NON_SCRITTO'])
})

it('a mark and a surrender that failed alike are told once and both made again', async () => {
  const { una } = await twoProve()
  await openProva(una)
  const vero = db
  db = { ...db, stepProva: async () => fail('ARCHIVIO_OCCUPATO') }
  const segno = markAnswer(giusta(1))
  const resa = setStatoProva('abbandona')
  expect([await segno, await resa, guasti()]).toEqual([undefined, false, ['ARCHIVIO_OCCUPATO']])
  db = vero
  riprova()
  await vi.waitFor(() => expect(provaState.stato).toBe('abbandonata'))
  expect(await letta(una)).toMatchObject({ stato: 'abbandonata', voci: [{ risposta: giusta(1) }] })
})
