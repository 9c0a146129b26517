import { beforeEach, expect, it, vi } from 'vitest'
import { fail, ok } from '#contract/result'
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
import { closeError, notices } from '#src/session/notices'
import { registerSync } from '#src/sync/requests'
import { giusta, sbagliata } from '../workers/mondo.ts'
import { stubBrowser } from './aiuti.ts'
import { clearScreen, guasti, hang, letta, riprova, store, twoProve } from './riprova-mondo.ts'

vi.mock('../../src/store/opening.ts', () => ({
  // At the call: the helper imports what this stands for.
  withStore: async () => ok((await import('./riprova-mondo.ts')).store.db),
  store: { stato: 'aperto' },
}))
registerSync({ changed: () => undefined, pull: async () => ok({ cambiate: 0 }) })
stubBrowser()
beforeEach(clearScreen)

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
  await fallisci()
  await primo
  await goToProva(1)
  const ancora = hang('stepProva')
  const secondo = markAnswer(giusta(2))
  // Its place is kept by a step too.
  await ancora(2)
  await secondo
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
  const vero = store.db
  store.db = { ...store.db, stepProva: async () => fail('ARCHIVIO_OCCUPATO') }
  const segno = markAnswer(giusta(1))
  const resa = setStatoProva('abbandona')
  expect([await segno, await resa, guasti()]).toEqual([undefined, false, ['ARCHIVIO_OCCUPATO']])
  store.db = vero
  riprova()
  await vi.waitFor(() => expect(provaState.stato).toBe('abbandonata'))
  expect(await letta(una)).toMatchObject({ stato: 'abbandonata', voci: [{ risposta: giusta(1) }] })
})
