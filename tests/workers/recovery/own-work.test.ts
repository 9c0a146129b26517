import { beforeAll, describe, expect, it } from 'vitest'
import type { Colpo, Esito } from '../../faults/damage/own-work.ts'
import { loadBundle } from '../../faults/lib/bundle.ts'
import { makeBanks } from '../../faults/power/banks.ts'
import type { Published } from '../../faults/power/world.ts'

type Scena = { loseOpera: (banks: readonly Published[], colpo: Colpo) => Promise<Esito> }
let lose: (colpo: Colpo) => Promise<Esito>

beforeAll(async () => {
  const { loseOpera } = await loadBundle<Scena>(new URL('../../faults/damage/own-work.ts', import.meta.url), [])
  const banks = await makeBanks()
  lose = (colpo) => loseOpera(banks, colpo)
})

const TUTTO = { note: 1, segnate: [1, 1, 1, 1], file: 2, aperta: 'prova-1' }
const FRAME = 24 + 8192

describe('[SY10] a note and a trial under way outlive', () => {
  // The first word, the page size, the salts and the sums of the header.
  for (const at of [0, 8, 17, 21, 25])
    it(`byte ${at} of the log’s header`, async () => {
      const esito = await lose({ tipo: 'byte', at })
      expect(esito).toMatchObject(TUTTO)
      expect(esito.banche.sort()).toEqual([1, 2])
      expect(esito.recupero).toMatchObject({ utente: true, mancanti: 0, banche: [] })
    })

  it('a byte in the middle of the log, with the banks', async () => {
    const esito = await lose({ tipo: 'byte', at: 32 + 2 * FRAME + 500 })
    expect(esito).toMatchObject({ segnate: [1, 1, 1, 1], file: 2, aperta: 'prova-1' })
    expect(esito.banche.sort()).toEqual([1, 2])
    expect(esito.recupero).toMatchObject({ utente: true, mancanti: 0, banche: [] })
  })

  it('the log gone whole, as far as the mirror has them', async () => {
    const esito = await lose({ tipo: 'azzera' })
    expect(esito).toMatchObject({ segnate: [1, 1, 1, 1], aperta: 'prova-1' })
    expect(esito.recupero).toMatchObject({ causa: 'indietro', utente: true })
  })

  it('a changed header of a log that is all there is: never checked, no mirror, no copy', async () => {
    const esito = await lose({ tipo: 'giovane' })
    expect(esito).toMatchObject(TUTTO)
    expect(esito.banche.sort()).toEqual([1, 2])
    expect(esito.recupero).toMatchObject({ causa: 'indietro', utente: true, banche: [] })
  })

  it('a changed page of events: fewer than the copy knows of, but no store of another day', async () => {
    const esito = await lose({ tipo: 'eventi' })
    expect(esito).toMatchObject(TUTTO)
    expect(esito.recupero).toMatchObject({ causa: 'danno', utente: true, mancanti: 0 })
  })

  it('a mark made in a store of another day, before anybody has looked: what was marked since is there too', async () => {
    const esito = await lose({ tipo: 'indietro' })
    expect(esito).toMatchObject({ segnate: [2, 1, 1, 1], aperta: 'prova-1' })
    expect(esito.recupero).toMatchObject({ causa: 'indietro', utente: true })
  })

  it('a rebuild, when a column was added after they were written', async () => {
    const esito = await lose({ tipo: 'vecchie' })
    expect(esito).toMatchObject(TUTTO)
    expect(esito.recupero).toMatchObject({ causa: 'danno', mancanti: 0 })
  })

  it('a commit that failed, its bytes still in the log when every byte is checked: nothing is taken for damage', async () => {
    expect(await lose({ tipo: 'scarico' })).toMatchObject({ ...TUTTO, recupero: null })
  })

  for (const time of [0, 1] as const)
    it(`a log that could not be closed after it was written back (flush ${time}): nothing is taken for damage`, async () => {
      expect(await lose({ tipo: 'chiusura', volta: time })).toMatchObject({ ...TUTTO, recupero: null })
    })
})
