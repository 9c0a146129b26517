import { C, cerchio, figura, riquadro, testo } from './disegno.mjs'
import { disco, posa } from './forme.mjs'

// Sets: Venn diagrams with numbers or with a coloured part, and diagrams that say how three classes stand.

const W = 390
const nudo = { fill: 'none', sw: 2.5 }

/** Two sets in a box: [only A, both, only B, outside], any of them a text. */
const due = (nome, [a, b], [soloA, comuni, soloB, fuori]) =>
  figura(
    nome,
    250,
    riquadro(10, 10, 370, 230, { rx: 4 }),
    cerchio(150, 138, 82, { fill: C.tenue, sw: 0 }),
    cerchio(240, 138, 82, { fill: C.giallo, sw: 0 }),
    `<path d="M195 69.4A82 82 0 0 1 195 206.6A82 82 0 0 1 195 69.4Z" fill="${C.prato}"/>`,
    cerchio(150, 138, 82, nudo),
    cerchio(240, 138, 82, nudo),
    testo(24, 36, a, { size: 17, weight: 700, anchor: 'start' }),
    testo(366, 36, b, { size: 17, weight: 700, anchor: 'end' }),
    testo(113, 138, soloA, { size: 21 }),
    testo(195, 138, comuni, { size: 21 }),
    testo(277, 138, soloB, { size: 21 }),
    testo(350, 220, fuori ?? '', { size: 21 }),
  )

const X = [150, 240, 195]
const Y = [120, 120, 195]
/** Three sets: numbers of a, b, c, ab, ac, bc, abc, outside. */
const tre = (nome, nomi, n) =>
  figura(
    nome,
    320,
    riquadro(10, 10, 370, 300, { rx: 4 }),
    X.map((x, i) => cerchio(x, Y[i], 78, { fill: [C.tenue, C.giallo, C.prato][i], sw: 0 })).join(''),
    X.map((x, i) => cerchio(x, Y[i], 78, nudo)).join(''),
    testo(22, 30, nomi[0], { size: 17, weight: 700, anchor: 'start' }),
    testo(368, 30, nomi[1], { size: 17, weight: 700, anchor: 'end' }),
    testo(195, 291, nomi[2], { size: 17, weight: 700 }),
    [
      [108, 100, n.a],
      [282, 100, n.b],
      [195, 240, n.c],
      [195, 86, n.ab],
      [147, 170, n.ac],
      [243, 170, n.bc],
      [195, 142, n.abc],
      [346, 288, n.fuori ?? ''],
    ].map(([x, y, s]) => testo(x, y, s, { size: 20 })),
  )

const CERCHI = [
  [150, 110],
  [240, 110],
  [195, 186],
]
const R = 78
const pieno = ([x, y]) => `<circle cx="${x}" cy="${y}" r="${R}" fill="white"/>`
const vuoto = ([x, y]) => `<circle cx="${x}" cy="${y}" r="${R}" fill="black"/>`
/** Coloured part of two or three sets: `parti` is a list of [inside, outside] lists of set numbers. */
const zona = (nome, quanti, parti) => {
  const cerchi = CERCHI.slice(0, quanti).map(([x, y]) => [x, quanti === 2 ? y + 20 : y])
  const corpo = parti.map(([dentro, fuori], p) => {
    const maschere = [
      ...dentro.map((i) => ['black', pieno(cerchi[i])]),
      ...fuori.map((i) => ['white', vuoto(cerchi[i])]),
    ]
    const id = (k) => `${nome}-${p}-${k}`
    return maschere.reduce(
      (dentroDi, [fondo, buco], k) =>
        `<mask id="${id(k)}" maskUnits="userSpaceOnUse" x="0" y="0" width="${W}" height="320"><rect width="${W}" height="320" fill="${fondo}"/>${buco}</mask><g mask="url(#${id(k)})">${dentroDi}</g>`,
      `<rect x="10" y="10" width="370" height="${quanti === 2 ? 240 : 270}" fill="#8E9BE0"/>`,
    )
  })
  const nomi = [
    [84, 36, 'A'],
    [306, 36, 'B'],
    [290, 250, 'C'],
  ].slice(0, quanti)
  return figura(
    nome,
    quanti === 2 ? 260 : 290,
    riquadro(10, 10, 370, quanti === 2 ? 240 : 270, { rx: 4 }),
    corpo,
    cerchi.map(([x, y]) => cerchio(x, y, R, nudo)).join(''),
    nomi.map(([x, y, s]) => testo(x, y, s, { size: 20, weight: 700 })),
  )
}

/** Three classes as circles: each diagram is a list of [x, y, r]. */
const rapporti = (nome, diagrammi) =>
  figura(
    nome,
    356,
    diagrammi.map((cerchi, i) => {
      const x = 103 + (i % 2) * 184
      const y = 80 + Math.floor(i / 2) * 172
      return (
        riquadro(x - 84, y - 68, 168, 136, { rx: 6, stroke: C.bordo, sw: 1.5 }) +
        posa(x, y, cerchi.map(([cx, cy, r]) => disco(r, { fill: 'none', sw: 2.5 }, cx, cy)).join('')) +
        testo(x, y + 84, i + 1, { size: 18, weight: 700 })
      )
    }),
  )

const CATENA = [
  [0, 0, 60],
  [0, 8, 38],
  [0, 14, 17],
]
const DISGIUNTI = [
  [-52, 0, 26],
  [6, 0, 26],
  [58, 0, 20],
]
const DUE_DENTRO = [
  [0, 0, 60],
  [-27, 0, 22],
  [27, 0, 22],
]
const INTRECCIO_DENTRO = [
  [0, 0, 60],
  [-14, 0, 30],
  [16, 0, 30],
]
const TUTTI = [
  [-26, -16, 42],
  [26, -16, 42],
  [0, 22, 42],
]
const UNO_FUORI = [
  [-34, 0, 44],
  [-34, 6, 22],
  [50, 0, 30],
]
const A_CAVALLO = [
  [-26, 0, 48],
  [-40, 0, 22],
  [38, 0, 38],
]
export const INSIEMI = [
  due('venn-lingue', ['inglese', 'francese'], [26, 14, 18, 12]),
  due('venn-sport', ['nuoto', 'tennis'], ['35', '?', '22', '8']),
  due('venn-servizi', ['biblioteca', 'palestra'], [45, 30, 75, 50]),
  tre('venn-corsi', ['contabilità', 'appalti', 'privacy'], {
    a: 8,
    b: 11,
    c: 9,
    ab: 5,
    ac: 4,
    bc: 6,
    abc: 3,
    fuori: 14,
  }),
  tre('venn-giornali', ['quotidiani', 'riviste', 'libri'], { a: 20, b: 15, c: 32, ab: 7, ac: 12, bc: 9, abc: 5 }),
  zona('zona-intersezione', 2, [[[0, 1], []]]),
  zona('zona-differenza', 2, [[[0], [1]]]),
  zona('zona-solo-uno', 2, [
    [[0], [1]],
    [[1], [0]],
  ]),
  zona('zona-due-non-terzo', 3, [[[0, 1], [2]]]),
  zona('zona-terzo-fuori', 3, [[[2], [0, 1]]]),
  rapporti('rapporti-catena', [DUE_DENTRO, CATENA, UNO_FUORI, TUTTI]),
  rapporti('rapporti-disgiunti-dentro', [INTRECCIO_DENTRO, DISGIUNTI, DUE_DENTRO, CATENA]),
  rapporti('rapporti-intreccio', [DISGIUNTI, UNO_FUORI, TUTTI, INTRECCIO_DENTRO]),
  rapporti('rapporti-uno-fuori', [UNO_FUORI, A_CAVALLO, DUE_DENTRO, CATENA]),
]
