import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { errorMessage } from '#src/text/errors'

const deposito = new Map<string, string>()
beforeEach(() => {
  deposito.clear()
  vi.stubGlobal('localStorage', {
    getItem: (k: string) => deposito.get(k) ?? null,
    setItem: (k: string, v: string) => void deposito.set(k, v),
    removeItem: (k: string) => void deposito.delete(k),
  })
})
afterEach(() => vi.unstubAllGlobals())

/** A page that has just been loaded: nothing said yet. */
async function visita() {
  vi.resetModules()
  const {
    tellOpening: tellApertura,
    tellStoreError: tellGuastoArchivio,
    tellSpace: tellSpazio,
  } = await import('#src/store/tell-opening')
  const { notices: avvisi, closeError: closeGuasto } = await import('#src/session/notices')
  return {
    closeGuasto,
    tellApertura,
    tellGuastoArchivio,
    tellSpazio,
    dette: () => avvisi.errors.map((a) => a.error),
  }
}
const room = (quota: number, usage: number) =>
  vi.stubGlobal('navigator', { storage: { estimate: async () => ({ quota, usage }) } })

describe('what the person is told of the rung that serves [D32]', () => {
  it('[ER5] what the browser lacks is said once in a browser', async () => {
    const prima = await visita()
    prima.tellApertura({ rung: 'asm', avvisi: ['WEBASSEMBLY_NOT_AVAILABLE'] })
    prima.tellApertura({ rung: 'asm', avvisi: ['WEBASSEMBLY_NOT_AVAILABLE'] })
    expect(prima.dette()).toMatchObject([{ codice: 'WEBASSEMBLY_NOT_AVAILABLE' }])
    const poi = await visita()
    poi.tellApertura({ rung: 'indexeddb', avvisi: ['WEBASSEMBLY_NOT_AVAILABLE', 'OPFS_NOT_AVAILABLE'] })
    expect(poi.dette()).toMatchObject([{ codice: 'OPFS_NOT_AVAILABLE' }])
  })

  it('that nothing is kept is said at every visit [DB13]', async () => {
    for (let volta = 0; volta < 2; volta++) {
      const { tellApertura, dette } = await visita()
      tellApertura({ rung: 'nessuno', avvisi: ['INDEXEDDB_NOT_AVAILABLE'] })
      expect(dette().map((g) => errorMessage(g).text)).toEqual([expect.stringContaining('non si salva nulla')])
    }
  })

  it('a store that the browser emptied is said at every visit, once for each account', async () => {
    for (let volta = 0; volta < 2; volta++) {
      const { tellApertura, closeGuasto, dette } = await visita()
      tellApertura({ rung: 'indexeddb', avvisi: ['ARCHIVIO_SVUOTATO'] }, 1)
      closeGuasto()
      tellApertura({ rung: 'indexeddb', avvisi: ['ARCHIVIO_SVUOTATO'] }, 1)
      expect(dette()).toEqual([])
      // Another account of the same visit.
      tellApertura({ rung: 'indexeddb', avvisi: ['ARCHIVIO_SVUOTATO'] }, 2)
      expect(dette()).toMatchObject([{ codice: 'ARCHIVIO_SVUOTATO' }])
    }
  })

  it('[ER4] little room is said with what is left, plenty is not', async () => {
    const { tellSpazio, dette } = await visita()
    room(10_000_000_000, 1000)
    await tellSpazio()
    expect(dette()).toEqual([])
    room(1_000_000_000, 988_000_000)
    await tellSpazio()
    await tellSpazio()
    expect(dette()).toMatchObject([{ codice: 'INDEXEDDB_LOW_SPACE', dati: { restano_mb: 12 } }])
  })

  it('a store that did not open because of the browser is said in the dialog, a busy one is not', async () => {
    const { tellGuastoArchivio, dette } = await visita()
    tellGuastoArchivio({ codice: 'ARCHIVIO_OCCUPATO' })
    tellGuastoArchivio({ codice: 'INDEXEDDB_GENERIC_ERROR' })
    expect(dette()).toMatchObject([{ codice: 'INDEXEDDB_GENERIC_ERROR' }])
  })
})

describe('sentences of the store', () => {
  const testo = (codice: Parameters<typeof errorMessage>[0]['codice'], dati = {}) => errorMessage({ codice, dati }).text

  it.each(['INDEXEDDB_NOT_AVAILABLE', 'WEBASSEMBLY_NOT_AVAILABLE', 'INDEXEDDB_GENERIC_ERROR'] as const)(
    '%s says another thing when the data is on a rung that does not open',
    (codice) => {
      expect(testo(codice, { archivio: 'opfs' })).toMatch(/su questo dispositivo/)
      expect(testo(codice, { archivio: 'opfs' })).not.toBe(testo(codice))
    },
  )

  it('no room names the bank only when a bank met it', () => {
    expect(testo('INDEXEDDB_NOT_ENOUGH_SPACE')).toContain('l’ultima modifica non è stata salvata')
    expect(testo('INDEXEDDB_NOT_ENOUGH_SPACE', { scarico: 3 })).toContain('per questa banca dati')
  })

  it('a download that found no room says how much it needs only when the figures agree', async () => {
    const { withSpace: withSpazio } = await import('#src/store/space')
    const c = { id_concorso: 3, dimensione_zip: 10_000_000, dimensione_immagini: 5_000_000 } as never
    room(100_000_000, 88_000_000)
    expect(await withSpazio({ codice: 'INDEXEDDB_NOT_ENOUGH_SPACE' }, c)).toMatchObject({
      dati: { servono_mb: 38, restano_mb: 12 },
    })
    room(10_000_000_000, 0)
    expect((await withSpazio({ codice: 'INDEXEDDB_NOT_ENOUGH_SPACE' }, c)).dati).toEqual({ scarico: 3 })
    expect(await withSpazio({ codice: 'RETE_ASSENTE' }, c)).toEqual({ codice: 'RETE_ASSENTE' })
  })
})
