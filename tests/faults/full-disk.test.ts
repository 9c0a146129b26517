import { describe, expect, it } from 'vitest'
import { LOG_LEFT_BYTES } from '#workers/recovery/checkpoint'
import { loadBundle } from './lib/bundle.ts'
import { NIGHT } from './lib/fault.ts'
import { makeBanks } from './power/banks.ts'

const banks = await makeBanks()
const { answerOn, dieYoung, fillDisk, reopenFull, openWithoutPlaces, mendFull, mendCut, RISPOSTE, MOLTE } =
  await loadBundle<typeof import('./io/scenes.ts')>(new URL('./io/scenes.ts', import.meta.url))

const FULL = 'INDEXEDDB_NOT_ENOUGH_SPACE'
/** Answers without a pause. */
const CEASELESS = NIGHT ? 4_000 : 2_500

describe('a disk that is full (R5)', () => {
  it('a thousand answers more are kept, then it is said, and a bank can be deleted', { timeout: 600_000 }, async () => {
    const { prima, dopo: after, fine: end, cancellazione, mancanti, riserva } = await fillDisk({ banks, senza: false })
    console.log(`full after ${prima} answers, ${after} more`)
    expect({ fine: end, cancellazione, mancanti }).toEqual({ fine: FULL, cancellazione: 'ok', mancanti: 0 })
    expect(prima).toBeGreaterThan(0)
    expect(after).toBeGreaterThanOrEqual(1000)
    // What deleting needs was never given up for an answer.
    expect(riserva).toBe(2 * 1024 * 1024)
  })

  it('without its reserve the log cannot be emptied, and the first full disk ends the answers', {
    timeout: 600_000,
  }, async () => {
    const { dopo: after, fine: end, cancellazione, mancanti } = await fillDisk({ banks, senza: true })
    expect({ dopo: after, fine: end, cancellazione, mancanti }).toEqual({
      dopo: 0,
      fine: FULL,
      cancellazione: 'ok',
      mancanti: 0,
    })
  })
})

describe('a store opened on a full disk (R5)', () => {
  it.each([
    ['whose places are whole', false],
    ['with a place that was being made when it filled', true],
  ])('%s opens, says so of what wants room, and a bank can be deleted', async (_, mezzo) => {
    expect(await reopenFull({ banks, mezzo })).toEqual({
      aperto: 'ok',
      eventi: RISPOSTE,
      scaricamento: FULL,
      copia: FULL,
      riaperto: 'ok',
      cancellata: 'ok',
      dopo: { scaricamento: 'ok', copia: 'ok', eventi: RISPOSTE },
    })
  })

  it('without room even for its places says so each time, and opens once there is room', async () => {
    expect(await openWithoutPlaces(banks)).toEqual({ senza: [FULL, FULL, FULL], con: 'ok' })
  })

  it('that is damaged is put right in the room of the reserves', async () => {
    expect(await mendFull({ banks, riserve: true, volte: 1 })).toMatchObject({
      aperture: ['ok'],
      guasti: 1,
      cancellata: 'ok',
      dopo: { aperto: 'ok', eventi: RISPOSTE },
    })
  })

  it.each(['database', 'log'] as const)(
    'whose damaged %s was put right, and has no room for its place, has it then',
    async (danno) => {
      const opened = { aperto: 'ok', eventi: MOLTE, nuovi: 0 }
      expect(await mendCut({ banks, danno })).toEqual({ piena: true, aperture: [opened, opened] })
    },
  )

  it('that is damaged and cannot be put right is put aside once, however often it is tried', async () => {
    const { aperture, guasti, dopo: after } = await mendFull({ banks, riserve: false, volte: 4 })
    expect({ aperture, guasti, dopo: after }).toEqual({
      aperture: [FULL, FULL, FULL, FULL],
      guasti: 1,
      dopo: { aperto: 'ok', eventi: RISPOSTE },
    })
  })
})

describe('answers without a pause', () => {
  it('the log goes back into the database all the same: the next start has little to read', {
    timeout: 300_000,
  }, async () => {
    const { massimo, scritti } = await answerOn(banks, CEASELESS)
    console.log(`log: at most ${massimo} bytes of ${scritti}`)
    expect(scritti).toBeGreaterThan(100 * 2 ** 20)
    expect(massimo).toBeLessThan(scritti / 2)
  })

  it('a store whose owners all die young has no log without end', { timeout: 300_000 }, async () => {
    const { trovati, risposte } = await dieYoung(banks, { vite: 8, n: 100 })
    const una = trovati[1] as number
    expect(risposte).toBe(800)
    // Together they wrote more than twice what an opening leaves, and none began with more than that and one life.
    expect(Math.max(...trovati)).toBeLessThan(LOG_LEFT_BYTES + una)
    expect(una * 7).toBeGreaterThan(2 * LOG_LEFT_BYTES)
  })
})
