// Timelines, and diagrams of alliances, bodies and goals.
import { C, cerchio, figura, freccia, incognita, linea, riquadro, scatola, testo } from './disegno.mjs'

/** Dates down the left side, what happened on the right; `?` is what the question asks for. */
const cronologia = (nome, tappe) =>
  figura(
    nome,
    tappe.length * 66 + 14,
    linea(
      [
        [132, 16],
        [132, tappe.length * 66],
      ],
      { sw: 4, stroke: C.primario },
    ),
    tappe.map(([data, fatto], i) => {
      const y = 40 + i * 66
      const nodo = cerchio(132, y, 9, { fill: C.giallo, stroke: C.primario, sw: 3 })
      const righe = Array.isArray(data) ? data : [data]
      const quando =
        data === '?'
          ? incognita(16, y - 22, 92, 44)
          : righe.map((r, j) =>
              testo(112, y + (j - (righe.length - 1) / 2) * 20, r, { size: 16, anchor: 'end', weight: 700 }),
            )
      const cosa =
        fatto === '?'
          ? incognita(152, y - 24, 228, 48)
          : scatola(152, y - 26, 228, 52, fatto, { fill: C.tenue, text: { size: 16 } })
      return [quando, cosa].flat().join('') + nodo
    }),
  )

const unita = cronologia('cronologia-unita', [
  ['1859', ['Lombardia, dopo la', 'seconda guerra d’indip.']],
  ['1860', ['Plebisciti e spedizione', 'dei Mille']],
  ['1861', 'Regno d’Italia'],
  ['1866', '?'],
  ['1870', 'Presa di Roma'],
])
const grandeGuerra = cronologia('cronologia-grande-guerra', [
  [
    ['28 luglio', '1914'],
    ['L’Austria dichiara', 'guerra alla Serbia'],
  ],
  [['26 aprile', '1915'], '?'],
  [['24 maggio', '1915'], 'L’Italia entra in guerra'],
  [['24 ottobre', '1917'], 'Caporetto'],
  [
    ['4 novembre', '1918'],
    ['Fine della guerra', 'per l’Italia'],
  ],
])
const estate = cronologia('cronologia-1943', [
  [
    ['10 luglio', '1943'],
    ['Sbarco alleato', 'in Sicilia'],
  ],
  [
    ['25 luglio', '1943'],
    ['Arresto di Mussolini,', 'governo Badoglio'],
  ],
  [['8 settembre', '1943'], '?'],
  [
    ['settembre', '1943'],
    ['Nasce la Repubblica', 'sociale italiana'],
  ],
  [['4 giugno', '1944'], 'Gli alleati a Roma'],
])
const costituente = cronologia('cronologia-costituente', [
  [
    ['2 giugno', '1946'],
    ['Referendum e voto', 'per la Costituente'],
  ],
  [
    ['28 giugno', '1946'],
    ['De Nicola capo', 'provvisorio dello Stato'],
  ],
  [['22 dicembre', '1947'], '?'],
  [
    ['1º gennaio', '1948'],
    ['La Costituzione', 'entra in vigore'],
  ],
  [
    ['18 aprile', '1948'],
    ['Elezioni del primo', 'Parlamento'],
  ],
])
const europa = cronologia('cronologia-europa', [
  ['1951', ['Trattato di Parigi:', 'CECA']],
  ['1957', ['Trattati di Roma:', 'CEE ed Euratom']],
  ['1979', '?'],
  ['1992', ['Trattato di Maastricht:', 'Unione europea']],
  ['2002', ['Monete e banconote', 'in euro']],
])

const alleanze = figura(
  'alleanze-1914',
  250,
  testo(98, 24, 'Triplice alleanza', { weight: 700 }),
  testo(292, 24, 'Triplice intesa', { weight: 700 }),
  riquadro(10, 42, 176, 196, { fill: C.fondo, stroke: C.bordo }),
  riquadro(204, 42, 176, 196, { fill: C.fondo, stroke: C.bordo }),
  ['Germania', 'Austria-Ungheria'].map((s, i) => scatola(22, 56 + i * 60, 152, 46, s, { fill: C.tenue })),
  incognita(22, 176, 152, 46),
  ['Francia', 'Regno Unito', 'Russia'].map((s, i) => scatola(216, 56 + i * 60, 152, 46, s, { fill: C.prato })),
)

const onu = figura(
  'organi-onu',
  290,
  scatola(85, 14, 220, 46, 'Organi principali ONU', { fill: C.giallo, stroke: C.avviso, text: { weight: 700 } }),
  linea([
    [195, 60],
    [195, 84],
  ]),
  [
    ['Assemblea generale'],
    ['Consiglio economico', 'e sociale'],
    ['Consiglio di ammini-', 'strazione fiduciaria'],
    ['Corte internazionale', 'di giustizia'],
    ['Segretariato'],
  ].map((s, i) =>
    scatola(i % 2 ? 200 : 10, 84 + Math.floor(i / 2) * 66, 180, 56, s, { fill: C.tenue, text: { size: 16 } }),
  ),
  incognita(200, 216, 180, 56),
)

const P5 = ['Persone', 'Pianeta', 'Prosperità', 'Pace']
const cinqueP = figura(
  'agenda-cinque-p',
  330,
  cerchio(195, 168, 58, { fill: C.giallo, stroke: C.avviso }),
  testo(195, 158, 'Agenda', { size: 20, weight: 700 }),
  testo(195, 184, '2030', { size: 20, weight: 700 }),
  scatola(138, 16, 114, 46, P5[0], { fill: C.prato }),
  linea([
    [195, 62],
    [195, 110],
  ]),
  scatola(6, 104, 112, 46, P5[1], { fill: C.prato }),
  linea([
    [118, 136],
    [140, 146],
  ]),
  scatola(272, 104, 112, 46, P5[2], { fill: C.prato }),
  linea([
    [272, 136],
    [250, 146],
  ]),
  scatola(50, 262, 112, 46, P5[3], { fill: C.prato }),
  linea([
    [122, 262],
    [160, 216],
  ]),
  incognita(228, 262, 112, 46),
  linea([
    [268, 262],
    [230, 216],
  ]),
)

const settore = (x, y, w, h, s, fill) => scatola(x, y, w, h, s, { fill, rx: 2, text: { size: 17, weight: 700 } })
const berlino = figura(
  'berlino-settori',
  290,
  testo(195, 22, 'Berlino divisa in quattro settori', { weight: 700 }),
  settore(40, 44, 170, 70, 'Francia', C.prato),
  settore(40, 114, 170, 66, 'Regno Unito', C.tenue),
  settore(40, 180, 170, 70, 'Stati Uniti', C.giallo),
  incognita(216, 44, 134, 206),
  linea(
    [
      [213, 40],
      [213, 254],
    ],
    { sw: 6, stroke: C.avviso },
  ),
  testo(125, 272, 'Ovest', { size: 16 }),
  testo(283, 272, 'Est', { size: 16 }),
)

const alpi = figura(
  'alpi-settori',
  220,
  testo(195, 24, 'Le Alpi da ovest a est', { weight: 700 }),
  ['Marittime', 'Cozie', 'Graie', null].map((s, i) =>
    s ? scatola(8 + i * 95, 48, 88, 52, s, { fill: C.tenue, text: { size: 16 } }) : incognita(8 + i * 95, 48, 88, 52),
  ),
  ['Lepontine', 'Retiche', 'Carniche', 'Giulie'].map((s, i) =>
    scatola(8 + i * 95, 140, 88, 52, s, { fill: C.prato, text: { size: 16 } }),
  ),
  freccia([
    [337, 100],
    [337, 120],
    [52, 120],
    [52, 138],
  ]),
)

const CENTRO = 186
const fasce = figura(
  'terra-paralleli',
  372,
  cerchio(195, CENTRO, 136, { fill: C.tenue }),
  [
    [-124, 'Circolo polare artico', 56, -164],
    [-54, '?', 125, -74],
    [0, 'Equatore', 136, 16],
    [54, 'Tropico del Capricorno', 125, 70],
    [124, 'Circolo polare antartico', 56, 154],
  ].map(([dy, s, mezza, dove]) => {
    const y = CENTRO + dy
    const stile = dy === 0 ? { sw: 4 } : { sw: 2, dash: '7 5' }
    const riga = linea(
      [
        [195 - mezza, y],
        [195 + mezza, y],
      ],
      { stroke: C.primario, ...stile },
    )
    const nome = s === '?' ? incognita(150, CENTRO + dove - 20, 90, 34) : testo(195, CENTRO + dove, s, { size: 16 })
    return riga + nome
  }),
  testo(330, 30, 'Nord in alto', { size: 15, fill: C.nota }),
)

export const CRONOLOGIE = [unita, grandeGuerra, estate, costituente, europa]
export const SCHEMI_STORIA = [alleanze, onu, cinqueP, berlino, alpi, fasce]
