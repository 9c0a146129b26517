import { describe, expect, it } from 'vitest'
import type { FiltroRicerca } from '#contract/database'
import { memoryPlatform } from '#tests/workers/memory'
import { createDatabase } from '#workers/store/database'
import { creaBanca, orologio, serve, UTENTE, type Variante, value } from '../mondo.ts'

describe('what a search was meant to find', () => {
  it('[PP5] mistyped words are put right by the words of the banks searched, where that finds something', async () => {
    const banche: Variante[] = [
      { id_concorso: 1, n: 12, cambia: (d) => ({ ...d, testo: `L’accesso civico ${d.posizione}` }) },
      { id_concorso: 2, n: 12, cambia: (d) => ({ ...d, testo: `Il codice fiscale ${d.posizione}` }) },
    ]
    const ready = await Promise.all(banche.map(creaBanca))
    const db = createDatabase(memoryPlatform({ fetch: serve(...ready) }))
    const at = orologio()
    value(await db.open({ id_utente: UTENTE }))
    for (const { concorso } of ready) value(await db.downloadBanca({ concorso, at: at() }, () => {}))
    const suggest = async (filtro: FiltroRicerca) => value(await db.suggestQuery({ filtro }))
    expect(await suggest({ testo: 'acceso civco' })).toEqual({ query: 'accesso civico', apart: false })
    expect(await suggest({ testo: 'acceso civco', concorsi: [2] })).toBeNull()
    expect(await suggest({ testo: 'fiscle', concorsi: [1] })).toBeNull()
    expect(await suggest({ testo: 'fiscle' })).toEqual({ query: 'fiscale', apart: false })
    // Each word is right somewhere, and no question has both.
    expect(await suggest({ testo: 'civco fiscle' })).toEqual({ query: 'civico fiscale', apart: true })
    expect(await suggest({ testo: 'civco zzzzzz' })).toEqual({ query: 'civico zzzzzz', apart: true })
    const any = await suggest({ testo: 'civco fiscle', corrispondenza: 'ANY' })
    expect(any).toEqual({ query: 'civico fiscale', apart: false })
    expect(await suggest({ testo: 'accesso' })).toBeNull()
    expect(await suggest({})).toBeNull()
  })
})
