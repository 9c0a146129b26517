import { C, figura, freccia, linea, testo } from './disegno.mjs'
import {
  croce,
  dado,
  disco,
  GRIGIO,
  lastra,
  NERO,
  polare,
  posa,
  punto,
  quadro,
  rombo,
  sagoma,
  stella,
  tratto,
  triangolo,
} from './forme.mjs'

const cifra = (n) => Number(n.toFixed(2))
const FACCIA = {
  stella: stella(20),
  cerchio: disco(16, { fill: NERO }),
  quadrato: quadro(30),
  triangolo: triangolo(20),
  croce: croce(18, { fill: NERO }),
  rombo: rombo(21, { fill: GRIGIO }),
}

/** Net of a cube: `posti` maps a face to its column and row. */
const sviluppo = (nome, righe, posti) => {
  const lato = 66
  const larghe = Math.max(...Object.values(posti).map(([c]) => c)) + 1
  const x0 = (390 - larghe * lato) / 2
  const corpo = Object.entries(posti).map(([faccia, [c, r]]) =>
    posa(x0 + (c + 0.5) * lato, 14 + (r + 0.5) * lato, lastra(-lato / 2, -lato / 2, lato, lato) + FACCIA[faccia]),
  )
  return figura(nome, 28 + righe * lato, corpo)
}

const croceCubo = sviluppo('cubo-sviluppo-croce', 4, {
  stella: [1, 0],
  cerchio: [0, 1],
  quadrato: [1, 1],
  triangolo: [2, 1],
  croce: [1, 2],
  rombo: [1, 3],
})
const scalaCubo = sviluppo('cubo-sviluppo-scala', 3, {
  triangolo: [0, 0],
  rombo: [1, 0],
  stella: [1, 1],
  cerchio: [2, 1],
  quadrato: [2, 2],
  croce: [3, 2],
})

// Cubes in axonometry: column c to the right, row r towards who looks, height h.
const CX = 30
const CY = 17
const CH = 40
const cubo = (x, y) =>
  sagoma(
    [
      [x, y - CH],
      [x + CX, y - CH - CY],
      [x + 2 * CX, y - CH],
      [x + CX, y - CH + CY],
    ],
    { fill: C.carta },
  ) +
  sagoma(
    [
      [x, y - CH],
      [x + CX, y - CH + CY],
      [x + CX, y + CY],
      [x, y],
    ],
    { fill: C.tenue },
  ) +
  sagoma(
    [
      [x + CX, y - CH + CY],
      [x + 2 * CX, y - CH],
      [x + 2 * CX, y],
      [x + CX, y + CY],
    ],
    { fill: C.fondo },
  )
/** A heap of cubes: `alte[r][c]` is the height of each column; no column is hidden behind a higher one. */
const mucchio = (nome, alte, altezza, x0, y0) =>
  figura(
    nome,
    altezza,
    alte.flatMap((riga, r) =>
      riga.flatMap((h, c) =>
        Array.from({ length: h }, (_, z) => cubo(x0 + (c - r) * CX, cifra(y0 + (c + r) * CY - z * CH))),
      ),
    ),
  )
const cubi = mucchio(
  'cubi-pila',
  [
    [3, 2, 1],
    [2, 1, 1],
    [1, 1, 0],
  ],
  250,
  165,
  150,
)
const gradini = mucchio(
  'cubi-gradini',
  [
    [4, 3, 2, 1],
    [3, 2, 1, 0],
    [1, 1, 0, 0],
  ],
  290,
  150,
  190,
)

const triangoli = figura(
  'triangoli-nascosti',
  240,
  posa(
    195,
    120,
    sagoma([
      [0, -105],
      [130, 100],
      [-130, 100],
    ]) +
      tratto(0, -105, -43, 100, 2) +
      tratto(0, -105, 43, 100, 2) +
      tratto(-65, -2.5, 65, -2.5, 2),
  ),
)
const quadrati = figura(
  'quadrati-nascosti',
  238,
  Array.from({ length: 9 }, (_, i) => lastra(90 + (i % 3) * 70, 14 + Math.floor(i / 3) * 70, 70, 70)).join(''),
)

/** A toothed wheel with its name. */
const ruota = (x, y, r, nome) => {
  const denti = 16
  const profilo = Array.from({ length: denti * 4 }, (_, i) =>
    polare([1, 1, 0.84, 0.84][i % 4] * r, (360 / denti / 4) * i),
  )
  return (
    posa(x, y, sagoma(profilo, { fill: C.tenue }) + disco(4, { fill: NERO })) +
    testo(x, y + r * 0.45, nome, { size: 19, weight: 700 })
  )
}
/** Arc with a head over a wheel: it turns clockwise. */
const orario = (x, y, r) =>
  `<path d="M${x - r * 0.6} ${y - r * 0.75}A${r} ${r} 0 0 1 ${x + r * 0.6} ${y - r * 0.75}" fill="none" stroke="${NERO}" stroke-width="3" marker-end="url(#freccia)"/>`
const ingranaggi = figura(
  'ingranaggi',
  190,
  [
    [58, 110, 46, 'A'],
    [141, 110, 41, 'B'],
    [226, 110, 48, 'C'],
    [320, 110, 50, 'D'],
  ].map((r) => ruota(...r)),
  orario(58, 110, 62),
)
const cinghia = figura(
  'cinghia-incrociata',
  210,
  linea([
    [97.5, 58.1],
    [292.5, 151.9],
  ]),
  linea([
    [97.5, 151.9],
    [292.5, 58.1],
  ]),
  posa(75, 105, disco(52, { fill: C.tenue }) + disco(4, { fill: NERO })),
  posa(315, 105, disco(52, { fill: C.tenue }) + disco(4, { fill: NERO })),
  testo(75, 130, 'A', { size: 19, weight: 700 }),
  testo(315, 130, 'B', { size: 19, weight: 700 }),
  orario(75, 105, 66),
)

const PESI = {
  c: (x, y) => posa(x, y - 13, disco(12, { fill: NERO })),
  q: (x, y) => posa(x, y - 13, quadro(24, { fill: GRIGIO })),
  t: (x, y) => posa(x, y - 10, triangolo(17)),
}
/** A balanced scale at `y`: what lies on its two pans, one letter a weight. */
const bilancia = (y, sinistra, destra) => {
  const piatto = (x, pesi) =>
    tratto(x - 70, y, x + 70, y, 4) +
    [...pesi].map((p, i) => PESI[p](x + (i - (pesi.length - 1) / 2) * 30, y - 2)).join('')
  return (
    piatto(100, sinistra) +
    piatto(290, destra) +
    tratto(100, y, 100, y + 18) +
    tratto(290, y, 290, y + 18) +
    tratto(100, y + 18, 290, y + 18) +
    sagoma([
      [195, y + 18],
      [215, y + 48],
      [175, y + 48],
    ])
  )
}
const bilance = figura('bilance-due', 220, bilancia(50, 'cc', 'ttt'), bilancia(160, 'q', 'cccc'))
const bilanceTre = figura('bilance-tre', 220, bilancia(50, 'qc', 'tttt'), bilancia(160, 'q', 'ccc'))

/** A clock without digits seen in a mirror: hands of `ore` and `minuti`, flipped. */
const specchio = (ore, minuti) =>
  disco(88, { sw: 4 }) +
  Array.from({ length: 12 }, (_, i) => punto(...polare(76, 30 * i), 3.5)).join('') +
  tratto(0, 0, ...polare(42, -(ore * 30 + minuti / 2)), 7) +
  tratto(0, 0, ...polare(64, -minuti * 6), 4) +
  punto(0, 0, 6)
const riflesso = figura(
  'orologio-specchio',
  224,
  posa(195, 106, specchio(8, 20)),
  testo(195, 210, 'immagine nello specchio', { size: 15, fill: C.nota }),
)

/** Three dice one on another; only the top of the highest shows from above. */
const torre = figura(
  'dadi-torre',
  262,
  [2, 6, 5].map((f, i) => posa(195, 92 + i * 66, lastra(-33, -33, 66, 66) + dado(f, 18, 6))),
  sagoma([
    [162, 59],
    [228, 59],
    [256, 34],
    [190, 34],
  ]),
  [0, 1, 2].map((i) =>
    sagoma(
      [
        [228, 59 + i * 66],
        [256, 34 + i * 66],
        [256, 100 + i * 66],
        [228, 125 + i * 66],
      ],
      { fill: C.fondo },
    ),
  ),
  posa(209, 46, [-1, 1].flatMap((a) => [-1, 1].map((b) => punto(a * 18 + b * -5, b * 7, 4.5))).join('')),
)

const LATO = 62
const strada = (x) => 40 + x * LATO * 1.4
const quartiere = figura(
  'percorsi-strade',
  244,
  [0, 1, 2, 3].map((c) =>
    linea([
      [strada(c), 36],
      [strada(c), 36 + 2 * LATO * 1.3],
    ]),
  ),
  [0, 1, 2].map((r) =>
    linea([
      [strada(0), 36 + r * LATO * 1.3],
      [strada(3), 36 + r * LATO * 1.3],
    ]),
  ),
  posa(strada(0), 36 + 2 * LATO * 1.3, disco(7, { fill: C.primario })),
  posa(strada(3), 36, disco(7, { fill: C.avviso })),
  testo(strada(0), 222, 'casa', { size: 17, weight: 700 }),
  testo(strada(3), 16, 'ufficio', { size: 17, weight: 700 }),
)

const tragitto = figura(
  'tragitto-bussola',
  262,
  freccia([
    [350, 70],
    [350, 26],
  ]),
  testo(350, 84, 'N', { size: 18, weight: 700 }),
  freccia(
    [
      [90, 206],
      [90, 50],
      [194, 50],
      [194, 128],
    ],
    { stroke: C.primario, sw: 3 },
  ),
  posa(90, 206, disco(6, { fill: NERO })),
  testo(90, 232, 'partenza', { size: 16 }),
  testo(194, 148, 'arrivo', { size: 16 }),
  testo(56, 128, '6 km', { size: 16 }),
  testo(142, 34, '4 km', { size: 16 }),
  testo(224, 90, '3 km', { size: 16 }),
)

export const SPAZIO = [
  croceCubo,
  scalaCubo,
  cubi,
  gradini,
  triangoli,
  quadrati,
  ingranaggi,
  cinghia,
  bilance,
  bilanceTre,
  riflesso,
  torre,
  quartiere,
  tragitto,
]
