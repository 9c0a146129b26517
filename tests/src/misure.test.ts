import { describe, expect, it } from 'vitest'
import { INITIAL_PACE_S, isMeasured, nextPace } from '#src/domain/pace'
import { isWeak, withSeen, worstFirst } from '#src/domain/weak'
import {
  type CountedDomanda,
  countLivelloMoves,
  countMaterie,
  countSeduta,
  errorLines,
  type MateriaCounts,
  splitMaterie,
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

describe('[PG1] the subjects of a bank', () => {
  const materia = (name: string, seen: number, weak: number) => ({
    ...{ name, totale: 60, risposte: seen, viste: seen },
    per_livello: { [-99]: 60 - seen, [-2]: weak, [-1]: 0, 0: 0, 1: seen - weak },
  })

  it('begin with the weak ones, then those of most weak questions', () => {
    const materie = [materia('known', 40, 1), materia('few', 2, 2), materia('weak', 6, 4), materia('weaker', 9, 9)]
    expect(worstFirst(materie).map((m) => m.name)).toEqual(['weaker', 'weak', 'few', 'known'])
    expect(materie[0]?.name).toBe('known')
  })

  it.each([
    [1, 5, false],
    [2, 6, true],
    [2, 7, false],
    [4, 4, false],
    [5, 5, true],
  ])('are weak with at least five questions seen, a third of them weak: %i of %i, %s', (weak, viste, expected) => {
    expect(isWeak({ viste, per_livello: { [-99]: 0, [-2]: weak, [-1]: 0, 0: viste - weak, 1: 0 } })).toBe(expected)
  })

  it('of a tab of an earlier build, which counts no questions seen, are those that its levels show', () => {
    const per_livello = { [-99]: 10, [-2]: 1, [-1]: 2, 0: 3, 1: 4 }
    expect(withSeen({ per_livello }).viste).toBe(10)
    expect(withSeen({ per_livello, viste: 11 }).viste).toBe(11)
  })
})

describe('[SC19] the summary', () => {
  const posto = (id_materia: number | null, esito: 'corretta' | 'errata' | 'nulla' | null): CountedDomanda => ({
    id_materia,
    materia: id_materia === null ? null : `M${id_materia}`,
    testo: 'Ai sensi della legge n. 241/1990:',
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

  const errorsIn = (...materie: (readonly [id: number, errate: number, corrette: number])[]) =>
    countMaterie(
      materie.flatMap(([id, errate, corrette]) => [
        ...Array.from({ length: errate }, () => posto(id, 'errata')),
        ...Array.from({ length: corrette }, () => posto(id, 'corretta')),
      ]),
    )

  it('a subject of fewer than three answers has no bar, nor has one alone', () => {
    const { bars, few } = splitMaterie(errorsIn([1, 3, 0], [2, 1, 2], [3, 1, 1]))
    expect([bars.map((m) => m.id_materia), few.map((m) => m.id_materia)]).toEqual([[1, 2], [3]])
    expect(splitMaterie(errorsIn([1, 3, 0], [3, 1, 1])).bars).toEqual([])
  })

  it('errors of such subjects stand in a sentence, the many together', () => {
    const say = (materie: MateriaCounts[]) =>
      errorLines(materie).map((line) => riepilogoText.errori_materia(line, false))
    const many = Array.from({ length: 11 }, (_, i) => [10 + i, 1, 0] as const)
    expect(say(errorsIn([1, 3, 0], [2, 2, 0], ...many, [3, 0, 1]))).toEqual([
      '3 errori su 3 in M1 (L. 241/1990).',
      '2 errori su 2 in M2 (L. 241/1990).',
      '1 errore in ciascuna di altre 11 materie.',
    ])
    expect(say(errorsIn([1, 1, 1]))).toEqual(['1 errore su 2 in M1.'])
    expect(say(errorsIn(...many))).toEqual(['1 errore in ciascuna di 11 materie.'])
    expect(riepilogoText.senza_errori([{ materia: 'M3' }], true)).toBe('Nessun errore in M3.')
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
      '4 domande mai viste prima: 1 da ripetere, 2 che non sai, 1 neutra.',
    )
  })
})
