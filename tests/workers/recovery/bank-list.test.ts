import { beforeAll, describe, expect, it } from 'vitest'
import type { Caso, Esito } from '../../faults/damage/bank-list.ts'
import { loadBundle } from '../../faults/lib/bundle.ts'
import { makeBanks } from '../../faults/power/banks.ts'
import type { Published } from '../../faults/power/world.ts'

type Scena = { loseElenco: (banks: readonly Published[], caso: Caso) => Promise<Esito> }
let lose: (caso: Caso) => Promise<Esito>

beforeAll(async () => {
  const { loseElenco } = await loadBundle<Scena>(new URL('../../faults/damage/bank-list.ts', import.meta.url), [])
  const banks = await makeBanks()
  lose = (caso) => loseElenco(banks, caso)
})

const ids = ({ banche }: Esito) => banche.filter((b) => b.stato > 0).map((b) => b.id_concorso)

describe('[SY10] the page with the list of banks is lost', () => {
  it('the copy brings the list back, with what only it knows', async () => {
    const esito = await lose({ copia: 'recente', file: 'interi' })
    expect(esito.recupero).toMatchObject({ utente: true, banche: [] })
    expect(esito.banche.find((b) => b.id_concorso === 1)).toMatchObject({ selezionata: true, ente: 'Ente di prova' })
    expect(ids(esito).sort()).toEqual([1, 2])
    expect(esito).toMatchObject({ lette: { 1: 10, 2: 8 }, filtri: 1, poi: null })
  })

  it('a bank newer than the copy is registered again by the manifest in its file', async () => {
    const esito = await lose({ copia: 'prima', file: 'interi' })
    expect(esito.recupero?.banche).toEqual([])
    expect(ids(esito).sort()).toEqual([1, 2])
    expect(esito).toMatchObject({ lette: { 1: 10, 2: 8 }, poi: null })
  })

  it('without a copy every bank on the device is registered again, and none is deleted', async () => {
    const esito = await lose({ copia: 'nessuna', file: 'interi' })
    expect(esito.recupero).toMatchObject({ utente: true, banche: [] })
    expect(ids(esito).sort()).toEqual([1, 2])
    expect(esito.banche.find((b) => b.id_concorso === 2)).toMatchObject({
      concorso: 'Concorso 2',
      n_domande: 8,
      stato: 1,
    })
    expect(esito).toMatchObject({ lette: { 1: 10, 2: 8 }, poi: null })
  })

  it('a bank whose file cannot be read either is told, to be downloaded again', async () => {
    const esito = await lose({ copia: 'nessuna', file: 'rotto' })
    expect(esito.recupero?.banche.map((b) => b.id_concorso)).toEqual([1])
    expect(ids(esito)).toEqual([2])
    expect(esito).toMatchObject({ lette: { 1: 0, 2: 8 }, poi: null })
  })
})

describe('[SY10] the database and its log are empty', () => {
  it('with a copy there, it is no new account: list, filters and banks are back', async () => {
    const esito = await lose({ copia: 'recente', file: 'interi', tutto: true })
    expect(esito.recupero).toMatchObject({ causa: 'indietro', utente: true, banche: [] })
    expect(ids(esito).sort()).toEqual([1, 2])
    expect(esito).toMatchObject({ lette: { 1: 10, 2: 8 }, filtri: 1, poi: null })
  })

  it('without one, the banks on the device are registered again and none is deleted', async () => {
    const esito = await lose({ copia: 'nessuna', file: 'interi', tutto: true })
    expect(esito.recupero).toMatchObject({ causa: 'indietro', utente: true })
    expect(ids(esito).sort()).toEqual([1, 2])
    expect(esito).toMatchObject({ lette: { 1: 10, 2: 8 }, poi: null })
  })
})
