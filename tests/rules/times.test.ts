import { describe, expect, it } from 'vitest'
import { provaDuration, sezioniEnds, totalDuration } from '#rules/regolamento/duration'
import { MODELLI } from '#rules/regolamento/modelli'
import { checkRegolamento, readRegolamento } from '#rules/regolamento/read'
import type { Regolamento, WrittenRegolamento } from '#rules/regolamento/types'

function leggi(scritto: WrittenRegolamento): Regolamento {
  const letto = readRegolamento(scritto)
  if (!letto.ok) throw new Error(JSON.stringify(letto.difetti))
  return letto.regolamento
}

// Minutes as the calls give them, of the whole and of each section with a timer; null where the call says none.
const TEMPI: Record<string, number | null | number[]> = {
  'ripam-2736-funzionari-2021': 60,
  'ripam-3997-amm-13': 60,
  'ripam-preselettiva-ep': 60,
  'mase-298-scritto': null,
  'upp-8171-2021': 60,
  'maeci-2021': 60,
  'assistenti-giudiziari-2017-preselettiva': 45,
  'assistenti-giudiziari-2017-scritto': [75, 75],
  'preselettiva-22e10606': 60,
  'parlamento-2021': null,
  'parlamento-2019': null,
  'notai-2006': 45,
  'polizia-difficolta': null,
  'gdf-marescialli-2024': 100,
  'ripam-giustizia-2019': 60,
  'ripam-campania-2019-preselettiva': null,
  'ripam-campania-2019-scritto': 90,
  'ripam-pcm-dirigenti': 60,
  'scuola-2012': 50,
  'scuola-2021': 100,
  'trento-ispettori': 80,
  'dirigenti-tecnici': 90,
  'ssm-medici': 210,
}

describe('times of real competitions', () => {
  it('last as long as their row says, and their sections too', () => {
    const minuti = (ms: number | null) => (ms === null ? null : ms / 60_000)
    const tempi = MODELLI.map(({ id, regole }) => {
      const r = leggi(regole)
      const sezioni = r.sezioni.map((s) => minuti(s.durata))
      return [id, sezioni.some((m) => m !== null) ? sezioni : minuti(totalDuration(r))]
    })
    expect(Object.fromEntries(tempi)).toEqual(TEMPI)
    for (const { id, regole } of MODELLI) expect([id, checkRegolamento(regole).ok]).toEqual([id, true])
  })
})

describe('times of sections', () => {
  const regole = (...minuti: (number | null)[]) =>
    ({
      durata: null,
      sezioni: minuti.map((m) => ({ durata: m === null ? null : m * 60_000 })),
    }) as unknown as Pick<Regolamento, 'durata' | 'sezioni'>
  const tutte = new Set([0, 1, 2])

  it('close one after the other, each with its extra time; a section without questions takes none', () => {
    expect(sezioniEnds(regole(10, 5, 20), 50, tutte)).toEqual([900_000, 1_350_000, 3_150_000])
    expect(sezioniEnds(regole(10, 5, 20), 0, new Set([0, 2]))).toEqual([600_000, 600_000, 1_800_000])
    expect(provaDuration(regole(10, 5, 20), 0, new Set([0, 2]))).toBe(1_800_000)
  })

  it('are none where one section has no timer, or all the questions are of one', () => {
    expect(sezioniEnds(regole(10, null, 20), 0, tutte)).toBeNull()
    expect(sezioniEnds(regole(10, 5, 20), 0, new Set([1]))).toBeNull()
    expect(provaDuration(regole(10, 5, 20), 0, new Set([1]))).toBe(2_100_000)
  })

  it('of some sections only are refused in rules that are written now, and enforced in none', () => {
    const sezioni = [{ nome: 'Cultura' }, { nome: 'Logica', durata: '00:20:00' }, { nome: 'Lingua' }]
    expect(checkRegolamento({ durata: '01:00:00', sezioni })).toEqual({
      ok: false,
      difetti: [
        { campo: 'sezioni[0].durata', difetto: 'tempi' },
        { campo: 'sezioni[2].durata', difetto: 'tempi' },
      ],
    })
    // Those that were written before are read as they were: nobody loses a sitting.
    expect(readRegolamento({ durata: '01:00:00', sezioni }).ok).toBe(true)
    const tutte = sezioni.map((s) => ({ ...s, durata: '00:20:00' }))
    expect([{ sezioni: tutte }, { durata: '01:00:00' }, {}].map((r) => checkRegolamento(r).ok)).toEqual([
      true,
      true,
      true,
    ])
    expect(checkRegolamento({ massimo: 0, sezioni })).toMatchObject({ difetti: [{ difetto: 'negativo' }, {}, {}] })
  })

  it('end the trial when the last one ends, or when the whole time does', () => {
    expect(provaDuration({ ...regole(10, 5, 20), durata: 7_200_000 }, 0, tutte)).toBe(2_100_000)
    expect(provaDuration({ ...regole(10, 5, 20), durata: 600_000 }, 30, tutte)).toBe(780_000)
    expect(provaDuration(regole(10, null, 20), 0, tutte)).toBeNull()
  })
})
