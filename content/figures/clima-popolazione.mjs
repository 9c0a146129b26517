// Charts of climate and population. The data are invented for the exercise and each chart says so, save where it names Istat.
import { C, figura, linea, riquadro, tabella, testo, tracciato } from './disegno.mjs'

const MESI = [...'GFMAMGLASOND']
const esercizio = (y) => testo(195, y, 'Dati inventati per l’esercizio', { size: 15, fill: C.nota })

/** Columns of rain (left scale, mm) and a line of temperature (right scale, °C). */
function climogramma(nome, pioggia, temperatura) {
  const [x0, y0, h] = [46, 236, 190]
  const mm = (v) => y0 - (v / 200) * h
  const gradi = (v) => y0 - ((v + 10) / 50) * h
  const cx = (i) => x0 + 14 + i * 25
  return figura(
    nome,
    318,
    testo(6, 20, 'mm', { anchor: 'start', weight: 700, fill: C.primario }),
    testo(384, 20, '°C', { anchor: 'end', weight: 700, fill: C.avviso }),
    [0, 50, 100, 150, 200].map(
      (v) =>
        linea(
          [
            [x0, mm(v)],
            [346, mm(v)],
          ],
          { stroke: C.fondo },
        ) + testo(40, mm(v), v, { size: 15, anchor: 'end', fill: C.primario }),
    ),
    [-10, 0, 10, 20, 30].map((v) => testo(384, gradi(v), v, { size: 15, anchor: 'end', fill: C.avviso })),
    pioggia.map((v, i) => riquadro(cx(i) - 9, mm(v), 18, y0 - mm(v), { fill: C.primario, sw: 0, rx: 1 })),
    linea(
      temperatura.map((v, i) => [cx(i), gradi(v)]),
      { stroke: C.avviso, sw: 4 },
    ),
    MESI.map((m, i) => testo(cx(i), 252, m, { size: 16 })),
    testo(195, 276, 'Colonne: pioggia. Linea: temperatura', { size: 15 }),
    esercizio(302),
  )
}
const mediterraneo = climogramma(
  'climogramma-a',
  [90, 80, 70, 55, 30, 12, 4, 8, 45, 95, 110, 100],
  [9, 10, 12, 15, 19, 23, 26, 26, 23, 19, 14, 11],
)
const continentale = climogramma(
  'climogramma-b',
  [30, 28, 32, 40, 60, 80, 90, 75, 55, 45, 40, 35],
  [-9, -7, -1, 7, 14, 18, 21, 19, 13, 6, 0, -6],
)

const ETA = ['80 e oltre', '60-79', '40-59', '20-39', '0-19']
const piramide = figura(
  'piramide-eta',
  318,
  testo(110, 20, 'Maschi', { weight: 700 }),
  testo(292, 20, 'Femmine', { weight: 700 }),
  ETA.map((s, i) => {
    const [m, f] = [
      [34, 52],
      [84, 92],
      [104, 102],
      [78, 74],
      [58, 54],
    ][i]
    const y = 40 + i * 42
    return (
      riquadro(150 - m, y, m, 34, { fill: C.tenue, rx: 0, sw: 1.5 }) +
      riquadro(246, y, f, 34, { fill: C.giallo, rx: 0, sw: 1.5 }) +
      testo(198, y + 17, s, { size: 16 })
    )
  }),
  testo(195, 270, 'Fasce di età in anni', { size: 16 }),
  esercizio(298),
)

const densita = figura(
  'tabella-densita',
  236,
  tabella(
    25,
    14,
    [100, 130, 110],
    [
      ['Provincia', 'Abitanti', 'km²'],
      ['Alfa', '600.000', '3.000'],
      ['Beta', '450.000', '1.500'],
      ['Gamma', '900.000', '5.000'],
      ['Delta', '240.000', '1.000'],
    ],
    { h: 38, size: 18 },
  ),
  esercizio(222),
)

const natalita = (() => {
  const anni = [1980, 1990, 2000, 2010, 2020]
  const x = (i) => 62 + i * 72
  const y = (v) => 226 - v * 14
  return figura(
    'nati-e-morti',
    318,
    testo(6, 20, 'ogni 1.000 abitanti', { anchor: 'start', size: 16, weight: 700 }),
    [0, 4, 8, 12].map(
      (v) =>
        linea(
          [
            [44, y(v)],
            [376, y(v)],
          ],
          { stroke: C.fondo },
        ) + testo(34, y(v), v, { size: 16, anchor: 'end' }),
    ),
    linea(
      [13, 11, 10, 9, 6].map((v, i) => [x(i), y(v)]),
      { stroke: C.primario, sw: 4 },
    ),
    linea(
      [8, 9, 10, 11, 12].map((v, i) => [x(i), y(v)]),
      { stroke: C.avviso, sw: 4, dash: '9 6' },
    ),
    anni.map((a, i) => testo(x(i), 248, a, { size: 16 })),
    linea(
      [
        [40, 274],
        [76, 274],
      ],
      { stroke: C.primario, sw: 4 },
    ) + testo(84, 274, 'Nati', { anchor: 'start', size: 17 }),
    linea(
      [
        [190, 274],
        [226, 274],
      ],
      { stroke: C.avviso, sw: 4, dash: '9 6' },
    ) + testo(234, 274, 'Morti', { anchor: 'start', size: 17 }),
    esercizio(302),
  )
})()

const spicchio = (da, a, fill) => {
  const [cx, cy, r] = [140, 136, 110]
  const p = (q) =>
    [cx + r * Math.sin(2 * Math.PI * q), cy - r * Math.cos(2 * Math.PI * q)].map((n) => n.toFixed(1)).join(' ')
  return tracciato(`M${cx} ${cy}L${p(da)}A${r} ${r} 0 ${a - da > 0.5 ? 1 : 0} 1 ${p(a)}Z`, { fill })
}
const altimetria = figura(
  'zone-altimetriche',
  308,
  spicchio(0, 0.416, C.giallo),
  spicchio(0.416, 0.768, C.fondo),
  spicchio(0.768, 1, C.prato),
  testo(198, 110, '41,6%', { size: 20, weight: 700 }),
  testo(130, 200, '35,2%', { size: 20, weight: 700 }),
  testo(94, 96, '23,2%', { size: 20, weight: 700 }),
  [
    ['A', C.giallo],
    ['B', C.fondo],
    ['C', C.prato],
  ].map(
    ([s, fill], i) =>
      riquadro(290, 70 + i * 46, 30, 30, { fill, rx: 2 }) +
      testo(334, 85 + i * 46, s, { size: 20, weight: 700, anchor: 'start' }),
  ),
  testo(195, 268, 'Superficie d’Italia per zona altimetrica', { size: 17, weight: 700 }),
  testo(195, 292, 'Fonte: Istat', { size: 15, fill: C.nota }),
)

export const CLIMA_POPOLAZIONE = [mediterraneo, continentale, piramide, densita, natalita, altimetria]
