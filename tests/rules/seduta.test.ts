import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type Prova, type ProvaEvent, stepProva, type Voce } from '#rules/prova/machine'
import {
  isStartable,
  type Seduta,
  type SedutaEvent,
  type SedutaRefusal,
  stepSeduta,
  type TipoSeduta,
} from '#rules/seduta/machine'
import { isSedutaEnded, type StatoSeduta, TRANSITION_TO } from '#rules/seduta/states'
import { startProva } from './start-prova.ts'

const N = 4
const inizia = (tipo: TipoSeduta, altro: Partial<Seduta> = {}): Seduta => ({
  tipo,
  stato: 'in_corso',
  n: N,
  indice: 0,
  prese: new Set(),
  ...altro,
})
const rifiuto = (seduta: Seduta, evento: SedutaEvent): SedutaRefusal | null => {
  const passo = stepSeduta(seduta, evento)
  return passo.ok ? null : passo.codice
}

const MODI = ['ESERCITAZIONE', 'LETTA', 'ASCOLTATA', 'ASSEGNA_RISPOSTE'] as const
const PROVE = ['PROVA_PERSONALIZZATA', 'SIMULAZIONE'] as const
const DOPO_LA_CONSEGNA = ['RIVEDI_PROVA', 'RIEPILOGO'] as const
const TUTTI = [...MODI, ...PROVE, ...DOPO_LA_CONSEGNA] as const

const IN_UN_POSTO = ['apri', 'rispondi', 'annulla', 'segna', 'vedi', 'assegna'] as const
const posto = (tipo: (typeof IN_UN_POSTO)[number], indice = 0): SedutaEvent => ({ tipo, indice })

describe('which step is whose [EX5]', () => {
  test.each([
    ['ESERCITAZIONE', ['apri', 'rispondi', 'segna']],
    ['LETTA', ['apri', 'vedi']],
    ['ASCOLTATA', ['apri', 'vedi']],
    ['ASSEGNA_RISPOSTE', ['apri', 'assegna']],
    ['PROVA_PERSONALIZZATA', []],
    ['SIMULAZIONE', []],
    ['RIVEDI_PROVA', ['apri']],
    ['RIEPILOGO', ['apri']],
  ] as const)('%s: %j', (tipo, suoi) => {
    for (const passo of IN_UN_POSTO) {
      if (passo === 'annulla') continue
      const atteso = (suoi as readonly string[]).includes(passo) ? null : 'TIPO_ESERCITAZIONE_ERRATO'
      expect(rifiuto(inizia(tipo), posto(passo))).toBe(atteso)
    }
  })

  it('exercises and modes begin by themselves, trials with their rules, reviews never', () => {
    expect(TUTTI.filter(isStartable)).toEqual(MODI)
  })

  it('a trial without its rules can only be given up', () => {
    for (const tipo of PROVE) {
      expect(rifiuto(inizia(tipo), { tipo: 'consegna' })).toBe('TIPO_ESERCITAZIONE_ERRATO')
      expect(stepSeduta(inizia(tipo), { tipo: 'abbandona' })).toMatchObject({ seduta: { stato: 'abbandonata' } })
    }
  })
})

describe('steps that are refused', () => {
  const E = inizia('ESERCITAZIONE')
  const ferma = inizia('ESERCITAZIONE', { stato: 'in_pausa' })
  const data = inizia('ESERCITAZIONE', { prese: new Set([0]) })
  test.each([
    ['a place beyond the last', E, posto('apri', N), 'INDEX_OUT_OF_BOUND'],
    ['a place before the first', E, posto('rispondi', -1), 'INDEX_OUT_OF_BOUND'],
    ['half a place', E, posto('apri', 0.5), 'INDEX_OUT_OF_BOUND'],
    ['a second answer', data, posto('rispondi'), 'IMPOSSIBILE_SELEZIONARE_RISPOSTA'],
    ['an answer taken back that nobody gave', E, posto('annulla'), 'IMPOSSIBILE_SELEZIONARE_RISPOSTA'],
    ['[EX2] an answer during a pause', ferma, posto('rispondi'), 'IMPOSSIBILE_SELEZIONARE_RISPOSTA'],
    [
      '[EX3] an answer after the end',
      inizia('ESERCITAZIONE', { stato: 'abbandonata' }),
      posto('rispondi'),
      'ESERCITAZIONE_NON_INIZIALIZZATA',
    ],
    [
      'a key after the end',
      inizia('ASSEGNA_RISPOSTE', { stato: 'consegnata' }),
      posto('assegna'),
      'ESERCITAZIONE_NON_INIZIALIZZATA',
    ],
  ] as const)('%s', (_, seduta, evento, codice) => {
    expect(rifiuto(seduta, evento)).toBe(codice)
  })

  it('[EX2] the place may be looked up during a pause, and what was read before it counts', () => {
    expect(stepSeduta(ferma, posto('apri', 2))).toMatchObject({ seduta: { indice: 2, stato: 'in_pausa' } })
    expect(rifiuto(inizia('LETTA', { stato: 'in_pausa' }), posto('vedi'))).toBeNull()
  })
})

const evento: fc.Arbitrary<SedutaEvent> = fc.oneof(
  fc.record({ tipo: fc.constantFrom(...IN_UN_POSTO), indice: fc.integer({ min: -1, max: N }) }),
  fc.constantFrom(...Object.values(TRANSITION_TO).map((tipo) => ({ tipo }))),
)
const eventi = fc.array(evento, { maxLength: 40 })

/** A sitting written down and read again. */
const again = (s: Seduta): Seduta => {
  const { prese, ...altro } = JSON.parse(JSON.stringify({ ...s, prese: [...s.prese] })) as Omit<Seduta, 'prese'> & {
    prese: number[]
  }
  return { ...altro, prese: new Set(prese) }
}

describe.each(TUTTI)('any sequence of events, %s', (tipo) => {
  it('[EX1] keeps its place, one answer a place, and its end', () => {
    fc.assert(
      fc.property(eventi, (lista) => {
        let s = inizia(tipo)
        for (const e of lista) {
          const passo = stepSeduta(s, e)
          if (!passo.ok) continue
          const { seduta } = passo
          expect(seduta.indice >= 0 && seduta.indice < N).toBe(true)
          if (isSedutaEnded(s.stato)) expect(seduta).toBe(s)
          if (e.tipo === 'rispondi') expect(s.prese.has(e.indice)).toBe(false)
          const cambiati = [...Array(N).keys()].filter((i) => s.prese.has(i) !== seduta.prese.has(i))
          expect(cambiati).toEqual(e.tipo === 'rispondi' || e.tipo === 'annulla' ? [e.indice] : [])
          if (tipo !== 'ESERCITAZIONE') expect(seduta.prese.size).toBe(0)
          s = seduta
        }
      }),
    )
  })

  it('[EX1] a look at what was submitted changes nothing', () => {
    fc.assert(
      fc.property(fc.subarray([0, 1, 2, 3]), fc.nat(N - 1), fc.nat(N - 1), (date, indice, altrove) => {
        const s = inizia(tipo, { stato: 'consegnata', indice, prese: new Set(date) })
        const passo = stepSeduta(s, posto('apri', altrove))
        if (passo.ok) expect(passo.seduta).toBe(s)
        else expect(PROVE as readonly string[]).toContain(tipo)
      }),
    )
  })

  it('[EX13] goes on from what was written down as if it had never stopped', () => {
    fc.assert(
      fc.property(eventi, eventi, (prima, dopo) => {
        const run = (s: Seduta, lista: readonly SedutaEvent[]) =>
          lista.reduce((qui, e) => {
            const passo = stepSeduta(qui, e)
            return passo.ok ? passo.seduta : qui
          }, s)
        const s = run(inizia(tipo), prima)
        expect(again(s)).toEqual(s)
        expect(run(again(s), dopo)).toEqual(run(s, dopo))
      }),
    )
  })

  it('[EX15] an answer taken back leaves the sitting as it was, but for the place', () => {
    fc.assert(
      fc.property(eventi, fc.nat(N - 1), (lista, indice) => {
        const s = lista.reduce((qui, e) => {
          const passo = stepSeduta(qui, e)
          return passo.ok ? passo.seduta : qui
        }, inizia(tipo))
        const data = stepSeduta(s, posto('rispondi', indice))
        if (!data.ok) return
        expect(stepSeduta(data.seduta, posto('annulla', indice))).toEqual({ ok: true, seduta: { ...s, indice } })
      }),
    )
  })
})

describe('any sequence of events, a trial', () => {
  const LIBERA = { navigazione: 'libera', correzioni: 'fino_alla_consegna', pausa: true } as const
  const AVANTI = { navigazione: 'solo_avanti', correzioni: 'mai', pausa: false } as const
  const indice = fc.integer({ min: -1, max: N })
  const risposta = fc.integer({ min: 0, max: 5 })
  const passo = fc.oneof(
    fc.record({ tipo: fc.constant('apri' as const), indice }),
    fc.record({ tipo: fc.constant('segna' as const), indice, risposta }),
    fc.record({ tipo: fc.constant('cancella' as const), indice }),
    fc.record({ tipo: fc.constant('rivedi' as const), indice, vero: fc.boolean() }),
    fc.record({ tipo: fc.constant('escludi' as const), indice, risposta, vero: fc.boolean() }),
    fc.constantFrom(...Object.values(TRANSITION_TO).map((tipo) => ({ tipo }))),
  )
  const passi = fc.array(fc.tuple(passo, fc.nat(5_000), fc.nat(2_000)), { maxLength: 40 })
  const run = (p: Prova, lista: readonly ProvaEvent[], vede = (_prima: Prova, _dopo: Prova) => {}) =>
    lista.reduce((qui, e) => {
      const esito = stepProva(qui, e)
      if (!esito.ok) return qui
      vede(qui, esito.prova)
      return esito.prova
    }, p)
  const dated = (lista: readonly [object, number, number][], da = 0): ProvaEvent[] => {
    let at = da
    return lista.map(([e, dopo, ms]) => {
      at += dopo
      return { ...e, at, ms } as ProvaEvent
    })
  }
  const start = (regole: Prova['regole']) => startProva([3, 4, 2, 5], regole, { durata: 60_000, fine: null, at: 0 })
  const regole = fc.constantFrom<Prova['regole']>(LIBERA, AVANTI)

  it('[EX1] keeps its place, marks that exist, and its end', () => {
    fc.assert(
      fc.property(regole, passi, (come, lista) => {
        run(start(come), dated(lista), (prima, dopo) => {
          expect(isSedutaEnded(prima.stato)).toBe(false)
          expect(dopo.indice >= 0 && dopo.indice < N).toBe(true)
          for (const [i, v] of dopo.voci)
            expect(v.risposta === null || v.risposta <= (dopo.risposte[i] as number)).toBe(true)
          if (come === AVANTI) expect([prima.indice, prima.indice + 1]).toContain(dopo.indice)
        })
      }),
    )
  })

  it('[EX13] goes on from what was written down as if it had never stopped', () => {
    const again = (p: Prova): Prova => {
      const { voci, ...altro } = JSON.parse(JSON.stringify({ ...p, voci: [...p.voci] })) as Omit<Prova, 'voci'> & {
        voci: [number, Voce][]
      }
      return { ...altro, voci: new Map(voci) }
    }
    fc.assert(
      fc.property(regole, passi, passi, (come, prima, dopo) => {
        const p = run(start(come), dated(prima))
        expect(again(p)).toEqual(p)
        expect(run(again(p), dated(dopo, 30_000))).toEqual(run(p, dated(dopo, 30_000)))
      }),
    )
  })
})

test('a state is reached by one turn', () => {
  for (const stato of Object.keys(TRANSITION_TO) as StatoSeduta[])
    expect(stepSeduta(inizia('LETTA'), { tipo: TRANSITION_TO[stato] })).toMatchObject({ seduta: { stato } })
})
