import { C, figura, freccia, linea, riquadro, testo, tracciato } from './disegno.mjs'

const H = 36
const X0 = 40

/** A sheet with lettered columns and numbered rows; `scelte` are the cells drawn as selected. */
function foglio(larghezze, righe, scelte = [], y0 = 12) {
  let out = ''
  let x = X0
  larghezze.forEach((w, c) => {
    out += riquadro(x, y0, w, H, { fill: C.fondo, stroke: C.bordo, sw: 1, rx: 0 })
    out += testo(x + w / 2, y0 + H / 2, 'ABCDE'[c], { size: 16, weight: 700 })
    x += w
  })
  righe.forEach((riga, r) => {
    const y = y0 + (r + 1) * H
    out += riquadro(8, y, X0 - 8, H, { fill: C.fondo, stroke: C.bordo, sw: 1, rx: 0 })
    out += testo(24, y + H / 2, r + 1, { size: 16, weight: 700 })
    let cx = X0
    larghezze.forEach((w, c) => {
      out += riquadro(cx, y, w, H, { stroke: C.bordo, sw: 1, rx: 0 })
      if (riga[c] !== undefined) out += testo(cx + w / 2, y + H / 2, riga[c], { size: 16 })
      cx += w
    })
  })
  for (const [c, r, righeAlte = 1] of scelte) {
    const sx = X0 + larghezze.slice(0, c).reduce((a, b) => a + b, 0)
    out += riquadro(sx, y0 + (r + 1) * H, larghezze[c], H * righeAlte, {
      fill: 'none',
      stroke: C.primario,
      sw: 3,
      rx: 0,
    })
  }
  return out
}

/** The formula bar under a sheet: which cell holds which formula. */
const formula = (y, cella, f) =>
  riquadro(8, y, 374, 42, { fill: C.tenue, stroke: C.primario, rx: 4 }) +
  testo(20, y + 21, cella, { anchor: 'start', weight: 700, size: 17 }) +
  testo(64, y + 21, f, { anchor: 'start', mono: true, size: 17 })

const somma = figura(
  'foglio-somma',
  330,
  foglio(
    [200, 140],
    [['Ufficio', 'Pratiche'], ['Anagrafe', 12], ['Tributi', 8], ['Protocollo', 15], ['Cultura', 5], ['Totale']],
    [[1, 5]],
  ),
  formula(276, 'B6', '=SOMMA(B2:B5)'),
)

const riferimenti = figura(
  'foglio-riferimenti',
  260,
  foglio(
    [74, 82, 82, 32, 72],
    [
      ['Voce', 'Importo', 'Imposta', '', '22%'],
      ['Sedie', 100],
      ['Tavoli', 250],
      ['Lampade', 80],
    ],
    [[2, 1]],
  ),
  formula(206, 'C2', '=B2*$E$1'),
)

const media = figura(
  'foglio-media',
  330,
  foglio([200, 140], [['Prova', 'Voto'], ['Prima', 6], ['Seconda'], ['Terza', 9], ['Quarta', 3], ['Media']], [[1, 5]]),
  formula(276, 'B6', '=MEDIA(B2:B5)'),
)

const contaSe = figura(
  'foglio-conta-se',
  400,
  foglio(
    [200, 140],
    [
      ['Candidato', 'Punti'],
      ['Anna', 18],
      ['Bruno', 21],
      ['Carla', 27],
      ['Dario', 20],
      ['Elena', 30],
      ['Fabio', 24],
      ['Idonei'],
    ],
    [[1, 7]],
  ),
  formula(348, 'B8', '=CONTA.SE(B2:B7;">=21")'),
)

const cercaVert = figura(
  'foglio-cerca-vert',
  366,
  foglio(
    [90, 150, 90],
    [
      ['Codice', 'Ufficio', 'Piano'],
      ['A10', 'Anagrafe', 1],
      ['A20', 'Tributi', 3],
      ['A30', 'Protocollo', 2],
      ['A40', 'Cultura', 4],
      [],
      ['A30'],
    ],
    [[1, 6]],
  ),
  formula(312, 'B7', '=CERCA.VERT(A7;A2:C5;3;FALSO)'),
)

const errore = figura(
  'foglio-errore',
  188,
  foglio(
    [114, 114, 114],
    [
      ['Spesa', 'Utenti', 'Media'],
      [10, 0],
    ],
    [[2, 1]],
  ),
  formula(134, 'C2', '=A2/B2'),
)

const serie = figura(
  'foglio-serie',
  284,
  foglio([130, 200], [[3], [7], [], [], [], []], [[0, 0, 2]]),
  riquadro(164, 114, 12, 12, { fill: C.primario, stroke: C.carta, rx: 0 }),
  freccia(
    [
      [170, 132],
      [170, 256],
    ],
    { sw: 3 },
  ),
  testo(186, 194, 'trascina fino ad A6', { size: 16, anchor: 'start' }),
)

const MESI = [
  ['Gen', 20],
  ['Feb', 35],
  ['Mar', 50],
  ['Apr', 30],
  ['Mag', 45],
]
const colonne = figura(
  'grafico-colonne',
  330,
  testo(195, 22, 'Pratiche chiuse per mese', { weight: 700, size: 18 }),
  [0, 10, 20, 30, 40, 50].map(
    (v) =>
      linea(
        [
          [48, 286 - v * 4.6],
          [378, 286 - v * 4.6],
        ],
        { stroke: v ? C.fondo : C.inchiostro, sw: v ? 1.5 : 2 },
      ) + testo(38, 286 - v * 4.6, v, { size: 15, anchor: 'end', fill: C.nota }),
  ),
  MESI.map(
    ([m, v], i) =>
      riquadro(62 + i * 64, 286 - v * 4.6, 44, v * 4.6, { fill: C.primario, stroke: C.primario, rx: 0 }) +
      testo(84 + i * 64, 286 - v * 4.6 + 18, v, { size: 17, weight: 700, fill: C.carta }) +
      testo(84 + i * 64, 306, m, { size: 16 }),
  ),
)

const FETTE = [
  ['Diritto', 50, C.primario, C.carta],
  ['Informatica', 25, C.prato, C.inchiostro],
  ['Logica', 15, C.giallo, C.inchiostro],
  ['Inglese', 10, C.fondo, C.inchiostro],
]
const punto = (q, r) =>
  [140 + r * Math.sin(q * 2 * Math.PI), 156 - r * Math.cos(q * 2 * Math.PI)].map((n) => n.toFixed(1))
function torta() {
  let da = 0
  return FETTE.map(([nome, p, fill, ink], i) => {
    const a = da / 100
    da += p
    const b = da / 100
    const [x1, y1] = punto(a, 120)
    const [x2, y2] = punto(b, 120)
    const [tx, ty] = punto((a + b) / 2, 78)
    return (
      tracciato(`M140 156L${x1} ${y1}A120 120 0 ${b - a > 0.5 ? 1 : 0} 1 ${x2} ${y2}Z`, { fill }) +
      testo(tx, ty, `${p}%`, { size: 17, weight: 700, fill: ink }) +
      riquadro(276, 92 + i * 34, 18, 18, { fill, rx: 2 }) +
      testo(302, 101 + i * 34, nome, { anchor: 'start', size: 16 })
    )
  })
}
const grafico = figura(
  'grafico-torta',
  292,
  testo(195, 18, '240 quesiti divisi per materia', { weight: 700, size: 17 }),
  torta(),
)

export const FOGLI = [somma, riferimenti, media, contaSe, cercaVert, errore, serie, colonne, grafico]
