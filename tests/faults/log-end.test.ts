import { describe, expect, it } from 'vitest'
import { creaBanca } from '#tests/workers/mondo'
import { loadBundle } from './lib/bundle.ts'

type FineLog = typeof import('./io/log-end.ts')

describe('what lies in a log after its end', async () => {
  const { concorso, pacchetto, domande } = await creaBanca({ id_concorso: 1, n: 100 })
  const banks = [{ concorso, zip: pacchetto, ids: domande.map((d) => d.id_domanda) }]
  const { deliverBroken, deliverMirrored, migrateOver, openYoung } = await loadBundle<FineLog>(
    new URL('./io/log-end.ts', import.meta.url),
  )

  it('a delivery that the power cut short is ended, whole, in a store that must be rebuilt too', async () => {
    const whole = await deliverBroken({ banks, n: 40, come: { quadri: 1_000 }, poi: 'niente' })
    expect(whole).toMatchObject({
      consegna: 'ok',
      stato: 'consegnata',
      consegnata: true,
      altre: {},
      eventi: 40,
      resti: 0,
    })
    expect(await deliverBroken({ banks, n: 40, come: { quadri: 12 }, poi: 'niente' })).toEqual(whole)
    expect(await deliverBroken({ banks, n: 40, come: { quadri: 12 }, poi: 'niente', guasto: true })).toEqual(whole)
  })

  it('it is what the mirror has, when that has all of it', async () => {
    expect(await deliverMirrored(banks)).toBe(500)
  })

  it('it stays open while its questions are not here', async () => {
    const cut = await deliverBroken({ banks, n: 40, come: { quadri: 12 }, poi: 'niente', senzaBanca: true })
    expect(cut).toMatchObject({ stato: 'in_corso', consegnata: false, eventi: 0 })
  })

  it('a delivery that was refused is not done over what the person did since', async () => {
    const refused = { consegna: 'INDEXEDDB_NOT_ENOUGH_SPACE', stato: 'in_corso', consegnata: false }
    const marked = await deliverBroken({ banks, n: 90, come: 'pieno', poi: 'segna' })
    expect(marked).toMatchObject({ ...refused, altre: { 30: 2 }, eventi: 0 })
    const answered = await deliverBroken({ banks, n: 90, come: 'pieno', poi: 'risponde' })
    expect(answered).toMatchObject({ ...refused, altre: {}, eventi: 1 })
    // Its events were there to be taken.
    for (const { resti } of [marked, answered]) expect(resti).toBeGreaterThan(0)
  })

  it('a store that was only just made opens, whatever its log says', async () => {
    expect(await openYoung(banks)).toEqual(['ok', 'ok'])
  })

  it.each([2, 4, 61])('a migration is not written over the last of %i answers', async (n) => {
    expect(await migrateOver(banks, n)).toBe(n)
  })
})
