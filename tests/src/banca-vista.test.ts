import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PRESETS } from '#src/domain/banca-state'
import { NO_BANCA_FILTERS } from '#src/features/banche/banca/filters'
import {
  BANCA_TABS,
  formatBancaView,
  nextInOrder,
  openingOrder,
  openingPreset,
  parseBancaView,
  toPresetFiltro,
} from '#src/features/banche/banca/view'
import { bancaText, offlineText } from '#src/text/banca'

describe('what the screen of a bank shows, in the address', () => {
  it('[RT37] every preset and tab comes back from its own address', () => {
    for (const preset of PRESETS)
      for (const tab of BANCA_TABS) {
        const view = { filters: { ...NO_BANCA_FILTERS, materie: [3], testo: 'senato' }, preset, tab }
        expect(parseBancaView(`?id_concorso=7&${formatBancaView(view)}`)).toEqual(view)
      }
  })

  it('a bare address has chosen nothing, and is written as nothing', () => {
    const view = parseBancaView('?id_concorso=7')
    expect(view).toEqual({ filters: NO_BANCA_FILTERS, preset: null, tab: 'studia' })
    expect(formatBancaView(view)).toBe('')
  })

  it('an address that only filters is about every question', () => {
    expect(parseBancaView('?livelli=-2').preset).toBe('tutte')
    expect(parseBancaView('?ordine=CASUALE').preset).toBe('tutte')
    expect(parseBancaView('?cosa=boh&scheda=boh')).toMatchObject({ preset: null, tab: 'studia' })
  })
})

it('[SC28] practice opens with the subjects in turn where there are several', () => {
  expect([openingOrder(0), openingOrder(1), openingOrder(2)]).toEqual(['UFFICIALE', 'UFFICIALE', 'MATERIE'])
  expect(parseBancaView('?ordine=UFFICIALE').filters.ordine).toBe('UFFICIALE')
})

describe('what a preset asks', () => {
  it('opens on what was never seen, then on errors, then on everything', () => {
    expect(openingPreset({ nuove: 1, errori: 9 })).toBe('nuove')
    expect(openingPreset({ nuove: 0, errori: 1 })).toBe('errori')
    expect(openingPreset({ nuove: 0, errori: 0 })).toBe('tutte')
  })

  it('adds its condition to the filters and takes none away', () => {
    const filtro = { id_concorso: 7, materie: [3], testo: 'senato' }
    expect(toPresetFiltro('nuove', filtro)).toEqual({ ...filtro, risposte: ['mai'] })
    expect(toPresetFiltro('errori', filtro)).toEqual({ ...filtro, risposte: ['errata'] })
    expect(toPresetFiltro('preferite', filtro)).toEqual({ ...filtro, soloPreferiti: true })
    expect(toPresetFiltro('materie', filtro)).toEqual(filtro)
    expect(toPresetFiltro('tutte', filtro)).toEqual(filtro)
  })
})

describe('a short sitting in an order that never changes', () => {
  it('goes on where coverage stopped, then round to the start', () => {
    expect([...nextInOrder(Int32Array.of(1, 2, 3, 4, 5), new Set([3, 5]), 4)]).toEqual([3, 4, 5, 1])
    expect([...nextInOrder(Int32Array.of(1, 2, 3), new Set(), 2)]).toEqual([1, 2])
  })

  it('has each question once, as many as asked or as there are, and the first unseen one in front', () => {
    const lists = fc.uniqueArray(fc.integer({ min: 1, max: 10_000 }), { maxLength: 60 })
    fc.assert(
      fc.property(lists, fc.func(fc.boolean()), fc.integer({ min: 1, max: 80 }), (ids, isUnseen, n) => {
        const unseen = new Set(ids.filter((id) => isUnseen(id)))
        const next = [...nextInOrder(Int32Array.from(ids), unseen, n)]
        expect(new Set(next).size).toBe(Math.min(n, ids.length))
        expect(next.every((id) => ids.includes(id))).toBe(true)
        if (unseen.size > 0) expect(next[0]).toBe(ids.find((id) => unseen.has(id)))
      }),
    )
  })
})

describe('a bank of which a part is here', () => {
  const part = { figure_qui: true, n_domande: 500, n_domande_totali: 12_132 }

  it('[BK3] is said to be in part, never downloaded', () => {
    expect(offlineText(part, false)).toBeNull()
    expect(offlineText({ ...part, n_domande: 12_132 }, false)).toBe('Scaricata')
    expect(offlineText({ ...part, figure_qui: false }, false)).toBe('Offline senza figure')
    expect(offlineText(part, true)).toBe('Funziona anche offline')
    expect(bancaText.parziale(500, 12_132)).toBe('In parte: 500 su 12.132')
  })

  it('[BK3] says what the demo has, else offers the rest by its number', () => {
    expect(bancaText.parziale_demo(500, 12_132)).toBe('Demo finita: studi 500 domande su 12.132.')
    expect([1, 11_632].map(bancaText.scarica_altre)).toEqual([
      'Scarica l’altra domanda',
      'Scarica le altre 11.632 domande',
    ])
  })
})
