import { describe, expect, it } from 'vitest'
import { INITIAL_PACE_S, isMeasured, nextPace } from '#src/domain/pace'
import {
  type CountedDomanda,
  countLivelloMoves,
  countMaterie,
  countSeduta,
} from '#src/features/sedute/riepilogo/counts'
import { riepilogoText } from '#src/features/sedute/riepilogo/text'
import { newId, uuidV7 } from '#src/platform/ids'

describe('ids', () => {
  it('are UUIDs of version 7 that begin with their instant', () => {
    const id = uuidV7(0x0190_1234_5678, new Uint8Array(10).fill(0xff))
    expect(id).toBe('01901234-5678-7fff-bfff-ffffffffffff')
  })

  it('sort by the time they were made', () => {
    const caso = () => crypto.getRandomValues(new Uint8Array(10))
    const ids = Array.from({ length: 200 }, (_, i) => uuidV7(1_790_000_000_000 + i, caso()))
    expect([...ids].sort()).toEqual(ids)
  })

  it('never repeat', () => {
    expect(new Set(Array.from({ length: 5_000 }, newId)).size).toBe(5_000)
  })
})

describe('the pace', () => {
  const inizio = { secondi: INITIAL_PACE_S, misure: 0 }

  it('the first question replaces the guess', () => {
    expect(nextPace(inizio, 12_000)).toEqual({ secondi: 12, misure: 1 })
  })

  it('comes near the person’s own and is theirs from ten answers', () => {
    let r = inizio
    for (let i = 0; i < 9; i++) r = nextPace(r, 20_000)
    expect(isMeasured(r)).toBe(false)
    r = nextPace(r, 20_000)
    expect(isMeasured(r)).toBe(true)
    expect(r.secondi).toBeCloseTo(20, 5)
  })

  it('a question left open for an hour is no measure', () => {
    expect(nextPace(inizio, 3_600_000)).toEqual(inizio)
    expect(nextPace(inizio, Number.NaN)).toEqual(inizio)
  })
})

describe('[SC19] the summary', () => {
  const posto = (id_materia: number | null, esito: 'corretta' | 'errata' | 'nulla' | null): CountedDomanda => ({
    id_materia,
    materia: id_materia === null ? null : `M${id_materia}`,
    risposta: esito && { esito, livello_prima: -99, livello_dopo: -1 },
  })

  it('counts right, wrong, neither and not given per subject, the most practised first', () => {
    const posti = [
      posto(1, 'corretta'),
      posto(2, 'corretta'),
      posto(2, 'errata'),
      posto(2, null),
      posto(null, 'nulla'),
      posto(3, null),
    ]
    expect(countMaterie(posti).map((m) => [m.id_materia, m.corrette, m.errate, m.nulle, m.non_date, m.totale])).toEqual(
      [
        [2, 1, 1, 0, 1, 3],
        [null, 0, 0, 1, 0, 1],
        [1, 1, 0, 0, 0, 1],
        [3, 0, 0, 0, 1, 1],
      ],
    )
  })

  it('the four figures of a sitting add up to its questions', () => {
    const conti = countSeduta([{ esito: 'corretta' }, { esito: 'errata' }, { esito: 'errata' }], 50)
    expect(conti).toEqual({ corrette: 1, errate: 2, nulle: 0, non_date: 47 })
  })

  it('a question answered for the first time neither rises nor falls', () => {
    const mosse = countLivelloMoves([
      { livello_prima: -99, livello_dopo: -2 },
      { livello_prima: -99, livello_dopo: -2 },
      { livello_prima: -99, livello_dopo: -1 },
      { livello_prima: -99, livello_dopo: -99 },
      { livello_prima: 1, livello_dopo: 0 },
      { livello_prima: -2, livello_dopo: -1 },
      { livello_prima: 1, livello_dopo: 1 },
    ])
    expect(mosse).toMatchObject({ fresh: 4, up: 1, down: 1, still: 1 })
    expect(mosse.before).toEqual({ [-99]: 4, [-2]: 1, [-1]: 0, 0: 0, 1: 2 })
    expect(mosse.after).toEqual({ [-99]: 1, [-2]: 2, [-1]: 2, 0: 1, 1: 1 })
    expect(riepilogoText.nuove(mosse.fresh, mosse.freshAfter)).toBe(
      '4 domande nuove: 1 da ripetere, 2 che non sai, 1 neutra.',
    )
  })
})
