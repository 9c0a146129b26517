import { C, cerchio, figura, linea, scatola, tabella, testo, tracciato } from './disegno.mjs'

const bit = (x, y, v, w = 42) =>
  scatola(x, y, w, 52, v, { rx: 4, fill: v === '1' ? C.tenue : C.carta, text: { size: 24, weight: 700 } })

const registro = figura(
  'registro-8-bit',
  150,
  [...'01011010'].map(
    (v, i) => bit(15 + i * 45, 56, v) + testo(36 + i * 45, 32, 2 ** (7 - i), { size: 17, fill: C.nota }),
  ),
  testo(195, 130, 'Sopra ogni casella è scritto il suo peso', { size: 15, fill: C.nota }),
)

const byte = figura(
  'byte-esadecimale',
  150,
  [...'1101'].map((v, i) => bit(12 + i * 44, 34, v)),
  [...'0110'].map((v, i) => bit(206 + i * 44, 34, v)),
  testo(98, 116, 'primo gruppo', { size: 16, fill: C.nota }),
  testo(292, 116, 'secondo gruppo', { size: 16, fill: C.nota }),
)

const xor = figura(
  'tabella-verita-xor',
  240,
  tabella(
    75,
    18,
    [80, 80, 80],
    [
      ['A', 'B', 'Y'],
      ['0', '0', '0'],
      ['0', '1', '1'],
      ['1', '0', '1'],
      ['1', '1', '0'],
    ],
    {
      h: 41,
      size: 20,
    },
  ),
)

const AND = (x, y) =>
  tracciato(`M${x} ${y - 32}H${x + 36}A32 32 0 0 1 ${x + 36} ${y + 32}H${x}Z`, { fill: C.tenue }) +
  testo(x + 32, y, 'AND', { size: 17, weight: 700 })
const OR = (x, y) =>
  tracciato(
    `M${x} ${y - 32}Q${x + 46} ${y - 32} ${x + 72} ${y}Q${x + 46} ${y + 32} ${x} ${y + 32}Q${x + 16} ${y} ${x} ${y - 32}Z`,
    { fill: C.prato },
  ) + testo(x + 36, y, 'OR', { size: 17, weight: 700 })
const NOT = (x, y) =>
  tracciato(`M${x} ${y - 26}L${x + 54} ${y}L${x} ${y + 26}Z`, { fill: C.giallo }) +
  cerchio(x + 60, y, 6) +
  testo(x + 20, y, 'NOT', { size: 15, weight: 700 })
const ingresso = (y, nome) => testo(20, y, nome, { size: 20, weight: 700 })

const andOr = figura(
  'circuito-and-or',
  230,
  [
    linea([
      [36, 46],
      [110, 46],
    ]),
    linea([
      [36, 82],
      [110, 82],
    ]),
    linea([
      [36, 178],
      [200, 178],
      [200, 138],
      [236, 138],
    ]),
  ],
  [
    linea([
      [178, 64],
      [206, 64],
      [206, 102],
      [236, 102],
    ]),
    linea([
      [300, 120],
      [352, 120],
    ]),
  ],
  AND(110, 64),
  OR(230, 120),
  [ingresso(46, 'A'), ingresso(82, 'B'), ingresso(178, 'C')],
  testo(368, 120, 'Y', { size: 20, weight: 700 }),
)

const orNot = figura(
  'circuito-or-not',
  230,
  [
    linea([
      [36, 46],
      [118, 46],
    ]),
    linea([
      [36, 82],
      [118, 82],
    ]),
    linea([
      [36, 174],
      [116, 174],
    ]),
  ],
  [
    linea([
      [182, 64],
      [208, 64],
      [208, 104],
      [240, 104],
    ]),
    linea([
      [182, 174],
      [208, 174],
      [208, 136],
      [240, 136],
    ]),
  ],
  linea([
    [308, 120],
    [352, 120],
  ]),
  OR(110, 64),
  NOT(116, 174),
  AND(240, 120),
  [ingresso(46, 'A'), ingresso(82, 'B'), ingresso(174, 'C')],
  testo(368, 120, 'Y', { size: 20, weight: 700 }),
)

export const LOGICA = [registro, byte, xor, andOr, orNot]
