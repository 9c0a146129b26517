// Maps: Italy in outline, Europe as places on the grid of meridians and parallels, scale, contour lines.
import { ALTEZZA_ITALIA, italia, luogo } from './carta-italia.mjs'
import { C, cerchio, figura, incognita, linea, riquadro, scatola, testo, tracciato } from './disegno.mjs'

const bollo = ([x, y], s, fill = C.giallo, stroke = C.avviso) =>
  cerchio(x, y, 14, { fill, stroke }) + testo(x, y, s, { size: 18, weight: 700, fill: stroke })
const carta = (nome, ...corpo) =>
  figura(nome, ALTEZZA_ITALIA, riquadro(0, 0, 390, ALTEZZA_ITALIA, { fill: C.tenue, sw: 0, rx: 0 }), italia(), ...corpo)

const mari = carta(
  'italia-mari',
  [
    ['1', [8.6, 43.65]],
    ['2', [11.9, 39.8]],
    ['3', [17.8, 38.6]],
    ['4', [15.4, 43.2]],
  ].map(([s, p]) => bollo(luogo(p), s)),
)

/** A dot on the exact place, its letter beside it. */
const citta = (lettera, p, [dx, dy]) => {
  const [x, y] = luogo(p)
  return cerchio(x, y, 5, { fill: C.primario, stroke: C.primario }) + bollo([x + dx, y + dy], lettera)
}
const capoluoghi = carta(
  'italia-capoluoghi',
  citta('A', [11.34, 44.49], [-6, 22]),
  citta('B', [13.51, 43.61], [22, -4]),
  citta('C', [12.39, 43.11], [-22, 4]),
  citta('D', [14.66, 41.56], [-18, -16]),
  citta('E', [15.8, 40.64], [20, -10]),
)

const fiume = (punti) => linea(punti.map(luogo), { stroke: C.primario, sw: 4 })
const fiumi = carta(
  'italia-fiumi',
  fiume([
    [7.1, 44.7],
    [7.7, 45.07],
    [8.6, 45.05],
    [9.7, 45.07],
    [10.7, 44.95],
    [11.6, 44.9],
    [12.5, 44.95],
  ]),
  fiume([
    [10.55, 46.8],
    [11.15, 46.65],
    [11.3, 46.45],
    [11.1, 46.07],
    [10.98, 45.44],
    [11.3, 45.2],
    [12.3, 45.15],
  ]),
  fiume([
    [11.7, 43.87],
    [11.8, 43.52],
    [11.45, 43.6],
    [11.25, 43.77],
    [10.9, 43.7],
    [10.28, 43.68],
  ]),
  fiume([
    [12.08, 43.79],
    [12.2, 43.45],
    [12.42, 43.1],
    [12.38, 42.7],
    [12.5, 42.3],
    [12.48, 41.9],
    [12.23, 41.76],
  ]),
  bollo(luogo([9.2, 44.7]), '1'),
  bollo(luogo([11.75, 46.1]), '2'),
  bollo(luogo([10.85, 43.25]), '3'),
  bollo(luogo([13.05, 42.6]), '4'),
)

const triangolo = ([x, y]) =>
  tracciato(`M${x} ${y - 10}L${x + 10} ${y + 8}L${x - 10} ${y + 8}Z`, { fill: C.avviso, stroke: C.avviso })
const vulcani = carta(
  'italia-vulcani',
  [
    [14.43, 40.82],
    [15.21, 38.79],
    [15, 37.75],
  ].map((p) => triangolo(luogo(p))),
  bollo(luogo([15.1, 41.1]), 'A'),
  bollo(luogo([14.6, 38.95]), 'B'),
  bollo(luogo([14.35, 37.65]), 'C'),
)

const vicino = (x, y, w, s) => scatola(x, y, w, 34, s, { fill: C.prato, text: { size: 16 } })
const confini = figura(
  'italia-confini',
  240,
  riquadro(0, 0, 390, 240, { fill: C.tenue, sw: 0, rx: 0 }),
  `<g transform="translate(62 48) scale(0.72)">${italia()}</g>`,
  vicino(8, 104, 74, 'Francia'),
  vicino(84, 14, 80, 'Svizzera'),
  vicino(196, 10, 76, 'Austria'),
  incognita(252, 62, 60, 42),
)

/** A line of the grid from edge to edge, with its degrees. */
const meridiano = (x, [da, a], y, gradi) =>
  linea(
    [
      [x, da],
      [x, a],
    ],
    { stroke: C.bordo, sw: 1 },
  ) + testo(x, y, gradi, { size: 15 })
const parallelo = (y, [da, a], lat) =>
  linea(
    [
      [da, y],
      [a, y],
    ],
    { stroke: C.bordo, sw: 1 },
  ) + testo(4, y, `${lat}° N`, { size: 15, anchor: 'start' })

const reticolo = carta(
  'italia-reticolo',
  [8, 10, 12, 14, 16, 18].map((lon) => {
    const [x] = luogo([lon, 40])
    return meridiano(x, [0, 414], 427, `${lon}° E`)
  }),
  [38, 40, 42, 44, 46].map((lat) => {
    const [, y] = luogo([12, lat])
    return parallelo(y, [46, 390], lat)
  }),
  bollo(luogo([16, 40]), 'P'),
  bollo(luogo([12, 44]), 'Q'),
  bollo(luogo([14, 42]), 'R'),
  bollo(luogo([12, 46]), 'S'),
)

/** Europe without coasts: capitals where their coordinates put them. */
const europa = ([lon, lat]) => [Math.round(46 + (lon + 12) * 7.6), Math.round(30 + (62 - lat) * 12.5)]
const capitali = (nome, note, ignota) =>
  figura(
    nome,
    390,
    riquadro(0, 0, 390, 390, { fill: C.tenue, sw: 0, rx: 0 }),
    [-10, 0, 10, 20, 30].map((lon) => {
      const [x] = europa([lon, 50])
      const s = lon === 0 ? '0°' : `${Math.abs(lon)}° ${lon < 0 ? 'O' : 'E'}`
      return meridiano(x, [10, 358], 374, s)
    }),
    [40, 50, 60].map((lat) => {
      const [, y] = europa([0, lat])
      return parallelo(y, [50, 384], lat)
    }),
    note.map(([s, p, dx, dy]) => {
      const [x, y] = europa(p)
      return cerchio(x, y, 5, { fill: C.primario, stroke: C.primario }) + testo(x + dx, y + dy, s, { size: 16 })
    }),
    bollo(europa(ignota), '?'),
  )
const dublino = ['Dublino', [-6.26, 53.35], 0, -16]
const parigi = ['Parigi', [2.35, 48.86], 0, -16]
const madrid = ['Madrid', [-3.7, 40.42], 6, -16]
const roma = ['Roma', [12.5, 41.9], 0, 18]
const berlino = ['Berlino', [13.4, 52.52], 0, -16]
const varsavia = ['Varsavia', [21.01, 52.23], 14, -16]
const atene = ['Atene', [23.73, 37.98], 0, -16]
const oslo = ['Oslo', [10.75, 59.91], 0, -16]
const bucarest = ['Bucarest', [26.1, 44.43], 0, 18]
const danubio = capitali(
  'europa-capitale-danubio',
  [dublino, parigi, madrid, roma, berlino, varsavia, atene],
  [16.37, 48.21],
)
const iberia = capitali(
  'europa-capitale-ovest',
  [dublino, parigi, madrid, roma, berlino, bucarest, oslo],
  [-9.14, 38.72],
)

const scala = figura(
  'scala-carta',
  250,
  riquadro(20, 16, 350, 150, { fill: C.prato, stroke: C.bordo }),
  linea(
    [
      [80, 120],
      [300, 70],
    ],
    { stroke: C.avviso, sw: 3, dash: '8 5' },
  ),
  cerchio(80, 120, 7, { fill: C.primario }),
  testo(80, 144, 'Rifugio', { size: 17, weight: 700 }),
  cerchio(300, 70, 7, { fill: C.primario }),
  testo(300, 46, 'Paese', { size: 17, weight: 700 }),
  testo(206, 70, '6 cm', { size: 19, weight: 700, fill: C.avviso }),
  testo(195, 194, 'Scala 1 : 50.000', { size: 20, weight: 700 }),
  testo(195, 226, 'La misura è presa sulla carta', { size: 16, fill: C.nota }),
)

const curva = (rx, ry, fill) =>
  `<ellipse cx="195" cy="130" rx="${rx}" ry="${ry}" fill="${fill}" stroke="${C.avviso}" stroke-width="2"/>`
const quota = (x, s) => riquadro(x - 26, 119, 52, 22, { sw: 0, rx: 3 }) + testo(x, 130, s, { size: 16, weight: 700 })
const isoipse = figura(
  'curve-di-livello',
  290,
  curva(186, 120, C.prato),
  curva(142, 92, C.prato),
  curva(98, 63, C.giallo),
  curva(50, 32, C.giallo),
  quota(53, '600'),
  quota(145, '700'),
  cerchio(195, 130, 4, { fill: C.inchiostro }),
  testo(195, 111, 'Cima', { size: 16 }),
  cerchio(195, 193, 5, { fill: C.primario, stroke: C.primario }),
  testo(195, 209, 'P', { size: 19, weight: 700, fill: C.primario }),
  testo(195, 272, 'Quote in metri. Equidistanza: 50 m', { size: 17, weight: 700 }),
)

export const CARTE = [mari, capoluoghi, fiumi, vulcani, confini, reticolo, danubio, iberia, scala, isoipse]
