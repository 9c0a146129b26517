import { describe, expect, it } from 'vitest'
import type { Domanda } from '#contract/database'
import { EMPTY_VOCE, type Voce } from '#rules/prova/machine'
import { sezioniEnds } from '#rules/regolamento/duration'
import { readRegolamento } from '#rules/regolamento/read'
import type { GivenPlace } from '#src/features/prove/read-risultati'
import {
  countByMateria,
  countChanges,
  markPlaces,
  meanTime,
  passesReview,
} from '#src/features/prove/risultati/analysis'
import { coachedPlaces, courseOfBlanks, sharedOptions, sharesOf } from '#src/features/prove/risultati/coach'
import { reviewMark } from '#src/features/prove/risultati/review-mark'
import { warningBetween } from '#src/features/prove/running/time-warnings'
import { coachText } from '#src/text/coach'
import { formatSignedPoints, spokenTime } from '#src/text/formats'
import { formatClock } from '#src/text/prova'
import { risultatiText } from '#src/text/risultati'
import { makeDomanda } from './domanda.ts'

const letto = readRegolamento({
  sezioni: [
    { nome: 'A', punti: { tipo: 'fissi', corretta: 1, sbagliata: -0.5, omessa: 0 }, durata: '00:10:00' },
    { nome: 'B', punti: { tipo: 'per_risposta', omessa: 0 }, durata: '00:05:00' },
  ],
})
if (!letto.ok) throw new Error('rules')
const REGOLE = letto.regolamento

const posto = (
  indice: number,
  voce: Partial<Voce>,
  altro: Partial<Domanda> & { sezione?: number; prima?: number } = {},
): GivenPlace => {
  const { sezione = 0, prima = null, ...domanda } = altro
  return {
    indice,
    sezione,
    difficolta: null,
    firstMark: prima,
    voce: { ...EMPTY_VOCE, ...voce },
    domanda: makeDomanda({
      id_domanda: indice,
      indice_uff: indice + 1,
      id_materia: 1,
      materia: 'Diritto',
      testo: 'x'.repeat(600),
      risposte: ['uno', 'due', 'tre'],
      ...domanda,
    }),
  }
}
const POSTI = markPlaces(REGOLE, [
  posto(0, { risposta: 1, ms: 60_000 }),
  posto(1, { risposta: 1, ms: 2_000 }),
  posto(2, { risposta: 1, ms: 40_000, da_rivedere: true }),
  posto(3, { risposta: 2, ms: 20_000, cambi: 1 }, { prima: 1, materia: 'Logica' }),
  posto(4, { risposta: 1, ms: 30_000, cambi: 2 }, { prima: 3 }),
  posto(5, { ms: 0 }),
  posto(6, { risposta: 3 }, { sezione: 1, corretta: null, punti: [750, 0, 375], materia: null }),
  posto(7, { risposta: 2 }, { corretta: null, chiave: 'assente' }),
])

describe('what a trial tells', () => {
  it('every place by the rules of its section', () => {
    expect(POSTI.map((p) => p.esito)).toEqual([
      'corretta',
      'corretta',
      'corretta',
      'errata',
      'corretta',
      'omessa',
      'intermedia',
      'non_valutata',
    ])
    expect(POSTI.map((p) => p.punti)).toEqual([1000, 1000, 1000, -500, 1000, 0, 375, 0])
  })

  it('luck: right before it could be read, or flagged', () => {
    expect(POSTI.filter((p) => p.fortunata).map((p) => p.indice)).toEqual([1, 2])
  })

  it('changes from right to wrong and from wrong to right', () => {
    expect(countChanges(POSTI)).toEqual({ cambiate: 2, peggiorate: 1, migliorate: 1, note: true })
    expect(countChanges(markPlaces(REGOLE, [posto(0, { risposta: 1, cambi: 1 })])).note).toBe(false)
  })

  it('an annulled question is worth nothing, and no change of it was for better or worse', () => {
    const annullate = markPlaces(REGOLE, [
      posto(0, { risposta: 2, cambi: 1 }, { prima: 1, stato: 'annullata' }),
      posto(1, { risposta: 1 }, { sezione: 1, corretta: null, punti: [750, 0, 375], stato: 'annullata' }),
    ])
    expect(annullate.map((p) => [p.esito, p.punti])).toEqual([
      ['non_valutata', 0],
      ['non_valutata', 0],
    ])
    expect(countChanges(annullate)).toMatchObject({ cambiate: 1, peggiorate: 0, migliorate: 0 })
    expect(risultatiText.non_valutate(2)).toContain('annullate')
  })

  it('subjects leave out what counts for nobody', () => {
    expect(
      countByMateria(POSTI).map((m) => [m.materia, m.corrette, m.errate, m.intermedie, m.omesse, m.totale]),
    ).toEqual([
      ['Diritto', 4, 0, 0, 1, 5],
      [null, 0, 0, 1, 0, 1],
      ['Logica', 0, 1, 0, 0, 1],
    ])
  })

  it('[FG3] a double mark says so, whatever it counts as, and neither of its marks is an answer', () => {
    const multipla = (risposta_multipla: 'omessa' | 'sbagliata') =>
      markPlaces({ ...REGOLE, risposta_multipla }, [posto(0, { risposta: 1, doppia: 2 }, { corretta: 2 })])[0]
    const [bianca, errata] = [multipla('omessa'), multipla('sbagliata')]
    if (!bianca || !errata) throw new Error('no place')
    expect([bianca, errata].map((p) => [p.esito, p.punti])).toEqual([
      ['omessa', 0],
      ['errata', -500],
    ])
    expect([passesReview(bianca, 'doppie'), passesReview(bianca, 'vuote'), passesReview(errata, 'errate')]).toEqual([
      ...[true, false, true],
    ])
    expect([1, 2, 3].map((p) => reviewMark(bianca.domanda, p, bianca)?.text)).toEqual([
      'Segnata',
      'Corretta, segnata',
      undefined,
    ])
  })

  it('the filters of the review', () => {
    const quali = (f: Parameters<typeof passesReview>[1]) =>
      POSTI.filter((p) => passesReview(p, f)).map((p) => p.indice)
    expect(quali('errate')).toEqual([3])
    expect(quali('neutre')).toEqual([6])
    expect(quali('vuote')).toEqual([5])
    expect(quali('rivedere')).toEqual([2])
    expect(quali('fortunate')).toEqual([1, 2])
    expect(quali('tutte')).toHaveLength(8)
  })

  it('time on a question counts those that were looked at', () => {
    expect(meanTime(POSTI)).toBe(30_400)
    expect(meanTime([])).toBe(0)
  })
})

describe('the countdown in words', () => {
  it('five minutes and one are told once each, in passing', () => {
    expect(warningBetween(301_000, 300_000)).toBe(5)
    expect(warningBetween(300_000, 299_000)).toBeNull()
    expect(warningBetween(61_000, 59_000)).toBe(1)
    expect(warningBetween(400_000, 30_000)).toBe(1)
    expect(warningBetween(60_000, 0)).toBeNull()
    expect(warningBetween(null, null)).toBeNull()
  })

  it('timers of sections follow each other, with the extra time', () => {
    expect(sezioniEnds(REGOLE, 0)).toEqual([600_000, 900_000])
    expect(sezioniEnds(REGOLE, 50)).toEqual([900_000, 1_350_000])
    expect(sezioniEnds({ sezioni: REGOLE.sezioni.slice(0, 1) }, 0)).toBeNull()
  })

  it('is zero only at the end', () => {
    expect([1, 999, 1000, 59_001, 2_052_000, 3_900_000, 0].map(formatClock)).toEqual([
      '00:01',
      '00:01',
      '00:01',
      '01:00',
      '34:12',
      '1:05:00',
      '00:00',
    ])
    expect([0, 12_000, 60_000, 2_468_000, 3_900_000].map(spokenTime)).toEqual([
      '0 secondi',
      '12 secondi',
      '1 minuto',
      '41 minuti e 8 secondi',
      '1 ora e 5 minuti',
    ])
  })

  it('points have an Italian comma and a true minus', () => {
    expect([750, -375, 0].map(formatSignedPoints)).toEqual(['+0,75', '−0,375', '0'])
  })
})

describe('the coach after a trial [CB2] [CB4] [CB5]', () => {
  const flat = readRegolamento({
    punti: { tipo: 'fissi', corretta: 0.75, sbagliata: -0.25, omessa: 0 },
    ammissione: { minimo: 21 },
  })
  if (!flat.ok) throw new Error('rules')
  const given = [
    ...Array.from({ length: 27 }, (_, i) => posto(i, { risposta: 1, ms: 9_000 })),
    ...Array.from({ length: 13 }, (_, i) => posto(27 + i, i === 0 ? { escluse: [3], ms: 5_000 } : {})),
  ]
  const places = markPlaces(flat.regolamento, given)
  const coached = coachedPlaces(flat.regolamento, places)
  const soglia = (superata: boolean) => ({
    consegna: {
      punteggio: { soglie: [{ tipo: 'totale', sezione: null, minimo: 21_000, ottenuto: 20_250, superata }] },
    },
  })

  it('27 right of 40 at 20.25: thirteen blanks were a certain fail', () => {
    const course = courseOfBlanks(soglia(false) as never, coached, null)
    expect(course).toMatchObject({ bianche: 13, lasciando: 0 })
    expect(course?.probabilita).toBeGreaterThan(1 / 3)
    expect(courseOfBlanks(soglia(true) as never, coached, null)).toBeNull()
    expect(courseOfBlanks(soglia(false) as never, coached, 0)).toBeNull()
  })

  it('a mark that was right before it was changed, places that nobody looked at, options struck out', () => {
    const changed = coachedPlaces(REGOLE, POSTI)
    expect(changed.map((p) => p.era_giusta)).toEqual([false, false, false, true, false, false, false, false])
    expect(coached.filter((p) => p.mai_vista)).toHaveLength(12)
    expect(coached[27]?.opzioni).toBe(2)
  })

  it('one break-even where the sections agree, situational ones aside', () => {
    expect(sharesOf(flat.regolamento)).toEqual([0.25])
    expect(sharesOf(REGOLE)).toEqual([1 / 3])
    expect(sharedOptions(places)).toBe(3)
  })

  it('is said in a sentence each', () => {
    expect(coachText.facile({ tipo: 'bianche', domande: 13, punti: 1083, quota: 1 / 3 })).toBe(
      'Rispondendo anche alle 13 lasciate in bianco, e prendendone il 33% come le altre, avresti avuto circa 1,08 punti in più.',
    )
    expect(coachText.facile({ tipo: 'ripensamenti', domande: 1, punti: 1000 })).toBe(
      'Dove guadagni prima: nei ripensamenti. Senza cambiare idea avresti avuto 1 risposta corretta in più, 1 punto.',
    )
    expect(coachText.soglia(13, 8, 0.52, 0)).toBe(
      'Lasciarne 13 in bianco voleva dire non superare la prova di sicuro: rispondendo a 8 la superavi 5 volte su 10.',
    )
    expect(coachText.da(0.25, 3)).toMatch(/almeno al 25%\. Con 3 risposte anche un tentativo a caso ci arriva\.$/)
    expect(coachText.da(0.25, 4)).toMatch(/almeno al 25%\.$/)
    expect(coachText.da(1 / 3, 4)).toMatch(/un tentativo a caso non ci arriva\.$/)
  })
})
