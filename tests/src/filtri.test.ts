import { describe, expect, it } from 'vitest'
import { PROPRIE_FROM, PROPRIE_TO } from '#rules/raccolta'
import {
  type BancaFilters,
  formatBancaFilters,
  hasBancaFilters,
  NO_BANCA_FILTERS,
  parseBancaFilters,
  toBancaFiltro,
  toggleValue,
} from '#src/features/banche/banca/filters'

const MATERIE = [3, 5, 8]

describe('filters in the address', () => {
  it('[RT37] every filter comes back from its own address', () => {
    const filtri: BancaFilters = {
      livelli: [-2, -99, 1],
      soloPreferiti: true,
      ordine: 'ESATTE',
      testo: '"accesso civico" d.lgs. 33/2013 & più',
      corrispondenza: 'ANY',
      materie: [8, 3],
      da: 12,
      a: 2500,
    }
    expect(parseBancaFilters(`?id_concorso=7&${formatBancaFilters(filtri)}`)).toEqual(filtri)
  })

  it('[RT37] the subjects of an own bank too, whose numbers have ten digits', () => {
    const filtri: BancaFilters = { ...NO_BANCA_FILTERS, materie: [PROPRIE_FROM + 1, PROPRIE_TO] }
    expect(parseBancaFilters(`?${formatBancaFilters(filtri)}`)).toEqual(filtri)
  })

  it('no filter is an empty address, and the other way round', () => {
    expect(formatBancaFilters(NO_BANCA_FILTERS)).toBe('')
    expect(parseBancaFilters('')).toEqual(NO_BANCA_FILTERS)
    expect(hasBancaFilters({ ...NO_BANCA_FILTERS, ordine: 'CASUALE' })).toBe(false)
    expect(hasBancaFilters({ ...NO_BANCA_FILTERS, da: 2 })).toBe(true)
  })

  it('what is not understood is left out', () => {
    const letti = parseBancaFilters('?livelli=-2,7,x,,1,1&ordine=BOH&trova=FORSE&materie=0,4,4e9&ix_start=0&ix_end=-5')
    expect(letti).toEqual({ ...NO_BANCA_FILTERS, livelli: [-2, 1], materie: [4] })
  })
})

describe('[SC17] what the store is asked', () => {
  it('nothing chosen asks for the whole bank', () => {
    expect(toBancaFiltro(7, NO_BANCA_FILTERS, MATERIE)).toEqual({ id_concorso: 7 })
  })

  it('every subject chosen asks for the whole bank, questions without subject included', () => {
    expect(toBancaFiltro(7, { ...NO_BANCA_FILTERS, materie: [8, 5, 3] }, MATERIE)).toEqual({ id_concorso: 7 })
  })

  it('a subject that the bank does not have is no filter', () => {
    expect(toBancaFiltro(7, { ...NO_BANCA_FILTERS, materie: [99] }, MATERIE)).toEqual({ id_concorso: 7 })
  })

  it('[VA11] words go with their match mode, blanks are no words', () => {
    const filtri: BancaFilters = { ...NO_BANCA_FILTERS, testo: '  silenzio assenso ', corrispondenza: 'ANY' }
    expect(toBancaFiltro(7, filtri, MATERIE)).toEqual({
      id_concorso: 7,
      testo: 'silenzio assenso',
      corrispondenza: 'ANY',
    })
    expect(toBancaFiltro(7, { ...filtri, testo: '   ' }, MATERIE)).toEqual({ id_concorso: 7 })
  })

  it('[VA12] the range travels as ix_start and ix_end', () => {
    expect(toBancaFiltro(7, { ...NO_BANCA_FILTERS, da: 10, a: 20 }, MATERIE)).toEqual({
      id_concorso: 7,
      ix_start: 10,
      ix_end: 20,
    })
  })
})

it('a choice is put in and taken out', () => {
  expect(toggleValue([1, 2], 2)).toEqual([1])
  expect(toggleValue([1], 2)).toEqual([1, 2])
})
