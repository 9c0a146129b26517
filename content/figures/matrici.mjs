import {
  BIANCO,
  croce,
  curva,
  dado,
  dardo,
  disco,
  GRIGIO,
  gira,
  griglia,
  lastra,
  mezzo,
  NERO,
  polare,
  poligono,
  posa,
  punto,
  quadro,
  rombo,
  sagoma,
  specchia,
  spicchio,
  stella,
  tratto,
  triangolo,
} from './forme.mjs'
import { analogia, intruso, matrice } from './schemi.mjs'

const TINTE = [BIANCO, GRIGIO, NERO]

/** Nine places filled by `regola(row, column)`; the last one goes among the wrong ones, at place `posto` (from 1). */
const tavola = (nome, regola, posto, sbagliate) => {
  const celle = Array.from({ length: 9 }, (_, i) => regola(Math.floor(i / 3), i % 3))
  return matrice(nome, celle.slice(0, 8), sbagliate.toSpliced(posto - 1, 0, celle[8]))
}

const BASE = [(o) => disco(23, o), (o) => quadro(42, o), (o) => triangolo(27, o)]
const tinta = (f, t) => BASE[f]({ fill: TINTE[t] })
const formaColore = tavola('matrice-forma-colore', tinta, 2, [tinta(2, 1), tinta(1, 2), tinta(0, 2)])

const SEGNI = [(o) => stella(26, o), (o) => rombo(27, o), (o) => croce(23, o)]
const segno = (f, t) => SEGNI[f]({ fill: TINTE[t] })
const latina = tavola('matrice-latina', (r, c) => segno((r + c) % 3, (r + 2 * c) % 3), 4, [
  segno(1, 2),
  segno(2, 0),
  segno(1, 1),
])

const bolli = (n) => dado(n, 16, 5)
const PUNTI = [
  [1, 2],
  [2, 4],
  [4, 3],
]
const somma = tavola('matrice-somma', (r, c) => bolli(c < 2 ? PUNTI[r][c] : PUNTI[r][0] + PUNTI[r][1]), 1, [
  bolli(6),
  bolli(8),
  bolli(5),
])

const MENO = [
  [7, 2],
  [6, 4],
  [9, 5],
]
const tondi = (n) => disco(29) + dado(n, 14, 4.5)
const differenza = tavola('matrice-differenza', (r, c) => tondi(c < 2 ? MENO[r][c] : MENO[r][0] - MENO[r][1]), 3, [
  tondi(3),
  tondi(5),
  tondi(6),
])

// Strokes that the next matrices put together: the four sides of a square, its diagonals, its two middle lines.
const L = {
  su: tratto(-24, -24, 24, -24),
  giu: tratto(-24, 24, 24, 24),
  sx: tratto(-24, -24, -24, 24),
  dx: tratto(24, -24, 24, 24),
  d1: tratto(-24, -24, 24, 24),
  d2: tratto(-24, 24, 24, -24),
  v: tratto(0, -24, 0, 24),
  o: tratto(-24, 0, 24, 0),
}
const linee = (...nomi) => nomi.map((n) => L[n]).join('')
/** Third column from the first two by `opera`, which says whether a stroke stays. */
const operazione = (nome, righe, opera, posto, sbagliate) =>
  tavola(
    nome,
    (r, c) =>
      linee(
        ...(c < 2
          ? righe[r][c]
          : Object.keys(L).filter((n) => opera(righe[r][0].includes(n), righe[r][1].includes(n)))),
      ),
    posto,
    sbagliate,
  )

const unione = operazione(
  'matrice-unione',
  [
    [['su'], ['giu']],
    [['sx', 'dx'], ['d1']],
    [
      ['d1', 'd2'],
      ['su', 'o'],
    ],
  ],
  (a, b) => a || b,
  3,
  [linee('d1', 'd2', 'su'), linee('d1', 'd2', 'giu', 'o'), linee('d1', 'd2', 'su', 'v')],
)
const differenti = operazione(
  'matrice-linee-diverse',
  [
    [
      ['su', 'giu', 'v'],
      ['su', 'v', 'o'],
    ],
    [
      ['d1', 'd2'],
      ['d1', 'sx', 'dx'],
    ],
    [
      ['su', 'giu', 'sx', 'dx'],
      ['su', 'giu', 'd2'],
    ],
  ],
  (a, b) => a !== b,
  1,
  [linee('su', 'giu'), linee('sx', 'dx', 'd1'), linee('su', 'giu', 'sx', 'dx', 'd2')],
)
const comuni = operazione(
  'matrice-linee-comuni',
  [
    [
      ['su', 'sx', 'd1'],
      ['su', 'dx', 'd1'],
    ],
    [
      ['v', 'o', 'giu'],
      ['v', 'giu', 'd2'],
    ],
    [
      ['d1', 'd2', 'sx', 'dx'],
      ['sx', 'dx', 'o', 'd2'],
    ],
  ],
  (a, b) => a && b,
  4,
  [linee('sx', 'dx', 'd1'), linee('d1', 'd2', 'o'), linee('sx', 'dx')],
)

const mano = (giro, n) =>
  gira(giro, dardo(24)) + posa(0, 0, n ? punto(20, 22, 4) + (n > 1 ? punto(-20, 22, 4) : '') : '')
const rotazione = tavola('matrice-rotazione', (r, c) => mano(90 * (r + c), c), 2, [
  mano(90, 2),
  mano(0, 1),
  mano(180, 2),
])

const vertici = (lati, dentro) => poligono(lati, 28) + dado(dentro, 10, 4)
const latiPunti = tavola('matrice-lati-punti', (r, c) => vertici(r + 4, 3 - c), 3, [
  vertici(6, 2),
  vertici(5, 1),
  vertici(7, 1),
])

const ORLO = [0, 1, 2, 5, 8, 7, 6, 3]
const passo = (n, t) => griglia(3, 56, { [ORLO[n % 8]]: TINTE[t] })
const casella = tavola('matrice-casella', (r, c) => passo(3 * r + c, r % 2 ? 1 : 2), 1, [
  passo(1, 2),
  passo(0, 1),
  passo(7, 2),
])

const grande = (f, o) => [(p) => disco(28, p), (p) => quadro(50, p), (p) => triangolo(31, p), (p) => rombo(31, p)][f](o)
const piccola = (f, o) =>
  [(p) => disco(10, p), (p) => quadro(18, p), (p) => triangolo(11, p), (p) => rombo(12, p)][f](o)
const dentro = (g, p, tg = BIANCO, tp = NERO) => grande(g, { fill: tg }) + piccola(p, { fill: tp })

const scambio = analogia(
  'analogia-scambio',
  [dentro(1, 0), dentro(0, 1), dentro(3, 2)],
  [dentro(3, 2, NERO, BIANCO), dentro(2, 2), dentro(2, 3), dentro(1, 3)],
)
const freccia = (giro, fill) => gira(giro, dardo(24, { fill }))
const capovolta = analogia(
  'analogia-capovolta',
  [freccia(45, NERO), freccia(225, BIANCO), freccia(90, BIANCO)],
  [freccia(270, NERO), freccia(270, BIANCO), freccia(0, NERO), freccia(90, NERO)],
)
const meta = analogia(
  'analogia-meta',
  [disco(26), posa(0, 12, mezzo(26)), rombo(29)],
  [
    sagoma([
      [10, -29],
      [10, 29],
      [-11, 0],
    ]),
    sagoma([
      [-21, -14],
      [21, -14],
      [0, 15],
    ]),
    rombo(16),
    sagoma([
      [-21, 14],
      [21, 14],
      [0, -15],
    ]),
  ],
)
const stecche = (lati, n) =>
  poligono(lati, 24) +
  Array.from({ length: n }, (_, i) => tratto((i - (n - 1) / 2) * 7, -8, (i - (n - 1) / 2) * 7, 8)).join('')
const latiTratti = analogia(
  'analogia-lati',
  [stecche(3, 1), stecche(4, 2), stecche(5, 3)],
  [stecche(6, 3), stecche(5, 4), stecche(7, 4), stecche(6, 4)],
)
const uncino = (fill) =>
  tratto(-12, -27, -12, 27, 4) +
  sagoma(
    [
      [-12, -27],
      [18, -16],
      [-12, -5],
    ],
    { fill },
  ) +
  disco(7, { fill: fill === NERO ? BIANCO : NERO }, 8, 18)
const gancio = curva('M-20 24L-20 -24L20 -24L20 -4L0 -4L0 24Z', { fill: GRIGIO }) + punto(12, 14, 6)
const riflessa = analogia(
  'analogia-specchio',
  [uncino(NERO), specchia(uncino(NERO)), gancio],
  [gira(90, gancio), specchia(gancio), gira(180, gancio), gira(270, specchia(gancio))],
)

const effe = sagoma(
  [
    [-14, 26],
    [-14, -26],
    [18, -26],
    [18, -14],
    [-2, -14],
    [-2, -2],
    [10, -2],
    [10, 10],
    [-2, 10],
    [-2, 26],
  ],
  { fill: GRIGIO },
)
const rovescia = intruso('intruso-rotazioni', [
  effe,
  gira(90, effe),
  gira(180, effe),
  gira(270, specchia(effe)),
  gira(270, effe),
])
const contati = (lati, n) =>
  poligono(lati, 30) + Array.from({ length: n }, (_, i) => punto(...polare(12, (360 / n) * i), 3.6)).join('')
const latiUguali = intruso('intruso-lati', [contati(5, 5), contati(3, 3), contati(6, 5), contati(4, 4), contati(7, 7)])
const meze = intruso('intruso-meta', [
  quadro(50) + lastra(-25, -25, 25, 50, { fill: NERO }),
  disco(27) + spicchio(27, 90, 270, { fill: NERO }),
  rombo(30) +
    sagoma(
      [
        [0, -30],
        [21.6, 0],
        [0, 30],
      ],
      { fill: NERO },
    ),
  griglia(2, 50, { 0: NERO, 3: NERO }),
  disco(27) + spicchio(27, 0, 120, { fill: NERO }),
])
const lancetta = (a, b) => disco(28) + tratto(0, 0, ...polare(24, a)) + tratto(0, 0, ...polare(24, b)) + punto(0, 0, 4)
const retti = intruso('intruso-angoli', [
  lancetta(0, 90),
  lancetta(45, 165),
  lancetta(135, 225),
  lancetta(300, 30),
  lancetta(200, 290),
])
const CATENA = [(o) => disco(9, o), (o) => quadro(16, o), (o) => triangolo(10, o)]
const catena = (...f) => f.map((i, n) => posa(...polare(19, n * 120 + 60), CATENA[i]({ fill: TINTE[i] }))).join('')
const ordine = intruso('intruso-ordine', [catena(0, 2, 1), catena(2, 0, 1), catena(1, 2, 0), catena(0, 1, 2)])

export const MATRICI = [
  formaColore,
  latina,
  somma,
  differenza,
  unione,
  differenti,
  comuni,
  rotazione,
  latiPunti,
  casella,
]
export const CONFRONTI = [scambio, capovolta, meta, latiTratti, riflessa, rovescia, latiUguali, meze, retti, ordine]
