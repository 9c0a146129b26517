import { describe, expect, it, test } from 'vitest'
import { isAmongTop, meanMillesimi, posizioneAmong } from '#rules/classifica'
import { assignSezioni } from '#rules/regolamento/assign'
import { formatDuration, readDuration, withTempoAggiuntivo } from '#rules/regolamento/duration'
import { MODELLI } from '#rules/regolamento/modelli'
import { type DomandaProva, type GivenMarks, scoreProva } from '#rules/regolamento/punteggio'
import { millesimi, readRegolamento } from '#rules/regolamento/read'
import type { Difficolta, Regolamento, WrittenRegolamento } from '#rules/regolamento/types'
import { simpleRegolamento } from './simple.ts'

function leggi(scritto: WrittenRegolamento): Regolamento {
  const letto = readRegolamento(scritto)
  if (!letto.ok) throw new Error(JSON.stringify(letto.difetti))
  return letto.regolamento
}

const modello = (id: string): Regolamento => leggi(MODELLI.find((m) => m.id === id)?.regole ?? {})

type Prova = { domande: DomandaProva[]; segni: GivenMarks[] }
const GRADI = [750, 375, 0]

/** `n` questions of a section, all marked alike: r right, w wrong, b blank, m two marks; i the grade in between. */
function voci(
  sezione: number,
  conti: Partial<Record<'r' | 'w' | 'b' | 'm' | 'i', number>>,
  difficolta?: Difficolta,
): Prova {
  const situazionale = conti.i !== undefined
  const d: DomandaProva = {
    sezione,
    corretta: situazionale ? null : 2,
    punti: situazionale ? GRADI : null,
    difficolta: difficolta ?? null,
  }
  const segno: Record<string, GivenMarks> = situazionale
    ? { r: [1], i: [2], w: [3], b: [], m: [1, 2] }
    : { r: [2], w: [1], b: [], m: [1, 2] }
  const segni = Object.entries(conti).flatMap(([tipo, n]) => Array.from({ length: n }, () => segno[tipo] as GivenMarks))
  return { domande: segni.map(() => d), segni }
}

const unisci = (...parti: Prova[]): Prova => ({
  domande: parti.flatMap((p) => p.domande),
  segni: parti.flatMap((p) => p.segni),
})

// Every call, its result computed by hand and written as thousandths.
const RIGHE: [id: string, prova: Prova, punti: number, esito: string, conto: string][] = [
  [
    'ripam-2736-funzionari-2021',
    unisci(voci(0, { r: 26, w: 4, b: 2 }), voci(1, { r: 5, i: 2, w: 1 })),
    23_000,
    'superata',
    '19.5 - 1 + 3.75 + 0.75',
  ],
  [
    'ripam-3997-amm-13',
    unisci(
      voci(0, { r: 8, w: 1, b: 1 }),
      voci(1, { r: 11, w: 3, b: 1 }),
      voci(2, { r: 5, w: 2 }),
      voci(3, { r: 3, i: 3, w: 2 }),
    ),
    19_875,
    'non_superata',
    '5.75 + 7.5 + 3.25 + 3.375',
  ],
  [
    'ripam-preselettiva-ep',
    unisci(voci(0, { r: 20, w: 6, b: 4 }), voci(1, { r: 7, w: 3 }), voci(2, { r: 6, i: 4, w: 0 })),
    24_000,
    'senza_soglia',
    '13.5 + 4.5 + 6',
  ],
  [
    'mase-298-scritto',
    unisci(voci(0, { r: 20, w: 3, b: 2 }), voci(1, { r: 6, w: 2 }), voci(2, { r: 4, i: 2, b: 1 })),
    22_000,
    'senza_soglia',
    '14.25 + 4 + 3.75',
  ],
  ['upp-8171-2021', voci(0, { r: 30, w: 4, b: 6 }), 21_000, 'superata', '22.5 - 1.5'],
  ['upp-8171-2021', voci(0, { r: 30, w: 5, b: 5 }), 20_625, 'non_superata', '22.5 - 1.875'],
  ['maeci-2021', voci(0, { r: 41, w: 13, b: 4, m: 2 }), 36_710, 'in_graduatoria', '41 - 4.29, two marks are blanks'],
  [
    'assistenti-giudiziari-2017-preselettiva',
    unisci(voci(0, { r: 20, w: 3, b: 2 }), voci(1, { r: 15, w: 5, b: 5 })),
    31_150,
    'in_graduatoria',
    '20 - 1.05 - 0.3 + 15 - 1.75 - 0.75',
  ],
  [
    'assistenti-giudiziari-2017-scritto',
    unisci(voci(0, { r: 50, w: 6, b: 4 }), voci(1, { r: 41, w: 19 })),
    41_750,
    'senza_soglia',
    '24.1 + 17.65',
  ],
  [
    'preselettiva-22e10606',
    unisci(voci(0, { r: 12, w: 5, b: 3 }), voci(1, { r: 30, w: 6, m: 2, b: 2 })),
    37_450,
    'senza_soglia',
    '10.25 + 27.2, two marks are wrong',
  ],
  [
    'parlamento-2021',
    unisci(voci(0, { r: 20, b: 5 }), voci(1, { r: 15 }), voci(2, { r: 23, w: 10, m: 2 })),
    59_000,
    'senza_soglia',
    '75 - 12 - 4',
  ],
  ['parlamento-2019', voci(0, { r: 82, w: 7, b: 11 }), 84_200, 'senza_soglia', '100 - 7 - 8.8'],
  [
    'notai-2006',
    unisci(voci(0, { r: 20, w: 2 }, 1), voci(0, { r: 10, b: 1 }, 2), voci(0, { r: 9, w: 3 }, 3)),
    39_589_000,
    'senza_soglia',
    '45585 - 2 x 1013 - 997 - 3 x 991',
  ],
  [
    'polizia-difficolta',
    unisci(voci(0, { r: 50, w: 10 }, 1), voci(0, { r: 70, b: 30 }, 2), voci(0, { r: 20, w: 20 }, 3)),
    250_000,
    'senza_soglia',
    '50 + 140 + 60',
  ],
  [
    'gdf-marescialli-2024',
    unisci(voci(0, { r: 40, w: 9, m: 1 }, 1), voci(0, { r: 20 }, 2), voci(0, { r: 25, b: 5 }, 3)),
    155_000,
    'senza_soglia',
    '40 + 40 + 75',
  ],
  [
    'ripam-giustizia-2019',
    unisci(voci(0, { r: 30, w: 8, b: 2 }), voci(1, { r: 10, w: 10 })),
    34_060,
    'senza_soglia',
    '30 - 2.64 + 10 - 3.3',
  ],
  ['ripam-campania-2019-preselettiva', voci(0, { r: 60, w: 20 }), 53_400, 'senza_soglia', '60 - 6.6'],
  ['ripam-campania-2019-scritto', voci(0, { r: 45, w: 10, b: 5 }), 21_000, 'superata', '22.5 - 1.5'],
  [
    'ripam-pcm-dirigenti',
    voci(0, { r: 70, w: 6, b: 2, m: 2 }),
    68_020,
    'senza_soglia',
    '70 - 1.98, two marks are blanks',
  ],
  [
    'scuola-2012',
    unisci(voci(0, { r: 14, w: 2, b: 2 }), voci(1, { r: 12, w: 4, b: 2 }), voci(2, { r: 6, w: 1 }), voci(3, { r: 7 })),
    35_500,
    'superata',
    '13 + 10 + 5.5 + 7',
  ],
  ['scuola-2021', voci(0, { r: 35, w: 15 }), 70_000, 'superata', '35 x 2'],
  ['scuola-2021', voci(0, { r: 34, w: 10, b: 6 }), 68_000, 'non_superata', '34 x 2'],
  ['trento-ispettori', voci(0, { r: 40, w: 16, b: 4 }), 36_000, 'in_graduatoria', '40 - 4'],
  ['trento-ispettori', voci(0, { r: 40, w: 17, b: 3 }), 35_750, 'non_superata', '40 - 4.25'],
  ['dirigenti-tecnici', voci(0, { r: 45, w: 9, b: 6 }), 42_030, 'senza_soglia', '45 - 2.97'],
  ['ssm-medici', voci(0, { r: 100, w: 30, b: 10 }), 92_500, 'senza_soglia', '100 - 7.5'],
]

describe('rules of real competitions', () => {
  test.each(RIGHE)('[D23] %s', (id, { domande, segni }, punti, esito) => {
    const fatto = scoreProva(modello(id), domande, segni)
    expect({ punti: fatto.punti, esito: fatto.esito }).toEqual({ punti, esito })
  })

  it('has a model for every row, each with as many questions as its sections say', () => {
    expect(new Set(RIGHE.map(([id]) => id))).toEqual(new Set(MODELLI.map((m) => m.id)))
    for (const { regole, numero_domande, id } of MODELLI) {
      const { sezioni } = leggi(regole)
      if (sezioni.some((s) => s.domande !== null))
        expect([id, sezioni.reduce((n, s) => n + (s.domande ?? 0), 0)]).toEqual([id, numero_domande])
      const prova = RIGHE.find(([r]) => r === id)?.[1]
      expect([id, prova?.domande.length]).toEqual([id, numero_domande])
    }
  })

  it('admits 3,200 in the ranking of assistenti giudiziari, four times the posts', () => {
    expect(modello('assistenti-giudiziari-2017-preselettiva').ammissione).toMatchObject({
      primi: 3200,
      pari_merito: true,
    })
  })
})

describe('points', () => {
  const TRE = { punteggio_risposte_corrette: 0.75, punteggio_risposte_sbagliate: -0.25, punteggio_non_risposte: 0 }

  it('[EN24] the three numbers and the threshold of the specification are the simplest rules', () => {
    const regole = simpleRegolamento({ ...TRE, sbarramento: 21, durata: '01:00:00' })
    const { domande, segni } = voci(0, { r: 30, w: 6, b: 4 })
    expect(regole && scoreProva(regole, domande, segni)).toMatchObject({
      punti: 21_000,
      esito: 'superata',
      massimo: 30_000,
    })
    expect(simpleRegolamento({ ...TRE, sbarramento: 21, durata: '00:00:00' })).toBe(null)
    expect(simpleRegolamento({ ...TRE, punteggio_risposte_sbagliate: -1 / 3, sbarramento: null, durata: null })).toBe(
      null,
    )
  })

  it('sixty times 0.75 is 45, and 0.33 is no third', () => {
    const { domande, segni } = voci(0, { r: 60 })
    expect(
      scoreProva(leggi({ punti: { tipo: 'fissi', corretta: 0.75, sbagliata: 0, omessa: 0 } }), domande, segni).punti,
    ).toBe(45_000)
    expect([millesimi(-0.33), millesimi(0.375), millesimi(1 / 3), millesimi(0.1 + 0.2)]).toEqual([-330, 375, null, 300])
  })

  it('a score may be below zero, a penalty never falls on a blank', () => {
    const { domande, segni } = voci(0, { w: 3, b: 37 })
    expect(scoreProva(modello('upp-8171-2021'), domande, segni)).toMatchObject({
      punti: -1125,
      omesse: 37,
      persi_omesse: 27_750,
    })
  })

  it('grades in between are neither right nor wrong; a blank and the worst grade give nothing', () => {
    const { domande, segni } = voci(1, { r: 1, i: 1, w: 1, b: 1, m: 1 })
    const [sezione] = scoreProva(modello('ripam-2736-funzionari-2021'), domande, segni).sezioni.slice(1)
    expect(sezione).toMatchObject({
      punti: 1125,
      corrette: 1,
      intermedie: 1,
      errate: 1,
      omesse: 2,
      persi_intermedie: 375,
      persi_errate: 750,
      persi_omesse: 1500,
    })
  })

  it('a worst grade that gives points is one in between, and two marks are worth nothing', () => {
    const regole = leggi({ risposta_multipla: 'sbagliata', punti: { tipo: 'per_risposta', omessa: 0 } })
    const d: DomandaProva = { sezione: 0, corretta: null, punti: [750, 375, 375], difficolta: null }
    expect(scoreProva(regole, [d, d], [[2], [2, 3]])).toMatchObject({ punti: 375, intermedie: 1, errate: 1 })
  })

  it('as many are admitted as posts times the multiple, exactly', () => {
    const primi = (posti: number, multiplo: number) => leggi({ ammissione: { posti, multiplo } }).ammissione.primi
    expect([primi(100, 1.1), primi(50, 2.2), primi(25, 2.2), primi(3, 1.5)]).toEqual([110, 110, 55, 5])
  })

  it('a question without a key counts for nobody', () => {
    const domande: DomandaProva[] = [{ sezione: 0, corretta: null, punti: null, difficolta: null }]
    expect(scoreProva(modello('ssm-medici'), domande, [[1]])).toMatchObject({ punti: 0, massimo: 0, non_valutate: 1 })
  })

  it('a section below its own threshold fails the whole trial', () => {
    const regole = leggi({
      sezioni: [
        { nome: 'A', sbarramento: 2, punti: { tipo: 'fissi', corretta: 1, sbagliata: 0, omessa: 0 } },
        { nome: 'B', punti: { tipo: 'fissi', corretta: 1, sbagliata: 0, omessa: 0 } },
      ],
      ammissione: { minimo: 3, minimo_per_sezione: 1 },
    })
    const { domande, segni } = unisci(voci(0, { r: 1, w: 1 }), voci(1, { r: 4 }))
    const { esito, soglie } = scoreProva(regole, domande, segni)
    expect(esito).toBe('non_superata')
    expect(soglie.map(({ sezione, superata }) => [sezione, superata])).toEqual([
      [null, true],
      ['A', false],
      ['B', true],
    ])
  })

  it('the scale is exact: 37 of 60 is 18.5 thirtieths, 1 of 3 is 0.333', () => {
    const { domande, segni } = voci(0, { r: 37, b: 23 })
    expect(scoreProva(leggi({ scala: 30 }), domande, segni).in_scala).toBe(18_500)
    const terzo = voci(0, { r: 1, b: 2 })
    expect(scoreProva(leggi({ scala: 1 }), terzo.domande, terzo.segni).in_scala).toBe(333)
    const sotto = voci(0, { w: 1, b: 2 })
    const penale: WrittenRegolamento = { scala: 1, punti: { tipo: 'fissi', corretta: 1, sbagliata: -1, omessa: 0 } }
    expect(scoreProva(leggi(penale), sotto.domande, sotto.segni).in_scala).toBe(-333)
  })
})

describe('rules as written', () => {
  it.each([
    [{ punti: { tipo: 'fissi', corretta: 0.3333, sbagliata: 0, omessa: 0 } }, 'punti.corretta', 'decimali'],
    [{ durata: '00:00:00' }, 'durata', 'durata'],
    [{ durata: '1 ora' }, 'durata', 'durata'],
    [{ sezioni: [] }, 'sezioni', 'vuoto'],
    [{ sezioni: [{ nome: 'A', domande: 3, quote_difficolta: [1, 1, 2] }] }, 'sezioni[0].domande', 'quote'],
    [
      {
        sezioni: [
          { nome: 'A', materie: [1] },
          { nome: 'B', materie: [1] },
        ],
      },
      'sezioni',
      'ripetuto',
    ],
    [{ ammissione: { posti: 10 } }, 'ammissione.posti', 'incompleto'],
    [{ sezioni: [{ nome: 'A' }, { nome: 'A' }] }, 'sezioni', 'ripetuto'],
    [{ massimo: 0 }, 'massimo', 'negativo'],
    [{ punti: { tipo: 'per_difficolta', corretta: [1, 2], sbagliata: 0, omessa: 0 } }, 'punti.corretta', 'terna'],
  ] as [WrittenRegolamento, string, string][])('%j is refused', (scritto, campo, difetto) => {
    const letto = readRegolamento(scritto)
    expect(
      letto.ok ? [] : letto.difetti.map((d) => [d.campo.replace('sezioni[0].punti', 'punti'), d.difetto]),
    ).toContainEqual([campo, difetto])
  })

  it('questions find their section by name, by subject, or by the sections counted in order', () => {
    const regole = leggi({
      sezioni: [
        { nome: 'A', materie: [1, 2], domande: 1 },
        { nome: 'B', materie: ['x'], domande: 2 },
      ],
    })
    expect(assignSezioni(regole, [{ sezione: 'B' }, { materia: 2 }, { materia: 'x' }])).toEqual([1, 0, 1])
    expect(assignSezioni(regole, [{}, {}, {}])).toEqual([0, 1, 1])
    expect(assignSezioni(regole, [{}, {}])).toEqual([null, null])
    expect(assignSezioni(regole, [{ sezione: 'C' }])).toEqual([null])
  })

  it('durations are read and written, extra time is rounded up for the candidate', () => {
    expect([readDuration('01:40:00'), readDuration('1:00:61'), readDuration('')]).toEqual([6_000_000, null, null])
    expect([formatDuration(6_000_000), formatDuration(999), formatDuration(0)]).toEqual([
      '01:40:00',
      '00:00:01',
      '00:00:00',
    ])
    expect([withTempoAggiuntivo(3_600_000, 50), withTempoAggiuntivo(1, 30)]).toEqual([5_400_000, 2])
  })
})

describe('ranking', () => {
  it('[EN28] [D24] ties share a position and the next one counts them all', () => {
    const tutti = [30_000, 21_000, 21_000, 20_000]
    expect(tutti.map((p) => posizioneAmong(tutti, p))).toEqual([1, 2, 2, 4])
  })
  it('the first so many, with and without those who tie with the last', () => {
    const due = { primi: 2, pari_merito: true }
    expect(isAmongTop({ maggiori: 1, pari: 2 }, due)).toBe(true)
    expect(isAmongTop({ maggiori: 1, pari: 2 }, { ...due, pari_merito: false })).toBe(false)
    expect(isAmongTop({ maggiori: 2, pari: 1 }, due)).toBe(false)
  })
  it('the mean is told to the thousandth', () => {
    expect([meanMillesimi(10, 4), meanMillesimi(0, 0), meanMillesimi(-5, 2)]).toEqual([3, null, -2])
  })
})
