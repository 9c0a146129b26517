import { C, cerchio, figura, incognita, linea, riquadro, scatola, testo } from './disegno.mjs'
import { posa, sagoma, triangolo } from './forme.mjs'

// Numbers laid out in a drawing: the rule is the same in every part of it, one number is missing.

const cerca = (x, y) => incognita(x - 24, y - 21, 48, 42)
const numero = (x, y, n, size = 22) => (n === '?' ? cerca(x, y) : testo(x, y, n, { size, weight: 600 }))

/** Triangles with a number at each corner and one in the middle: [top, left, right, middle]. */
const triangoli = (nome, terne) =>
  figura(
    nome,
    184,
    terne.map(([su, sx, dx, dentro], i) => {
      const x = 68 + i * 127
      return (
        posa(x, 104, triangolo(56)) +
        testo(x, 26, su, { size: 21, weight: 600 }) +
        testo(x - 50, 156, sx, { size: 21, weight: 600 }) +
        testo(x + 50, 156, dx, { size: 21, weight: 600 }) +
        (dentro === '?'
          ? testo(x, 110, '?', { size: 28, weight: 700, fill: C.avviso })
          : testo(x, 110, dentro, { size: 21, weight: 700, fill: C.primario }))
      )
    }),
  )

/** A wall of bricks, from the top down. */
const muro = (nome, righe) =>
  figura(
    nome,
    24 + righe.length * 54,
    righe.map((riga, r) =>
      riga.map((n, c) => {
        const x = 195 - (riga.length * 84) / 2 + c * 84
        const o = [x + 3, 12 + r * 54, 78, 46]
        return n === '?' ? incognita(...o) : scatola(...o, n, { text: { size: 21, weight: 600 } })
      }),
    ),
  )

/** A table of numbers without header. */
const quadrato = (nome, righe, lato = 62) => {
  const x0 = 195 - (righe[0].length * lato) / 2
  return figura(
    nome,
    24 + righe.length * lato,
    righe.map((riga, r) =>
      riga.map((n, c) => {
        const o = [x0 + c * lato, 12 + r * lato, lato, lato]
        return n === '?' ? incognita(...o) : scatola(...o, n, { rx: 0, text: { size: 22, weight: 600 } })
      }),
    ),
  )
}

/** A wheel of eight slices read clockwise from the top. */
const ruota = (nome, numeri) => {
  const raggio = (i, r) => {
    const a = ((i * 45 - 90) * Math.PI) / 180
    return [195 + r * Math.cos(a), 150 + r * Math.sin(a)].map((n) => Number(n.toFixed(1)))
  }
  return figura(
    nome,
    300,
    cerchio(195, 150, 135, { fill: C.tenue }),
    numeri.map((_, i) => linea([[195, 150], raggio(i - 0.5, 135)])),
    numeri.map((n, i) => {
      const [x, y] = raggio(i, 95)
      return numero(x, y, n)
    }),
  )
}

/** Houses: number on the roof, two on the floor. */
const casette = (nome, terne) =>
  figura(
    nome,
    190,
    terne.map(([tetto, a, b], i) => {
      const x = 68 + i * 127
      return (
        posa(
          x,
          50,
          sagoma(
            [
              [-56, 36],
              [0, -36],
              [56, 36],
            ],
            { fill: C.giallo },
          ),
        ) +
        riquadro(x - 50, 86, 100, 84, { rx: 0 }) +
        linea([
          [x, 86],
          [x, 170],
        ]) +
        (tetto === '?'
          ? testo(x, 66, '?', { size: 28, weight: 700, fill: C.avviso })
          : testo(x, 66, tetto, { size: 21, weight: 700 })) +
        testo(x - 25, 128, a, { size: 21, weight: 600 }) +
        testo(x + 25, 128, b, { size: 21, weight: 600 })
      )
    }),
  )

/** A cross of five numbers: top, left, centre, right, bottom. */
const croci = (nome, cinquine) =>
  figura(
    nome,
    200,
    cinquine.map(([su, sx, centro, dx, giu], i) => {
      const x = 100 + i * 190
      const posti = [
        [0, -56, su],
        [-60, 0, sx],
        [60, 0, dx],
        [0, 56, giu],
      ]
      return (
        posti.map(([dx0, dy, n]) => scatola(x + dx0 - 28, 100 + dy - 25, 56, 50, n, { text: { size: 20 } })).join('') +
        (centro === '?'
          ? incognita(x - 28, 75, 56, 50)
          : scatola(x - 28, 75, 56, 50, centro, { fill: C.tenue, text: { size: 20, weight: 700 } }))
      )
    }),
  )

export const NUMERI = [
  triangoli('numeri-triangoli', [
    [7, 3, 2, 12],
    [5, 8, 4, 17],
    [9, 6, 5, '?'],
  ]),
  triangoli('numeri-triangoli-prodotto', [
    [3, 4, 5, 17],
    [2, 6, 7, 19],
    [5, 3, 8, '?'],
  ]),
  muro('numeri-muro', [[48], ['?', 27], [9, 12, 15], [5, 4, 8, 7]]),
  quadrato('numeri-quadrato-magico', [
    [8, 1, 6],
    [3, 5, 7],
    [4, 9, '?'],
  ]),
  quadrato('numeri-tabella', [
    [4, 3, 14],
    [5, 1, 12],
    [6, 7, '?'],
  ]),
  ruota('numeri-ruota', [2, 3, 5, 8, 12, 17, 23, '?']),
  casette('numeri-casette', [
    [20, 4, 5],
    [42, 6, 7],
    ['?', 8, 9],
  ]),
  croci('numeri-croci', [
    [6, 8, 10, 2, 4],
    [9, 12, '?', 5, 8],
  ]),
]
