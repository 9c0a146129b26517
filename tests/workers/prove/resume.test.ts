import { describe, expect, it } from 'vitest'
import type { VoceProva } from '#contract/prova'
import { EMPTY_VOCE } from '#rules/prova/machine'
import type { WrittenRegolamento } from '#rules/regolamento/types'
import { apri, giusta, type Mondo, nuovaSeduta, sbagliata, value } from '../mondo.ts'

const POSTI = [100_001, 100_002, 100_003, 100_005]
/** A simulation that the server began before this device saw it. */
function nuova({ db, at }: Mondo, regole: WrittenRegolamento = {}, sezioni = POSTI.map(() => 0)) {
  const start = at()
  const iniziata = new Date(Date.parse(start) - 600_000).toISOString()
  const end = new Date(Date.parse(start) + 3_000_000).toISOString()
  return db.createProva({
    ...nuovaSeduta({ id: 'g', tipo: 'SIMULAZIONE', at: start }),
    scelte: Int32Array.from(POSTI),
    prova: {
      regole: { durata: '01:00:00', ...regole },
      sezioni,
      difficolta: POSTI.map(() => 0),
      tempo_aggiuntivo: 0,
      simulazione: { id_simulazione: 4, gettone: 'g', fine: end, iniziata },
      sfida: null,
    },
  })
}
const VOCE: VoceProva = { ...EMPTY_VOCE, indice: 0 }
const altrove = {
  indice: 2,
  voci: [
    { ...VOCE, indice: 0, risposta: giusta(1), ms: 900 },
    { ...VOCE, indice: 2, risposta: sbagliata(3), da_rivedere: true, escluse: [1], ms: 400, cambi: 1 },
  ],
}

describe('a simulation that goes on on another device', () => {
  it.each(['libera', 'solo_avanti'] as const)(
    '[EX13] %s: same place, marks and flags, and the time left',
    async (navigazione) => {
      const mondo = await apri()
      expect(value(await nuova(mondo, { navigazione, correzioni: 'mai' })).usati).toBe(600_000)
      // What was marked here without a network gives way to the first mark that the server received.
      const mine = { tipo: 'segna' as const, indice: 0, risposta: sbagliata(1) }
      value(await mondo.db.stepProva({ id: 'g', at: mondo.at(), evento: mine }))
      const { indice, voci } = value(await mondo.db.resumeProva({ id: 'g', at: mondo.at(), ripresa: altrove }))
      // Nobody changed a mark where none can be changed.
      expect({ indice, voci }).toEqual({ ...altrove, voci: altrove.voci.map((v) => ({ ...v, cambi: 0 })) })
      const evento = { tipo: 'segna' as const, indice: 2, risposta: 2 }
      const { ok } = await mondo.db.stepProva({ id: 'g', at: mondo.at(), evento: { ...evento, tipo: 'apri' } })
      expect(ok).toBe(true)
    },
  )

  it('a flag and a strike taken off there are off here, and one taken off here does not come back', async () => {
    const mondo = await apri()
    value(await nuova(mondo))
    const passo = async (tipo: 'rivedi' | 'escludi', indice: number, vero: boolean) =>
      value(
        await mondo.db.stepProva({
          id: 'g',
          at: mondo.at(),
          evento: tipo === 'rivedi' ? { tipo, indice, vero } : { tipo, indice, vero, risposta: 2 },
        }),
      )
    for (const indice of [0, 1]) {
      await passo('rivedi', indice, true)
      await passo('escludi', indice, true)
    }
    const backup = value(await mondo.db.readProva({ id: 'g', at: mondo.at() })).voci
    await passo('rivedi', 0, false)
    await passo('escludi', 0, false)
    const tolta = { ...VOCE, indice: 1, cambi_rivedi: 2, cambi_escluse: 2 }
    const ripresa = { indice: 0, voci: [backup[0] as VoceProva, tolta] }
    for (let i = 0; i < 2; i++) {
      const { voci } = value(await mondo.db.resumeProva({ id: 'g', at: mondo.at(), ripresa }))
      expect(voci).toEqual([{ ...tolta, indice: 0 }, tolta])
    }
  })

  it('what this device marked later stays, what it never saw comes, and the same again changes nothing', async () => {
    const mondo = await apri()
    value(await nuova(mondo))
    for (const risposta of [sbagliata(1), giusta(1), sbagliata(1)])
      value(await mondo.db.stepProva({ id: 'g', at: mondo.at(), evento: { tipo: 'segna', indice: 0, risposta } }))
    const at = mondo.at()
    const before = value(await mondo.db.resumeProva({ id: 'g', at, ripresa: altrove }))
    expect(before.voci.map((v) => [v.indice, v.risposta, v.cambi])).toEqual([
      [0, sbagliata(1), 2],
      [2, sbagliata(3), 1],
    ])
    expect(value(await mondo.db.resumeProva({ id: 'g', at, ripresa: altrove }))).toEqual(before)
  })

  it('a mark that the question does not offer, and a place that is not there, are left out', async () => {
    const mondo = await apri()
    value(await nuova(mondo))
    const ripresa = {
      indice: 99,
      voci: [
        { ...VOCE, indice: 1, risposta: 6 },
        { ...VOCE, indice: 9, risposta: 1 },
        { ...VOCE, indice: 3, risposta: 1, ms: -5 },
      ],
    }
    const { indice, voci } = value(await mondo.db.resumeProva({ id: 'g', at: mondo.at(), ripresa }))
    expect([indice, voci]).toEqual([3, []])
  })

  it('a section that was closed before its time elsewhere is closed here, and its time is gone', async () => {
    const mondo = await apri()
    const sezioni = [1, 2].map((n) => ({ nome: `S${n}`, durata: '00:30:00' }))
    value(await nuova(mondo, { sezioni }, [0, 0, 1, 1]))
    const after = value(await mondo.db.resumeProva({ id: 'g', at: mondo.at(), ripresa: altrove }))
    expect([after.indice, after.usati]).toEqual([2, 1_800_000])
  })

  it('after the delivery nothing comes any more', async () => {
    const mondo = await apri()
    value(await nuova(mondo))
    const consegnata = value(await mondo.db.deliverProva({ id: 'g', at: mondo.at() }))
    const after = value(await mondo.db.resumeProva({ id: 'g', at: mondo.at(), ripresa: altrove }))
    expect([after.stato, after.voci]).toEqual(['consegnata', consegnata.voci])
  })

  it('[EX14] a pause that the server granted stops the time, and going on takes the end that it moved', async () => {
    const mondo = await apri()
    value(await nuova(mondo, { pausa: true }))
    const passo = (at: string, evento: Parameters<typeof mondo.db.stepProva>[0]['evento']) =>
      mondo.db.stepProva({ id: 'g', at, evento })
    const later = (at: string, ms: number) => new Date(Date.parse(at) + ms).toISOString()
    const start = mondo.at()
    const { resto } = value(await passo(start, { tipo: 'pausa' }))
    const ore = later(start, 7_200_000)
    expect(value(await mondo.db.listInCorso({ at: ore }))).toMatchObject([{ id: 'g', stato: 'in_pausa', resto }])
    const end = Date.parse(ore) + (resto as number)
    expect(value(await passo(ore, { tipo: 'riprendi', fine: end }))).toMatchObject({ stato: 'in_corso', resto })
    const letta = value(await mondo.db.readProva({ id: 'g', at: later(ore, 60_000) }))
    expect(letta).toMatchObject({ resto: (resto as number) - 60_000 })
    expect(Date.parse(letta.simulazione?.fine ?? '')).toBe(end)
  })
})
