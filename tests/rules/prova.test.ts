import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { clockRemaining, clockUsed } from '#rules/prova/clock'
import { isTimeUp, type Prova, type ProvaEvent, type ProvaRefusal, stepProva } from '#rules/prova/machine'
import { scoreProva } from '#rules/regolamento/punteggio'
import { simpleRegolamento } from './simple.ts'
import { startProva } from './start-prova.ts'

const LIBERA = { navigazione: 'libera', correzioni: 'fino_alla_consegna', pausa: true } as const
const inizia = (regole: Prova['regole'] = LIBERA, durata: number | null = 60_000, fine: number | null = null) =>
  startProva([3, 4, 2, 5], regole, { durata, fine, at: 0 })

/** Runs events that must all be accepted. */
function fai(prova: Prova, ...eventi: ProvaEvent[]): Prova {
  return eventi.reduce((p, e) => {
    const passo = stepProva(p, e)
    if (!passo.ok) throw new Error(`${e.tipo}: ${passo.codice}`)
    return passo.prova
  }, prova)
}
const rifiuto = (prova: Prova, evento: ProvaEvent): ProvaRefusal | null => {
  const passo = stepProva(prova, evento)
  return passo.ok ? null : passo.codice
}

describe('a trial', () => {
  it('marks, changes, erases, flags and strikes out until delivery', () => {
    const p = fai(
      inizia(),
      { tipo: 'segna', indice: 1, risposta: 4, at: 10 },
      { tipo: 'segna', indice: 1, risposta: 2, at: 20 },
      { tipo: 'rivedi', indice: 1, vero: true, at: 30 },
      { tipo: 'escludi', indice: 1, risposta: 3, vero: true, at: 40 },
      { tipo: 'escludi', indice: 1, risposta: 1, vero: true, at: 50 },
      { tipo: 'segna', indice: 0, risposta: 1, at: 60 },
      { tipo: 'cancella', indice: 0, at: 70 },
    )
    expect(p.voci.get(1)).toEqual({
      risposta: 2,
      da_rivedere: true,
      escluse: [1, 3],
      ms: 0,
      cambi: 1,
      cambi_rivedi: 1,
      cambi_escluse: 2,
    })
    expect(p.voci.get(0)).toMatchObject({ risposta: null, cambi: 1 })
    const consegnata = fai(p, { tipo: 'consegna', at: 80 })
    expect(consegnata.stato).toBe('consegnata')
    expect(rifiuto(consegnata, { tipo: 'segna', indice: 1, risposta: 1, at: 90 })).toBe(
      'ESERCITAZIONE_NON_INIZIALIZZATA',
    )
  })

  test.each<[string, Prova, ProvaEvent, ProvaRefusal]>([
    ['a place that it does not have', inizia(), { tipo: 'apri', indice: 4, at: 1 }, 'INDEX_OUT_OF_BOUND'],
    ['half a place', inizia(), { tipo: 'segna', indice: 0.5, risposta: 1, at: 1 }, 'INDEX_OUT_OF_BOUND'],
    [
      'an answer that it does not offer',
      inizia(),
      { tipo: 'segna', indice: 2, risposta: 3, at: 1 },
      'IMPOSSIBILE_SELEZIONARE_RISPOSTA',
    ],
    [
      'a pause where there is none',
      inizia({ ...LIBERA, pausa: false }),
      { tipo: 'pausa', at: 1 },
      'REGOLE_NON_LO_PERMETTONO',
    ],
    [
      'going back where only forward is allowed',
      fai(inizia({ ...LIBERA, navigazione: 'solo_avanti' }), { tipo: 'apri', indice: 1, at: 1 }),
      { tipo: 'apri', indice: 0, at: 2 },
      'REGOLE_NON_LO_PERMETTONO',
    ],
    [
      'a correction where there is none',
      fai(inizia({ ...LIBERA, correzioni: 'mai' }), { tipo: 'segna', indice: 0, risposta: 1, at: 1 }),
      { tipo: 'segna', indice: 0, risposta: 2, at: 2 },
      'REGOLE_NON_LO_PERMETTONO',
    ],
    [
      'an answer while paused',
      fai(inizia(), { tipo: 'pausa', at: 1 }),
      { tipo: 'segna', indice: 0, risposta: 2, at: 2 },
      'IMPOSSIBILE_SELEZIONARE_RISPOSTA',
    ],
    [
      'an answer after the time is over',
      inizia(),
      { tipo: 'segna', indice: 0, risposta: 1, at: 60_000 },
      'TEMPO_SCADUTO',
    ],
    [
      'anything after it was given up',
      fai(inizia(), { tipo: 'abbandona', at: 1 }),
      { tipo: 'consegna', at: 2 },
      'ESERCITAZIONE_NON_INIZIALIZZATA',
    ],
  ])('[EX1] %s is refused and changes nothing', (_, prova, evento, codice) =>
    expect(rifiuto(prova, evento)).toBe(codice),
  )

  it('[SI11] at zero what was answered can be delivered, and nothing else', () => {
    const p = fai(inizia(), { tipo: 'segna', indice: 0, risposta: 3, at: 59_999 })
    expect([isTimeUp(p, 59_999), isTimeUp(p, 60_000)]).toEqual([false, true])
    expect(fai(p, { tipo: 'consegna', at: 65_000 }).voci.get(0)?.risposta).toBe(3)
  })

  it('[EX14] a pause stops the clock, resuming starts it again', () => {
    const p = fai(inizia(), { tipo: 'pausa', at: 10_000 }, { tipo: 'riprendi', at: 500_000 })
    expect(clockRemaining(p.orologio, 500_000)).toBe(50_000)
    expect(clockRemaining(p.orologio, 520_000)).toBe(30_000)
  })

  it('time spent is counted for the place that was shown', () => {
    const p = fai(
      inizia(),
      { tipo: 'apri', indice: 2, at: 5_000, ms: 5_000 },
      { tipo: 'consegna', at: 9_000, ms: 4_000 },
    )
    expect([p.voci.get(0)?.ms, p.voci.get(2)?.ms]).toEqual([5_000, 4_000])
  })
})

describe('the clock', () => {
  it('[SI10] the end fixed by the server can only shorten the time', () => {
    expect(clockRemaining(inizia(LIBERA, 60_000, 40_000).orologio, 10_000)).toBe(30_000)
    expect(clockRemaining(inizia(LIBERA, 60_000, 900_000).orologio, 10_000)).toBe(50_000)
    expect(clockRemaining(inizia(LIBERA, null, null).orologio, 10_000)).toBe(null)
  })

  it('[EX14] the server’s end waits during a pause, and only the server moves it', () => {
    const p = fai(inizia(LIBERA, 60_000, 60_000), { tipo: 'pausa', at: 10_000 })
    expect(clockRemaining(p.orologio, 500_000)).toBe(50_000)
    expect(clockRemaining(fai(p, { tipo: 'riprendi', at: 500_000, fine: 550_000 }).orologio, 510_000)).toBe(40_000)
    // Without a word of the server the end stays where it was.
    expect(clockRemaining(fai(p, { tipo: 'riprendi', at: 59_000 }).orologio, 59_000)).toBe(1_000)
    // A trial of one's own has no such end.
    const mia = fai(inizia(), { tipo: 'pausa', at: 1 }, { tipo: 'riprendi', at: 2, fine: 3 })
    expect(mia.orologio.fine).toBeNull()
  })

  it('[SI10] clocks that jump between steps never add time', () => {
    const passi = fc.array(fc.integer({ min: -1_000_000, max: 30_000 }), { maxLength: 30 })
    fc.assert(
      fc.property(passi, fc.option(fc.integer({ min: 1, max: 200_000 })), (salti, fine) => {
        let p = inizia(LIBERA, 60_000, fine)
        let at = 0
        let resto = 60_000
        for (const [i, salto] of salti.entries()) {
          at += salto
          const passo = stepProva(p, { tipo: 'apri', indice: i % 4, at })
          if (!passo.ok) {
            expect(passo.codice).toBe('TEMPO_SCADUTO')
            return
          }
          p = passo.prova
          // The server's instant is on the server's clock: what the used time leaves never grows.
          const ora = (p.orologio.durata as number) - clockUsed(p.orologio, at)
          expect(ora).toBeLessThanOrEqual(resto)
          expect(clockRemaining(p.orologio, at)).toBeLessThanOrEqual(ora)
          resto = ora
        }
      }),
    )
  })
})

describe('any sequence of events', () => {
  const indice = fc.integer({ min: -1, max: 4 })
  const risposta = fc.integer({ min: 0, max: 5 })
  const evento = fc.oneof(
    fc.record({ tipo: fc.constant('apri' as const), indice }),
    fc.record({ tipo: fc.constant('segna' as const), indice, risposta }),
    fc.record({ tipo: fc.constant('cancella' as const), indice }),
    fc.record({ tipo: fc.constant('rivedi' as const), indice, vero: fc.boolean() }),
    fc.record({ tipo: fc.constant('escludi' as const), indice, risposta, vero: fc.boolean() }),
    fc.constantFrom({ tipo: 'pausa' as const }, { tipo: 'riprendi' as const }),
  )
  const eventi = fc.array(fc.tuple(evento, fc.nat(3_000), fc.nat(2_000)), { maxLength: 60 })
  const regole = simpleRegolamento({
    punteggio_risposte_corrette: 0.75,
    punteggio_risposte_sbagliate: -0.25,
    punteggio_non_risposte: 0,
    sbarramento: null,
    durata: null,
  })
  if (!regole) throw new Error('rules')
  const CHIAVI = [1, 2, 1, 5]

  it('leaves a trial whose score is that of its last marks, counted from scratch', () => {
    fc.assert(
      fc.property(eventi, (lista) => {
        let p = inizia(LIBERA, null)
        const marks: (number | null)[] = [null, null, null, null]
        let at = 0
        for (const [e, dopo, ms] of lista) {
          at += dopo
          const passo = stepProva(p, { ...e, at, ms })
          if (!passo.ok) continue
          if (e.tipo === 'segna') marks[e.indice] = e.risposta
          if (e.tipo === 'cancella') marks[e.indice] = null
          p = passo.prova
        }
        const domande = CHIAVI.map((corretta) => ({ sezione: 0, corretta, punti: null, difficolta: null }))
        const segni = CHIAVI.map((_, i) => [p.voci.get(i)?.risposta ?? []].flat())
        const giuste = marks.filter((r, i) => r === CHIAVI[i]).length
        const sbagliate = marks.filter((r, i) => r !== null && r !== CHIAVI[i]).length
        expect(scoreProva(regole, domande, segni)).toMatchObject({
          punti: giuste * 750 - sbagliate * 250,
          corrette: giuste,
          errate: sbagliate,
        })
      }),
    )
  })

  it('a mark taken away leaves the place as it was, but for the count of changes', () => {
    fc.assert(
      fc.property(eventi, fc.nat(3), (lista, dove) => {
        const p = lista.reduce(
          (s, [e], i) => {
            const passo = stepProva(s, { ...e, at: i })
            return passo.ok ? passo.prova : s
          },
          inizia(LIBERA, null),
        )
        if (p.stato !== 'in_corso' || p.voci.get(dove)?.risposta != null) return
        const dopo = fai(
          p,
          { tipo: 'segna', indice: dove, risposta: 1, at: 100 },
          { tipo: 'cancella', indice: dove, at: 101 },
        )
        const prima = p.voci.get(dove)
        expect({ ...dopo.voci.get(dove), cambi: 0 }).toEqual({
          risposta: null,
          da_rivedere: false,
          escluse: [],
          cambi_rivedi: 0,
          cambi_escluse: 0,
          ms: 0,
          ...prima,
          cambi: 0,
        })
      }),
    )
  })
})

describe('sections with a timer each', () => {
  // Places 0 and 1 in the first section, 2 and 3 in the second: ten seconds, then twenty.
  const sezioni = [0, 0, 1, 1]
  const fini = [10_000, 30_000]
  const conTempi = (regole: Prova['regole'] = LIBERA) =>
    startProva([3, 4, 2, 5], regole, { durata: 30_000, fine: null, at: 0, sezioni, fini })

  it('[SI10] only the open section takes marks; at its end the next one opens by itself', () => {
    const p = fai(conTempi(), { tipo: 'segna', indice: 1, risposta: 2, at: 9_999 })
    expect(rifiuto(p, { tipo: 'apri', indice: 2, at: 9_999 })).toBe('SEZIONE_CHIUSA')
    expect(rifiuto(p, { tipo: 'segna', indice: 1, risposta: 1, at: 10_000 })).toBe('SEZIONE_CHIUSA')
    expect(rifiuto(p, { tipo: 'cancella', indice: 1, at: 10_000 })).toBe('SEZIONE_CHIUSA')
    const dopo = fai(p, { tipo: 'segna', indice: 3, risposta: 5, at: 10_000, ms: 400 })
    expect([dopo.indice, dopo.voci.get(0)?.ms, dopo.voci.get(1)?.risposta]).toEqual([2, 400, 2])
    expect(rifiuto(dopo, { tipo: 'apri', indice: 0, at: 11_000 })).toBe('SEZIONE_CHIUSA')
    expect(rifiuto(dopo, { tipo: 'segna', indice: 3, risposta: 1, at: 30_000 })).toBe('TEMPO_SCADUTO')
  })

  it('only forward, the next section begins on its first place wherever one was', () => {
    const avanti = conTempi({ ...LIBERA, navigazione: 'solo_avanti' })
    const p = fai(avanti, { tipo: 'apri', indice: 2, at: 10_000 }, { tipo: 'apri', indice: 3, at: 11_000 })
    expect(p.indice).toBe(3)
    expect(rifiuto(p, { tipo: 'apri', indice: 2, at: 12_000 })).toBe('REGOLE_NON_LO_PERMETTONO')
  })

  it('a section closed before its time gives its rest to nobody, and twice closes one', () => {
    const chiudi = { tipo: 'chiudi', sezione: 0, at: 4_000 } as const
    const p = fai(conTempi(), chiudi, chiudi)
    expect([p.indice, clockRemaining(p.orologio, 4_000)]).toEqual([2, 20_000])
    expect(rifiuto(p, { tipo: 'segna', indice: 0, risposta: 1, at: 5_000 })).toBe('SEZIONE_CHIUSA')
    expect(rifiuto(p, { tipo: 'chiudi', sezione: 1, at: 5_000 })).toBe('REGOLE_NON_LO_PERMETTONO')
    expect(rifiuto(inizia(), { tipo: 'chiudi', sezione: 0, at: 1 })).toBe('REGOLE_NON_LO_PERMETTONO')
  })

  it('a section without questions opens for nobody', () => {
    const p = startProva([3, 3, 3], LIBERA, {
      durata: 30_000,
      fine: null,
      at: 0,
      sezioni: [0, 2, 2],
      fini: [10_000, 10_000, 30_000],
    })
    expect(fai(p, { tipo: 'segna', indice: 2, risposta: 1, at: 10_000 }).indice).toBe(1)
    expect(fai(p, { tipo: 'chiudi', sezione: 0, at: 1 }).indice).toBe(1)
    const vuota = startProva([3, 3], LIBERA, {
      durata: 90_000,
      fine: null,
      at: 0,
      sezioni: [0, 0],
      fini: [10_000, 10_000],
    })
    expect(rifiuto(vuota, { tipo: 'segna', indice: 1, risposta: 1, at: 50_000 })).toBeNull()
  })

  it('a pause stops the time of the section as well', () => {
    const p = fai(conTempi(), { tipo: 'pausa', at: 9_000 }, { tipo: 'riprendi', at: 90_000 })
    expect(rifiuto(p, { tipo: 'segna', indice: 0, risposta: 1, at: 90_999 })).toBeNull()
    expect(rifiuto(p, { tipo: 'segna', indice: 0, risposta: 1, at: 91_000 })).toBe('SEZIONE_CHIUSA')
  })

  it('whatever happens, no mark of a closed section changes', () => {
    const evento = fc.oneof(
      fc.record({ tipo: fc.constant('apri' as const), indice: fc.nat(3) }),
      fc.record({ tipo: fc.constant('segna' as const), indice: fc.nat(3), risposta: fc.integer({ min: 1, max: 2 }) }),
      fc.record({ tipo: fc.constant('cancella' as const), indice: fc.nat(3) }),
      fc.record({ tipo: fc.constant('chiudi' as const), sezione: fc.nat(1) }),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(evento, fc.nat(4_000)), { maxLength: 40 }), (lista) => {
        let p = conTempi()
        let at = 0
        let chiuse: unknown = null
        for (const [e, dopo] of lista) {
          at += dopo
          const passo = stepProva(p, { ...e, at })
          if (passo.ok) p = passo.prova
          const prime = [p.voci.get(0)?.risposta ?? null, p.voci.get(1)?.risposta ?? null]
          if (chiuse) expect(prime).toEqual(chiuse)
          if (passo.ok && clockUsed(p.orologio, at) >= 10_000) {
            chiuse = prime
            expect(p.indice).toBeGreaterThanOrEqual(2)
          }
        }
      }),
    )
  })
})
