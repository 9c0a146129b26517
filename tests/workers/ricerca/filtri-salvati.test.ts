import { describe, expect, it } from 'vitest'
import type { FiltroSalvato } from '#contract/database'
import { apri, codice, UTENTE, value } from '../mondo.ts'

const creato = '2026-11-21T10:00:00.000+01:00'
const salvato = (id: string, name: string, other: Partial<FiltroSalvato> = {}): FiltroSalvato => ({
  ...{ id, nome: name, creato, ordine: 'UFFICIALE' },
  filtro: { testo: 'accesso civico', livelli: [-2, -1], concorsi: [1] },
  ...other,
})
const names = (filtri: readonly FiltroSalvato[]) => filtri.map((f) => f.nome)

describe('saved searches', () => {
  it('are listed by name in Italian order, and survive closing', async () => {
    const { db } = await apri()
    expect(value(await db.listFiltri())).toEqual([])
    for (const [id, name] of [
      ['a', 'Zone franche'],
      ['b', 'È da rivedere'],
      ['c', 'errori'],
    ] as const)
      value(await db.saveFiltro(salvato(id, name)))
    value(await db.close())
    value(await db.open({ id_utente: UTENTE }))
    const letti = value(await db.listFiltri())
    expect(names(letti)).toEqual(['È da rivedere', 'errori', 'Zone franche'])
    expect(letti[0]).toEqual(salvato('b', 'È da rivedere'))
  })

  it('the same id gets another name and content, its date stays', async () => {
    const { db } = await apri()
    value(await db.saveFiltro(salvato('a', 'Prima')))
    const nuovo = salvato('a', '  Dopo ', { ordine: 'ESATTE', filtro: {}, creato: '2027-01-01T00:00:00.000+01:00' })
    expect(value(await db.saveFiltro(nuovo))).toEqual([{ ...nuovo, nome: 'Dopo', creato }])
  })

  it('one deleted comes back whole when it is saved again', async () => {
    const { db } = await apri()
    const filtro = salvato('a', 'Prima')
    value(await db.saveFiltro(filtro))
    expect(value(await db.deleteFiltro({ id: 'a' }))).toEqual([])
    expect(value(await db.deleteFiltro({ id: 'a' }))).toEqual([])
    expect(value(await db.saveFiltro(filtro))).toEqual([filtro])
  })

  it('a name of nothing but spaces is refused', async () => {
    const { db } = await apri()
    expect(codice(await db.saveFiltro(salvato('a', '   ')))).toBe('RICHIESTA_NON_VALIDA')
    expect(value(await db.listFiltri())).toEqual([])
  })
})
