import { C, figura, riquadro, testo } from './disegno.mjs'
import { posa } from './forme.mjs'

// Layouts of the reasoning figures: a row, a matrix or a comparison above, numbered alternatives below.

const LARGO = 362
const X0 = 14

/** A framed cell of side `lato` with a drawing in it (drawings are made for a cell 66 wide). */
const cella = (x, y, lato, corpo) =>
  riquadro(x, y, lato, lato, { stroke: C.bordo, rx: 6, sw: 1.5 }) +
  posa(x + lato / 2, y + lato / 2, corpo, { scala: Number((lato / 66).toFixed(3)) })

const domanda = (x, y, lato) =>
  riquadro(x, y, lato, lato, { fill: C.giallo, stroke: C.avviso, rx: 6, dash: '7 5' }) +
  testo(x + lato / 2, y + lato / 2, '?', { size: 30, weight: 700, fill: C.avviso })

/** Cells in a row, each numbered underneath. */
function numerate(y, corpi, massimo = 80) {
  const gap = 12
  const lato = Math.min(massimo, Math.floor((LARGO - gap * (corpi.length - 1)) / corpi.length))
  const x0 = (390 - corpi.length * lato - (corpi.length - 1) * gap) / 2
  return {
    alto: lato + 30,
    corpo: corpi
      .map((c, i) => {
        const x = x0 + i * (lato + gap)
        return cella(x, y, lato, c) + testo(x + lato / 2, y + lato + 17, i + 1, { size: 18, weight: 700 })
      })
      .join(''),
  }
}

const separa = (y) =>
  `<line x1="14" y1="${y}" x2="376" y2="${y}" stroke="${C.bordo}" stroke-width="1" stroke-dasharray="3 4"/>` +
  testo(X0, y + 18, 'Alternative', { size: 15, anchor: 'start', fill: C.nota })

function sotto(nome, y, alternative, corpo) {
  const scelte = numerate(y + 36, alternative)
  return figura(nome, y + 36 + scelte.alto + 6, corpo, separa(y), scelte.corpo)
}

/** A row of drawings, then the missing one, and the alternatives. */
export function serie(nome, celle, alternative) {
  const n = celle.length + 1
  const gap = 8
  const lato = Math.min(80, Math.floor((LARGO - gap * (n - 1)) / n))
  const x0 = (390 - n * lato - (n - 1) * gap) / 2
  const corpo = celle.map((c, i) => cella(x0 + i * (lato + gap), 14, lato, c)).join('')
  return sotto(nome, 14 + lato + 16, alternative, corpo + domanda(x0 + celle.length * (lato + gap), 14, lato))
}

/** Nine places, the last one missing: eight drawings row by row, and the alternatives. */
export function matrice(nome, celle, alternative) {
  const lato = 76
  const passo = lato + 8
  const x0 = (390 - 3 * lato - 16) / 2
  const corpo = celle.map((c, i) => cella(x0 + (i % 3) * passo, 14 + Math.floor(i / 3) * passo, lato, c)).join('')
  return sotto(nome, 14 + 3 * passo + 8, alternative, corpo + domanda(x0 + 2 * passo, 14 + 2 * passo, lato))
}

/** The first drawing is to the second as the third is to the missing one. */
export function analogia(nome, [a, b, c], alternative) {
  const lato = 70
  const y = 14
  const medio = y + lato / 2
  const segno = (x, s) => testo(x, medio, s, { size: 26, weight: 700 })
  const corpo = [
    cella(10, y, lato, a),
    segno(92, ':'),
    cella(104, y, lato, b),
    segno(195, '='),
    cella(216, y, lato, c),
    segno(298, ':'),
    domanda(310, y, lato),
  ]
  return sotto(nome, y + lato + 16, alternative, corpo.join(''))
}

/** Numbered drawings among which one does not belong. */
export function intruso(nome, corpi) {
  const righe = numerate(14, corpi, 84)
  return figura(nome, 14 + righe.alto + 6, righe.corpo)
}
